"""Small drawings in a hex: peaks, slopes, houses. Each has a few variants from a fixed seed."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from app.map.geometry import HEX_SIZE

VARIANTS: Final = 6
_REACH: Final = 0.95
"""Half the width of a stamp in hex sizes."""
_STREET: Final = 0.06


@cache
def stamp(name: str, variant: int, scale: float) -> QPixmap:
    """The stamp as a pixmap for a scale of the view, centred on the hex."""
    edge = max(2, round(2 * _REACH * HEX_SIZE * scale))
    pixmap = QPixmap(edge, edge)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(edge / 2, edge / 2)
    painter.scale(scale, scale)
    paint_stamp(painter, name, variant)
    painter.end()
    return pixmap


def paint_stamp(painter: QPainter, name: str, variant: int) -> None:
    """Draw the stamp in scene units around the painter's origin."""
    painter.save()
    painter.scale(HEX_SIZE, HEX_SIZE)
    _DRAWINGS[name](painter, Random(f"{name} {variant}"))
    painter.restore()


def _pen(colour: str, width: float) -> QPen:
    return QPen(
        QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    )


def _peak(painter: QPainter, x: float, y: float, size: float, chance: Random) -> None:
    """A rugged peak lit from the left, with a broken ridge line."""
    top = QPointF(x + chance.uniform(-0.1, 0.1) * size, y - size)
    left = [
        QPointF(x - 0.95 * size, y),
        QPointF(x - 0.5 * size, y - 0.42 * size),
        QPointF(x - 0.34 * size, y - 0.48 * size),
    ]
    right = [
        QPointF(x + 0.3 * size, y - 0.6 * size),
        QPointF(x + 0.52 * size, y - 0.36 * size),
        QPointF(x + 0.98 * size, y),
    ]
    ridge = [
        QPointF(x + 0.14 * size, y - 0.66 * size),
        QPointF(x - 0.02 * size, y - 0.44 * size),
        QPointF(x + 0.2 * size, y - 0.22 * size),
        QPointF(x + 0.06 * size, y),
    ]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#e9d6b0"))
    painter.drawPolygon(QPolygonF([*left, top, *ridge]))
    painter.setBrush(QColor("#a68258"))
    painter.drawPolygon(QPolygonF([*reversed(ridge), top, *right]))
    painter.setPen(_pen("#6b4e2d", 0.024))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF([*left, top, *right]))
    painter.setPen(_pen("#6b4e2d", 0.016))
    for part in (0.35, 0.6):
        start = QPointF(x + part * size, y - (0.86 - part) * 0.75 * size)
        painter.drawLine(start, start + QPointF(-0.06 * size, 0.24 * size))


def _peaks(painter: QPainter, chance: Random) -> None:
    places = [
        (-0.42, -0.12, 0.3),
        (0.36, -0.06, 0.34),
        (-0.1, 0.26, 0.38),
        (0.46, 0.46, 0.26),
        (-0.5, 0.5, 0.24),
    ]
    chance.shuffle(places)
    for x, y, size in sorted(places[: chance.choice((3, 4, 4))], key=lambda place: place[1]):
        _peak(
            painter,
            x + chance.uniform(-0.06, 0.06),
            y + chance.uniform(-0.04, 0.04),
            size,
            chance,
        )


def _hachures(painter: QPainter, chance: Random) -> None:
    """A rounded hill seen from above: two brows with strokes running down."""
    for x, y, width in ((-0.28, -0.18, 0.4), (0.26, 0.3, 0.44)):
        x, y = x + chance.uniform(-0.1, 0.1), y + chance.uniform(-0.08, 0.08)
        brow = QPainterPath(QPointF(x - width, y + 0.16))
        brow.cubicTo(
            QPointF(x - width * 0.5, y - 0.16),
            QPointF(x + width * 0.5, y - 0.16),
            QPointF(x + width, y + 0.16),
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_pen("#a07f48", 0.034))
        painter.drawPath(brow)
        painter.setPen(_pen("#a98a55", 0.022))
        for part in range(1, 8):
            along = brow.pointAtPercent(part / 8)
            length = 0.13 + 0.05 * (part % 2)
            painter.drawLine(along, along + QPointF((part - 4) * 0.035, length))


def _house(painter: QPainter, x: float, y: float, width: float, depth: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(50, 30, 20, 70))
    painter.drawRect(QRectF(x + 0.025, y + 0.03, width, depth))
    painter.setPen(_pen("#6d2f26", 0.014))
    painter.setBrush(QColor("#b4543f"))
    painter.drawRect(QRectF(x, y, width, depth))
    painter.setPen(_pen("#d8917a", 0.012))
    if width >= depth:
        painter.drawLine(QPointF(x + 0.02, y + depth / 2), QPointF(x + width - 0.02, y + depth / 2))
    else:
        painter.drawLine(QPointF(x + width / 2, y + 0.02), QPointF(x + width / 2, y + depth - 0.02))


def _streets(painter: QPainter, chance: Random, reach: float) -> list[QRectF]:
    """A street and two lanes that leave it; the strips in which no house stands."""
    y, half = chance.uniform(-0.06, 0.06), _STREET / 2
    strips = [QRectF(-reach, y - half, 2 * reach, _STREET)]
    for x, down in ((chance.uniform(-0.3, -0.12), -1), (chance.uniform(0.1, 0.28), 1)):
        strips.append(QRectF(x - half, min(y, y + down * 0.42), _STREET, 0.42))
    for colour, rim in (("#b79c73", 0.02), ("#fbf4e0", 0.0)):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        for strip in strips:
            painter.drawRect(strip.adjusted(-rim, -rim, rim, rim))
    return strips


def _cluster(painter: QPainter, chance: Random, most: int, reach: float, streets: bool = False) -> None:
    """Houses that do not overlap, and do not stand in the street."""
    closed = _streets(painter, chance, reach) if streets else []
    taken: list[QRectF] = []
    for _ in range(160):
        if len(taken) >= most:
            break
        across = chance.random() < 0.5
        width, depth = (0.2, 0.11) if across else (0.11, 0.18)
        x, y = (
            chance.uniform(-reach, reach - width),
            chance.uniform(-reach * 0.75, reach * 0.75 - depth),
        )
        spot = QRectF(x - 0.035, y - 0.035, width + 0.07, depth + 0.07)
        if x * x + y * y > reach * reach or any(spot.intersects(other) for other in (*taken, *closed)):
            continue
        taken.append(spot)
    for spot in sorted(taken, key=lambda spot: spot.top()):
        _house(painter, spot.left() + 0.035, spot.top() + 0.035, spot.width() - 0.07, spot.height() - 0.07)


def _houses(painter: QPainter, chance: Random) -> None:
    _cluster(painter, chance, 12, 0.56, streets=True)


def _hamlet(painter: QPainter, chance: Random) -> None:
    _cluster(painter, chance, 4, 0.28)


def _metropolis(painter: QPainter, chance: Random) -> None:
    _cluster(painter, chance, 20, 0.62)


_DRAWINGS: Final = {
    "city": _metropolis,
    "hachures": _hachures,
    "hamlet": _hamlet,
    "houses": _houses,
    "peaks": _peaks,
}
