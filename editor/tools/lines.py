"""Tools for rivers, borders and walls along hexsides, and for roads and railways."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from PySide6.QtCore import QLineF, QPointF

from app.map.geometry import HEX_SIZE
from editor.commands.command_runner import CommandRunner
from editor.commands.painting import draw_hexsides, draw_road, erase_hexsides, erase_road
from editor.document.palettes import Palettes
from editor.map import shapes
from editor.map.canvas import EditorCanvas
from editor.tools.stroke import FeatureStrokeTool
from editor.tools.tool import Pointer, ToolOption
from engine.catalogue.document import Feature
from engine.hexes.lattice import Vertex

INSIDE: Final = 0.62
"""Distance from the hex centre, in hex sizes, within which a drawn road passes through the hex."""
_FACING = (("", "both ways"), ("near", "towards the pointer"), ("far", "away from the pointer"))


class HexsideBrush(FeatureStrokeTool):
    """Draws connected hexsides from corner to corner along the pointer."""

    key = "hexsides"
    title = "Hexside brush"
    keys = "E"
    help = "Drag along hexsides, or click one. Alt: pick the kind. Right: erase this kind; with Ctrl all."
    palette = "hexsides"
    layer = "hexsides"
    begins_off_map = True
    options = (
        ToolOption("name", "Name", tip="The river's name; empty for none"),
        ToolOption("facing", "Faces", "choice", _FACING, "For cliffs and obstacles with a front"),
    )

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner, palettes: Palettes) -> None:
        super().__init__(canvas, commands, palettes)
        self.facing = ""
        self._at: Vertex | None = None
        self._first = ""
        """The hexside where the button was pressed."""
        self._owed: tuple[str, ...] = ()
        """The first hexside while it is not drawn yet, because the line began in its middle."""
        self._drawn = False

    def begin(self, at: Pointer) -> None:
        self._at, self._first, self._drawn = at.vertex, at.side, False
        self._owed = (at.side,) if self._is_meant(at) else ()

    def extend(self, at: Pointer) -> None:
        if at.vertex is None:
            return
        if self._at is not None and at.vertex != self._at:
            sides = shapes.course(self.geometry, self._at, at.vertex)
            self._apply([*self._owed, *sides], at)
            self._drawn, self._owed = True, ()
        self._at = at.vertex
        self.canvas.preview_hexes((), [at.side] if self._is_meant(at) else ())

    def finish(self, at: Pointer) -> None:
        ending = dict.fromkeys((*self._owed, *((at.side,) if self._is_meant(at) else ())))
        if ending or (self._first and not self._drawn):
            self._apply(list(ending) or [self._first], at)

    def hover(self, at: Pointer) -> None:
        self.canvas.preview_hexes((), [at.side] if at.side else ())

    def _is_meant(self, at: Pointer) -> bool:
        """Whether the pointer is near the middle of a hexside, so that the line includes it.

        Nearer to a corner than to the middle, the corner is used.
        """
        if not at.side or at.vertex is None:
            return False
        geometry = self.geometry
        side, corner = geometry.side(at.side), geometry.vertex(at.vertex)
        if self._stroke and self._at is not None and self._at not in self.document.lattice.vertices(at.side):
            return False
        return QLineF(at.point, side.center()).length() < QLineF(at.point, corner).length()

    def _apply(self, sides: Collection[str], at: Pointer) -> None:
        work, kind = self.work, self.kind()
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
        """The hex of this hexside on the pointer's side, or the opposite one."""
        geometry = self.geometry
        hexes = sorted(
            self.document.lattice.split(side),
            key=lambda here: (geometry.centre(here) - point).manhattanLength(),
        )
        return hexes[0] if self.facing == "near" else hexes[-1]

    def pick(self, at: Pointer) -> None:
        known = self.palettes.vocabulary.hexsides
        found = [f for f in self.work.hexsides.get(at.side, ()) if f.kind in known]
        self.pick_first(found, f"There is nothing on hexside {at.side}.")


class RoadBrush(FeatureStrokeTool):
    """Draws roads and railways through hex centres."""

    key = "roads"
    title = "Road and rail brush"
    keys = "R"
    help = (
        "Drag through hexes. Shift: straight line from the last hex. Alt: pick the kind. "
        "Right: erase this kind; with Ctrl all."
    )
    palette = "roads"
    layer = "roads"
    begins_off_map = True
    options = (ToolOption("name", "Name", tip="The name of the road; empty for none"),)

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner, palettes: Palettes) -> None:
        super().__init__(canvas, commands, palettes)
        self._last = ""

    def begin(self, at: Pointer) -> None:
        if at.shift and at.hex and self._last in self.document.lattice:
            self._lay(self._last, at)
        self._last = at.hex

    def drag(self, at: Pointer) -> None:
        super().drag(at)
        self._preview(at)

    def extend(self, at: Pointer) -> None:
        if at.hex and self._is_inside(at):
            self._continue(at)

    def finish(self, at: Pointer) -> None:
        if at.hex:
            self._continue(at)

    def _is_inside(self, at: Pointer) -> bool:
        """Whether the pointer is near enough to the hex centre; cutting a corner does not add the hex."""
        centre = self.geometry.centre(at.hex)
        return QLineF(at.point, centre).length() < INSIDE * HEX_SIZE

    def _continue(self, at: Pointer) -> None:
        """Lay the road on to this hex; a drag that began beside the map begins at its first hex."""
        if at.hex != self._last:
            if self._last:
                self._lay(self._last, at)
            self._last = at.hex

    def pick(self, at: Pointer) -> None:
        lattice, known = self.document.lattice, self.palettes.vocabulary.roads
        found = [
            feature
            for side in lattice.hexsides(at.hex)
            for feature in self.work.hexsides.get(side, ())
            if feature.kind in known
        ]
        self.pick_first(found, f"No road runs through {at.hex}.")

    def hover(self, at: Pointer) -> None:
        self._preview(at)

    def cancel(self) -> None:
        super().cancel()
        self._last = ""

    def _lay(self, start: str, at: Pointer) -> None:
        lattice, work = self.document.lattice, self.work
        way, kind = lattice.line(start, at.hex), self.kind()
        if at.erase:
            kinds = self.palettes.vocabulary.roads if at.ctrl else (kind,)
            self.document.do(erase_road(work, lattice, way, kinds, self._stroke))
        else:
            self.document.do(draw_road(work, lattice, way, Feature(kind, self.name.strip()), self._stroke))

    def _preview(self, at: Pointer) -> None:
        lattice = self.document.lattice
        if at.hex and at.shift and self._last in lattice and not self._stroke:
            self.canvas.preview_hexes(lattice.line(self._last, at.hex))
        else:
            self.canvas.preview_hexes([at.hex] if at.hex else ())
