"""Who plays which side: names for the hand-over screen and the recap."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget


class PlayersDialog(QDialog):
    """A line for each side."""

    def __init__(
        self, sides: Mapping[str, str], names: Mapping[str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("help", "players")
        self.setWindowTitle("Players")
        words = QLabel(
            "Who plays? The names are shown when one player hands over to the next. The same name for every "
            "side: one person plays them all, and Undo asks nobody where the sides change; the log tells it."
        )
        words.setWordWrap(True)
        self.lines: dict[str, QLineEdit] = {}
        form = QFormLayout()
        for side, title in sides.items():
            line = self.lines[side] = QLineEdit(names.get(side, ""))
            line.setAccessibleName(f"Player of {title}")
            line.setPlaceholderText(title)
            line.setMaxLength(60)
            form.addRow(title, line)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(words)
        layout.addLayout(form)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(380)

    def names(self) -> dict[str, str]:
        """What was written for each side."""
        return {side: line.text() for side, line in self.lines.items()}
