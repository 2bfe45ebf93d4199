"""Renames and removes saved games; both ask in a dialog first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QInputDialog, QMessageBox, QWidget

from app.library.scenario_library import ScenarioLibrary
from app.saving.autosave import title_of
from engine.bad_input import BadInput
from engine.mechanics.plural import counted

if TYPE_CHECKING:
    from engine.catalogue.game_store import SavedEntry


class SavedGameActions(QObject):
    """The dialogs open over one page and do not wait for the answer."""

    renamed = Signal(object)
    """The game under its new name, a `SavedEntry`."""
    removed = Signal()

    def __init__(self, page: QWidget, library: Callable[[], ScenarioLibrary]) -> None:
        super().__init__(page)
        self._page, self._library = page, library

    def rename(self, entry: SavedEntry) -> None:
        """Ask for another name."""
        dialog = QInputDialog(self._page)
        dialog.setObjectName("renameGame")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle("Rename game")
        dialog.setLabelText("Name of the game")
        dialog.setTextValue(title_of(entry))
        dialog.textValueSelected.connect(lambda name: self._rename(entry, name))
        dialog.open()

    def _rename(self, entry: SavedEntry, name: str) -> None:
        if name.strip() == title_of(entry):
            return
        try:
            self.renamed.emit(self._library().autosave.rename(entry, name))
        except BadInput as problem:
            self._warn("This game cannot be renamed", str(problem))

    def remove(self, entry: SavedEntry) -> None:
        """Ask before the game is deleted."""
        box = QMessageBox(self._page)
        box.setObjectName("removeGame")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("Remove game")
        box.setText(f"Remove {title_of(entry)}?")
        box.setInformativeText(
            f"The game with its {counted(entry.actions, 'action')} is deleted. This cannot be undone; "
            "a file that you saved it to is kept."
        )
        remove = box.addButton("Remove", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        remove.clicked.connect(lambda: self._remove(entry))
        box.open()

    def _remove(self, entry: SavedEntry) -> None:
        try:
            self._library().autosave.remove(entry)
        except BadInput as problem:
            self._warn("This game cannot be removed", str(problem))
            return
        self.removed.emit()

    def _warn(self, title: str, why: str) -> None:
        box = QMessageBox(QMessageBox.Icon.Warning, title, title, QMessageBox.StandardButton.Ok, self._page)
        box.setObjectName("savedGameProblem")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setInformativeText(why)
        box.open()
