"""The dialog in which a player says what is preferred."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from app.settings.preferences import LARGEST, SMALLEST, SPEEDS, STEP, THEMES, Preferences, PreferenceValues
from editor.window.dialog_widgets import choice


class PreferencesDialog(QDialog):
    """A form; nothing changes before OK."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Preferences")
        self._preferences = preferences
        self.theme = choice("Theme", THEMES)
        self.animation = choice("Movement on the table", SPEEDS)
        self.scale = QSlider(Qt.Orientation.Horizontal)
        self.scale.setAccessibleName("Text size in percent")
        self.scale.setRange(SMALLEST // STEP, LARGEST // STEP)
        self.scale.setPageStep(1)
        self.scale.setTickPosition(QSlider.TickPosition.TicksBelow)
        self._percent = QLabel()
        self._percent.setMinimumWidth(self.fontMetrics().horizontalAdvance("175 % "))
        self._percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.scale.valueChanged.connect(self._show_percent)
        size = QHBoxLayout()
        size.addWidget(self.scale, 1)
        size.addWidget(self._percent)
        self.remind = QCheckBox("Before I end a phase, remind me of what is left to do")
        self.curtain = QCheckBox("Draw a curtain between two players who have secrets")
        form = QFormLayout()
        form.setHorizontalSpacing(18)
        form.setVerticalSpacing(12)
        form.addRow("Theme", self.theme)
        form.addRow("Text size", size)
        form.addRow("Animation", self.animation)
        form.addRow("Reminders", self.remind)
        form.addRow("Hot seat", self.curtain)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.defaults = QPushButton("As shipped")
        self.defaults.setToolTip("Fill the form with the values that Startline comes with")
        buttons.addButton(self.defaults, QDialogButtonBox.ButtonRole.ResetRole)
        self.defaults.clicked.connect(lambda: self._fill(PreferenceValues()))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(18)
        layout.addLayout(form)
        layout.addWidget(buttons)
        self._fill(preferences.chosen)

    def _fill(self, chosen: PreferenceValues) -> None:
        self.theme.setCurrentIndex(self.theme.findData(chosen.theme))
        self.animation.setCurrentIndex(self.animation.findData(chosen.animation))
        self.scale.setValue(chosen.text_scale // STEP)
        self._show_percent(self.scale.value())
        self.remind.setChecked(chosen.remind)
        self.curtain.setChecked(chosen.curtain)

    def _show_percent(self, step: int) -> None:
        self._percent.setText(f"{step * STEP} %")

    def accept(self) -> None:
        """Let the form hold."""
        self._preferences.set(
            theme=self.theme.currentData(),
            text_scale=self.scale.value() * STEP,
            remind=self.remind.isChecked(),
            curtain=self.curtain.isChecked(),
            animation=self.animation.currentData(),
        )
        super().accept()
