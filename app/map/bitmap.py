"""Reads bitmap images from untrusted bytes.

Qt chooses a reader by the content, and so would render an SVG that is named as a PNG in this process, perhaps
for ever. Only the formats below are read, each by its own reader.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QImage, QImageReader

MOST_PIXELS: Final = 60_000_000
"""Limit for a picture drawn in its own size."""
_BEGINNINGS: Final = (
    (b"\x89PNG\r\n\x1a\n", b"png"),
    (b"\xff\xd8\xff", b"jpeg"),
    (b"GIF87a", b"gif"),
    (b"GIF89a", b"gif"),
    (b"II*\0", b"tiff"),
    (b"MM\0*", b"tiff"),
    (b"BM", b"bmp"),
)


def bitmap_format(content: bytes) -> bytes:
    """The format of an image; empty if it is none of the known ones."""
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return b"webp"
    return next((name for begins, name in _BEGINNINGS if content.startswith(begins)), b"")


class BitmapReader:
    """Reads one picture; the size of unreadable content is empty."""

    def __init__(self, content: bytes, is_upright: bool = True) -> None:
        """`is_upright` applies the orientation stored by the camera."""
        buffer = QBuffer()
        buffer.setData(QByteArray(content))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        self._format = bitmap_format(content)
        self._reader = QImageReader(buffer, QByteArray(self._format))
        self._reader.setAutoDetectImageFormat(False)
        self._reader.setAutoTransform(is_upright)
        self._buffer = buffer  # Set last and so deleted last: the reader may use it in its destructor.

    def size(self) -> QSize:
        """The size in pixels before it is turned upright; empty if it cannot be read."""
        readable = bool(self._format) and self._reader.canRead()
        return self._reader.size() if readable else QSize()

    def read(self, scaled_to: QSize | None = None) -> QImage:
        """Read the picture, optionally scaled; a null image if it is damaged."""
        if not self._format:
            return QImage()
        if scaled_to is not None:
            self._reader.setScaledSize(scaled_to)
        return self._reader.read()

    @property
    def problem(self) -> str:
        """The error message of Qt."""
        return self._reader.errorString()
