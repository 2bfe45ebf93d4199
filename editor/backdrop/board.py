"""Makes the board of a map from a picture, small enough to be kept with the map, and the other way round."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter

from app.map.bitmap import bitmap_format
from editor.backdrop.alignment import Affine
from editor.backdrop.backdrop import Backdrop, keep_picture
from editor.importers.pictures import encoded
from engine.bad_input import BadInput
from engine.catalogue.board import LARGEST_BOARD, LONGEST_EDGE_PX, MOST_BOARD_PIXELS, Board, board_with

STEPS: Final = ((1.0, 88), (1.0, 80), (0.8, 80), (0.62, 78), (0.45, 75), (0.3, 72))
"""Scale and JPEG quality, tried in order until the picture is small enough."""


def board_from(image: QImage, place: Affine, name: str) -> Board:
    """A board of a decoded picture; `place` lays its pixels on the map, whose unit is a hex size."""
    pixels = image.width() * image.height()
    if not pixels:
        raise BadInput(f"{name} has no pixels; choose another picture.")
    most = min(
        1.0, sqrt(MOST_BOARD_PIXELS / pixels) * 0.999, LONGEST_EDGE_PX / max(image.width(), image.height())
    )
    opaque = _on_white(image)
    for scale, quality in STEPS:
        small = _scaled(opaque, most * scale)
        content = encoded(small, "JPG", quality)
        if content and len(content) <= LARGEST_BOARD:
            across, down = image.width() / small.width(), image.height() / small.height()
            a, b, c, d, e, f = place
            figures = (a * across, b * across, c * down, d * down, e, f)
            return board_with(content, small.width(), small.height(), figures, name)
    raise BadInput(f"{name} cannot be made small enough; choose a picture with less detail.")


def backdrop_from(folder: Path, board: Board) -> Backdrop:
    """The picture of a board as a reference picture in the user's folder."""
    with TemporaryDirectory() as place:
        content = board.content()
        file = Path(place) / f"board.{bitmap_format(content).decode()}"
        file.write_bytes(content)
        kept = keep_picture(folder, file)
    across, down = board.width / kept.width, board.height / kept.height
    a, b, c, d, e, f = board.place
    placed = kept.placed(Affine(a * across, b * across, c * down, d * down, e, f))
    return replace(placed, name=board.name or "board")


def _scaled(image: QImage, scale: float) -> QImage:
    if scale >= 1.0:
        return image
    size = QSize(max(1, int(image.width() * scale)), max(1, int(image.height() * scale)))
    keep, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    return image.scaled(size, keep, smooth)


def _on_white(image: QImage) -> QImage:
    """The picture without transparent parts, which a JPEG cannot have."""
    if not image.hasAlphaChannel():
        return image
    opaque = QImage(image.size(), QImage.Format.Format_RGB32)
    opaque.fill(Qt.GlobalColor.white)
    painter = QPainter(opaque)
    painter.drawImage(0, 0, image)
    painter.end()
    return opaque
