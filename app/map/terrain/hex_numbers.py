"""The numbers of hexes, written at their upper side."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from threading import local
from typing import Final, TypeAlias

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QStaticText

from app.map.geometry import HEX_SIZE
from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.terrain_style import terrain_style


def paint_numbers(painter: QPainter, printed_map: PrintedMap, hexes: Iterable[str], area: QRectF) -> None:
    """The numbers of these hexes that reach into an area."""
    font, measure, written = _number_hand()
    painter.setFont(font)
    geometry = printed_map.geometry
    up = 0.80 * geometry.half_height if geometry.flat else 0.72 * HEX_SIZE
    down = (measure.ascent() + measure.descent()) / 2
    names, centre = geometry.lattice.names, geometry.layout.centre
    left, right = area.left() - 2, area.right() + 2
    top, bottom = area.top() + up - 6, area.bottom() + up + 6
    for hex_id in hexes:
        x, y = centre(hex_id)
        if top < y < bottom:
            text = " · ".join(names(hex_id))
            number, half = written(text)
            if left < x + half and x - half < right:
                painter.setPen(_ink(terrain_style(printed_map.kind(hex_id)).ink))
                painter.drawStaticText(QPointF(x - half, y - up - down), number)


@cache
def _ink(name: str) -> QColor:
    return QColor(name)


Hand: TypeAlias = tuple[QFont, QFontMetricsF, Callable[[str], tuple[QStaticText, float]]]
"""The font of hex numbers, its measures, and each number written in it with half its width."""
_here: Final = local()
"""The hand of a thread: what is written holds on to letters that only their own thread may draw."""


def _number_hand() -> Hand:
    hand: Hand | None = getattr(_here, "hand", None)
    if hand is None:
        hand = _here.hand = _new_hand()
    return hand


def _new_hand() -> Hand:
    font = number_font(0.165 * HEX_SIZE)
    measure = QFontMetricsF(font)

    def written(text: str) -> tuple[QStaticText, float]:
        number = QStaticText(text)
        number.setTextFormat(Qt.TextFormat.PlainText)
        number.prepare(font=font)
        return number, measure.horizontalAdvance(text) / 2

    return font, measure, lru_cache(8192)(written)


def number_font(size: float) -> QFont:
    """The letters of numbers, so many scene units high."""
    font = QFont()
    font.setFamilies(["DejaVu Sans Condensed", "Noto Sans", "DejaVu Sans"])
    font.setPixelSize(max(1, round(size)))
    return font
