"""The card on the map that tells what an action came to: dice, losses, retreats, each with its case."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout

from app.map.map_view import MapView
from app.play.map_input.map_card import MapCard
from app.play.results.result_rows import ResultRows
from app.play.results.results import Outcome

WIDTH: Final = 400
TALLEST: Final = 0.72
"""The largest share of the height of the map; a longer card scrolls."""


class ResultCard(MapCard):
    """Stays until it is dismissed, for a set time, or until the next action."""

    dismissed = Signal()
    case_clicked = Signal(str)

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.setObjectName("resultCard")
        self.setAccessibleName("Result")
        self._title = QLabel()
        self._title.setObjectName("panelHeading")
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setWordWrap(True)
        self.results = ResultRows()
        self.results.case_clicked.connect(self.case_clicked)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(self.results)
        self.close_button = QPushButton("OK")
        self.close_button.setAccessibleName("Dismiss the result")
        self.close_button.setToolTip("Dismiss the result (Esc); it stays in the log")
        self.close_button.clicked.connect(lambda _=False: self.dismiss())
        self._rest = QLabel()
        self._rest.setObjectName("quiet")
        foot = QHBoxLayout()
        foot.addWidget(self._rest, 1)
        foot.addWidget(self.close_button)
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 10)
        layout.setSpacing(8)
        layout.addWidget(self._title)
        layout.addWidget(self._scroll, 1)
        layout.addLayout(foot)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.dismiss)
        self.stays_ms = 0
        """How long a card stays; 0 is until it is dismissed."""

    @property
    def text(self) -> str:
        """Everything that is written on the card, as rich text; empty if it is hidden."""
        if self.isHidden():
            return ""
        return f"{self._title.text()}\n{self.results.text}"

    def tell(self, outcome: Outcome, tumble_ms: int) -> None:
        """Show what an action came to; the dice tumble for a moment."""
        self._title.setText(outcome.title)
        self.results.show_results(outcome.results, tumble_ms)
        self._scroll.setVisible(bool(outcome.results))
        self.lie_beside(outcome.hexes)
        self._scroll.verticalScrollBar().setValue(0)
        if self.stays_ms:
            self._timer.start(self.stays_ms + tumble_ms)

    def dismiss(self) -> None:
        """Take the card away; what it told stays in the log."""
        if not self.isHidden():
            self._timer.stop()
            self.hide()
            self.dismissed.emit()

    def fit_to(self, room: QSize) -> None:
        width = min(WIDTH, room.width())
        inside = width - 28
        self._rest.setText("" if not self.stays_ms else f"Goes after {self.stays_ms // 1000} s")
        wanted = self.results.rows.totalHeightForWidth(inside - 2) if self._scroll.isVisibleTo(self) else 0
        self._scroll.setFixedHeight(min(wanted, int(room.height() * TALLEST)))
        self._title.setMinimumSize(0, 0)  # Else the room that the last words had would be asked for again.
        self._title.setFixedWidth(inside)
        self._title.setFixedHeight(self._title.heightForWidth(inside))
        self.setFixedSize(width, self._layout.totalMinimumSize().height())

    def enterEvent(self, event: QEnterEvent) -> None:
        self._timer.stop()  # Somebody reads it.
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        if self.stays_ms and not self.isHidden():
            self._timer.start(self.stays_ms)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.dismiss()
