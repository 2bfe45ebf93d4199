"""Tools for what runs along hexsides and through hexes: rivers, borders, walls; roads and railways."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPointF

from editor import shapes
from editor.commands.painting import draw_hexsides, draw_road, erase_hexsides, erase_road
from editor.tools.tool import Pointer, Tool, Wish
from engine.catalogue.document import Feature
from engine.hexes.lattice import Vertex

_FACING = (("", "both ways"), ("near", "towards the pointer"), ("far", "away from the pointer"))


class HexsideBrush(Tool):
    """Follows the pointer from corner to corner, so that a river hangs together by itself."""

    key = "hexsides"
    title = "Hexside brush"
    keys = "E"
    help = "Drag along the edges, or click one. Alt: take the kind up. Right: erase this kind; with Ctrl all."
    palette = "hexsides"
    layer = "hexsides"
    wishes = (
        Wish("name", "Name", tip="The river's name; empty for none"),
        Wish("facing", "Faces", "choice", _FACING, "For cliffs and obstacles with a front"),
    )

    def __init__(self, bench) -> None:
        super().__init__(bench)
        self.name = ""
        self.facing = ""
        self._stroke = ""
        self._at: Vertex | None = None
        self._side = ""
        self._drawn = False

    def press(self, at: Pointer) -> None:
        if not at.side:
            return
        if at.alt:
            self._pick(at.side)
            return
        if self.may_change():
            self._stroke = self.document.new_stroke()
            self._at, self._side, self._drawn = at.vertex, at.side, False

    def drag(self, at: Pointer) -> None:
        if not self._stroke or at.vertex is None:
            return
        if self._at is not None and at.vertex != self._at:
            sides = list(shapes.course(self.bench.canvas.geometry_of_map, self._at, at.vertex))
            self._apply(sides, at)
            self._drawn = True
        self._at = at.vertex

    def release(self, at: Pointer) -> None:
        if self._stroke:
            if not self._drawn:
                self._apply([self._side], at)
            self.document.end_stroke()
            self._stroke = ""

    def hover(self, at: Pointer) -> None:
        self.bench.canvas.sketch_hexes((), [at.side] if at.side else ())

    def _apply(self, sides: Collection[str], at: Pointer) -> None:
        work, kind = self.document.work, self.bench.kind(self.palette)
        if at.erase:
            self.document.do(erase_hexsides(work, sides, () if at.ctrl else (kind,), self._stroke))
            return
        if not self.facing:
            self.document.do(draw_hexsides(work, sides, Feature(kind, self.name.strip()), self._stroke))
            return
        for side in sides:
            feature = Feature(kind, self.name.strip(), toward=self._faced(side, at.point))
            self.document.do(draw_hexsides(work, [side], feature, self._stroke))

    def _faced(self, side: str, point: QPointF) -> str:
        """The hex of this side that lies on the pointer's side of it, or the other."""
        geometry = self.bench.canvas.geometry_of_map
        hexes = sorted(
            self.document.lattice.split(side),
            key=lambda here: (geometry.centre(here) - point).manhattanLength(),
        )
        return hexes[0] if self.facing == "near" else hexes[-1]

    def _pick(self, side: str) -> None:
        found = [f for f in self.document.work.hexsides.get(side, ()) if f.kind in self.bench.kinds.hexsides]
        if found:
            self.bench.pick(self.palette, found[0].kind)
            self.name = found[0].name
            self.wished.emit()
        else:
            self.bench.say(f"Nothing lies on {side}.")


class RoadBrush(Tool):
    """Runs through the middles of hexes."""

    key = "roads"
    title = "Road and rail brush"
    keys = "R"
    help = "Drag through hexes. Shift: straight on from the last hex. Right: erase this kind; with Ctrl all."
    palette = "roads"
    layer = "roads"
    wishes = (Wish("name", "Name", tip="The name of the road; empty for none"),)

    def __init__(self, bench) -> None:
        super().__init__(bench)
        self.name = ""
        self._stroke = ""
        self._last = ""

    def press(self, at: Pointer) -> None:
        if not at.hex or not self.may_change():
            return
        self._stroke = self.document.new_stroke()
        if at.shift and self._last in self.document.lattice:
            self._lay(self._last, at)
        self._last = at.hex

    def drag(self, at: Pointer) -> None:
        if self._stroke and at.hex and at.hex != self._last:
            self._lay(self._last, at)
            self._last = at.hex
        self._sketch(at)

    def release(self, at: Pointer) -> None:
        if self._stroke:
            self.document.end_stroke()
            self._stroke = ""

    def hover(self, at: Pointer) -> None:
        self._sketch(at)

    def cancel(self) -> None:
        super().cancel()
        self._last = ""

    def _lay(self, start: str, at: Pointer) -> None:
        lattice, work = self.document.lattice, self.document.work
        way, kind = lattice.line(start, at.hex), self.bench.kind(self.palette)
        if at.erase:
            kinds = self.bench.kinds.roads if at.ctrl else (kind,)
            self.document.do(erase_road(work, lattice, way, kinds, self._stroke))
        else:
            self.document.do(draw_road(work, lattice, way, Feature(kind, self.name.strip()), self._stroke))

    def _sketch(self, at: Pointer) -> None:
        lattice = self.document.lattice
        if at.hex and at.shift and self._last in lattice and not self._stroke:
            self.bench.canvas.sketch_hexes(lattice.line(self._last, at.hex))
        else:
            self.bench.canvas.sketch_hexes([at.hex] if at.hex else ())
