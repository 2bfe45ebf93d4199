"""Updates link colours after a change of theme: Qt sets them only when a text is loaded."""

from __future__ import annotations

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QLabel, QTextBrowser, QWidget


def recolour_links(widget: QWidget) -> None:
    """Give the links of a text widget the colour of its current palette."""
    if isinstance(widget, QLabel):
        text = widget.text()
        if "<a " in text:
            widget.clear()
            widget.setText(text)
    elif isinstance(widget, QTextBrowser):
        _recolour(widget.document(), widget.palette().link().color())


def _recolour(document: QTextDocument, colour: QColor) -> None:
    now, keep = QTextCharFormat(), QTextCursor.MoveMode.KeepAnchor
    now.setForeground(colour)
    block = document.begin()
    while block.isValid():
        for part in block.textFormats():
            if part.format.isAnchor():
                cursor = QTextCursor(block)
                cursor.setPosition(block.position() + part.start)
                cursor.setPosition(block.position() + part.start + part.length, keep)
                cursor.mergeCharFormat(now)
        block = block.next()
