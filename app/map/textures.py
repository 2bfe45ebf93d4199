"""Seamless patterns for the ground: drawn once in fine detail from a fixed seed, then scaled to each zoom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from app.map.geometry import HEX_SIZE

PERIOD: Final = 6.0
"""Hex sizes after which a pattern repeats."""
_UNIT: Final = 88.0
"""Pixels per hex size in the fine drawing."""
_EDGE: Final = round(PERIOD * _UNIT)

Sower = Callable[[QPainter, Random], None]


@cache
def texture(name: str, scale: float) -> QPixmap:
    """The pattern for a scale of the view, transparent where the ground's own colour shows."""
    edge = max(8, round(PERIOD * HEX_SIZE * scale))
    fine = _fine(name)
    if edge >= _EDGE:
        return QPixmap.fromImage(fine)
    smooth = Qt.TransformationMode.SmoothTransformation
    return QPixmap.fromImage(fine.scaled(edge, edge, Qt.AspectRatioMode.IgnoreAspectRatio, smooth))


@cache
def _fine(name: str) -> QImage:
    image = QImage(_EDGE, _EDGE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _SOWERS[name](painter, Random(name))
    painter.end()
    return image


def _scatter(chance: Random, step: float, jitter: float = 0.42) -> Iterator[tuple[float, float]]:
    """Points spread evenly but not in rows, from top to bottom."""
    lines = max(2, round(_EDGE / (step * _UNIT)))
    pitch = _EDGE / lines
    for row in range(lines):
        across = []
        for column in range(lines):
            shift = 0.5 if row % 2 else 0.0
            x = (column + shift + chance.uniform(-jitter, jitter)) * pitch
            y = (row + 0.5 + chance.uniform(-jitter, jitter)) * pitch
            across.append((x % _EDGE, y % _EDGE))
        yield from sorted(across, key=lambda point: point[1])


def _wrapped(x: float, y: float, reach: float) -> Iterator[QPointF]:
    """The point and its copies beyond the edges that reach back into the pattern."""
    for across in (0, -_EDGE, _EDGE):
        for down in (0, -_EDGE, _EDGE):
            if -reach <= x + across <= _EDGE + reach and -reach <= y + down <= _EDGE + reach:
                yield QPointF(x + across, y + down)


def _pen(colour: str, width: float, alpha: float = 1.0) -> QPen:
    ink = QColor(colour)
    ink.setAlphaF(alpha)
    return QPen(ink, width * _UNIT, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def _trees(painter: QPainter, chance: Random) -> None:
    crowns = ("#86ab66", "#7fa55f", "#8fb36f", "#769c57")
    painter.setPen(Qt.PenStyle.NoPen)
    for x, y in _scatter(chance, 0.215, 0.36):
        radius = chance.uniform(0.075, 0.118) * _UNIT
        crown = QColor(chance.choice(crowns))
        for at in _wrapped(x, y, radius * 2):
            painter.setBrush(QColor(44, 70, 30, 92))
            painter.drawEllipse(at + QPointF(radius * 0.34, radius * 0.4), radius, radius)
            painter.setBrush(crown.darker(132))
            painter.drawEllipse(at, radius, radius)
            painter.setBrush(crown)
            painter.drawEllipse(at - QPointF(radius * 0.1, radius * 0.12), radius * 0.84, radius * 0.84)
            painter.setBrush(QColor(214, 228, 170, 70))
            painter.drawEllipse(at - QPointF(radius * 0.26, radius * 0.3), radius * 0.46, radius * 0.42)


def _reeds(painter: QPainter, chance: Random) -> None:
    for x, y in _scatter(chance, 0.5):
        width = chance.uniform(0.13, 0.22) * _UNIT
        for at in _wrapped(x, y, width * 2):
            painter.setPen(_pen("#5d99ae", 0.022, 0.75))
            painter.drawLine(at - QPointF(width, 0), at + QPointF(width, 0))
            painter.setPen(_pen("#6f9a72", 0.02, 0.9))
            for lean in (-0.45, 0.0, 0.45):
                tip = QPointF(lean * width * 0.7, -width * (0.8 - abs(lean) * 0.4))
                painter.drawLine(at + QPointF(lean * width * 0.25, 0), at + tip)


def _tufts(painter: QPainter, chance: Random) -> None:
    for x, y in _scatter(chance, 0.55):
        width = chance.uniform(0.06, 0.13) * _UNIT
        for at in _wrapped(x, y, width * 2):
            painter.setPen(_pen("#a3a565", 0.018, 0.75))
            painter.drawLine(at - QPointF(width, 0), at + QPointF(width, 0))


def _waves(painter: QPainter, chance: Random) -> None:
    for x, y in _scatter(chance, 0.85):
        width = chance.uniform(0.1, 0.19) * _UNIT
        for at in _wrapped(x, y, width * 3):
            path = QPainterPath(at - QPointF(width, 0))
            path.quadTo(at + QPointF(-width / 2, -width * 0.5), at)
            path.quadTo(at + QPointF(width / 2, width * 0.5), at + QPointF(width, 0))
            painter.setPen(_pen("#e2f0f8", 0.02, 0.55))
            painter.drawPath(path)


def _rocks(painter: QPainter, chance: Random) -> None:
    for x, y in _scatter(chance, 0.42):
        size = chance.uniform(0.05, 0.11) * _UNIT
        corners = [
            QPointF(chance.uniform(0.6, 1.1) * size * dx, chance.uniform(0.6, 1.1) * size * dy)
            for dx, dy in ((-1, 0.45), (-0.55, -0.6), (0.4, -0.75), (1, 0.1), (0.45, 0.55))
        ]
        for at in _wrapped(x, y, size * 3):
            shape = QPolygonF([at + corner for corner in corners])
            painter.setPen(_pen("#8f7647", 0.018, 0.9))
            painter.setBrush(QColor("#d3bd8a"))
            painter.drawPolygon(shape)
            painter.setPen(_pen("#8f7647", 0.026, 0.8))
            painter.drawLine(at + corners[3], at + corners[4])


def _scree(painter: QPainter, chance: Random) -> None:
    for x, y in _scatter(chance, 0.3):
        length = chance.uniform(0.05, 0.12) * _UNIT
        for at in _wrapped(x, y, length * 2):
            painter.setPen(_pen("#8f6c43", 0.016, 0.4))
            painter.drawLine(at, at + QPointF(length * 0.5, length))


def _sand(painter: QPainter, chance: Random) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(170, 138, 70, 130))
    for x, y in _scatter(chance, 0.16):
        for at in _wrapped(x, y, 4):
            painter.drawEllipse(at, 0.014 * _UNIT, 0.014 * _UNIT)


def _orchard(painter: QPainter, chance: Random) -> None:
    for x, y in _scatter(chance, 0.3, 0.05):
        for at in _wrapped(x, y, 0.2 * _UNIT):
            painter.setPen(_pen("#5b7a37", 0.014))
            painter.setBrush(QColor("#8fae5c"))
            painter.drawEllipse(at, 0.07 * _UNIT, 0.07 * _UNIT)


def _fields(chance: Random, step: float, jitter: float) -> Iterator[QPolygonF]:
    """A patchwork of four-cornered plots that joins at the edges of the pattern."""
    lines = round(_EDGE / (step * _UNIT))
    pitch = _EDGE / lines
    shift = {
        (column, row): (chance.uniform(-jitter, jitter) * pitch, chance.uniform(-jitter, jitter) * pitch)
        for column in range(lines)
        for row in range(lines)
    }

    def corner(column: int, row: int) -> QPointF:
        dx, dy = shift[column % lines, row % lines]
        return QPointF(column * pitch + dx, row * pitch + dy)

    for column in range(-1, lines + 1):
        for row in range(-1, lines + 1):
            yield QPolygonF(
                [
                    corner(column, row),
                    corner(column + 1, row),
                    corner(column + 1, row + 1),
                    corner(column, row + 1),
                ]
            )


def _hedges(painter: QPainter, chance: Random) -> None:
    tints = ("#cbd79b", "#dde3b4", "#d2dba3", "#e2e3b8")
    painter.setPen(Qt.PenStyle.NoPen)
    for number, plot in enumerate(_fields(Random("plots"), 0.6, 0.26)):
        tint = QColor(tints[(number * 7 + number // 5) % len(tints)])
        tint.setAlpha(130)
        painter.setBrush(tint)
        painter.drawPolygon(plot)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    rows = QPainterPath()
    for plot in _fields(Random("plots"), 0.6, 0.26):
        rows.moveTo(plot.at(1))
        rows.lineTo(plot.at(0))
        rows.lineTo(plot.at(3))
    painter.setPen(_pen("#9db371", 0.035, 0.8))
    painter.drawPath(rows)
    pen = _pen("#6f8b4c", 0.028, 0.75)
    pen.setDashPattern([0.1, 2.6])
    painter.setPen(pen)
    painter.drawPath(rows)


def _ditches(painter: QPainter, chance: Random) -> None:
    for plot in _fields(Random("polder"), 1.2, 0.08):
        painter.setPen(_pen("#7fb0c4", 0.024, 0.9))
        painter.drawPolyline(plot)
        upright = chance.random() < 0.5
        first, second, third, fourth = (plot.at(n) for n in range(4))
        for part in (0.25, 0.5, 0.75):
            if upright:
                start, end = first + (second - first) * part, fourth + (third - fourth) * part
            else:
                start, end = first + (fourth - first) * part, second + (third - second) * part
            painter.setPen(_pen("#8fbccb", 0.015, 0.8))
            painter.drawLine(start, end)


def _built(painter: QPainter, chance: Random, step: float, roofs: tuple[str, ...], rim: str) -> None:
    for plot in _fields(Random(rim), step, 0.12):
        middle = QRectF(plot.boundingRect()).center()
        shape = QPolygonF([middle + (plot.at(n) - middle) * 0.72 for n in range(4)])
        if chance.random() < 0.12:
            continue
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(60, 40, 30, 60))
        painter.drawPolygon(shape.translated(0.02 * _UNIT, 0.025 * _UNIT))
        painter.setPen(_pen(rim, 0.012, 0.9))
        painter.setBrush(QColor(roofs[int(chance.random() * len(roofs))]))
        painter.drawPolygon(shape)


def _blocks(painter: QPainter, chance: Random) -> None:
    _built(painter, chance, 0.24, ("#b5654f", "#a9584a", "#bf7a62", "#9c6a5c"), "#6f3a30")


def _works(painter: QPainter, chance: Random) -> None:
    _built(painter, chance, 0.33, ("#8d7c8e", "#7c6d80", "#a08fa0"), "#52465a")


def _closed(painter: QPainter, chance: Random) -> None:
    painter.setPen(_pen("#8d8981", 0.02, 0.45))
    step = _EDGE / 18
    for line in range(-18, 36):
        painter.drawLine(QPointF(line * step, 0), QPointF(line * step + _EDGE, _EDGE))


def _grain(painter: QPainter, chance: Random) -> None:
    """The tooth of the paper: very faint light and dark patches."""
    edge = 132
    noise = chance.randbytes(edge * edge)
    signs = b"".join(
        bytes((20, 44, 60, (128 - value) // 11) if value < 128 else (214, 240, 250, (value - 128) // 6))
        for value in noise
    )
    patch = QImage(signs, edge, edge, edge * 4, QImage.Format.Format_ARGB32)
    wide = QImage(edge * 3, edge * 3, QImage.Format.Format_ARGB32_Premultiplied)
    tiles = QPainter(wide)
    tiles.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    for across in range(3):
        for down in range(3):
            tiles.drawImage(across * edge, down * edge, patch)
    tiles.end()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(QRectF(-_EDGE, -_EDGE, 3 * _EDGE, 3 * _EDGE), wide)


_SOWERS: Final[dict[str, Sower]] = {
    "blocks": _blocks,
    "closed": _closed,
    "ditches": _ditches,
    "grain": _grain,
    "hedges": _hedges,
    "orchard": _orchard,
    "reeds": _reeds,
    "rocks": _rocks,
    "sand": _sand,
    "scree": _scree,
    "trees": _trees,
    "tufts": _tufts,
    "waves": _waves,
    "works": _works,
}
