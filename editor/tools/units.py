"""The tool that moves units on the map."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from editor.commands.command_runner import CommandRunner
from editor.commands.order_of_battle import place_units, take_off_map
from editor.map.canvas import EditorCanvas
from editor.tools.tool import Pointer, Tool
from engine.catalogue.document import Placement


class UnitTool(Tool):
    """Drags counters from hex to hex, rotates them, and removes them from the map."""

    key = "units"
    title = "Units"
    keys = "K"
    help = (
        "Drag the top unit; with Shift the whole stack. Comma or period: rotate. Right: take it off the map."
    )
    layer = "units"
    cursor = Qt.CursorShape.OpenHandCursor

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner) -> None:
        super().__init__(canvas, commands)
        self._carried: list[str] = []
        self._here = ""

    def stack(self, here: str) -> list[str]:
        """The units set up in a hex, topmost last."""
        setups = self.work.scenario("setups")
        return [setup.unit for setup in setups if setup.place == Placement("hex", here)]

    def press(self, at: Pointer) -> None:
        stack = self.stack(at.hex) if at.hex else []
        if not stack or not self.may_change():
            return
        if at.erase:
            self.document.do_step(take_off_map(self.work, stack if at.shift else stack[-1:]))
        else:
            self._carried, self._here = stack if at.shift else stack[-1:], at.hex

    def drag(self, at: Pointer) -> None:
        if self._carried:
            self.canvas.preview_hexes([at.hex] if at.hex else ())

    def release(self, at: Pointer) -> None:
        carried, self._carried = self._carried, []
        if carried and at.hex and at.hex != self._here:
            self.document.do_step(place_units(self.work, carried, Placement("hex", at.hex)))
        self._here = at.hex

    def hover(self, at: Pointer) -> None:
        self._here = at.hex
        stack = self.stack(at.hex) if at.hex else []
        self.canvas.preview_hexes([at.hex] if stack else ())

    def cancel(self) -> None:
        super().cancel()
        self._carried = []

    def key_pressed(self, event: QKeyEvent) -> bool:
        step = {Qt.Key.Key_Comma: -1, Qt.Key.Key_Period: 1}.get(Qt.Key(event.key()))
        stack = self.stack(self._here) if self._here else []
        if step is None or not stack or not self.may_change():
            return False
        setups = self.work.scenario("setups")
        data = next(dict(setup.data) for setup in setups if setup.unit == stack[-1])
        facing = data.get("facing", 0)
        data["facing"] = (facing + step) % 6 if type(facing) is int else 0
        self.document.do_step(place_units(self.work, stack[-1:], Placement("hex", self._here), data))
        return True
