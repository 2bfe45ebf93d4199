"""What everything that is read and searched is made of: a search line, a list, and a page with links."""

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

AIR = 9
"""Pixels between the lines of a list, so that a finger or a tired eye finds the right one."""


def search_line(hint: str, name: str) -> QLineEdit:
    """A line with a button that clears it; both have names for those who cannot see them."""
    line = QLineEdit()
    line.setPlaceholderText(hint)
    line.setAccessibleName(name)
    line.setClearButtonEnabled(True)
    for button in line.findChildren(QToolButton):
        button.setAccessibleName("Clear the search")
    return line


class _Roomy(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return super().sizeHint(option, index) + QSize(0, AIR)


def listing(name: str) -> QListWidget:
    """A list with air between its lines; long ones end in dots."""
    found = QListWidget()
    found.setAccessibleName(name)
    found.setFrameShape(QListWidget.Shape.NoFrame)
    found.setTextElideMode(Qt.TextElideMode.ElideRight)
    found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    found.setItemDelegate(_Roomy(found))
    return found


def reading_page(name: str, follow: Callable[[QUrl], object]) -> QTextBrowser:
    """A page of rich text whose links are followed by its owner."""
    page = QTextBrowser()
    page.setAccessibleName(name)
    page.setFrameShape(QTextBrowser.Shape.NoFrame)
    page.setOpenLinks(False)
    page.setWordWrapMode(QTextOption.WrapMode.WordWrap)
    page.anchorClicked.connect(follow)
    return page


def below_each_other(*parts: tuple[QWidget, int]) -> QSplitter:
    """Parts with their share of the height; the reader may move the borders."""
    pages = QSplitter(Qt.Orientation.Vertical)
    pages.setChildrenCollapsible(False)
    for number, (part, share) in enumerate(parts):
        pages.addWidget(part)
        pages.setStretchFactor(number, share)
    pages.setSizes([10 * share for _, share in parts])
    return pages
