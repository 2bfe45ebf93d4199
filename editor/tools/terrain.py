"""Tools for terrain: brush, fill, eyedropper."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt

from editor.commands.command_runner import CommandRunner
from editor.commands.painting import paint_terrain, replace_terrain
from editor.commands.set_records import SetRecords
from editor.document.game_vocabulary import shown_kind
from editor.document.palettes import Palettes
from editor.document.selection import Selection
from editor.map import shapes
from editor.map.canvas import EditorCanvas
from editor.tools.palette_tool import PaletteTool
from editor.tools.stroke import StrokeTool
from editor.tools.tool import Choices, Pointer, ToolOption

_SIZES: Final[Choices] = (("1", "1 hex"), ("7", "7 hexes"), ("19", "19 hexes"))
CONNECTED, EVERYWHERE, SELECTED = "connected", "everywhere", "selected"
_WHERE: Final[Choices] = (
    (CONNECTED, "connected"),
    (EVERYWHERE, "whole map"),
    (SELECTED, "selected hexes"),
)


class TerrainBrush(StrokeTool):
    """Paints terrain along the pointer."""

    key = "brush"
    title = "Terrain brush"
    keys = "B"
    help = "Drag to paint. Shift: straight line from the last hex. Alt: pick the terrain. Right: erase."
    palette = "terrain"
    layer = "terrain"
    options = (ToolOption("size", "Brush", "choice", _SIZES),)
    begins_off_map = True

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner, palettes: Palettes) -> None:
        super().__init__(canvas, commands, palettes)
        self._last = ""
        self._hexes = 1
        """The size of the brush."""

    @property
    def size(self) -> str:
        """The size of the brush as the value of its option."""
        return str(self._hexes)

    @size.setter
    def size(self, value: str) -> None:
        self._hexes = int(value)

    def pick(self, at: Pointer) -> None:
        pick_terrain(self, at.hex)

    def begin(self, at: Pointer) -> None:
        start = self._last if at.shift and self._last in self.document.lattice else at.hex
        self._last = ""
        if at.hex:
            self._paint(start, at)

    def extend(self, at: Pointer) -> None:
        if at.hex:
            if at.hex != self._last:
                self._paint(self._last or at.hex, at)
            self._preview(at)

    def release(self, at: Pointer) -> None:
        super().release(at)
        self._preview(at)

    def hover(self, at: Pointer) -> None:
        self._preview(at)

    def cancel(self) -> None:
        super().cancel()
        self._last = ""

    def _paint(self, start: str, at: Pointer) -> None:
        hexes = shapes.stroke(self.document.lattice, start, at.hex, self._hexes)
        kind = None if at.erase else self.kind()
        self._last = at.hex
        self.document.do(paint_terrain(hexes, kind, self._stroke))

    def _preview(self, at: Pointer) -> None:
        lattice = self.document.lattice
        if not at.hex:
            self.canvas.preview_hexes(())
        elif at.shift and not self._stroke and self._last in lattice:
            self.canvas.preview_hexes(shapes.stroke(lattice, self._last, at.hex, self._hexes))
        else:
            self.canvas.preview_hexes(shapes.brushed(lattice, at.hex, self._hexes))

    def key_pressed(self, event) -> bool:
        sizes = list(shapes.BRUSHES)
        step = {Qt.Key.Key_BracketLeft: -1, Qt.Key.Key_BracketRight: 1}.get(event.key())
        if step is None:
            return False
        at = min(max(sizes.index(self._hexes) + step, 0), len(sizes) - 1)
        self._hexes = sizes[at]
        self.options_changed.emit()
        return True


class Fill(PaletteTool):
    """Replaces one terrain: connected hexes, the whole map, or the selected hexes."""

    key = "fill"
    title = "Fill"
    keys = "F"
    help = "Click a hex to fill with the terrain of the palette. Alt: pick the terrain. Right: erase."
    palette = "terrain"
    layer = "terrain"
    options = (
        ToolOption("where", "Where", "choice", _WHERE, "The terrain of the clicked hex is replaced there"),
    )

    def __init__(
        self, canvas: EditorCanvas, commands: CommandRunner, palettes: Palettes, selection: Selection
    ) -> None:
        super().__init__(canvas, commands, palettes)
        self._selection = selection
        self.where = CONNECTED

    def press(self, at: Pointer) -> None:
        if not at.hex:
            return
        if at.alt:
            pick_terrain(self, at.hex)
        elif self.may_change():
            self._fill(at.hex, None if at.erase else self.kind())

    def _fill(self, here: str, kind: str | None) -> None:
        work, lattice, chosen = self.work, self.document.lattice, self._selection.hexes
        if self.where == SELECTED and not chosen:
            self.show_message("No hexes are selected; select them first, or fill connected hexes.")
            return
        old, within = work.terrain.get(here), chosen if self.where == SELECTED else lattice.hexes

        def made() -> SetRecords:
            if self.where != CONNECTED:
                return replace_terrain(work, old, kind, within)
            alike = shapes.connected(lattice, here, lambda near: work.terrain.get(near) == old)
            return paint_terrain(alike, kind)

        self.commands.do("Fill hexes", len(within), made)


class Eyedropper(PaletteTool):
    """Picks the terrain of a hex."""

    key = "eyedropper"
    title = "Eyedropper"
    keys = "I"
    help = "Click a hex to pick its terrain for the palette."
    palette = "terrain"

    def press(self, at: Pointer) -> None:
        if at.hex:
            pick_terrain(self, at.hex)


def pick_terrain(tool: PaletteTool, here: str) -> None:
    """Pick the terrain of this hex for the palette."""
    kind = tool.work.terrain.get(here)
    if kind is None:
        tool.show_message(f"{here} has no terrain.")
    else:
        tool.palettes.pick("terrain", kind)
        tool.show_message(f"{here}: {shown_kind(kind)}.")
