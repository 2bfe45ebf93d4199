"""The shapes of a chunk of the map, independent of the scale."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from msgspec import Struct
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainterPath

from app.map.geometry import HEX_SIZE
from app.map.terrain.feature_art import houses_of, variant_of
from app.map.terrain.line_art import LineArt, draw_lines
from app.map.terrain.outlines import drawn_area
from app.map.terrain.printed_map import CLEAR, PrintedMap
from app.map.terrain.terrain_style import TerrainStyle, order, relief_colour
from engine.hexes.lattice import Lattice


class Area(Struct, frozen=True):
    """The area of one terrain family in a chunk."""

    style: TerrainStyle
    fill: QPainterPath
    edge: QPainterPath
    colour: str


Side = tuple[tuple[float, float], tuple[float, float]]
"""The ends of a hexside relative to the centre of its hex."""


class ChunkArt:
    """The shapes of a chunk; each part is created on first use."""

    def __init__(self, printed_map: PrintedMap, find: Callable[[], list[str]]) -> None:
        self._printed_map = printed_map
        self._find = find
        self.invalidate()

    @property
    def _lattice(self) -> Lattice:
        return self._printed_map.geometry.lattice

    def invalidate(self) -> None:
        """Discard the shapes after a change; hexes and grid stay valid."""
        self._areas: list[Area] | None = None
        self._lines: LineArt | None = None
        self._finding: Iterator[None] | None = None
        self._drawing: Iterator[None] | None = None
        for made in ("closed", "stamps"):
            self.__dict__.pop(made, None)

    def prepare_areas(self) -> Iterator[None]:
        """Create the areas in small steps; tiles painted in turn share the work."""
        while self._areas is None:
            self._finding = self._finding or self._find_areas()
            next(self._finding, None)
            yield

    def prepare_lines(self) -> Iterator[None]:
        """Create the lines in small steps."""
        while self._lines is None:
            self._drawing = self._drawing or self._draw_lines()
            next(self._drawing, None)
            yield

    def _find_areas(self) -> Iterator[None]:
        areas: list[Area] = []
        for area in self._areas_by_family():
            areas.append(area)
            yield
        self._areas = areas

    def _draw_lines(self) -> Iterator[None]:
        lines = LineArt()
        yield from draw_lines(self._printed_map, self.hexes, lines)
        self._lines = lines

    @cached_property
    def hexes(self) -> list[str]:
        """Every hex that is at least partly drawn."""
        return self._find()

    @cached_property
    def sheet(self) -> QPainterPath | None:
        """The outline of a chunk at the edge of the map; None if hexes cover the whole chunk."""
        around = self._lattice.around
        if any(None in around(hex_id) for hex_id in self.hexes):
            return self._printed_map.geometry.outline(self.hexes)
        return None

    @cached_property
    def closed(self) -> QPainterPath:
        """The area out of play."""
        out = self._printed_map.out_of_play
        if not out:
            return QPainterPath()
        return self._printed_map.geometry.outline(hex_id for hex_id in self.hexes if hex_id in out)

    @property
    def lines(self) -> LineArt:
        """Rivers, roads and the like."""
        for _ in self.prepare_lines():
            pass
        assert self._lines is not None
        return self._lines

    @property
    def areas(self) -> list[Area]:
        """The area of each terrain family in drawing order."""
        for _ in self.prepare_areas():
            pass
        assert self._areas is not None
        return self._areas

    def _areas_by_family(self) -> Iterator[Area]:
        kind, around = self._printed_map.terrain.get, self._lattice.adjacency
        style_of = self._printed_map.art.style
        shown = self.hexes
        near = set(shown).union(*(around[hex_id] for hex_id in shown))
        styles = {hex_id: style_of(kind(hex_id, CLEAR)) for hex_id in near}
        families: dict[str, TerrainStyle] = {}
        hexes: defaultdict[str, list[str]] = defaultdict(list)
        highest = 0
        for hex_id in shown:
            style = styles[hex_id]
            if style.family == "relief":
                highest = max(highest, style.level)
            elif style.family != "clear":
                families[style.family] = style
                hexes[style.family].append(hex_id)
        for level in range(1, highest + 1):
            as_high = {hex_id for hex_id, style in styles.items() if style.level >= level}
            fill, edge = self._drawn_area([hex_id for hex_id in shown if hex_id in as_high], as_high)
            relief = TerrainStyle("relief", "", "#a58a5c", level=level)
            yield Area(relief, fill, edge, relief_colour(level))
        for family, style in sorted(families.items(), key=lambda item: order(item[1])):
            alike = {hex_id for hex_id, found in styles.items() if found.family == family}
            fill, edge = self._drawn_area(hexes[family], alike)
            yield Area(style, fill, edge, style.fill)

    def _drawn_area(self, hexes: list[str], alike: set[str]) -> tuple[QPainterPath, QPainterPath]:
        return drawn_area(self._printed_map.geometry, hexes, alike.__contains__)

    @property
    def _with_sides(self) -> Iterable[str]:
        """The hexes whose hexsides are drawn."""
        return self.hexes

    def _sides(self, hex_id: str) -> list[Side]:
        """The hexsides drawn with a hex, each once: three, and those at the edge of the map."""
        offsets = self._printed_map.geometry.corner_offsets
        around = enumerate(self._lattice.around(hex_id))
        return [(offsets[n - 1], offsets[n]) for n, other in around if n < 3 or other is None]

    def grid(self, area: QRectF) -> list[QLineF]:
        """The hexsides in an area; not cached, as a large map has very many."""
        left, right = area.left() - HEX_SIZE, area.right() + HEX_SIZE
        top, bottom = area.top() - HEX_SIZE, area.bottom() + HEX_SIZE
        layout, found = self._printed_map.geometry.layout, []
        for hex_id in self._with_sides:
            x, y = layout.centre(hex_id)
            if left < x < right and top < y < bottom:
                found += [QLineF(x + a, y + b, x + c, y + d) for (a, b), (c, d) in self._sides(hex_id)]
        return found

    @cached_property
    def whole_grid(self) -> QPainterPath:
        """All hexsides as one path."""
        layout, path = self._printed_map.geometry.layout, QPainterPath()
        for hex_id in self._with_sides:
            x, y = layout.centre(hex_id)
            for (ax, ay), (bx, by) in self._sides(hex_id):
                path.moveTo(x + ax, y + ay)
                path.lineTo(x + bx, y + by)
        return path

    @property
    def pictures(self) -> list[tuple[str, str]]:
        """The hexes that are covered by a picture, and its key."""
        covered, kind = self._printed_map.art.pictures, self._printed_map.kind
        if not covered:
            return []
        return [(hex_id, covered[kind(hex_id)]) for hex_id in self.hexes if kind(hex_id) in covered]

    @cached_property
    def stamps(self) -> list[tuple[QPointF, str, int]]:
        """Peaks, slopes and houses: position, name and variant."""
        found = []
        for hex_id in self.hexes:
            style = self._printed_map.style(hex_id)
            names = [style.stamp] if style.stamp else []
            if style.family not in ("town", "city", "industrial"):
                names += [
                    houses_of(feature.kind)
                    for feature in self._printed_map.features.get(hex_id, ())
                    if feature.kind not in self._printed_map.art.features
                ]
            for name in names:
                if name:
                    found.append((self._printed_map.geometry.centre(hex_id), name, variant_of(hex_id)))
        return found
