"""The base of tools that draw a line point by point."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from editor.commands.command_runner import CommandRunner
from editor.map.canvas import EditorCanvas
from editor.tools.tool import Tool

_ENDS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PolylineTool(Tool):
    """Return ends the line, Backspace removes its last point, Escape or another tool discards it."""

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner) -> None:
        super().__init__(canvas, commands)
        self.points: list[Any] = []

    @abstractmethod
    def finish(self) -> None:
        """Finish the line."""

    @abstractmethod
    def preview(self) -> None:
        """Show a preview of the line."""

    def step_back(self) -> None:
        """Remove the last point."""
        if self.points:
            self.points.pop()
            self.preview()

    def wants(self, event: QKeyEvent) -> bool:
        return bool(self.points) and event.key() in (*_ENDS, Qt.Key.Key_Backspace)

    def key_pressed(self, event: QKeyEvent) -> bool:
        if not self.wants(event):
            return False
        if event.key() in _ENDS:
            self.finish()
        else:
            self.step_back()
        return True

    def cancel(self) -> None:
        super().cancel()
        self.points = []

    def deactivate(self) -> None:
        super().deactivate()
        self.points = []
