"""After a crash: offers the game that was on the table, as it was."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.saving.autosave import Autosave, title_of
from engine.bad_input import BadInput


def offer(autosave: Autosave, parent: QWidget, resume: Callable[[object], object]) -> QMessageBox | None:
    """Ask whether to go on with a game that was cut off, if there is one; does not wait for the answer."""
    try:
        entry = autosave.cut_off()
    except BadInput:
        return None
    if entry is None or not entry.actions:
        return None  # Nobody misses what was not begun; the start page has it all the same.
    box = QMessageBox(parent)
    box.setObjectName("cutOff")
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle("A game was cut off")
    box.setText(f"{title_of(entry)} was on the table when Startline ended unexpectedly.")
    words = "The one action taken is" if entry.actions == 1 else f"All {entry.actions} actions are"
    box.setInformativeText(f"{words} on disk. Go on with it?")
    go_on = box.addButton("Go on", QMessageBox.ButtonRole.AcceptRole)
    later = box.addButton("Later", QMessageBox.ButtonRole.RejectRole)
    for button in (go_on, later):
        button.setAccessibleName(button.text())
    box.setDefaultButton(go_on)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    go_on.clicked.connect(lambda: resume(entry))
    box.open()
    return box
