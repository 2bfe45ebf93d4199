"""Icons rendered from the SVG files in resources/icons."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap

from resources import FOLDER

_SIZES_PX: Final = (24, 48)
"""Sizes of an icon: for tool bars, and for high-resolution screens."""


@cache
def drawn_icon(name: str, ink: str, faded: str) -> QIcon:
    """An icon in the colours of the enabled and the disabled state."""
    from PySide6.QtSvg import QSvgRenderer

    source = (FOLDER / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    icon = QIcon()
    for mode, colour in ((QIcon.Mode.Normal, ink), (QIcon.Mode.Disabled, faded)):
        renderer = QSvgRenderer(QByteArray(source.replace("currentColor", colour).encode()))
        for edge in _SIZES_PX:
            picture = QPixmap(QSize(edge, edge))
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            renderer.render(painter)
            painter.end()
            icon.addPixmap(picture, mode)
    return icon
