"""The history panel: all steps; a click goes to one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from editor.document.open_document import OpenDocument


class HistoryPanel(QWidget):
    """Lists the steps, latest last; undone steps are greyed out."""

    def __init__(self, open_document: OpenDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open = open_document
        self._shown = (-1, -1)
        self.list = QListWidget()
        self.list.setAccessibleName("History")
        self.list.setUniformItemSizes(True)
        self.list.setSpacing(2)
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(self._go)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list)
        open_document.opened.connect(self._opened)
        open_document.history_changed.connect(self.refresh)

    def _opened(self) -> None:
        self.list.clear()
        self._shown = (-1, -1)
        self.refresh()

    def refresh(self) -> None:
        """Update the list; unchanged items stay."""
        document = self._open.document
        if document is None:
            return
        shown = (len(document.history.steps), document.history.at)
        if shown == self._shown:
            return  # The command was merged into the last step.
        self._shown = shown
        texts = ["Opened", *(step.text for step in document.history.steps)]
        while self.list.count() > len(texts):
            self.list.takeItem(self.list.count() - 1)
        for row in range(max(0, min(self.list.count(), document.history.at) - 1), len(texts)):
            if row < self.list.count():
                self.list.item(row).setText(texts[row])
            else:
                self.list.addItem(QListWidgetItem(texts[row]))
        at = document.history.at
        quiet, plain = self.palette().placeholderText(), self.palette().text()
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.foreground() != (quiet if row > at else plain):
                item.setForeground(quiet if row > at else plain)
        self.list.setCurrentRow(at)
        self.list.scrollToItem(self.list.item(at))

    def _go(self, item: QListWidgetItem) -> None:
        if self._open.document is not None:
            self._open.document.go_to(self.list.row(item))

    def keyPressEvent(self, event) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.list.currentItem() is not None:
            self._go(self.list.currentItem())
        else:
            super().keyPressEvent(event)
