"""The tool for start lines."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QLineF, QPointF

from editor.commands.command_runner import CommandRunner
from editor.commands.regions import remove_start_line, set_start_line
from editor.document.keys import new_key
from editor.map import shapes
from editor.map.canvas import EditorCanvas
from editor.tools.features import sides
from editor.tools.polyline import PolylineTool
from editor.tools.tool import Choices, Pointer, ToolOption
from engine.bad_input import BadInput
from engine.catalogue.document import StartLine
from engine.catalogue.start_line import halves
from engine.mechanics.plural import counted

MAX_LIVE_PREVIEW_HEXES: Final = 6000
"""On larger maps the halves of a start line are computed only when it is finished."""
NO_SIDE_COLOUR: Final = "#6b7280"


def _lines(tool: StartLineTool) -> Choices:
    listed = tool.work.scenario("start_lines")
    return (("", "a new line"), *((line.key, line.title or line.key) for line in listed))


class StartLineTool(PolylineTool):
    """Draws the start line between the sides and shows which side holds which half."""

    key = "start_line"
    title = "Start line"
    keys = "L"
    help = (
        "Click along hexsides or through hexes, from map edge to map edge. Enter: end. "
        "Backspace: undo the last point. Ctrl: give a hex to the other side."
    )
    layer = "start_lines"
    options = (
        ToolOption("line", "Line", "choice", _lines),
        ToolOption("name", "Title"),
        ToolOption("left", "Left", "choice", sides, "Side that holds the hexes left of the line"),
        ToolOption("right", "Right", "choice", sides, "Side that holds the hexes right of the line"),
        ToolOption("on_line", "On it", "choice", sides, "Side that holds the hexes on the line"),
        ToolOption("remove", "Remove", "action", tip="Delete the selected line"),
    )

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner) -> None:
        super().__init__(canvas, commands)
        self.line = ""
        self.name = ""
        self.left = self.right = self.on_line = ""

    def activate(self) -> None:
        listed = [side.key for side in self.work.scenario("sides")]
        if self.left not in listed or self.right not in listed:
            self.left, self.right = (*listed, "", "")[:2]
            self.options_changed.emit()

    def set_option(self, name: str, value: object) -> None:
        super().set_option(name, value)
        known = self._known()
        if name == "line":
            self.cancel()
            self._show(known)
            self.options_changed.emit()
        elif self.points:
            self.preview()
        elif known is not None and self.may_change():
            changed = replace(
                known, title=self.name.strip(), left=self.left, right=self.right, on_line=self.on_line
            )
            self.document.do(set_start_line(self.work, changed, f"{name} of line {known.key}"))
            self._show_halves(changed)

    def scenario_changed(self) -> None:
        known = self._known()
        shown = (self.name.strip(), self.left, self.right, self.on_line)
        if known is None:
            self.line = ""
        elif not self.points and (known.title, known.left, known.right, known.on_line) != shown:
            self._show(known)

    def _show(self, known: StartLine | None) -> None:
        if known is None:
            self.name = ""
            return
        self.name, self.left, self.right = known.title, known.left, known.right
        self.on_line = known.on_line
        self._show_halves(known)

    def remove(self) -> None:
        """Delete the chosen line, or discard the unfinished one."""
        if self._known() is not None and not self.points and self.may_change():
            self.document.do_step(remove_start_line(self.work, self.line))
        self.line, self.name = "", ""
        self.cancel()
        self.options_changed.emit()

    def _toggle_exception(self, here: str) -> None:
        """Toggle a hex that the other side holds in spite of the line."""
        known = self._known()
        if known is None:
            self.show_message("Choose a start line first; then Ctrl+click gives a hex to the other side.")
            return
        exceptions = dict(known.exceptions)
        if exceptions.pop(here, None) is None:
            held = halves(self.document.lattice, replace(known, exceptions={})).get(here, "")
            exceptions[here] = known.right if held == known.left else known.left
        changed = replace(known, exceptions=exceptions)
        self.document.do_step(set_start_line(self.work, changed))
        self._show_halves(changed)

    def _known(self) -> StartLine | None:
        listed = self.work.scenario("start_lines")
        return next((line for line in listed if line.key == self.line), None)

    def press(self, at: Pointer) -> None:
        if not self.may_change():
            return
        if at.erase:
            self.step_back()
        elif at.ctrl:
            if at.hex:
                self._toggle_exception(at.hex)
        elif way := self._way_to(at):
            if len(self.points) > 2 and way[-1] == self.points[0]:
                self.points += way[:-1]
                self.finish(closed=True)
            else:
                self.points += way
                self.preview()

    def double_click(self, at: Pointer) -> None:
        self.finish()

    def hover(self, at: Pointer) -> None:
        self.canvas.preview_line(
            [self._place(point) for point in (*self.points, *self._way_to(at))], dots=bool(self.points)
        )

    def _way_to(self, at: Pointer) -> list[str]:
        """The points that a click here adds; between hexsides the line follows the edges."""
        geometry = self.geometry
        point = self._snapped(at) if at.hex else self._at_edge(shapes.onto_map(geometry, at.point), at)
        last = self.points[-1] if self.points else ""
        if not point or point == last:
            return []
        return shapes.along_edges(geometry, last, point) if "/" in last and "/" in point else [point]

    def _snapped(self, at: Pointer) -> str:
        """The hex or the nearest hexside, whichever centre is nearer."""
        to_hex = QLineF(at.point, self._place(at.hex)).length()
        to_side = QLineF(at.point, self._place(at.side)).length()
        return at.hex if to_hex <= to_side else at.side

    def _at_edge(self, here: str, at: Pointer) -> str:
        """Outside the map: a hexside at the edge; for a line through hexes, the edge hex."""
        if not here or (self.points and "/" not in self.points[-1]):
            return here
        lattice = self.document.lattice
        leading = [
            side
            for side in lattice.hexsides(here)
            if len(lattice.split(side)) == 2
            and any(len(lattice.hexes_at(end)) < 3 for end in lattice.vertices(side))
        ]
        return min(leading, key=lambda side: QLineF(at.point, self._place(side)).length(), default=here)

    def _place(self, point: str) -> QPointF:
        geometry = self.geometry
        return geometry.side(point).center() if "/" in point else geometry.centre(point)

    def _draft(self, closed: bool = False) -> StartLine:
        known = self._known()
        taken = {line.key for line in self.work.scenario("start_lines")}
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

    def preview(self) -> None:
        """Preview the line and the halves."""
        self.canvas.preview_line([self._place(point) for point in self.points], dots=True)
        if len(self.points) > 1 and len(self.document.lattice) <= MAX_LIVE_PREVIEW_HEXES:
            self._show_halves(self._draft())

    def _show_halves(self, line: StartLine) -> str:
        """Tint each half in its side's colour and count its hexes; return an error message, if any."""
        try:
            held = halves(self.document.lattice, line)
        except BadInput as problem:
            self.canvas.show_halves(())
            self.show_message(str(problem))
            return str(problem)
        colours = {side.key: side.colour for side in self.work.scenario("sides")}
        names, areas, words = dict(sides(self)), [], []
        for side, pattern in ((line.left, "rising"), (line.right, "falling")):
            hexes = [here for here, holder in held.items() if holder == side]
            name = names.get(side, side) if side else "Nobody"
            areas.append(
                (f"{name}: {counted(len(hexes), 'hex')}", hexes, colours.get(side) or NO_SIDE_COLOUR, pattern)
            )
            words.append(f"{name} holds {counted(len(hexes), 'hex')}")
        self.canvas.show_halves(areas)
        self.show_message(f"{', '.join(words)}.")
        return ""

    def finish(self, closed: bool = False) -> None:
        """Set the start line, unless it does not divide the map."""
        if len(self.points) < 2:
            return
        line = self._draft(closed)
        problem = self._show_halves(line)
        if problem:
            return
        self.points, self.line = [], line.key
        self.document.do_step(set_start_line(self.work, line))
        self.canvas.preview_line(())
        self.options_changed.emit()
