"""Rolls below each other, each with its dice and the sentences of what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.play.panels import odds_text
from app.play.panels.dice_art import EDGE, DiceRow
from app.play.results.results import Result

DICE_COLUMN: Final = EDGE + 8
MOST_PER_ROW: Final = 2
"""Dice beside each other; more stand below."""


class ResultRows(QWidget):
    """Shows results; a case that is clicked opens its rule."""

    case_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None, links: bool = True) -> None:
        """Without `links` cases are only named: there is nowhere to open them."""
        super().__init__(parent)
        self._tell = odds_text.told if links else odds_text.told_plainly
        self.setObjectName("resultRows")
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setSpacing(8)
        self._dice: list[DiceRow] = []
        self._words: list[QLabel] = []

    @property
    def text(self) -> str:
        """Everything that is written here, as rich text."""
        return "\n".join(label.text() for label in self._words)

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces that the dice came to."""
        return tuple(die.face for row in self._dice for die in row.dice)

    @property
    def is_tumbling(self) -> bool:
        """Do some dice not show their faces yet?"""
        return any(row.is_tumbling for row in self._dice)

    def show_results(self, results: Iterable[Result], tumble_ms: int = 0) -> None:
        """Show these results; their dice tumble first."""
        while (item := self.rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._dice, self._words = [], []
        for result in results:
            row = self._row(result, tumble_ms)
            self.rows.addWidget(row)
            row.show()  # Else it has no height before the next event, on a card that is shown already.
        self.rows.addStretch(1)

    def _row(self, result: Result, tumble_ms: int) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(10)
        if result.dice:
            dice = DiceRow(row, most_per_row=MOST_PER_ROW)  # Without a parent it would be a window.
            dice.setFixedWidth(min(MOST_PER_ROW, len(result.dice)) * DICE_COLUMN)
            dice.show_dice(result.dice)
            dice.tumble(tumble_ms)
            dice.setFixedHeight(dice.heightForWidth(dice.width()))
            self._dice.append(dice)
            line.addWidget(dice, 0, Qt.AlignmentFlag.AlignTop)
        words = QLabel("".join(map(self._tell, result.events)))
        words.setTextFormat(Qt.TextFormat.RichText)
        words.setWordWrap(True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        words.linkActivated.connect(self.case_clicked)
        self._words.append(words)
        line.addWidget(words, 1)
        return row
