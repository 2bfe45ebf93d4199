"""Tools for regions and start lines."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QKeyEvent

from editor import shapes
from editor.commands.zones import remove_region, remove_start_line, set_region, set_start_line
from editor.tools.places import sides
from editor.tools.tool import Choices, Pointer, Tool, Wish
from editor.workpiece import SCENARIO, SHEET
from engine.bad_input import BadInput
from engine.catalogue.document import Region, StartLine
from engine.catalogue.start_line import halves, region_hexes

SHOWN_UP_TO: Final = 6000
"""On larger maps the halves of a start line are worked out only when it is finished."""
_OWNERS: Final = ((SHEET, "the map"), (SCENARIO, "the scenario"))


def _regions(bench) -> Choices:
    work = bench.document.work if bench.document is not None else None
    known = (*work.sheet("regions"), *work.scenario("regions")) if work is not None else ()
    return (("", "a new region"), *((region.key, region.title or region.key) for region in known))


class RegionTool(Tool):
    """Draws countries, zones and deployment areas around hexes."""

    key = "regions"
    title = "Regions"
    keys = "G"
    help = "Drag around hexes to add them, click to add one. Right: take them out."
    layer = "regions"
    wishes = (
        Wish("region", "Region", "choice", _regions),
        Wish("name", "Title"),
        Wish("kind", "Kind", tip="A word of the game: country, weather, deployment …"),
        Wish("owner", "Belongs to", "choice", _OWNERS),
        Wish("remove", "Remove", "action", tip="Drop the chosen region"),
    )

    def __init__(self, bench) -> None:
        super().__init__(bench)
        self.region = ""
        self.name = ""
        self.kind = ""
        self.owner = SHEET
        self._points: list[QPointF] = []
        self._from = ""

    def wish(self, name: str, value: object) -> None:
        super().wish(name, value)
        found = self._known()
        if name == "region" and found is not None:
            self.name, self.kind = found.title, found.kind
            own = any(known.key == found.key for known in self.document.work.scenario("regions"))
            self.owner = SCENARIO if own else SHEET
            self.wished.emit()
        elif name == "region":
            self.name, self.kind = "", ""
            self.wished.emit()
        elif name in ("name", "kind") and found is not None:
            renamed = replace(found, title=self.name.strip(), kind=self.kind.strip())
            self.document.do(set_region(self.document.work, renamed, self.owner))

    def remove(self) -> None:
        """Drop the chosen region."""
        if self._known() is not None and self.may_change():
            own = any(known.key == self.region for known in self.document.work.scenario("regions"))
            self.document.do(remove_region(self.document.work, self.region, SCENARIO if own else SHEET))
            self.wish("region", "")

    def _known(self) -> Region | None:
        work = self.document.work
        listed = (*work.scenario("regions"), *work.sheet("regions"))
        return next((region for region in listed if region.key == self.region), None)

    def press(self, at: Pointer) -> None:
        if self.may_change():
            self._points, self._from = [at.point], at.hex

    def drag(self, at: Pointer) -> None:
        if self._points:
            self._points.append(at.point)
            self.bench.canvas.sketch_line(self._points, closed=True)

    def release(self, at: Pointer) -> None:
        if not self._points:
            return
        hexes = shapes.lassoed(self.bench.canvas.geometry_of_map, self._points)
        if at.hex and at.hex == self._from and not hexes:
            hexes = [at.hex]
        self._points = []
        self.bench.canvas.clear_sketch()
        if hexes:
            self._change(hexes, at.erase)

    def _change(self, hexes: list[str], out: bool) -> None:
        lattice, work = self.document.lattice, self.document.work
        region = self._known()
        if region is None:
            if out:
                return
            region = Region(self._new_key(), self.name.strip(), self.kind.strip())
        try:
            present = dict.fromkeys(region_hexes(lattice, region))
        except BadInput as problem:
            self.bench.say(str(problem))
            return
        for here in hexes:
            if out:
                present.pop(here, None)
            else:
                present[here] = None
        ordered = tuple(here for here in lattice.hexes if here in present)
        self.document.do(set_region(work, replace(region, hexes=ordered, polygon=()), self.owner))
        self.document.end_stroke()
        self.region = region.key
        self.wished.emit()

    def _new_key(self) -> str:
        work = self.document.work
        taken = {region.key for region in (*work.sheet("regions"), *work.scenario("regions"))}
        return new_key(self.name or "region", taken)

    def hover(self, at: Pointer) -> None:
        self.bench.canvas.sketch_hexes([at.hex] if at.hex else ())

    def cancel(self) -> None:
        super().cancel()
        self._points = []


def _lines(bench) -> Choices:
    listed = bench.document.work.scenario("start_lines") if bench.document is not None else ()
    return (("", "a new line"), *((line.key, line.title or line.key) for line in listed))


class StartLineTool(Tool):
    """Draws the line between the sides; who holds which half is worked out and shown."""

    key = "start_line"
    title = "Start line"
    keys = "L"
    help = "Click along hexes and hexsides from edge to edge. Enter ends. Ctrl: an exception."
    layer = "start_lines"
    wishes = (
        Wish("line", "Line", "choice", _lines),
        Wish("name", "Title"),
        Wish("left", "Left of it", "choice", sides),
        Wish("right", "Right of it", "choice", sides),
        Wish("on_line", "Hexes on it", "choice", sides),
        Wish("remove", "Remove", "action", tip="Drop the chosen line"),
    )

    def __init__(self, bench) -> None:
        super().__init__(bench)
        self.line = ""
        self.name = ""
        self.left = self.right = self.on_line = ""
        self.points: list[str] = []

    def take_up(self) -> None:
        listed = [side.key for side in self.document.work.scenario("sides")]
        if self.left not in listed or self.right not in listed:
            self.left, self.right = (*listed, "", "")[:2]
            self.wished.emit()

    def wish(self, name: str, value: object) -> None:
        super().wish(name, value)
        known = self._known()
        if name == "line":
            self.points = []
            if known is not None:
                self.name, self.left, self.right = known.title, known.left, known.right
                self.on_line = known.on_line
                self._show_halves(known)
            self.wished.emit()
        elif known is not None and not self.points:
            changed = replace(
                known, title=self.name.strip(), left=self.left, right=self.right, on_line=self.on_line
            )
            self.document.do(set_start_line(self.document.work, changed))
            self._show_halves(changed)

    def remove(self) -> None:
        """Drop the chosen line, or the one that is being drawn."""
        if self._known() is not None and not self.points and self.may_change():
            self.document.do(remove_start_line(self.document.work, self.line))
        self.line, self.points = "", []
        self.bench.canvas.clear_sketch()
        self.wished.emit()

    def _except(self, here: str) -> None:
        """A hex that the other side holds in spite of the line; a second time, no more."""
        known = self._known()
        if known is None:
            self.bench.say("Choose a start line first; Ctrl and a click then gives a hex to the other side.")
            return
        exceptions = dict(known.exceptions)
        if exceptions.pop(here, None) is None:
            held = halves(self.document.lattice, replace(known, exceptions={})).get(here, "")
            exceptions[here] = known.right if held == known.left else known.left
        changed = replace(known, exceptions=exceptions)
        self.document.do(set_start_line(self.document.work, changed))
        self.document.end_stroke()
        self._show_halves(changed)

    def _known(self) -> StartLine | None:
        listed = self.document.work.scenario("start_lines")
        return next((line for line in listed if line.key == self.line), None)

    def press(self, at: Pointer) -> None:
        if not at.hex or not self.may_change():
            return
        if at.erase:
            self._step_back()
            return
        if at.ctrl:
            self._except(at.hex)
            return
        point = self._snapped(at)
        if len(self.points) > 2 and point == self.points[0]:
            self._finish(closed=True)
        elif not self.points or point != self.points[-1]:
            self.points.append(point)
            self._sketch()

    def double_click(self, at: Pointer) -> None:
        self._finish()

    def hover(self, at: Pointer) -> None:
        if at.hex:
            point = self._snapped(at)
            self.bench.canvas.sketch_line(
                [*map(self._place, self.points), self._place(point)], dots=bool(self.points)
            )

    def wants(self, event: QKeyEvent) -> bool:
        return bool(self.points) and event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Return)

    def key_pressed(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.points:
            self._finish()
        elif event.key() == Qt.Key.Key_Backspace and self.points:
            self._step_back()
        else:
            return False
        return True

    def cancel(self) -> None:
        super().cancel()
        self.points = []

    def put_down(self) -> None:
        super().put_down()
        self.points = []

    def _step_back(self) -> None:
        if self.points:
            self.points.pop()
            self._sketch()

    def _snapped(self, at: Pointer) -> str:
        """The middle of the hex or of the nearest hexside, whichever is nearer."""
        to_hex = QLineF(at.point, self._place(at.hex)).length()
        to_side = QLineF(at.point, self._place(at.side)).length()
        return at.hex if to_hex <= to_side else at.side

    def _place(self, point: str) -> QPointF:
        geometry = self.bench.canvas.geometry_of_map
        return geometry.side(point).center() if "/" in point else geometry.centre(point)

    def _draft(self, closed: bool = False) -> StartLine:
        known = self._known()
        taken = {line.key for line in self.document.work.scenario("start_lines")}
        key = known.key if known is not None else new_key(self.name or "start line", taken)
        exceptions = known.exceptions if known is not None else {}
        return StartLine(
            key,
            tuple(self.points),
            self.left,
            self.right,
            self.name.strip(),
            closed,
            self.on_line,
            exceptions,
        )

    def _sketch(self) -> None:
        self.bench.canvas.sketch_line([self._place(point) for point in self.points], dots=True)
        if len(self.points) > 1 and len(self.document.lattice) <= SHOWN_UP_TO:
            self._show_halves(self._draft())

    def _show_halves(self, line: StartLine) -> str:
        """Tint the hexes of the left side and say how many each holds; the problem, if there is one."""
        try:
            held = halves(self.document.lattice, line)
        except BadInput as problem:
            self.bench.canvas.sketch_hexes(())
            self.bench.say(str(problem))
            return str(problem)
        left = [here for here, side in held.items() if side == line.left]
        self.bench.canvas.sketch_hexes(left)
        names = dict(sides(self.bench))
        right = sum(side == line.right for side in held.values())
        self.bench.say(
            f"{names.get(line.left, line.left)} holds the {len(left)} hexes that are tinted, "
            f"{names.get(line.right, line.right)} holds {right}."
        )
        return ""

    def _finish(self, closed: bool = False) -> None:
        if len(self.points) < 2:
            return
        line = self._draft(closed)
        problem = self._show_halves(line)
        if problem:
            return
        self.document.do(set_start_line(self.document.work, line))
        self.document.end_stroke()
        self.points = []
        self.line = line.key
        self.bench.canvas.sketch_line(())
        self.wished.emit()


def new_key(words: str, taken: set[str]) -> str:
    """A short key made of a title that nothing else has."""
    stem = "-".join("".join(sign if sign.isalnum() else " " for sign in words.lower()).split()) or "new"
    key, number = stem, 2
    while key in taken:
        key, number = f"{stem}-{number}", number + 1
    return key
