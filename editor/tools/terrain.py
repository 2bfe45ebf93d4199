"""Tools for terrain: brush, fill, eyedropper."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt

from editor.commands.painting import paint_terrain, replace_terrain
from editor.commands.set_records import SetRecords
from editor.map import shapes
from editor.tools.tool import Choices, Pointer, Tool, ToolOption

_SIZES: Final[Choices] = (("1", "1 hex"), ("7", "7 hexes"), ("19", "19 hexes"))
CONNECTED, EVERYWHERE, SELECTED = "connected", "everywhere", "selected"
_WHERE: Final[Choices] = (
    (CONNECTED, "connected"),
    (EVERYWHERE, "whole map"),
    (SELECTED, "selected hexes"),
)


class TerrainBrush(Tool):
    """Paints terrain along the pointer."""

    key = "brush"
    title = "Terrain brush"
    keys = "B"
    help = "Drag to paint. Shift: straight line from the last hex. Alt: pick the terrain. Right: erase."
    palette = "terrain"
    layer = "terrain"
    options = (ToolOption("size", "Brush", "choice", _SIZES),)

    def __init__(self, workspace) -> None:
        super().__init__(workspace)
        self._last = ""

    @property
    def size(self) -> str:
        return str(self.workspace.brush)

    @size.setter
    def size(self, value: str) -> None:
        self.workspace.brush = int(value)

    def press(self, at: Pointer) -> None:
        if at.alt:
            if at.hex:
                pick_terrain(self, at.hex)
            return
        if not self.may_change():
            return
        self._stroke = self.document.new_stroke()
        start = self._last if at.shift and self._last in self.document.lattice else at.hex
        self._last = ""
        if at.hex:
            self._paint(start, at)

    def drag(self, at: Pointer) -> None:
        if self._stroke and at.hex:
            if at.hex != self._last:
                self._paint(self._last or at.hex, at)
            self._preview(at)

    def release(self, at: Pointer) -> None:
        if self._stroke:
            self.document.end_stroke()
            self._stroke = ""
            self._preview(at)

    def hover(self, at: Pointer) -> None:
        self._preview(at)

    def cancel(self) -> None:
        super().cancel()
        self._last = ""

    def _paint(self, start: str, at: Pointer) -> None:
        hexes = shapes.stroke(self.document.lattice, start, at.hex, self.workspace.brush)
        kind = None if at.erase else self.workspace.kind(self.palette)
        self._last = at.hex
        self.document.do(paint_terrain(hexes, kind, self._stroke))

    def _preview(self, at: Pointer) -> None:
        lattice = self.document.lattice
        if not at.hex:
            self.canvas.preview_hexes(())
        elif at.shift and not self._stroke and self._last in lattice:
            self.canvas.preview_hexes(shapes.stroke(lattice, self._last, at.hex, self.workspace.brush))
        else:
            self.canvas.preview_hexes(shapes.brushed(lattice, at.hex, self.workspace.brush))

    def key_pressed(self, event) -> bool:
        sizes = list(shapes.BRUSHES)
        step = {Qt.Key.Key_BracketLeft: -1, Qt.Key.Key_BracketRight: 1}.get(event.key())
        if step is None:
            return False
        at = min(max(sizes.index(self.workspace.brush) + step, 0), len(sizes) - 1)
        self.workspace.brush = sizes[at]
        self.options_changed.emit()
        return True


class Fill(Tool):
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

    def __init__(self, workspace) -> None:
        super().__init__(workspace)
        self.where = CONNECTED

    def press(self, at: Pointer) -> None:
        if not at.hex:
            return
        if at.alt:
            pick_terrain(self, at.hex)
        elif self.may_change():
            self._fill(at.hex, None if at.erase else self.workspace.kind(self.palette))

    def _fill(self, here: str, kind: str | None) -> None:
        work, lattice, chosen = self.document.work, self.document.lattice, self.workspace.selection
        if self.where == SELECTED and not chosen:
            self.workspace.show_message("No hexes are selected; select them first, or fill connected hexes.")
            return
        old, within = work.terrain.get(here), chosen if self.where == SELECTED else lattice.hexes

        def made() -> SetRecords:
            if self.where != CONNECTED:
                return replace_terrain(work, old, kind, within)
            alike = shapes.connected(lattice, here, lambda near: work.terrain.get(near) == old)
            return paint_terrain(alike, kind)

        self.workspace.do("Fill hexes", len(within), made)

    def hover(self, at: Pointer) -> None:
        self.canvas.preview_hexes([at.hex] if at.hex else ())


class Eyedropper(Tool):
    """Picks the terrain of a hex."""

    key = "eyedropper"
    title = "Eyedropper"
    keys = "I"
    help = "Click a hex to pick its terrain for the palette."
    palette = "terrain"

    def press(self, at: Pointer) -> None:
        if at.hex:
            pick_terrain(self, at.hex)

    def hover(self, at: Pointer) -> None:
        self.canvas.preview_hexes([at.hex] if at.hex else ())


def pick_terrain(tool: Tool, here: str) -> None:
    """Pick the terrain of this hex for the palette."""
    kind = tool.document.work.terrain.get(here)
    if kind is None:
        tool.workspace.show_message(f"{here} has no terrain.")
    else:
        tool.workspace.pick("terrain", kind)
        tool.workspace.show_message(f"{here}: {kind}.")
