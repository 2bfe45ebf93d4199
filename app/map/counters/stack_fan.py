"""A stack fanned out over the map: every counter can be read, clicked and dragged."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QWidget

from app.map.counters.counter_art import CounterArt, Face
from app.map.counters.counter_layer import GLOW

EDGE: Final = 68
"""Counter size in the fan in pixels."""
GAP: Final = 7
PADDING: Final = 9
MOST_IN_A_ROW: Final = 6
_TABS: Final = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}
_ARROWS: Final = {
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: MOST_IN_A_ROW,
    Qt.Key.Key_Up: -MOST_IN_A_ROW,
}


class FanCard(Struct, frozen=True):
    """One counter of the stack: its face and whether it can act."""

    unit: str
    face: Face
    words: str
    lit: bool = False
    chosen: bool = False


class FanCounter(QAbstractButton):
    """A counter in the fan."""

    picked_up = Signal(str, QPoint)
    """A drag out of the fan started: the unit and the screen position."""
    stepped = Signal(int)
    """Tab or Shift+Tab: to the next or previous counter."""

    def __init__(self, card: FanCard, art: CounterArt, flat_top: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.card = card
        self._art, self._flat_top = art, flat_top
        self._pressed_at: QPoint | None = None
        self.setFixedSize(self.sizeHint())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(card.words.replace("\n", ", "))
        self.setToolTip(card.words)
        if card.lit:
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(EDGE + 6, EDGE + 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ratio = self.devicePixelRatioF()
        picture = self._art.pixmap(self.card.face, round(EDGE * ratio), self._flat_top)
        painter.drawPixmap(QRectF(3, 3, EDGE, EDGE), picture, QRectF(picture.rect()))
        if self.card.lit or self.card.chosen:
            for colour, width in ((QColor(40, 22, 0, 190), 5.0), (self._ring(), 3.0)):
                painter.setPen(QPen(colour, width))
                painter.drawRoundedRect(QRectF(2.5, 2.5, EDGE + 1, EDGE + 1), 6, 6)
        if self.hasFocus() or self.underMouse():
            pen = QPen(self.palette().color(QPalette.ColorRole.Highlight), 2.0)
            if not self.hasFocus():
                pen.setStyle(Qt.PenStyle.DotLine)
            painter.setPen(pen)
            painter.drawRoundedRect(QRectF(1, 1, EDGE + 4, EDGE + 4), 7, 7)

    def _ring(self) -> QColor:
        return QColor("#ffffff" if self.card.chosen else GLOW)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed_at is not None:
            moved = event.position().toPoint() - self._pressed_at
            if moved.manhattanLength() >= QApplication.startDragDistance():
                self._pressed_at = None
                self.setDown(False)
                self.picked_up.emit(self.card.unit, event.globalPosition().toPoint())
                return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed_at is not None:
            self._pressed_at = None
            super().mouseReleaseEvent(event)

    def event(self, event: QEvent) -> bool:
        """Handle Tab inside the fan."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = _TABS.get(Qt.Key(event.key()))
            if step is not None:
                self.stepped.emit(step)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            event.ignore()


class StackFan(QFrame):
    """A frame over the map next to its hex; only one is open at a time."""

    unit_clicked = Signal(str)
    picked_up = Signal(str, QPoint)
    closed = Signal()
    left = Signal()
    """The pointer has left the fan."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("stackFan")
        self.setAccessibleName("Fanned-out stack")
        self.art = CounterArt()
        self.place = ""
        self.had_focus = False
        """Whether the fan had the keyboard focus when it was last closed."""
        self.counters: list[FanCounter] = []
        self.hide()

    @property
    def is_open(self) -> bool:
        """Whether a stack is fanned out."""
        return bool(self.place)

    def open(self, place: str, cards: Sequence[FanCard], flat_top: bool) -> None:
        """Show these counters; `move` places the fan."""
        self._forget()
        self.place = place
        columns = min(MOST_IN_A_ROW, len(cards))
        for number, card in enumerate(cards):
            counter = FanCounter(card, self.art, flat_top, self)
            counter.clicked.connect(lambda _=False, unit=card.unit: self.unit_clicked.emit(unit))
            counter.picked_up.connect(self.picked_up)
            counter.stepped.connect(self._step)
            row, column = divmod(number, columns)
            step = EDGE + 6 + GAP
            counter.move(PADDING + column * step, PADDING + row * step)
            counter.show()
            self.counters.append(counter)
        self.resize(fan_size(len(cards)))
        self.show()
        self.raise_()

    def take_focus(self) -> None:
        """Focus the first counter that can act."""
        first = next((counter for counter in self.counters if counter.card.lit), self.counters[0])
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_fan(self) -> None:
        """Close the fan."""
        if self.place:
            self.had_focus = any(counter.hasFocus() for counter in self.counters)
            self._forget()
            self.hide()
            self.closed.emit()

    def _forget(self) -> None:
        self.place = ""
        for counter in self.counters:
            counter.hide()
            counter.deleteLater()
        self.counters = []

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _ARROWS:
            self._step(_ARROWS[key])
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_F):
            self.close_fan()
        else:
            super().keyPressEvent(event)

    def _step(self, by: int) -> None:
        here = next((at for at, counter in enumerate(self.counters) if counter.hasFocus()), 0)
        there = here + by
        if abs(by) == 1:
            there %= len(self.counters)
        if 0 <= there < len(self.counters):
            self.counters[there].setFocus(Qt.FocusReason.TabFocusReason)

    def leaveEvent(self, event: QEvent) -> None:
        self.left.emit()
        super().leaveEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.raise_()
        super().enterEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paper = QColor(self.palette().color(QPalette.ColorRole.Base))
        paper.setAlpha(242)
        painter.setPen(QPen(QColor(0, 0, 0, 150), 1.2))
        painter.setBrush(paper)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.6, 0.6, -0.6, -0.6), 9, 9)


def fan_size(count: int) -> QSize:
    """The size of a fan with this number of counters."""
    columns = max(1, min(MOST_IN_A_ROW, count))
    rows = max(1, ceil(count / MOST_IN_A_ROW))
    step = EDGE + 6 + GAP
    return QSize(2 * PADDING + columns * step - GAP, 2 * PADDING + rows * step - GAP)


def spot_for(size: QSize, stack: QRect, room: QRect, targets: Sequence[QPoint]) -> QPoint:
    """A position above or below the stack, overlapping it slightly and covering few targets."""
    x = min(max(room.left() + 4, stack.center().x() - size.width() // 2), room.right() - size.width() - 4)
    overlap = min(10, stack.height() // 4)
    above = QPoint(x, stack.top() - size.height() + overlap)
    below = QPoint(x, stack.bottom() - overlap)

    def cost(spot: QPoint) -> tuple[bool, int]:
        area = QRect(spot, size)
        return not room.contains(area), sum(area.contains(target) for target in targets)

    best = min((above, below), key=cost)
    y = min(max(room.top() + 4, best.y()), max(room.top() + 4, room.bottom() - size.height() - 4))
    return QPoint(best.x(), y)
