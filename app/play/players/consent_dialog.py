"""Past dice, secrets and the other side's actions, undo needs every side's consent, which is recorded."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget


class ConsentDialog(QDialog):
    """Asks each side."""

    def __init__(self, sides: Mapping[str, str], why: str, parent: QWidget | None = None) -> None:
        """`why`: the sentence of the referee that says what stands in the way."""
        super().__init__(parent)
        self.setWindowTitle("Take back with consent")
        words = QLabel(
            f"{why}. The action can be taken back only if every side agrees, and the log of the game will "
            "say so. Done again, dice show the same faces."
        )
        words.setWordWrap(True)
        self.ticks = {side: QCheckBox(f"{title} agrees") for side, title in sides.items()}
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self._ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self._ok.setText("Take back")
        self._ok.setEnabled(False)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(words)
        for tick in self.ticks.values():
            tick.setAccessibleName(tick.text())
            tick.toggled.connect(self._look)
            layout.addWidget(tick)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(420)

    def consent(self) -> tuple[str, ...]:
        """The sides that agreed."""
        return tuple(side for side, tick in self.ticks.items() if tick.isChecked())

    def _look(self) -> None:
        self._ok.setEnabled(all(tick.isChecked() for tick in self.ticks.values()))
