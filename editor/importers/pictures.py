"""Pictures out of foreign files: read within limits, made small, kept as PNG."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

LARGEST: Final = 30_000
"""Points along an edge."""


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height of a picture; (0, 0) if it is none or far too large."""
    buffer = _buffer(data)
    return _sound(QImageReader(buffer).size())


def small_png(data: bytes, edge: int) -> bytes:
    """The picture with at most so many points along an edge; empty if it cannot be read."""
    buffer = _buffer(data)
    reader = QImageReader(buffer)
    width, height = _sound(reader.size())
    if not width:
        return b""
    if max(width, height) > edge:
        room = QSize(edge, edge)
        reader.setScaledSize(QSize(width, height).scaled(room, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    return b"" if image.isNull() else png_of(image)


def load(path: Path) -> QImage | None:
    """The picture in a file; None if it cannot be read."""
    reader = QImageReader(str(path))
    image = reader.read() if _sound(reader.size())[0] else QImage()
    return None if image.isNull() else image


def png_of(image: QImage) -> bytes:
    """A picture as PNG."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _buffer(data: bytes) -> QBuffer:
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    return buffer


def _sound(size: QSize) -> tuple[int, int]:
    sound = size.isValid() and 0 < size.width() <= LARGEST and 0 < size.height() <= LARGEST
    return (size.width(), size.height()) if sound else (0, 0)
