"""Asks every side for its consent, which is recorded: to undo past dice or secrets, or to a draw."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget


class ConsentDialog(QDialog):
    """Asks each side."""

    def __init__(
        self,
        sides: Mapping[str, str],
        words: str,
        parent: QWidget | None = None,
        *,
        title: str,
        accept: str,
    ) -> None:
        """`words` say what every side must agree to, `accept` is the button that does it."""
        super().__init__(parent)
        self.setProperty("help", "consent")
        self.setWindowTitle(title)
        explained = QLabel(words)
        explained.setWordWrap(True)
        self.ticks = {side: QCheckBox(f"{title} agrees") for side, title in sides.items()}
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self._ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self._ok.setText(accept)
        self._ok.setEnabled(False)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(explained)
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
