"""The hand-over screen of a hot-seat game: it covers the whole table until the next player takes over."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.map.counters.counter_art import ink_on
from app.play.results.result_rows import ResultRows
from app.play.results.results import Outcome
from app.theme.theme import HEADLINE, enlarge

WIDTH = 560
MARGIN = 44
TALLEST_REPORT = 320
"""Pixels for what the last roll came to; more of it scrolls."""
GUARD = 350
"""Milliseconds before the button can be clicked: the click that ended a turn is not the next player's."""


class HandoverScreen(QWidget):
    """Names who leaves and who takes over; shows nothing else of the game."""

    taken_over = Signal(bool)
    """The next player is there; True if what happened should be shown first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("help", "hand-over")
        self.setAccessibleName("Hand-over screen")
        self._side = QLabel()
        self._side.setObjectName("sideChip")
        self._side.setAccessibleName("Side that takes over")
        self._side.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.headline = QLabel()
        self.headline.setObjectName("headline")
        enlarge(self.headline, HEADLINE)
        self.headline.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.headline.setWordWrap(True)
        self.words = QLabel()
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.setWordWrap(True)
        self.happened = ResultRows(links=False)
        self.happened.setAccessibleName("What everybody may know of the last roll")
        self._happened_area = QScrollArea()
        self._happened_area.setFrameShape(QFrame.Shape.NoFrame)
        self._happened_area.setWidgetResizable(True)
        self._happened_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._happened_area.setWidget(self.happened)
        self.button = QPushButton()
        self.button.setAccessibleName("Take over")
        self.button.setObjectName("primary")
        self.button.clicked.connect(self._take_over)
        self.recap = QCheckBox()
        self.recap.setAccessibleName("Show first what happened")
        self.recap.setChecked(True)
        self._guard = QTimer(self)
        self._guard.setSingleShot(True)
        self._guard.setInterval(GUARD)
        self._guard.timeout.connect(self.ready)
        self._lay_out()

    def _lay_out(self) -> None:
        card = QFrame()
        card.setObjectName("card")
        card.setMinimumWidth(WIDTH)
        card.setMaximumWidth(2 * WIDTH)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(MARGIN, 36, MARGIN, 36)
        inside.setSpacing(18)
        inside.addWidget(self._side, 0, Qt.AlignmentFlag.AlignHCenter)
        inside.addWidget(self.headline)
        inside.addWidget(self.words)
        inside.addWidget(self._happened_area)
        inside.addSpacing(6)
        inside.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        inside.addWidget(self.recap, 0, Qt.AlignmentFlag.AlignHCenter)
        layout = QVBoxLayout(self)
        layout.addStretch(2)
        layout.addWidget(card, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)

    def cover(
        self,
        leaves: str,
        takes_over: str,
        side: str,
        colour: str,
        with_recap: bool,
        outcome: Outcome | None = None,
    ) -> None:
        """Get ready for a player: who was at the table (empty at the start) and who comes now, by name.

        The `outcome` of the last roll, as far as everybody may know it, is shown to both.
        """
        self._happened_area.setVisible(outcome is not None)
        if outcome is not None:
            self.happened.show_results(outcome.results)
            wanted = self.happened.rows.totalHeightForWidth(WIDTH - 2 * MARGIN)
            self._happened_area.setFixedHeight(min(wanted + 4, TALLEST_REPORT))
        self._side.setText(side)
        self._side.setStyleSheet(f"background: {colour}; color: {ink_on(QColor(colour)).name()};")
        self.headline.setText(f"{takes_over} to decide")
        turned = f"{escape(leaves)} should look away, and " if leaves not in ("", takes_over) else ""
        self.words.setText(
            f"The table is covered: {turned}{escape(takes_over)} may take over when nobody else looks on."
        )
        self.button.setText(f"{takes_over}: take over")
        self.button.setAccessibleName(self.button.text())
        self.recap.setText(f"Show first what happened on the front of {takes_over}")
        self.recap.setAccessibleName(self.recap.text())
        self.recap.setVisible(with_recap)
        self.button.setEnabled(False)
        self._give_room()
        self._guard.start()

    def _give_room(self) -> None:
        """Wrapped lines in the middle of a layout do not ask for their height by themselves."""
        for label in (self.headline, self.words):
            label.ensurePolished()
            label.setMinimumHeight(label.heightForWidth(WIDTH - 2 * MARGIN))
        for widget in (self._side, self.button):
            widget.ensurePolished()
            widget.setMinimumHeight(widget.sizeHint().height())

    def ready(self) -> None:
        """The next player may take over."""
        self.button.setEnabled(True)
        if self.isVisible():
            self.button.setFocus()

    def _take_over(self) -> None:
        self.taken_over.emit(not self.recap.isHidden() and self.recap.isChecked())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.button.isEnabled():
            self._take_over()
            event.accept()
        else:
            super().keyPressEvent(event)
