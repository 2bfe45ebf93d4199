"""Where dialogs, background tasks and messages of the editor are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QDialog, QLineEdit, QWidget

from app.background.progress import Ended, Progress
from app.background.progress_dialog import run_in_background


class DialogHost(Struct, frozen=True):
    """The window below the dialogs, and the widget that gets the focus after them."""

    window: QWidget
    focus_after: QWidget
    show_message: Callable[[str], None]

    def accepts(self, dialog: QDialog) -> bool:
        """Run a dialog; return whether the user accepted it."""
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        self.focus_after.activateWindow()
        self.focus_after.setFocus()
        return accepted

    def run(self, title: str, text: str, work: Callable[[Progress], Any]) -> Ended:
        """Run work in the background; a dialog shows its progress."""
        return run_in_background(self.window, title, text, work)

    def finish_typing(self) -> None:
        """Commit the text of a field that is still being edited."""
        field = self.window.window().focusWidget()
        if isinstance(field, QLineEdit | QComboBox | QAbstractSpinBox) and field.hasFocus():
            field.clearFocus()
            if field.isVisible():  # A cell editor closes itself.
                field.setFocus()
