"""Icons from the drawings in resources/icons."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap

from resources import FOLDER

_EDGES: Final = (24, 48)
"""Pixels of the pictures in an icon: as large as toolbars show it, and for screens twice as fine."""


@cache
def drawn_icon(name: str, ink: str, faded: str) -> QIcon:
    """A drawing in the colour for what can be used and the one for what cannot."""
    from PySide6.QtSvg import QSvgRenderer

    source = (FOLDER / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    icon = QIcon()
    for mode, colour in ((QIcon.Mode.Normal, ink), (QIcon.Mode.Disabled, faded)):
        renderer = QSvgRenderer(QByteArray(source.replace("currentColor", colour).encode()))
        for edge in _EDGES:
            picture = QPixmap(QSize(edge, edge))
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            renderer.render(painter)
            painter.end()
            icon.addPixmap(picture, mode)
    return icon
