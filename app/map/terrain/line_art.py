"""The lines of a chunk as paths; each bend belongs to one corner or hex, so changes stay local."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from functools import lru_cache
from math import hypot
from typing import Final, TypeVar

from msgspec import Struct, field
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from app.map.geometry import HEX_SIZE
from app.map.terrain.line_style import LineStyle, line_style
from app.map.terrain.printed_map import PrintedMap
from engine.hexes.lattice import Vertex

Strength = Mapping[str, float]
"""Opacity of each map layer from 0 to 1; the default is 1."""
_FULL: Final[Strength] = {}
Point = tuple[float, float]
Arms = defaultdict[tuple[str, Vertex], dict[Vertex, LineStyle]]
"""By line group and corner: the other ends of the hexsides that meet there."""
Corner = tuple[tuple[str, Vertex], dict[Vertex, LineStyle]]
T = TypeVar("T")
_PORTION: Final = 16
"""Hexes or corners per step."""
_TIPS: Final = {
    "round": (Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin),
    "flat": (Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin),
    "square": (Qt.PenCapStyle.SquareCap, Qt.PenJoinStyle.BevelJoin),
}
_ASIDE: Final = 0.11
"""Distance of a railway from a parallel road, in hexside lengths."""


class LineArt(Struct):
    """The lines of a chunk as paths."""

    paths: dict[LineStyle, QPainterPath] = field(default_factory=dict)
    ties: QPainterPath = field(default_factory=QPainterPath)
    teeth: QPainterPath = field(default_factory=QPainterPath)
    bridges: list[tuple[LineStyle, QLineF]] = field(default_factory=list)


def line_art(printed_map: PrintedMap, hexes: Iterable[str]) -> LineArt:
    """The lines that touch these hexes."""
    art = LineArt()
    for _ in draw_lines(printed_map, hexes, art):
        pass
    return art


def draw_lines(printed_map: PrintedMap, hexes: Iterable[str], art: LineArt) -> Iterator[None]:
    """Create the lines in steps."""
    sides_of, lattice = printed_map.sides_of, printed_map.geometry.lattice
    inside = {hex_id for hex_id in hexes if sides_of[hex_id]}
    yield
    around = {other for hex_id in inside for other in lattice.adjacency[hex_id] if sides_of[other]}
    corners = {corner for hex_id in inside for corner in lattice.corners(hex_id)}
    yield
    arms: Arms = defaultdict(dict)
    for some in _portions([*(inside | around)]):
        _find_arms(printed_map, some, corners, arms, art)
        yield
    for nodes in _portions([*arms.items()]):
        _along_sides(printed_map, nodes, art)
        yield
    for some in _portions([*inside]):
        for hex_id in some:
            _through_hex(printed_map, hex_id, art)
            _across_sides(printed_map, hex_id, art)
        yield


def _portions(items: list[T]) -> Iterator[list[T]]:
    return (items[start : start + _PORTION] for start in range(0, len(items), _PORTION))


def line_art_around(printed_map: PrintedMap, hexes: Collection[str]) -> LineArt:
    """The lines in and around a few hexes."""
    art = LineArt()
    lattice, sides_of = printed_map.geometry.lattice, printed_map.sides_of
    near = dict.fromkeys(hexes)
    for hex_id in hexes:
        near |= dict.fromkeys(lattice.adjacency[hex_id])
    lined = [hex_id for hex_id in near if sides_of[hex_id]]
    if not lined:
        return art
    arms: Arms = defaultdict(dict)
    corners = {corner for hex_id in hexes for corner in lattice.corners(hex_id)}
    _find_arms(printed_map, lined, corners, arms, art)
    _along_sides(printed_map, arms.items(), art)
    for here in lined:
        _through_hex(printed_map, here, art)
        _across_sides(printed_map, here, art)
    return art


def _path(art: LineArt, style: LineStyle) -> QPainterPath:
    path = art.paths.get(style)
    if path is None:
        path = art.paths[style] = QPainterPath()
    return path


def _find_arms(
    printed_map: PrintedMap, hexes: Iterable[str], wanted: Container[Vertex], arms: Arms, art: LineArt
) -> None:
    """Collect the hexsides of these hexes that meet in the wanted corners."""
    lattice = printed_map.geometry.lattice
    for hex_id in hexes:
        corners: tuple[Vertex, ...] = ()
        for direction, features in printed_map.sides_of[hex_id].items():
            styles = [style for style in (line_style(f.kind) for f in features) if style.course == "side"]
            if not styles:
                continue
            corners = corners or lattice.corners(hex_id)
            a, b = corners[direction - 1], corners[direction]
            for style in styles:
                if a in wanted:
                    arms[style.group, a][b] = style
                if b in wanted:
                    arms[style.group, b][a] = style
            for feature in features:
                if hex_id == feature.toward and line_style(feature.kind).group in ("cliff", "wall"):
                    _add_teeth(printed_map, hex_id, direction, art)


def _along_sides(printed_map: PrintedMap, corners: Iterable[Corner], art: LineArt) -> None:
    """Rivers, borders and walls: join the hexsides that meet in each corner."""
    layout = printed_map.geometry.layout
    vertex = layout.vertex
    for (_, node), others in corners:
        here = vertex(node)
        # Sorted, so that dashes always start at the same end.
        ends = [(_halfway(here, vertex(other), node, other), others[other]) for other in sorted(others)]
        if len(ends) == 2 and ends[0][1] == ends[1][1]:
            path = _path(art, ends[0][1])
            path.moveTo(*ends[0][0])
            path.quadTo(*here, *ends[1][0])
        else:
            for end, style in ends:
                path = _path(art, style)
                path.moveTo(*end)
                path.lineTo(*here)


def _halfway(a: Point, b: Point, first: Vertex, second: Vertex) -> Point:
    """The middle of a hexside, displaced slightly so that rivers look natural."""
    low, high = sorted((tuple(first), tuple(second)))
    mixed = (low[0] * 92837111 ^ low[1] * 689287499 ^ high[0] * 283923481 ^ high[1] * 961748941) & 0xFFFF
    shift = ((mixed * 40503 >> 5) % 201 - 100) / 100 * 0.075
    if low != tuple(first):
        a, b = b, a
    return (a[0] + b[0]) / 2 + (b[1] - a[1]) * shift, (a[1] + b[1]) / 2 - (b[0] - a[0]) * shift


def _middle(printed_map: PrintedMap, hex_id: str, direction: int) -> Point:
    x, y = printed_map.geometry.layout.centre(hex_id)
    (ax, ay), (bx, by) = (
        printed_map.geometry.corner_offsets[direction - 1],
        printed_map.geometry.corner_offsets[direction],
    )
    return x + (ax + bx) / 2, y + (ay + by) / 2


def _through_hex(printed_map: PrintedMap, hex_id: str, art: LineArt) -> None:
    """Roads and railways: from hexside to hexside with one bend, or to the centre."""
    groups: defaultdict[str, list[tuple[int, LineStyle]]] = defaultdict(list)
    for direction, features in printed_map.sides_of[hex_id].items():
        best: dict[str, LineStyle] = {}
        for feature in features:
            style = line_style(feature.kind)
            if style.course == "path" and style.rank >= best.get(style.group, style).rank:
                best[style.group] = style
        for group, style in best.items():
            groups[group].append((direction, style))
    if not groups:
        return
    centre = printed_map.geometry.layout.centre(hex_id)
    roads = {direction for direction, _ in groups.get("road", ())}
    for group, arms in groups.items():
        beside = roads if group == "rail" else set()
        ends = {
            direction: _crossing(printed_map, hex_id, direction, direction in beside) for direction, _ in arms
        }
        aside = beside & set(ends)
        hub = _hub(centre, [_moved(printed_map, direction) for direction in aside]) if aside else centre
        through = _straightest(arms)
        if through is not None:
            (first, style), (second, _) = through
            _add_bend(art, style, ends[first], hub, ends[second])
        for direction, style in arms:
            if through is None or direction not in (through[0][0], through[1][0]):
                _add_bend(art, style, ends[direction], _between(ends[direction], hub), hub)


def _moved(printed_map: PrintedMap, direction: int) -> Point:
    """The offset of a railway from the road on this hexside, the same from both hexes."""
    (ax, ay), (bx, by) = (
        printed_map.geometry.corner_offsets[direction - 1],
        printed_map.geometry.corner_offsets[direction],
    )
    sign = 1 if direction < 3 else -1
    return (bx - ax) * _ASIDE * sign, (by - ay) * _ASIDE * sign


def _crossing(printed_map: PrintedMap, hex_id: str, direction: int, aside: bool) -> Point:
    """Where a road or railway crosses a hexside."""
    x, y = _middle(printed_map, hex_id, direction)
    if aside:
        dx, dy = _moved(printed_map, direction)
        return x + dx, y + dy
    return x, y


def _hub(centre: Point, moves: list[Point]) -> Point:
    """The centre of a hex for a railway parallel to a road."""
    return (
        centre[0] + sum(dx for dx, _ in moves) / len(moves),
        centre[1] + sum(dy for _, dy in moves) / len(moves),
    )


def _straightest(
    arms: list[tuple[int, LineStyle]],
) -> tuple[tuple[int, LineStyle], tuple[int, LineStyle]] | None:
    """The two arms of the through line: the only two, or two opposite ones."""
    if len(arms) == 2 and arms[0][1] == arms[1][1]:
        return arms[0], arms[1]
    for first in arms:
        for second in arms:
            if (first[0] + 3) % 6 == second[0] and first[1] == second[1] and first[0] < second[0]:
                return first, second
    return None


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _add_bend(art: LineArt, style: LineStyle, start: Point, bend: Point, end: Point) -> None:
    path = _path(art, style)
    path.moveTo(*start)
    path.quadTo(*bend, *end)
    if style.group == "rail":
        _add_ties(art, start, bend, end)


def _add_ties(art: LineArt, start: Point, bend: Point, end: Point) -> None:
    """Add railway ties evenly along the bend."""
    length = hypot(bend[0] - start[0], bend[1] - start[1]) + hypot(end[0] - bend[0], end[1] - bend[1])
    count = max(1, round(length / 10))
    for number in range(count):
        t = (number + 0.5) / count
        u = 1 - t
        x = u * u * start[0] + 2 * u * t * bend[0] + t * t * end[0]
        y = u * u * start[1] + 2 * u * t * bend[1] + t * t * end[1]
        dx = u * (bend[0] - start[0]) + t * (end[0] - bend[0])
        dy = u * (bend[1] - start[1]) + t * (end[1] - bend[1])
        reach = 3.2 / (hypot(dx, dy) or 1.0)
        art.ties.moveTo(x - dy * reach, y + dx * reach)
        art.ties.lineTo(x + dy * reach, y - dx * reach)


def _add_teeth(printed_map: PrintedMap, hex_id: str, direction: int, art: LineArt) -> None:
    """Add ticks of a cliff or wall into the hex it faces."""
    x, y = printed_map.geometry.layout.centre(hex_id)
    (ax, ay), (bx, by) = (
        printed_map.geometry.corner_offsets[direction - 1],
        printed_map.geometry.corner_offsets[direction],
    )
    for part in (0.12, 0.28, 0.44, 0.6, 0.76, 0.9):
        px, py = ax + (bx - ax) * part, ay + (by - ay) * part
        art.teeth.moveTo(x + px, y + py)
        art.teeth.lineTo(x + px * 0.87, y + py * 0.87)


def _across_sides(printed_map: PrintedMap, hex_id: str, art: LineArt) -> None:
    centre = printed_map.geometry.layout.centre(hex_id)
    for direction, features in printed_map.sides_of[hex_id].items():
        for feature in features:
            style = line_style(feature.kind)
            if style.course == "across" and (
                direction < 3 or printed_map.geometry.lattice.neighbor(hex_id, direction) is None
            ):
                x, y = _middle(printed_map, hex_id, direction)
                dx, dy = (x - centre[0]) * 0.3, (y - centre[1]) * 0.3
                art.bridges.append((style, QLineF(x - dx, y - dy, x + dx, y + dy)))


def paint_lines(painter: QPainter, art: LineArt, scale: float, strength: Strength = _FULL) -> None:
    """Draw lines by rank, casing first, then core; at small scales only the core."""
    before = painter.opacity()
    thinnest = 1.0 / scale
    fine = HEX_SIZE * scale >= 10
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for style, path in sorted(art.paths.items(), key=lambda pair: (pair[0].rank, pair[0].core)):
        painter.setOpacity(before * strength.get("roads" if style.course == "path" else "hexsides", 1.0))
        if style.casing and fine:
            painter.setPen(pen(style.casing, style.width + 2 * style.rim))
            painter.drawPath(path)
        if style.group == "rail" and fine:
            painter.setPen(pen(style.core, 1.5, "flat"))
            painter.drawPath(art.ties)
        width = max(style.width, thinnest)
        painter.setPen(
            pen(style.core, width, "flat", style.dash) if style.dash and fine else pen(style.core, width)
        )
        painter.drawPath(path)
        if style.gap and fine:
            painter.setPen(pen(style.casing, style.gap))
            painter.drawPath(path)
    painter.setOpacity(before * strength.get("hexsides", 1.0))
    if fine:
        if not art.teeth.isEmpty():
            painter.setPen(pen("#6d4c2b", 1.8, "flat"))
            painter.drawPath(art.teeth)
        for style, bar in art.bridges:
            _paint_bridge(painter, style, bar)
    painter.setOpacity(before)


@lru_cache(1024)
def pen(colour: str, width: float, tip: str = "round", dash: tuple[float, ...] = ()) -> QPen:
    """A cached pen, as creating one is slower than a short stroke. It must not be modified."""
    new = QPen(QColor(colour), width, Qt.PenStyle.SolidLine, *_TIPS[tip])
    if dash:
        new.setDashPattern(dash)
    return new


def _paint_bridge(painter: QPainter, style: LineStyle, bar: QLineF) -> None:
    """Draw a bridge: a deck with two parapets."""
    painter.save()
    painter.setTransform(
        QTransform().translate(bar.center().x(), bar.center().y()).rotate(-bar.angle()), True
    )
    half, wide = bar.length() / 2, style.width / 2
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(style.core))
    painter.drawRect(QRectF(-half, -wide, 2 * half, 2 * wide))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(style.casing, style.rim, dash=style.dash))
    for side in (-1, 1):
        rail = [
            QPointF(-half - 2, side * (wide + 2.5)),
            QPointF(-half + 1, side * wide),
            QPointF(half - 1, side * wide),
            QPointF(half + 2, side * (wide + 2.5)),
        ]
        painter.drawPolyline(rail)
    painter.restore()
