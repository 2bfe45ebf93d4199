"""Who plays which side: people with their names, and bots with their character and level."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.play.players.player_choice import player_choice


class PlayersDialog(QDialog):
    """A line for each side."""

    def __init__(
        self,
        sides: Mapping[str, str],
        names: Mapping[str, str],
        bots: Mapping[str, str],
        parent: QWidget | None = None,
        keeps_secrets: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setProperty("help", "players")
        self.setWindowTitle("Players")
        words = QLabel(
            "Who plays? Names are shown when one person hands over to the next. If every side has the same "
            "name, one person plays them all: Undo then asks no other player, and the log says so."
        )
        words.setWordWrap(True)
        self.lines: dict[str, QLineEdit] = {}
        self.choices: dict[str, QComboBox] = {}
        grid = QGridLayout()
        for row, (side, title) in enumerate(sides.items()):
            choice = self.choices[side] = player_choice(title, bots.get(side, ""))
            line = self.lines[side] = QLineEdit(names.get(side, ""))
            line.setAccessibleName(f"Name of the player of {title}")
            line.setPlaceholderText(title)
            line.setMaxLength(60)
            line.setEnabled(not bots.get(side))
            choice.currentIndexChanged.connect(
                lambda _, line=line, choice=choice: line.setEnabled(not choice.currentData())
            )
            grid.addWidget(QLabel(title), row, 0)
            grid.addWidget(choice, row, 1)
            grid.addWidget(line, row, 2)
        layout = QVBoxLayout(self)
        layout.addWidget(words)
        layout.addLayout(grid)
        if bots and keeps_secrets:
            note = QLabel("Whoever takes over the side of a bot sees everything that this side knows.")
            note.setObjectName("quiet")
            note.setWordWrap(True)
            layout.addWidget(note)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(460)

    def names(self) -> dict[str, str]:
        """What was written for each side."""
        return {side: line.text() for side, line in self.lines.items()}

    def bots(self) -> dict[str, str]:
        """The sides that bots play, with the name of each bot."""
        return {side: choice.currentData() for side, choice in self.choices.items() if choice.currentData()}
