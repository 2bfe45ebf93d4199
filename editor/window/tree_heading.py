"""Headings of groups in trees."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem


def tree_heading(tree: QTreeWidget, *texts: str, height: int) -> QTreeWidgetItem:
    """Add a bold item that cannot be selected; a single text spans all columns."""
    item = QTreeWidgetItem(list(texts))
    item.setFlags(Qt.ItemFlag.ItemIsEnabled)
    font = item.font(0)
    font.setBold(True)
    item.setFont(0, font)
    item.setSizeHint(0, QSize(0, height))
    tree.addTopLevelItem(item)
    item.setFirstColumnSpanned(len(texts) == 1)
    return item
