"""The seed of the dice of a new game: drawn at random, or from a word that each player types.

The players type in turn. A word is hidden and committed by its hash before the next player types. All words
are shown when every side has committed.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from engine.referee.fair_seed import LONGEST_WORD, Contribution, contribute

DRAWN = "Random values are drawn for both sides."
EXPLAINED = (
    "Or each player in turn types a secret word. Its commitment (a hash) is shown at once, so that the word "
    "cannot be changed later. Neither player alone can then choose the dice. For a side without a word, "
    "a random value is drawn."
)
SHOWN_CHARACTERS = 16


class _Row:
    """The word of one side."""

    def __init__(self, side: str, title: str) -> None:
        self.side = side
        self.title = QLabel(title)
        self.line = QLineEdit()
        self.line.setEchoMode(QLineEdit.EchoMode.Password)
        self.line.setMaxLength(LONGEST_WORD)
        self.line.setAccessibleName(f"Word of {title} for the dice")
        self.commit = QPushButton("Commit")
        self.commit.setAccessibleName(f"Commit the word of {title}")
        self.commitment = QLabel()
        self.commitment.setObjectName("quiet")
        self.commitment.setAccessibleName(f"Commitment of {title}")

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        return self.title, self.line, self.commit, self.commitment


class DiceWords(QWidget):
    """A collapsible part of the scenario card; its use is optional."""

    unfolded = Signal()
    """Expanded or collapsed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[_Row] = []
        self._committed: dict[str, Contribution] = {}
        self.fold = QToolButton()
        self.fold.setText("Dice")
        self.fold.setAccessibleName("Dice: source of the random numbers")
        self.fold.setCheckable(True)
        self.fold.setAutoRaise(True)
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.toggled.connect(self._unfold)
        self._inside = QWidget()
        words = QLabel(f"{DRAWN} {EXPLAINED}")
        words.setObjectName("quiet")
        words.setWordWrap(True)
        self._grid = QGridLayout()
        self._grid.setColumnStretch(1, 1)
        self.again = QPushButton("Start over")
        self.again.setToolTip("Clear the words; random values are drawn unless new words are typed")
        self.again.clicked.connect(self._start_over)
        inside = QVBoxLayout(self._inside)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(words)
        inside.addLayout(self._grid)
        inside.addWidget(self.again, 0, Qt.AlignmentFlag.AlignLeft)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.fold)
        layout.addWidget(self._inside)
        self._unfold(False)

    def set_sides(self, sides: Mapping[str, str]) -> None:
        """Show the rows for the sides of another scenario."""
        for row in self._rows:
            for widget in row.widgets:
                self._grid.removeWidget(widget)
                widget.deleteLater()
        self._rows = [_Row(side, title) for side, title in sides.items()]
        for number, row in enumerate(self._rows):
            for column, widget in enumerate(row.widgets):
                self._grid.addWidget(widget, number, column)
            row.commit.clicked.connect(lambda _=False, row=row: self._commit_and_move_on(row))
            # Queued: a line that is disabled while it handles Enter would pass the key on to the next widget.
            row.line.returnPressed.connect(row.commit.click, Qt.ConnectionType.QueuedConnection)
        self.fold.setChecked(False)
        self._start_over()
        self.setVisible(bool(sides))

    def committed(self) -> dict[str, Contribution]:
        """The contributions of the sides; a word that was typed but not committed is committed now."""
        for row in self._rows:
            if row.side not in self._committed and row.line.text().strip():
                self._commit(row)
        return dict(self._committed)

    def line_of(self, side: str) -> QLineEdit:
        """The input line of this side."""
        return next(row.line for row in self._rows if row.side == side)

    def commitment_text(self, side: str) -> str:
        """The text that shows the commitment of this side."""
        return next(row.commitment.text() for row in self._rows if row.side == side)

    def _unfold(self, on: bool) -> None:
        self.fold.setArrowType(Qt.ArrowType.DownArrow if on else Qt.ArrowType.RightArrow)
        self._inside.setVisible(on)
        self.unfolded.emit()

    def _start_over(self) -> None:
        self._committed.clear()
        for row in self._rows:
            row.line.clear()
        self._show()

    def _commit(self, row: _Row) -> None:
        self._committed[row.side] = contribute(row.side, row.line.text())
        self._show()

    def _commit_and_move_on(self, row: _Row) -> None:
        self._commit(row)
        following = next((other for other in self._rows if other.side not in self._committed), None)
        (following.line if following is not None else self.again).setFocus()

    def _show(self) -> None:
        """Enable the row of the next player; show the words when all have committed."""
        all_in = len(self._committed) == len(self._rows)
        turn = next((row for row in self._rows if row.side not in self._committed), None)
        for row in self._rows:
            given = self._committed.get(row.side)
            shown = all_in and given is not None and given.typed
            mode = QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password
            row.line.setEchoMode(mode)
            row.line.setEnabled(row is turn)
            row.commit.setEnabled(row is turn)
            row.commitment.setText(f"committed as {given.commitment[:SHOWN_CHARACTERS]}…" if given else "")
            row.commitment.setToolTip(given.commitment if given else "")
