"""Pictures made of pixels, read out of foreign bytes.

Qt chooses a reader by what the bytes look like, and so would draw an SVG that calls itself a PNG here, in the
program: for ever, if it is made for that. Only the formats below are read, each by its own reader alone.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QImage, QImageReader

MOST_PIXELS: Final = 60_000_000
"""Of a picture that is drawn in its own size."""
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
    """Which of the formats it is; empty if it is none of them."""
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return b"webp"
    return next((name for begins, name in _BEGINNINGS if content.startswith(begins)), b"")


class BitmapReader:
    """Reads one picture; what is none has an empty size."""

    def __init__(self, content: bytes, is_upright: bool = True) -> None:
        """`is_upright` turns a photograph as its camera was held."""
        buffer = QBuffer()
        buffer.setData(QByteArray(content))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        self._format = bitmap_format(content)
        self._reader = QImageReader(buffer, QByteArray(self._format))
        self._reader.setAutoDetectImageFormat(False)
        self._reader.setAutoTransform(is_upright)
        self._buffer = buffer  # Kept last, and so let go of last: the reader may look at it in its end.

    def size(self) -> QSize:
        """Its pixels, before it is turned upright; empty for what cannot be read."""
        readable = bool(self._format) and self._reader.canRead()
        return self._reader.size() if readable else QSize()

    def read(self, scaled_to: QSize | None = None) -> QImage:
        """The picture, in its own size or another one; a null one if it is damaged."""
        if not self._format:
            return QImage()
        if scaled_to is not None:
            self._reader.setScaledSize(scaled_to)
        return self._reader.read()

    @property
    def problem(self) -> str:
        """Why it could not be read, in Qt's words."""
        return self._reader.errorString()
