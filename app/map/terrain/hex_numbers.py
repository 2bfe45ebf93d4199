"""Draws hex numbers at the upper edge of hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from threading import local
from typing import Final, TypeAlias

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QStaticText

from app.map.geometry import HEX_SIZE
from app.map.terrain.printed_map import PrintedMap

PLATE: Final = QColor(250, 246, 232, 120)
"""Below a number on terrain with a pattern, so that it can be read."""
QUIET_TEXTURES: Final = ("", "waves", "sand")
"""Patterns on which numbers can be read as they are."""


def paint_numbers(
    painter: QPainter, printed_map: PrintedMap, hexes: Iterable[str], area: QRectF, with_aliases: bool = True
) -> None:
    """Draw the numbers of these hexes that overlap an area; `with_aliases`: with their other numbers, too."""
    font, measure, written = _number_style()
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
            text = " · ".join(names(hex_id)) if with_aliases else hex_id
            number, half = written(text)
            if left < x + half and x - half < right:
                style = printed_map.style(hex_id)
                if style.texture not in QUIET_TEXTURES:
                    painter.fillRect(QRectF(x - half - 1.5, y - up - down, 2 * half + 3, 2 * down), PLATE)
                painter.setPen(_ink(style.ink))
                painter.drawStaticText(QPointF(x - half, y - up - down), number)


@cache
def _ink(name: str) -> QColor:
    return QColor(name)


NumberStyle: TypeAlias = tuple[QFont, QFontMetricsF, Callable[[str], tuple[QStaticText, float]]]
"""The font of hex numbers, its metrics, and a function for each laid-out number with half its width."""
_thread_data: Final = local()
"""The style per thread: a laid-out text may only be drawn by the thread that created it."""


def _number_style() -> NumberStyle:
    style: NumberStyle | None = getattr(_thread_data, "style", None)
    if style is None:
        style = _thread_data.style = _new_number_style()
    return style


def _new_number_style() -> NumberStyle:
    font = number_font(0.165 * HEX_SIZE)
    measure = QFontMetricsF(font)

    def written(text: str) -> tuple[QStaticText, float]:
        number = QStaticText(text)
        number.setTextFormat(Qt.TextFormat.PlainText)
        number.prepare(font=font)
        return number, measure.horizontalAdvance(text) / 2

    return font, measure, lru_cache(8192)(written)


def number_font(size: float) -> QFont:
    """The font of numbers with this height in scene units."""
    font = QFont()
    font.setFamilies(["DejaVu Sans Condensed", "Noto Sans", "DejaVu Sans"])
    font.setPixelSize(max(1, round(size)))
    return font
