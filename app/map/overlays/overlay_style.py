"""The key, colour and patterns of each kind of overlay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap, QTransform

from app.map.counters.counter_style import CounterStyle

TILE: Final = 12
"""Period of a pattern in pixels on a standard screen."""


class OverlayKind(Struct, frozen=True):
    """The key that shows the overlay, and the patterns of the first and of other sides."""

    letter: str
    title: str
    colour: str
    patterns: tuple[str, str]


class OverlayStyle(Struct, frozen=True):
    """The style of one overlay."""

    colour: str
    pattern: str
    broken: bool = False
    """Whether its lines are dashed, as for every side but the first."""


KINDS: Final[Mapping[str, OverlayKind]] = {
    "zoc": OverlayKind("Z", "zones of control", "#c2410c", ("rising", "falling")),
    "reach": OverlayKind("R", "reach", "#0f766e", ("dots", "rings")),
    "threat": OverlayKind("T", "threat", "#be123c", ("crosses", "chevrons")),
    "supply": OverlayKind("S", "supply", "#4d7c0f", ("levels", "uprights")),
    "command": OverlayKind("C", "command", "#7e22ce", ("dashes", "posts")),
    "sight": OverlayKind("I", "sight", "#1d4ed8", ("waves", "grid")),
    "weather": OverlayKind("W", "weather", "#3b6a8f", ("rain", "dots")),
    "boundary": OverlayKind("B", "boundaries", "#7c3a10", ("levels", "uprights")),
    "point": OverlayKind("P", "sight from a hex", "#1d4ed8", ("lattice", "grid")),
    "control": OverlayKind("V", "control and victory hexes", "#6f6a60", ("slants", "slopes")),
    "start": OverlayKind("L", "start line", "#17140f", ("rising", "falling")),
}
"""The kinds with a key; the last three are switched by the window, not listed by the game."""
_OTHERS: Final = (
    ("#a16207", "lattice"),
    ("#1d4ed8", "waves"),
    ("#7e22ce", "posts"),
    ("#0f766e", "grid"),
    ("#be123c", "rings"),
)
_ZONES: Final = ("rain", "dots", "crosses", "waves", "levels", "rings", "lattice")


def style_of(kind: str, side: str, number: int, counter_style: CounterStyle) -> OverlayStyle:
    """The style of an overlay: colour and pattern of its side, else of its kind."""
    known = KINDS.get(kind)
    second = side in list(counter_style.colours)[1:]
    if known is None:
        colour, pattern = _OTHERS[number % len(_OTHERS)]
    else:
        colour, pattern = known.colour, known.patterns[second]
    if side in counter_style.colours:
        colour = strong(counter_style.colour(side))
    return OverlayStyle(colour, pattern, second)


def style_of_zone(number: int, style: OverlayStyle) -> OverlayStyle:
    """The style of a zone of an overlay: each has its own pattern."""
    return OverlayStyle(style.colour, _ZONES[number % len(_ZONES)])


def strong(colour: str) -> str:
    """The colour of a side, dark and saturated enough for lines on the map."""
    found = QColor(colour)
    grey = found.hslHue() < 0
    fullness = found.hslSaturation() if grey else max(found.hslSaturation(), 100)
    return QColor.fromHsl(max(0, found.hslHue()), fullness, min(found.lightness(), 80)).name()


def pattern_brush(pattern: str, colour: QColor, painter: QPainter) -> QBrush:
    """A brush with this pattern and colour, of the same size on screen and in print."""
    device = painter.device()
    fine = max(1.0, device.devicePixelRatioF(), device.logicalDpiX() / 96)
    world = painter.worldTransform()
    edge = round(TILE * fine)
    brush = QBrush(_tile(pattern, colour.rgba(), edge))
    to_screen = device.devicePixelRatioF()
    brush.setTransform(QTransform.fromScale(1 / (world.m11() * to_screen), 1 / (world.m22() * to_screen)))
    return brush


@lru_cache(maxsize=256)
def _tile(pattern: str, rgba: int, edge: int) -> QPixmap:
    pixmap = QPixmap(edge, edge)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(edge / TILE, edge / TILE)
    painter.setPen(QPen(QColor.fromRgba(rgba), 1.5, c=Qt.PenCapStyle.FlatCap))
    _PATTERNS[pattern](painter)
    painter.end()
    return pixmap


def _lines(*lines: tuple[float, float, float, float]) -> Callable[[QPainter], None]:
    def draw(painter: QPainter) -> None:
        for x1, y1, x2, y2 in lines:
            painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))

    return draw


def _dots(painter: QPainter) -> None:
    painter.setBrush(painter.pen().color())
    painter.setPen(Qt.PenStyle.NoPen)
    for x, y in ((3, 3), (9, 9)):
        painter.drawEllipse(QPointF(x, y), 1.6, 1.6)


def _rings(painter: QPainter) -> None:
    for x, y in ((3, 3), (9, 9)):
        painter.drawEllipse(QPointF(x, y), 2.0, 2.0)


def _waves(painter: QPainter) -> None:
    for y in (3.0, 9.0):
        painter.drawArc(QRectF(0, y - 2, 6, 4), 0, 180 * 16)
        painter.drawArc(QRectF(6, y - 2, 6, 4), 180 * 16, 180 * 16)


_PATTERNS: Final[Mapping[str, Callable[[QPainter], None]]] = {
    "rising": _lines((-2, 8, 8, -2), (-2, 14, 14, -2), (4, 14, 14, 4)),
    "falling": _lines((-2, 4, 8, 14), (-2, -2, 14, 14), (4, -2, 14, 8)),
    "slants": _lines((-2, 14, 14, -2)),
    "slopes": _lines((-2, -2, 14, 14)),
    "lattice": _lines((-2, 14, 14, -2), (-2, -2, 14, 14)),
    "levels": _lines((0, 3, 12, 3), (0, 9, 12, 9)),
    "uprights": _lines((3, 0, 3, 12), (9, 0, 9, 12)),
    "dashes": _lines((0, 3, 6, 3), (6, 9, 12, 9)),
    "posts": _lines((3, 0, 3, 6), (9, 6, 9, 12)),
    "grid": _lines((0, 6, 12, 6), (6, 0, 6, 12)),
    "crosses": _lines((4, 4, 8, 8), (8, 4, 4, 8)),
    "chevrons": _lines((2, 8, 6, 4), (6, 4, 10, 8)),
    "rain": _lines((3, 1, 1.5, 5), (9, 7, 7.5, 11)),
    "dots": _dots,
    "rings": _rings,
    "waves": _waves,
}
