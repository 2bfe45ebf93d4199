"""Reads a picture file within limits and scales it down for the scenario card."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter

from app.map.bitmap import MOST_PIXELS, BitmapReader
from editor.importers.limits import read_bytes
from editor.importers.pictures import encoded
from engine.bad_input import BadInput
from engine.catalogue.picture import LARGEST

SUFFIXES: Final = ("png", "jpg", "jpeg", "webp", "bmp", "gif", "tif", "tiff")
MAX_FILE_BYTES: Final = 64 * 2**20
EDGES_PX: Final = (1280, 1000, 700)
"""Longer edges in pixels, tried in order until the file is small enough."""
QUALITIES: Final = (86, 74, 60)


def picture_from(path: Path) -> bytes:
    """Convert a picture file to JPEG; BadInput if it is not a picture."""
    if path.suffix.lower().lstrip(".") not in SUFFIXES:
        raise BadInput(f"{path.name} is not a picture that can be shown; choose PNG or JPG.")
    image = _decoded(read_bytes(path, MAX_FILE_BYTES), path.name)
    for edge in EDGES_PX:
        small = image
        if max(image.width(), image.height()) > edge:
            small = image.scaled(
                QSize(edge, edge),
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        for quality in QUALITIES:
            content = encoded(small, "JPG", quality)
            if len(content) <= LARGEST:
                return content
    raise BadInput(f"{path.name} cannot be made small enough; choose a picture with less detail.")


def _decoded(content: bytes, name: str) -> QImage:
    reader = BitmapReader(content)
    size = reader.size()
    if size.isEmpty():
        raise BadInput(f"{name} is not a valid picture; open it in another program and save it again.")
    if size.width() * size.height() > MOST_PIXELS:
        most = MOST_PIXELS // 10**6
        raise BadInput(f"{name} has more than {most} million pixels; make it smaller.")
    is_large = max(size.width(), size.height()) > 2 * EDGES_PX[0]
    scaled = size.scaled(2 * EDGES_PX[0], 2 * EDGES_PX[0], Qt.AspectRatioMode.KeepAspectRatio)
    image = reader.read(scaled if is_large else None)
    if image.isNull():
        raise BadInput(f"{name} cannot be read as a picture: {reader.problem}.")
    return _on_white(image)


def _on_white(image: QImage) -> QImage:
    """Draw on white, because JPEG has no transparency."""
    paper = QImage(image.size(), QImage.Format.Format_RGB32)
    paper.fill(Qt.GlobalColor.white)
    painter = QPainter(paper)
    painter.drawImage(0, 0, image)
    painter.end()
    return paper
