"""Pictures that come with a scenario, decoded once and known by a short key."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from app.map.bitmap import BitmapReader

LARGEST_EDGE_PX: Final = 1024
MOST_IMAGES: Final = 1024
_contents: dict[str, bytes] = {}


def known_picture(content: bytes) -> str:
    """The key of a picture; it is decoded when it is drawn for the first time."""
    key = sha256(content).hexdigest()[:20]
    _contents[key] = content
    return key


@lru_cache(maxsize=MOST_IMAGES)
def picture(key: str) -> QImage:
    """The picture with this key; a null image for one that is unknown or cannot be shown."""
    content = _contents.get(key, b"")
    reader = BitmapReader(content, is_upright=False)
    size = reader.size() if content else None
    if size is None or size.isEmpty() or max(size.width(), size.height()) > LARGEST_EDGE_PX:
        return QImage()
    return reader.read()


@lru_cache(maxsize=MOST_IMAGES)
def mean_color(key: str) -> str:
    """The mean colour of a picture, for maps so small that it cannot be seen."""
    image = picture(key)
    if image.isNull():
        return ""
    return image.scaled(1, 1, mode=Qt.TransformationMode.SmoothTransformation).pixelColor(0, 0).name()


def paint_covering(painter: QPainter, spot: QRectF, image: QImage) -> None:
    """Paint the middle of a picture so that it covers a rectangle."""
    size = spot.size().scaled(image.size().toSizeF(), Qt.AspectRatioMode.KeepAspectRatio)
    source = QRectF(QPointF(0, 0), size)
    source.moveCenter(QRectF(image.rect()).center())
    painter.drawImage(spot, image, source)


def paint_inside(painter: QPainter, spot: QRectF, image: QImage) -> None:
    """Paint a whole picture inside a rectangle."""
    size = image.size().toSizeF().scaled(spot.size(), Qt.AspectRatioMode.KeepAspectRatio)
    target = QRectF(QPointF(0, 0), size)
    target.moveCenter(spot.center())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(target, image)
