"""Panels that read the scenario only while they are visible."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from editor.document.editor_document import EditorDocument
from editor.document.open_document import OpenDocument


class LazyPanel(QWidget):
    """Calls `refresh` after changes while visible, or as soon as it becomes visible."""

    def __init__(self, open_document: OpenDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.open_document = open_document
        self._stale = True
        self._followed: EditorDocument | None = None
        open_document.opened.connect(self.follow_document)
        open_document.scenario_changed.connect(self._changed)

    @property
    def document(self) -> EditorDocument | None:
        """The open document."""
        return self.open_document.document

    def follow_document(self) -> None:
        """Show another document; a panel created after it was opened does so when first shown."""
        document = self.document
        if document is None or document is self._followed:
            return
        self._followed = document
        self.document_opened()
        self._changed()

    def _changed(self) -> None:
        self._stale = True
        if self.isVisible():
            self.catch_up()

    def catch_up(self) -> None:
        """Refresh if the scenario has changed."""
        self.follow_document()
        if self._stale and self.document is not None:
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
