"""The window of the handbook: contents with search on the left, the page on the right."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QSplitter,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.handbook.markup import Targets, to_html
from app.handbook.menu_words import menu_words
from app.handbook.pages import FIRST_PAGE, HELP_FOLDER, PICTURES_FOLDER, Handbook, Page
from app.rules.search_list import reading_page, search_line

_KEY: Final = Qt.ItemDataRole.UserRole
SIZE_PX: Final = (980, 720)
CONTENTS_PX: Final = 250
PICTURE_WIDTH_PX: Final = 640


class HandbookWindow(QDialog):
    """Stays open beside the table; a link to a rule opens it in the rule reader."""

    case_wanted = Signal(str)

    def __init__(self, book: Handbook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Handbook")
        self.setModal(False)
        self._book = book
        self._trail: list[str] = []
        """The pages shown before this one."""
        self.shown = ""
        """The key of the page."""
        self._make_contents()
        self.page = reading_page("The page", self._follow)
        self.page.setSearchPaths([str(HELP_FOLDER)])
        self.page.document().setDocumentMargin(14)
        splitter = QSplitter()
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self._left)
        splitter.addWidget(self.page)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([CONTENTS_PX, SIZE_PX[0] - CONTENTS_PX])
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(splitter)
        QShortcut(QKeySequence.StandardKey.Back, self, self.go_back)
        QShortcut(QKeySequence.StandardKey.Find, self, self.search.setFocus)
        self.resize(*SIZE_PX)
        self._list_pages()

    def _make_contents(self) -> None:
        self._left = QWidget()
        self.search = search_line("Search the handbook", "Search the handbook")
        self.search.textChanged.connect(self._searched)
        self._back = QToolButton()
        self._back.setText("←")
        self._back.setAccessibleName("Back to the previous page")
        self._back.setToolTip("Back to the previous page")
        self._back.setEnabled(False)
        self._back.clicked.connect(self.go_back)
        self.contents = QTreeWidget()
        self.contents.setAccessibleName("Contents")
        self.contents.setHeaderHidden(True)
        self.contents.setRootIsDecorated(False)
        self.contents.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.contents.currentItemChanged.connect(self._chosen)
        layout = QVBoxLayout(self._left)
        layout.setContentsMargins(0, 0, 4, 0)
        layout.setSpacing(6)
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(self._back)
        top.addWidget(self.search, 1)
        layout.addLayout(top)
        layout.addWidget(self.contents, 1)

    def show_page(self, key: str) -> None:
        """Show a page; the first one if there is no such page."""
        page = self._book.page(key) or self._book.page(FIRST_PAGE)
        if page is None or page.key == self.shown:
            return
        if self.shown:
            self._trail.append(self.shown)
        self._back.setEnabled(bool(self._trail))
        self._fill(page)

    def go_back(self) -> None:
        """Show the page before this one."""
        page = self._book.page(self._trail.pop()) if self._trail else None
        self._back.setEnabled(bool(self._trail))
        if page is not None:
            self._fill(page)

    def _fill(self, page: Page) -> None:
        self.shown = page.key
        html = to_html(page.text, Targets(link=self._address, entry=menu_words, picture=_picture))
        self.page.setHtml(html.replace("<img ", f"<img width='{PICTURE_WIDTH_PX}' "))
        self._mark(page.key)

    def _address(self, target: str) -> str:
        return target

    # contents

    def _list_pages(self) -> None:
        self.contents.blockSignals(True)
        self.contents.clear()
        found = self._book.search(self.search.text()) if self.search.text().strip() else None
        if found is not None:
            self.contents.addTopLevelItems([_item(page) for page in found])
        for part in self._book.parts if found is None else ():
            if not part.pages:
                continue
            heading = QTreeWidgetItem([part.title])
            font = heading.font(0)
            font.setBold(True)
            heading.setFont(0, font)
            heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
            heading.addChildren([_item(page) for page in part.pages])
            self.contents.addTopLevelItem(heading)
        self.contents.expandAll()
        self.contents.blockSignals(False)

    def _searched(self) -> None:
        """The best hit is shown at once."""
        self._list_pages()
        first = self.contents.topLevelItem(0)
        if self.search.text().strip() and first is not None:
            self.contents.setCurrentItem(first)
        else:
            self._mark(self.shown)

    def _mark(self, key: str) -> None:
        self.contents.blockSignals(True)
        for item in self._items():
            if item.data(0, _KEY) == key:
                self.contents.setCurrentItem(item)
        self.contents.blockSignals(False)

    def _items(self) -> list[QTreeWidgetItem]:
        tops = [self.contents.topLevelItem(row) for row in range(self.contents.topLevelItemCount())]
        below = [top.child(row) for top in tops if top is not None for row in range(top.childCount())]
        return [item for item in (*tops, *below) if item is not None]

    def _chosen(self, item: QTreeWidgetItem | None) -> None:
        if item is not None and item.data(0, _KEY):
            self.show_page(item.data(0, _KEY))

    def _follow(self, link: QUrl) -> None:
        kind, _, name = link.toString().partition(":")
        if kind == "page":
            self.show_page(name)
        elif kind == "case":
            self.case_wanted.emit(name)
        elif kind in ("http", "https"):
            QDesktopServices.openUrl(link)


def _item(page: Page) -> QTreeWidgetItem:
    item = QTreeWidgetItem([page.title])
    item.setData(0, _KEY, page.key)
    return item


def _picture(name: str) -> str:
    return f"pictures/{name}.jpg" if (PICTURES_FOLDER / f"{name}.jpg").is_file() else ""
