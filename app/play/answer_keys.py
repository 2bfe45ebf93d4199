"""The number keys of the answers in the decision bar."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

LAST_KEY: Final = 9
CORNER: Final = QPoint(4, 2)
"""The number stands in the corner of a button, this far from its edges."""
SMALL: Final = 0.72


class AnswerKeys:
    """Gives each answer a key that keeps its meaning as long as the decision lasts."""

    def __init__(self) -> None:
        self._decision: Hashable = None
        self._keys: dict[Hashable, int] = {}

    def begin(self, decision: Hashable) -> None:
        """Forget the keys if this is another decision."""
        if decision != self._decision:
            self._decision = decision
            self._keys = {}

    def assign(self, answers: Iterable[Hashable]) -> dict[Hashable, int]:
        """The key of each answer; a new one gets a key that had no meaning yet, as long as there is one.

        Answers beyond the ninth have none.
        """
        shown = list(answers)
        for answer in shown:
            if answer not in self._keys:
                self._keys.update({answer: key} if (key := self._free_key(shown)) else {})
        return {answer: self._keys[answer] for answer in shown if answer in self._keys}

    def _free_key(self, shown: list[Hashable]) -> int:
        taken = set(self._keys.values())
        free = [key for key in range(1, LAST_KEY + 1) if key not in taken]
        if free:
            return free[0]
        gone = [answer for answer in self._keys if answer not in shown]
        return self._keys.pop(gone[0]) if gone else 0


def draw_key(button: QWidget, key: int) -> None:
    """Draw the number of a key into the corner of a button."""
    if not key:
        return
    painter = QPainter(button)
    font = QFont(button.font())
    font.setPointSizeF(font.pointSizeF() * SMALL)
    painter.setFont(font)
    painter.setPen(button.palette().color(QPalette.ColorRole.PlaceholderText))
    painter.drawText(button.rect().translated(CORNER), Qt.AlignmentFlag.AlignLeft, str(key))


class AnswerButton(QPushButton):
    """A button with the number of its key in the corner."""

    key = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_key(self, self.key)


class AnswerMenuButton(QToolButton):
    """A button that opens a menu, with the number of its key in the corner."""

    key = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_key(self, self.key)
