"""Dice as they lie on the table: pips on a six-sided die, a numeral on every other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import cos, pi, sin
from random import randrange
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.referee.event import Event

_NOTATION: Final = re.compile(r"\b\d{1,2}d(\d{1,3}) shows\b")
_CORNERS: Final = {4: 3, 8: 4, 10: 4, 12: 5, 20: 6}
"""How many corners the outline of a die has when it lies before you."""
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
TUMBLE_FRAME_MS: Final = 70
EDGE: Final = 44
GAP: Final = 8


class Die(NamedTuple):
    """A face of a die with this number of sides."""

    face: int
    sides: int

    def __str__(self) -> str:
        return f"{self.face} on a {self.sides}-sided die"


def dice_of(event: Event) -> tuple[Die, ...]:
    """The dice of an event; the log says how many sides they have."""
    found = _NOTATION.search(event.text)
    sides = int(found[1]) if found else max((6, *event.dice))
    return tuple(Die(face, sides) for face in event.dice)


def paint_die(painter: QPainter, rect: QRectF, die: Die, paper: QColor, ink: QColor) -> None:
    """Draw one die into a square."""
    edge = rect.width()
    painter.setPen(QPen(ink, max(1.2, edge / 26)))
    painter.setBrush(paper)
    body = rect.adjusted(2, 2, -2, -2)
    corners = _CORNERS.get(die.sides, 0)
    if corners:
        painter.drawPolygon(_outline(body, corners))
    else:
        painter.drawRoundedRect(body, edge * 0.18, edge * 0.18)
    if die.sides == 6 and die.face in _PIPS:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        for x, y in _PIPS[die.face]:
            painter.drawEllipse(
                body.center() + QPointF(x, y) * body.width() * 0.27, edge * 0.075, edge * 0.075
            )
        return
    font = painter.font()
    font.setBold(True)
    font.setPixelSize(max(8, round(edge * (0.42 if die.face < 100 else 0.3))))
    painter.setFont(font)
    below = edge * 0.12 if corners == 3 else 0.0
    painter.drawText(body.translated(0, below), Qt.AlignmentFlag.AlignCenter, str(die.face))


def _outline(body: QRectF, corners: int) -> QPolygonF:
    radius, middle = body.width() / 2, body.center()
    turns = [2 * pi * n / corners - pi / 2 for n in range(corners)]
    return QPolygonF([middle + QPointF(cos(turn), sin(turn)) * radius for turn in turns])


class DiceRow(QWidget):
    """Some dice beside each other, in more rows where the panel is narrow."""

    def __init__(self, parent: QWidget | None = None, most_per_row: int = 99) -> None:
        super().__init__(parent)
        self.dice: tuple[Die, ...] = ()
        self._most_per_row = most_per_row
        self._tumbling: tuple[Die, ...] = ()
        """What the dice show while they tumble."""
        self._left_ms = 0
        self._timer = QTimer(self)
        self._timer.setInterval(TUMBLE_FRAME_MS)
        self._timer.timeout.connect(self._tumble_on)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName("Dice")

    def show_dice(self, dice: Sequence[Die]) -> None:
        """Lay these dice out."""
        self.dice = tuple(dice)
        self.setAccessibleName(f"Dice: {', '.join(map(str, self.dice))}" if dice else "Dice")
        self.setVisible(bool(dice))
        self.updateGeometry()
        self.update()

    @property
    def is_tumbling(self) -> bool:
        """Do the dice not show their faces yet?"""
        return bool(self._tumbling)

    def tumble(self, duration_ms: int) -> None:
        """Let the dice tumble before they show their faces. The faces in between mean nothing."""
        self._left_ms = duration_ms
        self._tumble_on()

    def _tumble_on(self) -> None:
        self._left_ms -= TUMBLE_FRAME_MS
        if self._left_ms <= 0:
            self._timer.stop()
            self._tumbling = ()
        else:
            self._tumbling = tuple(Die(randrange(die.sides) + 1, die.sides) for die in self.dice)
            self._timer.start()
        self.update()

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        rows = -(-len(self.dice) // self._per_row(width))
        return max(0, rows * (EDGE + GAP) - GAP)

    def sizeHint(self) -> QSize:
        return QSize(4 * (EDGE + GAP), max(EDGE, self.heightForWidth(self.width())))

    def _per_row(self, width: int) -> int:
        return min(self._most_per_row, max(1, (width + GAP) // (EDGE + GAP)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, per_row = self.palette(), self._per_row(self.width())
        paper, ink = palette.color(QPalette.ColorRole.Base), palette.color(QPalette.ColorRole.Text)
        for number, die in enumerate(self._tumbling or self.dice):
            row, column = divmod(number, per_row)
            paint_die(painter, QRectF(column * (EDGE + GAP), row * (EDGE + GAP), EDGE, EDGE), die, paper, ink)
