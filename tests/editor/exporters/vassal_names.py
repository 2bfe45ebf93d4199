"""The elements of a VASSAL build file with their attributes, as the sources of VASSAL 3.7 name them."""

BUTTON = {"hotkey", "icon", "name", "text", "tooltip"}
WIDGET = {"description", "entryName", "height", "width"}
LEVEL = {"name", "property", "turnFormat"}

ATTRIBUTES: dict[str, set[str]] = {
    "GameModule": {
        *("name", "version", "description", "VassalVersion", "nextPieceSlotId"),
        *("ModuleOther1", "ModuleOther2"),
    },
    "module.BasicCommandEncoder": set(),
    "module.Documentation": set(),
    "module.PlayerRoster": {"buttonIcon", "buttonKeyStroke", "buttonText", "buttonToolTip", "description"},
    "module.GlobalOptions": {"autoReport", "nonOwnerUnmaskable", "playerIdFormat", "promptString"},
    "module.PrototypesContainer": set(),
    "module.PrototypeDefinition": {"name", "description"},
    "module.Map": {
        *("mapName", "description", "markMoved", "edgeWidth", "edgeHeight", "backgroundcolor", "color"),
        *("thickness", "allowMultiple", "launch", "buttonName", "tooltip", "icon", "hotkey"),
        *("moveWithinFormat", "moveToFormat", "createFormat", "changeFormat", "moveKey"),
    },
    "module.map.BoardPicker": {
        *("slotScale", "slotHeight", "slotWidth", "title", "addRowText", "addColumnText", "boardPrompt"),
        "maxColumns",
    },
    "module.map.boardPicker.Board": {"name", "image", "width", "height", "color", "reversible"},
    "module.map.boardPicker.board.HexGrid": {
        *("x0", "y0", "dx", "dy", "visible", "dotsVisible", "cornersLegal", "edgesLegal", "sideways"),
        *("color", "snapTo", "snapscale"),
    },
    "module.map.boardPicker.board.mapgrid.HexGridNumbering": {
        *("first", "sep", "hType", "vType", "hLeading", "vLeading", "hOff", "vOff", "hDescend", "vDescend"),
        *("fontSize", "color", "visible", "rotateText", "hDrawOff", "vDrawOff", "locationFormat", "stagger"),
    },
    "module.map.ForwardToKeyBuffer": set(),
    "module.map.MenuDisplayer": set(),
    "module.map.MapCenterer": set(),
    "module.map.PieceMover": set(),
    "module.map.KeyBufferer": set(),
    "module.map.StackMetrics": {
        *("disabled", "exSepX", "exSepY", "unexSepX", "unexSepY", "top", "bottom", "up", "down"),
    },
    "module.map.Zoomer": {
        *("zoomStart", "zoomLevels", "inTooltip", "inButtonText", "inIconName", "zoomInKey"),
        *("outTooltip", "outButtonText", "outIconName", "zoomOutKey"),
    },
    "module.map.SetupStack": {"name", "owningBoard", "useGridLocation", "location", "x", "y"},
    "module.map.DrawPile": {
        *("name", "owningBoard", "x", "y", "width", "height", "faceDown", "drawFaceUp", "shuffle", "draw"),
        *("allowMultiple", "allowSelect", "reversible"),
    },
    "module.PieceWindow": {*BUTTON, "defaultWidth", "hidden", "scale"},
    "module.ChartWindow": BUTTON,
    "module.DiceButton": {
        *BUTTON,
        *("nDice", "nSides", "plus", "addToTotal", "reportTotal", "prompt", "reportFormat"),
    },
    "module.turn.TurnTracker": {
        *("name", "buttonText", "icon", "hotkey", "nexthotkey", "prevhotkey", "turnFormat", "reportFormat"),
        *("tooltip", "length", "lengthStyle"),
    },
    "module.turn.CounterTurnLevel": {*LEVEL, "start", "incr", "loop", "loopLimit"},
    "module.turn.ListTurnLevel": {*LEVEL, "list", "configList", "configFirst", "prompt"},
    "widget.TabWidget": WIDGET,
    "widget.ListWidget": {*WIDGET, "divider", "scale"},
    "widget.PieceSlot": {*WIDGET, "gpid"},
    "widget.CardSlot": {*WIDGET, "gpid"},
    "widget.Chart": {"chartName", "fileName"},
}
