"""Panels that read the scenario only while they are visible."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from editor.document.editor_document import EditorDocument
from editor.workspace import Workspace


class LazyPanel(QWidget):
    """Calls `refresh` after changes while visible, or as soon as it becomes visible."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self._stale = True
        self._heard_of: EditorDocument | None = None
        workspace.opened.connect(self.follow_document)

    def follow_document(self) -> None:
        """Connect to the open document; a panel created later does so when first shown."""
        document = self.workspace.document
        if document is None or document is self._heard_of:
            return
        self._heard_of = document
        document.scenario_changed.connect(self._changed)
        self.document_opened()
        self._changed()

    def _changed(self) -> None:
        self._stale = True
        if self.isVisible():
            self.catch_up()

    def catch_up(self) -> None:
        """Refresh if the scenario has changed."""
        self.follow_document()
        if self._stale and self.workspace.document is not None:
            self._stale = False
            self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.catch_up()

    def document_opened(self) -> None:
        """Called when another scenario was opened."""

    @abstractmethod
    def refresh(self) -> None:
        """Show the current scenario."""
