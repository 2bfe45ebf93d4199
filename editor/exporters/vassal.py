"""Modules for VASSAL (.vmod): a scenario with its map, counters, charts and set-up, to be played online.

VASSAL keeps no rules: players move the pieces themselves. Every element and attribute below is one that
VASSAL 3.7 writes into the build files of its modules.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from app.background.progress import Progress, silent
from app.map.geometry import HEX_SIZE
from app.map.terrain.printed_map import PrintedMap
from editor.exporters import vassal_text as words
from editor.exporters.vassal_grid import BoardLayout, grid_attributes, numbering_attributes
from editor.exporters.vassal_pictures import (
    CARD_HEIGHT_PX,
    CARD_WIDTH_PX,
    CELL_HEIGHT_PX,
    CELL_WIDTH_PX,
    COUNTER_PX,
    Pictures,
    boxes_picture,
    card_picture,
    cell_corner,
    chart_picture,
)
from editor.importers.pictures import png_of
from editor.printing.chart_sheets import Chart
from editor.printing.counter_faces import FaceMaker, in_order
from editor.printing.map_pictures import MAX_EDGE_PX, Picture
from editor.printing.marker_sheets import marker_kinds, paint_marker
from engine.catalogue.document import ScenarioDocument, Unit
from engine.catalogue.table_parts import OPEN, table_parts
from engine.files import write_atomically
from engine.hexes.spec import GridSpec

VERSION: Final = "3.7.0"
"""The version of VASSAL whose form the module has."""
MAIN_MAP, OFF_MAP = "Map", "Off map"
MOST_PIXELS: Final = 60_000_000
"""The largest board; VASSAL keeps all of it in memory."""
HEX_PX: Final = 96.0
"""The width of a hex on the board, where the map is not too large for that."""
MAX_MARKERS_OF_A_KIND: Final = 40
_BUILD: Final = "VASSAL.build."
_MAP: Final = f"{_BUILD}module.map."
_PROTOTYPE: Final = "Counter"
_DICE: Final = ("1d6", "2d6", "1d10")
"""The dice of a game that names none."""


def write_vmod(
    document: ScenarioDocument, path: Path, progress: Progress = silent, charts: Sequence[Chart] = ()
) -> list[str]:
    """Write a module; sentences about what it does not hold."""
    module = _Module(document, charts, progress)
    build_file = module.build_file()
    progress(0, 0, "Writing")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("buildFile.xml", _xml(build_file))
        archive.writestr("moduledata", _xml(_module_data(document)))
        for name, data in module.pictures.files.items():
            archive.writestr(zipfile.ZipInfo(f"images/{name}"), data, zipfile.ZIP_STORED)
    write_atomically(path, packed.getvalue())
    return module.left_out


def _xml(root: Element) -> bytes:
    ElementTree.indent(root, "    ")
    data: bytes = ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)
    return data


def _module_data(document: ScenarioDocument) -> Element:
    root = Element("data", version="1")
    for name, text in (
        ("version", "1.0"),
        ("VassalVersion", VERSION),
        ("dateSaved", "0"),
        ("description", document.title),
        ("name", document.title),
    ):
        SubElement(root, name).text = text
    return root


class _Module:
    """Makes the build file of a scenario, and the pictures that it names."""

    def __init__(self, document: ScenarioDocument, charts: Sequence[Chart], progress: Progress) -> None:
        self.document = document
        self.charts = charts
        self.progress = progress
        self.pictures = Pictures({}, {})
        self.left_out: list[str] = []
        self._maker = FaceMaker(document)
        self._units = {unit.id: unit for unit in document.units}
        self._sides = {side.key: side.title for side in document.sides}
        self._table = table_parts(document.data)
        self._flat = document.map.lattice().orientation == "flat"
        self._slots = 0

    def build_file(self) -> Element:
        """The build file, with everything in the order in which VASSAL writes it."""
        root = Element(f"{_BUILD}GameModule")
        self._head(root)
        self._main_map(root)
        self._off_map(root)
        self._palette(root)
        self._charts(root)
        self._turns(root)
        for dice in self._dice():
            _dice_button(root, dice)
        root.set("nextPieceSlotId", str(self._slots + 1))
        self._leave_out()
        return root

    def _head(self, root: Element) -> None:
        """Name, players, and what all counters have in common."""
        for name, value in (
            ("name", self.document.title),
            ("version", "1.0"),
            ("description", f"{self.document.title}, made with Startline"),
            ("VassalVersion", VERSION),
            ("ModuleOther1", ""),
            ("ModuleOther2", ""),
        ):
            root.set(name, value)
        SubElement(root, f"{_BUILD}module.BasicCommandEncoder")
        SubElement(root, f"{_BUILD}module.Documentation")
        roster = SubElement(
            root, f"{_BUILD}module.PlayerRoster", buttonKeyStroke="", buttonText="Retire", buttonToolTip=""
        )
        for side in self.document.playing_sides:
            SubElement(roster, "entry").text = side.title
        SubElement(
            root,
            f"{_BUILD}module.GlobalOptions",
            autoReport="Always",
            nonOwnerUnmaskable="Use Preferences Setting",
            playerIdFormat="$playerName$",
            promptString="Opponents can unmask my pieces",
        )
        prototypes = SubElement(root, f"{_BUILD}module.PrototypesContainer")
        prototype = SubElement(prototypes, f"{_BUILD}module.PrototypeDefinition", name=_PROTOTYPE)
        prototype.text = words.definition((*words.handling(), words.basic_piece("", "", "")))

    # maps

    def _main_map(self, root: Element) -> None:
        """The board with its hexes, and the counters in their hexes."""
        printed_map = PrintedMap.of(self.document)
        bounds = printed_map.bounds
        scale = HEX_PX / (sqrt(3) * HEX_SIZE)
        scale = min(scale, MAX_EDGE_PX / max(bounds.width(), bounds.height()))
        scale = min(scale, sqrt(MOST_PIXELS / (bounds.width() * bounds.height())))
        picture = Picture(self.document, scale * sqrt(3) * HEX_SIZE, start_lines=True)
        image = picture.image(self.progress)
        corner = bounds.topLeft()
        size = (image.width(), image.height())
        layout = BoardLayout(printed_map.geometry, scale, *size, corner.x(), corner.y())
        self.pictures.add("map.png", png_of(image))
        board = _map(root, MAIN_MAP, "map.png")
        spec = self.document.map.grid
        if isinstance(spec, GridSpec):
            grid = SubElement(board, f"{_MAP}boardPicker.board.HexGrid", grid_attributes(layout, spec))
            SubElement(
                grid,
                f"{_MAP}boardPicker.board.mapgrid.HexGridNumbering",
                numbering_attributes(layout, spec),
            )
        else:
            self.left_out.append(
                "A grid that counters snap to: the map has several sheets; their numbers are in the picture."
            )
        stacks: dict[str, list[Unit]] = {}
        for setup in self.document.setups:
            unit = self._units.get(setup.unit)
            at = setup.place.at
            if unit is not None and setup.place.kind == "hex" and at in printed_map.geometry.lattice:
                stacks.setdefault(at, []).append(unit)
        for at, units in stacks.items():
            self._stack(root[-1], at, layout.pixel(at), units)

    def _off_map(self, root: Element) -> None:
        """The boxes of the scenario, the decks of its table, and the counters that begin in a box."""
        boxes = [(box.key, box.title or box.key) for box in self.document.map.boxes]
        decks = [(deck.key, deck.title or deck.key) for deck in self._table.decks]
        titles = [title for _, title in (*boxes, *decks)]
        if not titles:
            return
        self.pictures.add("boxes.png", boxes_picture(titles))
        _map(root, OFF_MAP, "boxes.png")
        here = root[-1]
        for number, (key, title) in enumerate(boxes):
            units = [
                self._units[setup.unit]
                for setup in self.document.setups
                if setup.unit in self._units and (setup.place.kind, setup.place.at) == ("box", key)
            ]
            if units:
                self._stack(here, title, _middle(number), units)
        for number, deck in enumerate(self._table.decks, start=len(boxes)):
            self._deck(here, deck.key, _middle(number))

    def _stack(self, parent: Element, name: str, at: tuple[int, int], units: Sequence[Unit]) -> None:
        stack = SubElement(
            parent,
            f"{_MAP}SetupStack",
            name=name,
            owningBoard=parent.get("mapName") or "",
            useGridLocation="false",
            x=str(at[0]),
            y=str(at[1]),
        )
        for unit in units:
            self._slot(stack, unit)

    def _deck(self, parent: Element, key: str, at: tuple[int, int]) -> None:
        deck = next(deck for deck in self._table.decks if deck.key == key)
        title = deck.title or deck.key
        is_open = deck.draw == OPEN
        pile = SubElement(
            parent,
            f"{_MAP}DrawPile",
            name=title,
            owningBoard=parent.get("mapName") or "",
            x=str(at[0]),
            y=str(at[1]),
            width=str(CARD_WIDTH_PX),
            height=str(CARD_HEIGHT_PX),
            faceDown="Always",
            drawFaceUp=str(is_open).lower(),
            shuffle="Always",
            draw="true",
            allowMultiple="false",
            allowSelect="false",
            reversible="false",
        )
        back = self.pictures.add(f"deck-{key}.png", card_picture(title, "", "#c9bfa8"))
        for number, card in enumerate(card for card in self._table.cards if card.deck == key):
            front = self.pictures.add(
                f"card-{key}-{number + 1}.png", card_picture(card.name, card.text, "#fbf8f0")
            )
            for _ in range(card.count):
                self._piece(pile, "widget.CardSlot", card.name, front, (words.mask(back),), CARD_HEIGHT_PX)

    # pieces

    def _slot(self, parent: Element, unit: Unit) -> None:
        """A counter of a unit: its steps are pictures to turn to, and its back hides it from the enemy."""
        faces = [face for piece in self._maker.pieces(unit) for face in (piece.front, piece.back)]
        shown = [self.pictures.counter(face, self._flat) for face in faces if face.known]
        back = self.pictures.counter(self._maker.blank(unit), self._flat)
        side = self._sides.get(unit.side, unit.side)
        traits = [
            words.marker_property("Side", side),
            words.uses_prototype(_PROTOTYPE),
            words.mask(back),
        ]
        if len(shown) > 1:
            names = [f"{unit.name} -{lost}" if lost else unit.name for lost in range(len(shown))]
            traits.append(words.step_layer(shown, names))
        self._piece(parent, "widget.PieceSlot", unit.name, shown[0], traits, COUNTER_PX)

    def _piece(
        self,
        parent: Element,
        kind: str,
        name: str,
        picture: str,
        traits: Iterable[words.Trait],
        height: int,
    ) -> None:
        self._slots += 1
        number = str(self._slots)
        slot = SubElement(
            parent,
            f"{_BUILD}{kind}",
            entryName=name,
            gpid=number,
            height=str(height),
            width=str(CARD_WIDTH_PX if height == CARD_HEIGHT_PX else COUNTER_PX),
        )
        slot.text = words.definition((*traits, words.basic_piece(name, picture, number)))

    def _palette(self, root: Element) -> None:
        """All counters by side and formation, those that come later by turn, and the markers."""
        window = SubElement(
            root,
            f"{_BUILD}module.PieceWindow",
            defaultWidth="0",
            hidden="false",
            hotkey="",
            icon="/images/counter.gif",
            scale="1.0",
            text="Pieces",
            tooltip="Show or hide the counters and markers",
        )
        tabs = SubElement(window, f"{_BUILD}widget.TabWidget", entryName="Pieces")
        formations = {
            formation.key: formation.title or formation.key for formation in self.document.formations
        }
        due = self._due()
        for side in self.document.sides:
            lists: dict[str, list[Unit]] = {}
            for unit in in_order(self.document):
                if unit.side == side.key:
                    group = due.get(unit.id) or formations.get(unit.formation, "Other units")
                    lists.setdefault(group, []).append(unit)
            if lists:
                tab = SubElement(tabs, f"{_BUILD}widget.TabWidget", entryName=side.title)
                for title, units in lists.items():
                    below = _list(tab, title)
                    for unit in units:
                        self._slot(below, unit)
        self._markers(tabs)

    def _due(self) -> dict[str, str]:
        """The units that arrive later, with their turn."""
        names = self.document.turns
        found: dict[str, str] = {}
        for entry in self.document.schedule:
            if entry.unit:
                at = entry.turn - names.first
                turn = names.names[at] if 0 <= at < len(names.names) else str(entry.turn)
                found.setdefault(entry.unit, f"Turn {turn}")
        placed = {setup.unit for setup in self.document.setups}
        return {unit: turn for unit, turn in found.items() if unit not in placed}

    def _markers(self, tabs: Element) -> None:
        kinds = list(marker_kinds(self.document))
        if not kinds:
            return
        below = _list(tabs, "Markers")
        for kind in kinds:
            front = self.pictures.painted(
                (kind.front, kind.side), partial(paint_marker, self.document, kind.front, kind.side)
            )
            traits = [words.uses_prototype(_PROTOTYPE)]
            if kind.back:
                reverse = self.pictures.painted(
                    (kind.back, kind.back_side),
                    partial(paint_marker, self.document, kind.back, kind.back_side),
                )
                traits.append(words.step_layer((front, reverse), (kind.front, kind.back)))
            self._piece(below, "widget.PieceSlot", kind.front, front, traits, COUNTER_PX)

    # tools

    def _charts(self, root: Element) -> None:
        if not self.charts:
            return
        window = SubElement(
            root,
            f"{_BUILD}module.ChartWindow",
            hotkey="",
            icon="/images/chart.gif",
            name="Charts",
            text="Charts",
            tooltip="Show or hide the charts",
        )
        tabs = SubElement(window, f"{_BUILD}widget.TabWidget", entryName="Charts")
        for number, chart in enumerate(self.charts, start=1):
            self.progress(number, len(self.charts), "Drawing the charts")
            name = self.pictures.add(f"chart-{number}.png", chart_picture(chart))
            SubElement(tabs, f"{_BUILD}widget.Chart", chartName=chart.title, fileName=name)

    def _turns(self, root: Element) -> None:
        """A turn tracker: the names of the turns, or their numbers, and in each turn the sides."""
        turns = self.document.turns
        tracker = SubElement(
            root,
            f"{_BUILD}module.turn.TurnTracker",
            name="Turn",
            buttonText="Turn",
            icon="",
            hotkey="",
            nexthotkey="",
            prevhotkey="",
            length="-1",
            lengthStyle="Maximum",
            turnFormat="$level1$ $level2$",
            reportFormat="Turn updated from $oldTurn$ to $newTurn$",
            tooltip="",
        )
        if turns.names:
            level = SubElement(
                tracker,
                f"{_BUILD}module.turn.ListTurnLevel",
                name="Turn",
                property="turn",
                turnFormat="$value$",
                list=words.sequence(turns.names, ","),
                configList="false",
                configFirst="false",
            )
        else:
            level = SubElement(
                tracker,
                f"{_BUILD}module.turn.CounterTurnLevel",
                name="Turn",
                property="turn",
                turnFormat="Turn $value$",
                start=str(turns.first),
                incr="1",
                loop="false",
                loopLimit=str(turns.last),
            )
        SubElement(
            level,
            f"{_BUILD}module.turn.ListTurnLevel",
            name="Side",
            property="side",
            turnFormat="$value$",
            list=words.sequence((side.title for side in self.document.playing_sides), ","),
            configList="false",
            configFirst="false",
        )

    def _dice(self) -> Iterator[str]:
        yield from (part.key for part in self._table.dice) if self._table.dice else _DICE

    def _leave_out(self) -> None:
        """What a module of VASSAL has no place for."""
        placed = {"hex", "box"}
        others = sum(setup.place.kind not in placed for setup in self.document.setups)
        if others:
            self.left_out.append(
                f"Units with a choice of set-up hexes: {others}. They wait in the window of the pieces."
            )
        if self.document.victory or self.document.special_rules:
            self.left_out.append("Victory conditions and special rules: VASSAL keeps no rules.")


def _map(root: Element, name: str, picture: str) -> Element:
    """A map with one board of the same name; the board."""
    a_map = SubElement(
        root,
        f"{_BUILD}module.Map",
        allowMultiple="false",
        backgroundcolor="255,255,255",
        buttonName="" if name == MAIN_MAP else name,
        changeFormat="$message$",
        color="0,0,0",
        createFormat="$pieceName$ created in $location$",
        edgeHeight="0",
        edgeWidth="0",
        hotkey="",
        icon="/images/map.gif",
        launch=str(name != MAIN_MAP).lower(),
        mapName=name,
        markMoved="Always",
        moveToFormat="$pieceName$ moves $previousLocation$ → $location$",
        moveWithinFormat="$pieceName$ moves $previousLocation$ → $location$",
        thickness="3",
    )
    picker = SubElement(
        a_map,
        f"{_MAP}BoardPicker",
        addColumnText="Add column",
        addRowText="Add row",
        boardPrompt="Select board",
        slotHeight="125",
        slotScale="0.2",
        slotWidth="350",
        title="Choose boards",
    )
    SubElement(picker, "setup").text = f"{name}BoardPicker\t{name}\t0\t0"
    board = SubElement(picker, f"{_MAP}boardPicker.Board", image=picture, name=name, reversible="false")
    for tool in ("ForwardToKeyBuffer", "MenuDisplayer", "MapCenterer", "PieceMover", "KeyBufferer"):
        SubElement(a_map, f"{_MAP}{tool}")
    SubElement(
        a_map,
        f"{_MAP}StackMetrics",
        bottom="40,0",
        down="37,0",
        disabled="false",
        exSepX="10",
        exSepY="22",
        top="38,0",
        unexSepX="6",
        unexSepY="6",
        up="39,0",
    )
    SubElement(
        a_map,
        f"{_MAP}Zoomer",
        inButtonText="",
        inIconName="/images/zoomIn.gif",
        inTooltip="Zoom in",
        outButtonText="",
        outIconName="/images/zoomOut.gif",
        outTooltip="Zoom out",
        zoomLevels="0.25,0.35,0.5,0.7,1.0,1.4",
        zoomStart="4",
    )
    return board


def _middle(number: int) -> tuple[int, int]:
    """The middle of a box on the board of boxes."""
    x, y = cell_corner(number)
    return x + CELL_WIDTH_PX // 2, y + CELL_HEIGHT_PX // 2


def _list(parent: Element, title: str) -> Element:
    return SubElement(
        parent,
        f"{_BUILD}widget.ListWidget",
        divider="150",
        entryName=title,
        height="400",
        scale="1.0",
        width="300",
    )


def _dice_button(root: Element, dice: str) -> None:
    number, sides = dice.split("d")
    SubElement(
        root,
        f"{_BUILD}module.DiceButton",
        addToTotal="0",
        hotkey="",
        icon="/images/die.gif",
        nDice=number,
        nSides=sides,
        name=dice,
        plus="0",
        prompt="false",
        reportFormat="** $name$ = $result$ *** <$PlayerName$>",
        reportTotal="false",
        text=dice,
        tooltip=f"Roll {dice}",
    )
