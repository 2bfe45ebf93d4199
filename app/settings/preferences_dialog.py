"""The preferences dialog."""

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

from app.settings.preferences import (
    LARGEST_PERCENT,
    RESULTS,
    SMALLEST_PERCENT,
    SPEEDS,
    STEP_PERCENT,
    THEMES,
    WHEELS,
    Preferences,
    PreferenceValues,
)
from editor.window.dialog_widgets import choice


class PreferencesDialog(QDialog):
    """A form; nothing changes until OK."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("help", "preferences")
        self.setWindowTitle("Preferences")
        self._preferences = preferences
        self.theme = choice("Theme", THEMES)
        self.animation = choice("Animation of moves", SPEEDS)
        self.results = choice("How long results stay on the map", RESULTS)
        self.wheel = choice("Mouse on the map", WHEELS)
        self.tumble = QCheckBox("Dice tumble before they show their faces")
        self.scale = QSlider(Qt.Orientation.Horizontal)
        self.scale.setAccessibleName("Text size in percent")
        self.scale.setRange(SMALLEST_PERCENT // STEP_PERCENT, LARGEST_PERCENT // STEP_PERCENT)
        self.scale.setPageStep(1)
        self.scale.setTickPosition(QSlider.TickPosition.TicksBelow)
        self._percent = QLabel()
        self._percent.setMinimumWidth(self.fontMetrics().horizontalAdvance("175 % "))
        self._percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.scale.valueChanged.connect(self._show_percent)
        size = QHBoxLayout()
        size.addWidget(self.scale, 1)
        size.addWidget(self._percent)
        self.confirm = QCheckBox("Confirm an action that is left to chance before it is done")
        self.skip_single = QCheckBox(
            "Skip decisions and phases with one possible answer; the log tells of each"
        )
        self.remind = QCheckBox("Remind me before I end a phase while actions are left")
        self.hand_over = QCheckBox(
            "Hand-over screen: hide the table from the other player in games with secrets"
        )
        form = QFormLayout()
        form.setHorizontalSpacing(18)
        form.setVerticalSpacing(12)
        form.addRow("Theme", self.theme)
        form.addRow("Text size", size)
        form.addRow("Animation", self.animation)
        form.addRow("Results on the map", self.results)
        form.addRow("Mouse on the map", self.wheel)
        form.addRow("Dice", self.tumble)
        form.addRow("Before dice fall", self.confirm)
        form.addRow("Nothing to decide", self.skip_single)
        form.addRow("Reminders", self.remind)
        form.addRow("Hot seat", self.hand_over)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.defaults = QPushButton("Restore defaults")
        self.defaults.setToolTip("Fill the form with the default values")
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
        self.results.setCurrentIndex(self.results.findData(chosen.results))
        self.wheel.setCurrentIndex(self.wheel.findData(chosen.wheel))
        self.tumble.setChecked(chosen.tumble)
        self.scale.setValue(chosen.text_scale // STEP_PERCENT)
        self._show_percent(self.scale.value())
        self.confirm.setChecked(chosen.confirm)
        self.skip_single.setChecked(chosen.skip_single)
        self.remind.setChecked(chosen.remind)
        self.hand_over.setChecked(chosen.hand_over)

    def _show_percent(self, step: int) -> None:
        self._percent.setText(f"{step * STEP_PERCENT} %")

    def accept(self) -> None:
        """Apply the form."""
        self._preferences.set(
            theme=self.theme.currentData(),
            text_scale=self.scale.value() * STEP_PERCENT,
            confirm=self.confirm.isChecked(),
            skip_single=self.skip_single.isChecked(),
            remind=self.remind.isChecked(),
            hand_over=self.hand_over.isChecked(),
            animation=self.animation.currentData(),
            results=self.results.currentData(),
            wheel=self.wheel.currentData(),
            tumble=self.tumble.isChecked(),
        )
        super().accept()
