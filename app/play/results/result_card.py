"""The card on the map that tells what an action came to: dice, losses, retreats, each with its case."""

from __future__ import annotations

from collections.abc import Sequence
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
    """Stays until it is dismissed, for a set time, or until the next action. Several results are pages."""

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
        self.close_button.clicked.connect(lambda _=False: self.turn_page())
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
        self._timer.timeout.connect(self.turn_page)
        self.stays_ms = 0
        """How long a page stays; 0 is until it is dismissed."""
        self._pages: tuple[Outcome, ...] = ()
        self._at = 0
        """The number of the page that is shown, from 0."""
        self._tumble_ms = 0

    @property
    def text(self) -> str:
        """Everything that is written on the card, as rich text; empty if it is hidden."""
        if self.isHidden():
            return ""
        return f"{self._title.text()}\n{self.results.text}"

    @property
    def has_more(self) -> bool:
        """Is there a page that nobody has seen yet?"""
        return not self.isHidden() and self._at + 1 < len(self._pages)

    def tell(self, pages: Sequence[Outcome], tumble_ms: int) -> None:
        """Show what an action came to, one page after the other; the dice tumble for a moment."""
        self._pages, self._tumble_ms = tuple(pages), tumble_ms
        self._show_page(0)

    def _show_page(self, number: int) -> None:
        self._at = number
        page, many = self._pages[number], len(self._pages)
        self._title.setText(page.title)
        self.close_button.setText("Next" if number + 1 < many else "OK")
        self.close_button.setAccessibleName("Next result" if number + 1 < many else "Dismiss the result")
        self.close_button.setToolTip(
            "The next result (Enter, Esc)"
            if number + 1 < many
            else "Dismiss (Enter, Esc); it stays in the log"
        )
        self.results.show_results(page.results, self._tumble_ms)
        self._scroll.setVisible(bool(page.results))
        self.lie_beside(page.hexes)
        self._scroll.verticalScrollBar().setValue(0)
        if self.stays_ms:
            self._timer.start(self.stays_ms + self._tumble_ms)

    def turn_page(self) -> None:
        """Show the next result; after the last one the card is taken away."""
        if self.has_more:
            self._show_page(self._at + 1)
        else:
            self.dismiss()

    def dismiss(self) -> None:
        """Take the card away; what it told stays in the log."""
        if not self.isHidden():
            self._timer.stop()
            self.hide()
            self.dismissed.emit()

    def fit_to(self, room: QSize) -> None:
        width = min(WIDTH, room.width())
        inside = width - 28
        many = len(self._pages)
        number = f"{self._at + 1} of {many}" if many > 1 else ""
        going = f"goes after {self.stays_ms // 1000} s" if self.stays_ms else ""
        self._rest.setText(", ".join(filter(None, (number, going))))
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
        self.turn_page()
