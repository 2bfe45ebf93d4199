"""What tools have in common that draw a line point by point: how it is ended, taken back and dropped."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from editor.tools.tool import Tool

_ENDS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PolylineTool(Tool):
    """Enter ends the line, Backspace takes its last point back, Escape or another tool drops it."""

    def __init__(self, workspace) -> None:
        super().__init__(workspace)
        self.points: list[Any] = []

    @abstractmethod
    def finish(self) -> None:
        """The line is whole."""

    @abstractmethod
    def sketch(self) -> None:
        """Show the line as it is now."""

    def step_back(self) -> None:
        """Without the last point."""
        if self.points:
            self.points.pop()
            self.sketch()

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
