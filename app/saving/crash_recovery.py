"""After a crash: offers to continue the game that was on the table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.saving.autosave import Autosave, title_of
from engine.bad_input import BadInput


def offer(autosave: Autosave, parent: QWidget, resume: Callable[[object], object]) -> QMessageBox | None:
    """Ask whether to continue an interrupted game, if there is one; does not wait for the answer."""
    try:
        entry = autosave.interrupted()
    except BadInput:
        return None
    if entry is None:
        return None
    box = QMessageBox(parent)
    box.setObjectName("gameInterrupted")
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle("Game interrupted")
    box.setText(f"{title_of(entry)} was being played when Startline ended unexpectedly.")
    saved = "Its only action was" if entry.actions == 1 else f"All {entry.actions} actions were"
    box.setInformativeText(f"{saved} saved. Continue this game?")
    go_on = box.addButton("Continue", QMessageBox.ButtonRole.AcceptRole)
    later = box.addButton("Later", QMessageBox.ButtonRole.RejectRole)
    for button in (go_on, later):
        button.setAccessibleName(button.text())
    box.setDefaultButton(go_on)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    go_on.clicked.connect(lambda: resume(entry))
    box.open()
    return box
