"""Reads a picture file within limits and makes it small enough to be kept with a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

from app.map.bitmap import MOST_PIXELS, BitmapReader
from editor.files.scenario_pictures import MAX_FILE_BYTES, SUFFIXES
from editor.importers.limits import read_bytes
from editor.importers.pictures import encoded
from engine.bad_input import BadInput
from engine.catalogue.own_art import LARGEST_PICTURE

EDGES_PX: Final = (256, 192, 128, 96)
"""Longer edges in pixels, tried in order until the picture is small enough."""
JPEG_QUALITY: Final = 82
FILES: Final = f"Pictures ({' '.join(f'*.{suffix}' for suffix in SUFFIXES)})"


def own_picture_from(path: Path) -> bytes:
    """A picture file as a small PNG, or as JPEG if it has no transparent parts; BadInput if it is none."""
    if path.suffix.lower().lstrip(".") not in SUFFIXES:
        raise BadInput(f"{path.name} is not a picture that can be shown; choose PNG or JPG.")
    image = _decoded(read_bytes(path, MAX_FILE_BYTES), path.name)
    for edge in EDGES_PX:
        small = _with_eight_bits(_within(image, edge))
        kinds = [("PNG", -1)] if small.hasAlphaChannel() else [("PNG", -1), ("JPG", JPEG_QUALITY)]
        for kind, quality in kinds:
            content = encoded(small, kind, quality)
            if content and len(content) <= LARGEST_PICTURE:
                return content
    raise BadInput(f"{path.name} cannot be made small enough; choose a picture with less detail.")


def _within(image: QImage, edge: int) -> QImage:
    if max(image.width(), image.height()) <= edge:
        return image
    keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    return image.scaled(QSize(edge, edge), keep, smooth)


def _with_eight_bits(image: QImage) -> QImage:
    """With 8 bits for each colour, and without the channel for transparent parts if there are none."""
    alpha, formats = image.convertToFormat(QImage.Format.Format_Alpha8), QImage.Format
    values, width, row = bytes(alpha.constBits()), alpha.width(), alpha.bytesPerLine()
    is_opaque = all(min(values[start : start + width]) == 255 for start in range(0, len(values), row))
    return image.convertToFormat(formats.Format_RGB32 if is_opaque else formats.Format_ARGB32)


def _decoded(content: bytes, name: str) -> QImage:
    reader = BitmapReader(content)
    size = reader.size()
    if size.isEmpty():
        raise BadInput(f"{name} is not a valid picture; open it in another program and save it again.")
    if size.width() * size.height() > MOST_PIXELS:
        raise BadInput(f"{name} has more than {MOST_PIXELS // 10**6} million pixels; make it smaller.")
    image = reader.read()
    if image.isNull():
        raise BadInput(f"{name} cannot be read as a picture: {reader.problem}.")
    return image
