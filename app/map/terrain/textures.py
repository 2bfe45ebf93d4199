"""Seamless terrain patterns: drawn once at high resolution from a fixed seed, then scaled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from threading import Lock
from time import perf_counter
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from app.map.geometry import HEX_SIZE

PERIOD: Final = 6.0
"""Period of a pattern in hex sizes."""
_UNIT: Final = 88.0
"""Hex size in pixels at high resolution."""
_EDGE: Final = round(PERIOD * _UNIT)
SLICE_SECONDS: Final = 0.0005
"""Time of drawing between two pauses."""

DrawPattern = Callable[[QPainter, Random], Iterator[None]]
_fine: dict[str, QImage] = {}
_in_progress: dict[str, Iterator[None]] = {}
_lock = Lock()
"""A background task may print a map while the window paints another."""
_textures: dict[tuple[str, str, float], QPixmap] = {}


def texture(name: str, colour: str, scale: float) -> QPixmap:
    """A texture of this colour and pattern with paper grain, for a scale of the view."""
    for _ in make_texture(name, colour, scale):
        pass
    return _textures[name, colour, scale]


def make_texture(name: str, colour: str, scale: float) -> Iterator[None]:
    """Create a texture in small steps, unless it is cached."""
    if (name, colour, scale) in _textures:
        return
    edge = min(_EDGE, max(8, round(PERIOD * HEX_SIZE * scale)))
    for pattern in (name, "grain"):
        while pattern not in _fine:
            with _lock:
                if pattern not in _fine:
                    next(_in_progress.setdefault(pattern, _draw_pattern(pattern)), None)
            yield
        _scaled(pattern, edge)
        yield
    picture = QImage(edge, edge, QImage.Format.Format_RGB32)
    picture.fill(QColor(colour))
    painter = QPainter(picture)
    painter.drawImage(0, 0, _scaled(name, edge))
    painter.drawImage(0, 0, _scaled("grain", edge))
    painter.end()
    _textures[name, colour, scale] = QPixmap.fromImage(picture)


@cache
def _scaled(name: str, edge: int) -> QImage:
    fine = _fine[name]
    smooth = Qt.TransformationMode.SmoothTransformation
    return fine if edge == _EDGE else fine.scaled(edge, edge, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)


def _draw_pattern(name: str) -> Iterator[None]:
    """Draw a pattern at high resolution, with pauses."""
    image = QImage(_EDGE, _EDGE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        since = perf_counter()
        for _ in _PATTERNS[name](painter, Random(name)):
            if perf_counter() - since > SLICE_SECONDS:
                yield
                since = perf_counter()
    finally:
        painter.end()
    _fine[name] = image
    del _in_progress[name]


def _scatter(chance: Random, step: float, jitter: float = 0.42) -> Iterator[tuple[float, float]]:
    """Points distributed evenly but not in rows, from top to bottom."""
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
    """The point and its copies beyond the edges, so that the pattern is seamless."""
    for across in (0, -_EDGE, _EDGE):
        for down in (0, -_EDGE, _EDGE):
            if -reach <= x + across <= _EDGE + reach and -reach <= y + down <= _EDGE + reach:
                yield QPointF(x + across, y + down)


def _pen(colour: str, width: float, alpha: float = 1.0) -> QPen:
    ink = QColor(colour)
    ink.setAlphaF(alpha)
    return QPen(ink, width * _UNIT, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def _crown(colour: str, radius: float) -> QImage:
    """One tree from above with its shadow."""
    edge = round(radius * 3.2)
    image = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    at = QPointF(edge / 2, edge / 2)
    for shade, shift, size in (
        (QColor(44, 70, 30, 92), 0.36, 1.0),
        (QColor(colour).darker(132), 0.0, 1.0),
        (QColor(colour), -0.11, 0.84),
        (QColor(214, 228, 170, 70), -0.28, 0.44),
    ):
        painter.setBrush(shade)
        painter.drawEllipse(at + QPointF(radius * shift, radius * shift), radius * size, radius * size)
    painter.end()
    return image


def _trees(painter: QPainter, chance: Random) -> Iterator[None]:
    crowns = [
        _crown(colour, size * _UNIT)
        for colour in ("#86ab66", "#7fa55f", "#8fb36f", "#769c57")
        for size in (0.078, 0.092, 0.105, 0.117)
    ]
    for x, y in _scatter(chance, 0.215, 0.36):
        yield
        crown = chance.choice(crowns)
        for at in _wrapped(x, y, crown.width()):
            painter.drawImage(at - QPointF(crown.width() / 2, crown.height() / 2), crown)


def _reeds(painter: QPainter, chance: Random) -> Iterator[None]:
    for x, y in _scatter(chance, 0.5):
        yield
        width = chance.uniform(0.13, 0.22) * _UNIT
        for at in _wrapped(x, y, width * 2):
            painter.setPen(_pen("#5d99ae", 0.022, 0.75))
            painter.drawLine(at - QPointF(width, 0), at + QPointF(width, 0))
            painter.setPen(_pen("#6f9a72", 0.02, 0.9))
            for lean in (-0.45, 0.0, 0.45):
                tip = QPointF(lean * width * 0.7, -width * (0.8 - abs(lean) * 0.4))
                painter.drawLine(at + QPointF(lean * width * 0.25, 0), at + tip)


def _tufts(painter: QPainter, chance: Random) -> Iterator[None]:
    for x, y in _scatter(chance, 0.55):
        yield
        width = chance.uniform(0.06, 0.13) * _UNIT
        for at in _wrapped(x, y, width * 2):
            painter.setPen(_pen("#a3a565", 0.018, 0.75))
            painter.drawLine(at - QPointF(width, 0), at + QPointF(width, 0))


def _waves(painter: QPainter, chance: Random) -> Iterator[None]:
    for x, y in _scatter(chance, 0.85):
        yield
        width = chance.uniform(0.1, 0.19) * _UNIT
        for at in _wrapped(x, y, width * 3):
            path = QPainterPath(at - QPointF(width, 0))
            path.quadTo(at + QPointF(-width / 2, -width * 0.5), at)
            path.quadTo(at + QPointF(width / 2, width * 0.5), at + QPointF(width, 0))
            painter.setPen(_pen("#e2f0f8", 0.02, 0.55))
            painter.drawPath(path)


def _rocks(painter: QPainter, chance: Random) -> Iterator[None]:
    for x, y in _scatter(chance, 0.42):
        yield
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


def _scree(painter: QPainter, chance: Random) -> Iterator[None]:
    for x, y in _scatter(chance, 0.3):
        yield
        length = chance.uniform(0.05, 0.12) * _UNIT
        for at in _wrapped(x, y, length * 2):
            painter.setPen(_pen("#8f6c43", 0.016, 0.4))
            painter.drawLine(at, at + QPointF(length * 0.5, length))


def _sand(painter: QPainter, chance: Random) -> Iterator[None]:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(170, 138, 70, 130))
    for x, y in _scatter(chance, 0.16):
        yield
        for at in _wrapped(x, y, 4):
            painter.drawEllipse(at, 0.014 * _UNIT, 0.014 * _UNIT)


def _orchard(painter: QPainter, chance: Random) -> Iterator[None]:
    for x, y in _scatter(chance, 0.3, 0.05):
        yield
        for at in _wrapped(x, y, 0.2 * _UNIT):
            painter.setPen(_pen("#5b7a37", 0.014))
            painter.setBrush(QColor("#8fae5c"))
            painter.drawEllipse(at, 0.07 * _UNIT, 0.07 * _UNIT)


def _fields(chance: Random, step: float, jitter: float) -> Iterator[QPolygonF]:
    """Irregular four-cornered plots that match at the edges of the pattern."""
    lines = round(_EDGE / (step * _UNIT))
    pitch = _EDGE / lines
    shift = {
        (column, row): (
            chance.uniform(-jitter, jitter) * pitch,
            chance.uniform(-jitter, jitter) * pitch,
        )
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


def _hedges(painter: QPainter, chance: Random) -> Iterator[None]:
    tints = ("#cbd79b", "#dde3b4", "#d2dba3", "#e2e3b8")
    plots = list(_fields(Random("plots"), 0.6, 0.26))
    painter.setPen(Qt.PenStyle.NoPen)
    for number, plot in enumerate(plots):
        tint = QColor(tints[(number * 7 + number // 5) % len(tints)])
        tint.setAlpha(130)
        painter.setBrush(tint)
        painter.drawPolygon(plot)
        yield
    rows = [QLineF(plot.at(0), plot.at(end)) for plot in plots for end in (1, 3)]
    painter.setPen(_pen("#9db371", 0.035, 0.8))
    painter.drawLines(rows)
    painter.setPen(_pen("#6f8b4c", 0.03, 0.75))
    step = 0.075 * _UNIT
    for row in rows:
        yield
        painter.drawPoints([row.pointAt(n * step / row.length()) for n in range(int(row.length() / step))])


def _ditches(painter: QPainter, chance: Random) -> Iterator[None]:
    for plot in _fields(Random("polder"), 1.2, 0.08):
        yield
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


def _built(
    painter: QPainter, chance: Random, step: float, roofs: tuple[str, ...], rim: str
) -> Iterator[None]:
    """Blocks of houses between streets, with a few open squares."""
    walls: list[QLineF] = []
    painter.setPen(Qt.PenStyle.NoPen)
    for plot in _fields(Random(rim), step, 0.12):
        yield
        if chance.random() < 0.12:
            continue
        middle = plot.boundingRect().center()
        shape = QPolygonF([middle + (plot.at(n) - middle) * 0.72 for n in range(4)])
        painter.setBrush(QColor(60, 40, 30, 60))
        painter.drawConvexPolygon(shape.translated(0.02 * _UNIT, 0.025 * _UNIT))
        painter.setBrush(QColor(roofs[int(chance.random() * len(roofs))]))
        painter.drawConvexPolygon(shape)
        walls += [QLineF(shape.at(n), shape.at((n + 1) % 4)) for n in range(4)]
    painter.setPen(_pen(rim, 0.012, 0.9))
    painter.drawLines(walls)


def _blocks(painter: QPainter, chance: Random) -> Iterator[None]:
    return _built(painter, chance, 0.27, ("#b5654f", "#a9584a", "#bf7a62", "#9c6a5c"), "#6f3a30")


def _works(painter: QPainter, chance: Random) -> Iterator[None]:
    return _built(painter, chance, 0.33, ("#8d7c8e", "#7c6d80", "#a08fa0"), "#52465a")


def _closed(painter: QPainter, chance: Random) -> Iterator[None]:
    painter.setPen(_pen("#8d8981", 0.02, 0.45))
    reach = 0.12 * _UNIT
    for x, y in _scatter(chance, 0.3, 0.0):
        yield
        painter.drawLines(
            [
                QLineF(at.x() - reach, at.y() - reach, at.x() + reach, at.y() + reach)
                for at in _wrapped(x, y, reach)
            ]
        )


def _plain(painter: QPainter, chance: Random) -> Iterator[None]:
    """No pattern."""
    return iter(())


def _grain(painter: QPainter, chance: Random) -> Iterator[None]:
    """Paper grain: very faint light and dark patches."""
    edge = 132
    inks = [
        bytes((20, 44, 60, (128 - value) // 11) if value < 128 else (214, 240, 250, (value - 128) // 6))
        for value in range(256)
    ]
    signs = b"".join([inks[value] for value in chance.randbytes(edge * edge)])
    yield
    patch = QImage(signs, edge, edge, edge * 4, QImage.Format.Format_ARGB32)
    wide = QImage(edge * 3, edge * 3, QImage.Format.Format_ARGB32_Premultiplied)
    tiles = QPainter(wide)
    tiles.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    for across in range(3):
        for down in range(3):
            tiles.drawImage(across * edge, down * edge, patch)
    tiles.end()
    yield
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(QRectF(-_EDGE, -_EDGE, 3 * _EDGE, 3 * _EDGE), wide)


_PATTERNS: Final[dict[str, DrawPattern]] = {
    "blocks": _blocks,
    "closed": _closed,
    "ditches": _ditches,
    "grain": _grain,
    "hedges": _hedges,
    "orchard": _orchard,
    "plain": _plain,
    "reeds": _reeds,
    "rocks": _rocks,
    "sand": _sand,
    "scree": _scree,
    "trees": _trees,
    "tufts": _tufts,
    "waves": _waves,
    "works": _works,
}
