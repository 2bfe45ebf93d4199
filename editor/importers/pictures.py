"""Reads pictures from foreign files within limits, and scales them to PNG thumbnails."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QImage

from app.map.bitmap import MOST_PIXELS, BitmapReader
from editor.foreign_pictures.svg_picture import draw_svg, is_svg, svg_size
from editor.importers.limits import read_bytes
from engine.bad_input import BadInput

MAX_EDGE_PX: Final = 30_000
"""Maximum pixels along an edge."""


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height of a picture; (0, 0) if it is invalid or too large."""
    if not is_svg(data):
        return _valid_size(BitmapReader(data, is_upright=False).size())
    try:
        return _valid_size(svg_size(data, "The picture"))
    except BadInput:
        return 0, 0


def small_png(data: bytes, edge: int) -> bytes:
    """The picture scaled to this edge length as PNG; empty if it cannot be read."""
    width, height = size_of(data)
    if not width:
        return b""
    room = QSize(edge, edge)
    scaled = QSize(width, height).scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
    image = decoded(data, scaled if max(width, height) > edge else None)
    return b"" if image is None else png_of(image)


def load(path: Path) -> QImage | None:
    """The picture in a file; None if it cannot be read."""
    try:
        return decoded(read_bytes(path))
    except BadInput:
        return None


def decoded(data: bytes, scaled_to: QSize | None = None) -> QImage | None:
    """The picture, in its own size or another one; None if it cannot be read within limits."""
    width, height = size_of(data)
    if not width or width * height > MOST_PIXELS:
        return None
    if is_svg(data):
        try:
            return draw_svg(data, "The picture", scaled_to)
        except BadInput:
            return None
    image = BitmapReader(data, is_upright=False).read(scaled_to)
    return None if image.isNull() else image


def png_of(image: QImage) -> bytes:
    """A picture as PNG."""
    return encoded(image, "PNG")


def encoded(image: QImage, kind: str, quality: int = -1) -> bytes:
    """A picture as the content of a PNG or JPG file; empty if it cannot be written."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    is_written = image.save(buffer, kind, quality)  # type: ignore[call-overload]
    return bytes(buffer.data().data()) if is_written else b""


def _valid_size(size: QSize) -> tuple[int, int]:
    is_valid = size.isValid() and 0 < size.width() <= MAX_EDGE_PX and 0 < size.height() <= MAX_EDGE_PX
    return (size.width(), size.height()) if is_valid else (0, 0)
