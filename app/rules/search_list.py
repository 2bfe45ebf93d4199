"""Widgets of the rule reader and the chart viewer: search line, list, and page with links."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, QUrl
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTextBrowser,
    QToolButton,
    QWidget,
)

LINE_SPACING_PX = 9
"""Space between the lines of a list."""


def search_line(hint: str, name: str) -> QLineEdit:
    """A search line with a clear button; both have accessible names."""
    line = QLineEdit()
    line.setPlaceholderText(hint)
    line.setAccessibleName(name)
    line.setClearButtonEnabled(True)
    for button in line.findChildren(QToolButton):
        button.setAccessibleName("Clear search")
    return line


class SpacedLines(QStyledItemDelegate):
    """Lines of a list with some space between them."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return super().sizeHint(option, index) + QSize(0, LINE_SPACING_PX)


def listing(name: str) -> QListWidget:
    """A list with spaced lines; long ones are elided."""
    found = QListWidget()
    found.setAccessibleName(name)
    found.setFrameShape(QListWidget.Shape.NoFrame)
    found.setTextElideMode(Qt.TextElideMode.ElideRight)
    found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    found.setItemDelegate(SpacedLines(found))
    return found


def reading_page(name: str, follow: Callable[[QUrl], object]) -> QTextBrowser:
    """A page of rich text; `follow` is called with a clicked link."""
    page = QTextBrowser()
    page.setAccessibleName(name)
    page.setFrameShape(QTextBrowser.Shape.NoFrame)
    page.setOpenLinks(False)
    page.setWordWrapMode(QTextOption.WrapMode.WordWrap)
    page.anchorClicked.connect(follow)
    return page


def vertical_splitter(*parts: tuple[QWidget, int]) -> QSplitter:
    """A vertical splitter; each part has its share of the height."""
    pages = QSplitter(Qt.Orientation.Vertical)
    pages.setChildrenCollapsible(False)
    for number, (part, share) in enumerate(parts):
        pages.addWidget(part)
        pages.setStretchFactor(number, share)
    pages.setSizes([10 * share for _, share in parts])
    return pages
