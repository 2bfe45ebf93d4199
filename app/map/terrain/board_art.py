"""The picture of a board, drawn in place of the terrain."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

from app.map.bitmap import BitmapReader
from app.map.geometry import HEX_SIZE
from engine.bad_input import BadInput
from engine.catalogue.board import LONGEST_EDGE_PX, MOST_BOARD_PIXELS, Board, board_of
from engine.catalogue.plain_data import Plain

SMALLEST_LEVEL_PX: Final = 300
"""The shorter edge from which no smaller copy of a picture is made."""
MOST_PICTURES: Final = 3
"""Decoded boards that are kept."""


def picture_levels(image: QImage, smallest: int = SMALLEST_LEVEL_PX) -> list[QImage]:
    """The picture and copies, each half as large as the one before: small views are drawn from these."""
    levels = [image]
    while min(levels[-1].width(), levels[-1].height()) > smallest:
        half, smooth = levels[-1].size() / 2, Qt.TransformationMode.SmoothTransformation
        levels.append(levels[-1].scaled(half, Qt.AspectRatioMode.IgnoreAspectRatio, smooth))
    return levels


def draw_level(painter: QPainter, levels: list[QImage]) -> None:
    """Draw the copy that suits the painter's scale; the painter uses the pixels of the whole picture."""
    seen = painter.combinedTransform()
    scale = max(abs(seen.m11()) + abs(seen.m12()), abs(seen.m21()) + abs(seen.m22()))
    level = 0
    while scale <= 0.5 and level + 1 < len(levels):
        scale, level = scale * 2, level + 1
    whole = QRectF(0, 0, levels[0].width(), levels[0].height())
    painter.drawImage(whole, levels[level], QRectF(levels[level].rect()))


@lru_cache(maxsize=MOST_PICTURES)
def _levels(content: bytes) -> list[QImage]:
    reader = BitmapReader(content, is_upright=False)
    size = reader.size()
    if size.isEmpty() or max(size.width(), size.height()) > LONGEST_EDGE_PX:
        return []
    if size.width() * size.height() > MOST_BOARD_PIXELS:
        return []
    image = reader.read()
    if image.isNull():
        return []
    return picture_levels(image.convertToFormat(QImage.Format.Format_RGB32))


class BoardArt(Struct, frozen=True):
    """A board with its place in the scene."""

    board: Board
    content: bytes
    place: QTransform
    rect: QRectF

    @classmethod
    def of(cls, data: Mapping[str, Plain]) -> BoardArt | None:
        """The board of a map's data; damaged boards are not drawn, and the Problems panel says so."""
        try:
            board = board_of(data)
        except BadInput:
            return None
        if board is None:
            return None
        place = QTransform(*(figure * HEX_SIZE for figure in board.place))
        rect = place.mapRect(QRectF(0, 0, board.width, board.height))
        return cls(board, board.content(), place, rect)

    @property
    def is_readable(self) -> bool:
        """Can the picture be decoded?"""
        return bool(_levels(self.content))

    def paint(self, painter: QPainter) -> None:
        """Draw it; the painter uses scene units. It draws nothing if the picture cannot be read."""
        levels = _levels(self.content)
        if not levels:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setTransform(self.place, True)
        whole = levels[0].size()  # The file may hold another size than the map says.
        painter.scale(self.board.width / whole.width(), self.board.height / whole.height())
        draw_level(painter, levels)
        painter.restore()
