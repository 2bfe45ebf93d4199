"""Symbols of hex features: towns, ports, airfields, forts, objectives, supply sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from app.map.geometry import HEX_SIZE, MapGeometry
from app.map.own_pictures import paint_inside, picture
from app.map.terrain.kind_words import words_of
from app.map.terrain.map_art import OwnFeature
from app.map.terrain.stamps import VARIANTS
from engine.catalogue.document import Feature

PLACES: Final = {
    "city": "city",
    "capital": "city",
    "town": "houses",
    "village": "hamlet",
    "industry": "city",
    "hamlet": "hamlet",
    "place": "hamlet",
}
"""Kinds of places and their stamps."""
OBJECTIVES: Final = ("objective", "victory", "vp")
WALLS: Final = ("fortified",)
"""Kinds of fortified zones that cover whole hexes."""
PICTURE_SHARE: Final = 0.56
"""Half the edge of a feature's own picture, of the size of a hex."""
NO_OWN: Final[Mapping[str, OwnFeature]] = {}
_INK: Final = "#2b2722"
_SIDE_INK: Final = "#a3271d"


@cache
def houses_of(kind: str) -> str:
    """The stamp of a place; empty if the kind is not a place."""
    return next((PLACES[word] for word in words_of(kind) if word in PLACES), "")


def is_objective(kind: str) -> bool:
    """Whether a kind of feature is an objective."""
    return any(word in OBJECTIVES for word in words_of(kind))


def variant_of(hex_id: str) -> int:
    """The variant of the stamp of a hex, always the same."""
    return sum(ord(sign) * 31**n for n, sign in enumerate(hex_id)) % VARIANTS


def paint_features(
    painter: QPainter,
    geometry: MapGeometry,
    hex_id: str,
    features: tuple[Feature, ...],
    strength: Callable[[Feature], float] | None = None,
    own: Mapping[str, OwnFeature] = NO_OWN,
) -> None:
    """Draw outlines, then the symbols in the corners of the hex, each with its opacity; `own` are looks that
    the author gave to kinds."""
    shown, whole = [], painter.opacity()
    for feature in features:
        if strength is not None:
            painter.setOpacity(whole * strength(feature))
        if feature.kind in own and own[feature.kind].picture:
            _paint_picture(painter, geometry, hex_id, own[feature.kind].picture)
        elif feature.kind in own:
            shown.append(feature)
        elif is_objective(feature.kind):
            _paint_objective(painter, geometry, hex_id, feature)
        elif any(word in WALLS for word in words_of(feature.kind)):
            _paint_wall(painter, geometry, hex_id)
        elif not houses_of(feature.kind):
            shown.append(feature)
    x, y = geometry.layout.centre(hex_id)
    for place, feature in enumerate(shown[:4]):
        painter.save()
        across = 0.46 if place % 2 == 0 else -0.46
        down = 0.34 if place < 2 else -0.3
        painter.translate(x + across * HEX_SIZE, y + down * HEX_SIZE)
        if strength is not None:
            painter.setOpacity(whole * strength(feature))
        if feature.kind in own:
            _other(painter, feature, own[feature.kind].color)
        else:
            _symbol_of(feature)(painter, feature)
        painter.restore()
    painter.setOpacity(whole)


def _paint_picture(painter: QPainter, geometry: MapGeometry, hex_id: str, key: str) -> None:
    """Draw the picture of a feature in the middle of the hex."""
    x, y = geometry.layout.centre(hex_id)
    half = PICTURE_SHARE * HEX_SIZE
    painter.save()
    paint_inside(painter, QRectF(x - half, y - half, 2 * half, 2 * half), picture(key))
    painter.restore()


def _paint_objective(painter: QPainter, geometry: MapGeometry, hex_id: str, feature: Feature) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("#fff6dc"), 4.6, j=Qt.PenJoinStyle.RoundJoin))
    painter.drawPolygon(geometry.polygon(hex_id, 0.93))
    line = QPen(QColor(_SIDE_INK), 2.4, j=Qt.PenJoinStyle.RoundJoin)
    if "area" in words_of(feature.kind):
        line.setDashPattern((3.0, 2.0))
    painter.setPen(line)
    painter.drawPolygon(geometry.polygon(hex_id, 0.93))
    if not feature.value:
        return
    x, y = geometry.layout.centre(hex_id)
    spot = QRectF(x + 0.28 * HEX_SIZE, y - 0.74 * HEX_SIZE, 0.32 * HEX_SIZE, 0.32 * HEX_SIZE)
    painter.setPen(QPen(QColor("#fff6dc"), 1.2))
    painter.setBrush(QColor(_SIDE_INK))
    painter.drawEllipse(spot)
    _letters(painter, spot, str(feature.value), "#fff6dc", 0.21)


def _paint_wall(painter: QPainter, geometry: MapGeometry, hex_id: str) -> None:
    """Draw dragon's teeth around the hex."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width, dash in (("#fbf3df", 6.0, ()), ("#7d4a2a", 4.4, (0.55, 0.55))):
        pen = QPen(QColor(colour), width, c=Qt.PenCapStyle.FlatCap, j=Qt.PenJoinStyle.MiterJoin)
        if dash:
            pen.setDashPattern(dash)
        painter.setPen(pen)
        painter.drawPolygon(geometry.polygon(hex_id, 0.87))


def _letters(painter: QPainter, spot: QRectF, text: str, colour: str, size: float) -> None:
    font = QFont("DejaVu Sans")
    font.setPixelSize(max(1, round(size * HEX_SIZE)))
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, text)


def _disc(painter: QPainter, rim: str, fill: str, radius: float = 0.17) -> QRectF:
    edge = radius * HEX_SIZE
    spot = QRectF(-edge, -edge, 2 * edge, 2 * edge)
    painter.setPen(QPen(QColor(rim), 1.6))
    painter.setBrush(QColor(fill))
    painter.drawEllipse(spot)
    return spot


def _port(painter: QPainter, feature: Feature) -> None:
    _disc(painter, "#1f4f74", "#e9f3f9")
    painter.setPen(QPen(QColor("#1f4f74"), 1.5, c=Qt.PenCapStyle.RoundCap))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawLine(QPointF(0, -5), QPointF(0, 5))
    painter.drawLine(QPointF(-2.5, -2.5), QPointF(2.5, -2.5))
    hook = QPainterPath(QPointF(-4.5, 1))
    hook.quadTo(QPointF(-4, 5.5), QPointF(0, 5.5))
    hook.quadTo(QPointF(4, 5.5), QPointF(4.5, 1))
    painter.drawPath(hook)


def _airfield(painter: QPainter, feature: Feature) -> None:
    _disc(painter, "#2d5470", "#f4f7f8")
    painter.setPen(QPen(QColor("#2d5470"), 1.8, c=Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(0, -5), QPointF(0, 5))
    painter.drawLine(QPointF(-5, -1), QPointF(5, -1))
    painter.drawLine(QPointF(-2, 4.4), QPointF(2, 4.4))


def _fort(painter: QPainter, feature: Feature) -> None:
    painter.setPen(QPen(QColor("#f5efe0"), 1.2))
    painter.setBrush(QColor(_INK))
    shape = [(-7, 4.5), (-7, -2), (-3.5, -5.5), (3.5, -5.5), (7, -2), (7, 4.5)]
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in shape]))
    painter.setPen(QPen(QColor("#f5efe0"), 1.4))
    painter.drawLine(QPointF(-3.6, 0), QPointF(3.6, 0))


def _pillbox(painter: QPainter, feature: Feature) -> None:
    """A concrete casemate with its loophole and its shadow."""
    for colour, rim, shift in (("#3a352f", "#3a352f", 1.6), ("#cfcac0", _INK, 0.0)):
        painter.setPen(QPen(QColor(rim), 1.5, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(QColor(colour))
        shape = [(-9, 5), (-9, -1.5), (-5.5, -6), (5.5, -6), (9, -1.5), (9, 5)]
        painter.drawPolygon(QPolygonF([QPointF(x + shift, y + shift) for x, y in shape]))
    painter.fillRect(QRectF(-5.2, -1.4, 10.4, 2.8), QColor(_INK))


def _shore(painter: QPainter, feature: Feature) -> None:
    """Two waves: a shore passable for ships."""
    for colour, width in (("#f5fafc", 4.0), ("#2f6d9c", 1.8)):
        painter.setPen(QPen(QColor(colour), width, c=Qt.PenCapStyle.RoundCap))
        for y in (-3, 3):
            wave = QPainterPath(QPointF(-7, y))
            wave.quadTo(QPointF(-3.5, y - 4), QPointF(0, y))
            wave.quadTo(QPointF(3.5, y + 4), QPointF(7, y))
            painter.drawPath(wave)


def _trench(painter: QPainter, feature: Feature) -> None:
    """A zigzag trench line."""
    line = QPolygonF([QPointF(x, -3 if n % 2 else 3) for n, x in enumerate((-9, -6, -2, 2, 6, 9))])
    for colour, width in (("#f5efe0", 4.0), (_INK, 2.0)):
        painter.setPen(QPen(QColor(colour), width, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.MiterJoin))
        painter.drawPolyline(line)


def _supply(painter: QPainter, feature: Feature) -> None:
    spot = _disc(painter, "#1f5a2c", "#e6f2df")
    _letters(painter, spot, "S", "#1f5a2c", 0.2)


def _entry(painter: QPainter, feature: Feature) -> None:
    spot = _disc(painter, "#4b4237", "#f8f1df")
    _letters(painter, spot, (feature.name or "E")[:2], "#4b4237", 0.17)


def _peak(painter: QPainter, feature: Feature) -> None:
    painter.setPen(QPen(QColor("#f5efe0"), 1.0))
    painter.setBrush(QColor("#6d4c2b"))
    painter.drawPolygon(QPolygonF([QPointF(-5.5, 4.5), QPointF(0, -5.5), QPointF(5.5, 4.5)]))


def _other(painter: QPainter, feature: Feature, color: str = "") -> None:
    painter.setPen(QPen(QColor("#4b4237"), 1.4))
    painter.setBrush(QColor(color or "#f8f1df"))
    painter.drawPolygon(QPolygonF([QPointF(0, -8), QPointF(8, 0), QPointF(0, 8), QPointF(-8, 0)]))
    _letters(painter, QRectF(-8, -8, 16, 16), (feature.kind.strip()[:1] or "?").upper(), "#4b4237", 0.17)


_SYMBOLS: Final[dict[str, Callable[[QPainter, Feature], None]]] = {
    "port": _port,
    "harbour": _port,
    "airfield": _airfield,
    "airport": _airfield,
    "fort": _fort,
    "fortress": _fort,
    "fortification": _fort,
    "shore": _shore,
    "pillbox": _pillbox,
    "bunker": _pillbox,
    "strongpoint": _fort,
    "supply": _supply,
    "prepared": _trench,
    "trench": _trench,
    "works": _trench,
    "entrenchment": _trench,
    "entry": _entry,
    "peak": _peak,
    "pass": _peak,
}


def _symbol_of(feature: Feature) -> Callable[[QPainter, Feature], None]:
    return next((_SYMBOLS[word] for word in words_of(feature.kind) if word in _SYMBOLS), _other)
