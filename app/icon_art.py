"""Icons from the drawings in resources/icons, drawn when and in the size in which they are seen."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap

from resources import FOLDER


class IconArt(QIconEngine):
    """One drawing in the colour for what can be used and the one for what cannot."""

    def __init__(self, name: str, ink: str, faded: str) -> None:
        super().__init__()
        self._name, self._ink, self._faded = name, ink, faded
        self._drawn: dict[tuple[int, int, QIcon.Mode], QPixmap] = {}

    def clone(self) -> QIconEngine:
        return IconArt(self._name, self._ink, self._faded)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        key = (size.width(), size.height(), mode)
        if key not in self._drawn:
            picture = QPixmap(size)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            self.paint(painter, picture.rect(), mode, state)
            painter.end()
            self._drawn[key] = picture
        return self._drawn[key]

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        from PySide6.QtSvg import QSvgRenderer

        colour = self._faded if mode == QIcon.Mode.Disabled else self._ink
        source = _source(self._name).replace("currentColor", colour)
        QSvgRenderer(QByteArray(source.encode())).render(painter, QRectF(rect))


@cache
def _source(name: str) -> str:
    return (FOLDER / "icons" / f"{name}.svg").read_text(encoding="utf-8")
