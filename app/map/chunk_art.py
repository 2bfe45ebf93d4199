"""What is drawn in a chunk of the map, independent of the scale."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property

from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainterPath

from app.map.feature_art import houses_of, variant_of
from app.map.ground import CLEAR, Ground
from app.map.line_art import LineArt, draw_lines
from app.map.outlines import drawn_area
from app.map.terrain_style import TerrainStyle, order, relief_colour, terrain_style
from engine.lean_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Area:
    """The ground of one family in a chunk."""

    style: TerrainStyle
    fill: QPainterPath
    edge: QPainterPath
    colour: str


Grid = list[tuple[float, float, list[QLineF]]]
"""Hexsides, by the middle of the hex they belong to."""


class ChunkArt:
    """What is drawn in a chunk, independent of the scale; each part is made when it is first needed."""

    def __init__(self, ground: Ground, find: Callable[[], list[str]]) -> None:
        self._ground = ground
        self._find = find
        self._areas: list[Area] | None = None
        self._lines: LineArt | None = None
        self._finding = self._find_areas()
        self._drawing = self._draw_lines()

    def prepare_areas(self) -> Iterator[None]:
        """Make the areas in small portions; tiles that are painted by turns share the work."""
        while self._areas is None:
            next(self._finding, None)
            yield

    def prepare_lines(self) -> Iterator[None]:
        """The same for the lines."""
        while self._lines is None:
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
        yield from draw_lines(self._ground, self.hexes, lines)
        self._lines = lines

    @cached_property
    def hexes(self) -> list[str]:
        """Every hex of which something is drawn."""
        return self._find()

    @cached_property
    def sheet(self) -> QPainterPath | None:
        """The hexes of a chunk at the edge of the map; None where the chunk is covered."""
        around = self._ground.geometry.lattice.around
        if any(None in around(hex_id) for hex_id in self.hexes):
            return self._ground.geometry.outline(self.hexes)
        return None

    @cached_property
    def closed(self) -> QPainterPath:
        """What is out of play."""
        out = self._ground.out_of_play
        if not out:
            return QPainterPath()
        return self._ground.geometry.outline(hex_id for hex_id in self.hexes if hex_id in out)

    @property
    def lines(self) -> LineArt:
        """Rivers, roads and the like."""
        for _ in self.prepare_lines():
            pass
        assert self._lines is not None
        return self._lines

    @property
    def areas(self) -> list[Area]:
        """The ground of each family, in the order of printing."""
        for _ in self.prepare_areas():
            pass
        assert self._areas is not None
        return self._areas

    def _areas_by_family(self) -> Iterator[Area]:
        ground = self._ground
        kinds = ground.terrain
        families: dict[str, TerrainStyle] = {}
        hexes: defaultdict[str, list[str]] = defaultdict(list)
        highest = 0
        for hex_id in self.hexes:
            style = terrain_style(kinds.get(hex_id, CLEAR))
            if style.family == "relief":
                highest = max(highest, style.level)
            elif style.family != "clear":
                families[style.family] = style
                hexes[style.family].append(hex_id)
        for level in range(1, highest + 1):

            def as_high(hex_id: str, level: int = level) -> bool:
                style = terrain_style(kinds.get(hex_id, CLEAR))
                return style.level >= level

            fill, edge = self._drawn_area(self.hexes, as_high)
            relief = TerrainStyle("relief", "", "#a58a5c", level=level)
            yield Area(relief, fill, edge, relief_colour(level))
        for family, style in sorted(families.items(), key=lambda item: order(item[1])):

            def alike(hex_id: str, family: str = family) -> bool:
                return terrain_style(kinds.get(hex_id, CLEAR)).family == family

            fill, edge = self._drawn_area(hexes[family], alike)
            yield Area(style, fill, edge, style.fill)

    def _drawn_area(
        self, hexes: list[str], member: Callable[[str], bool]
    ) -> tuple[QPainterPath, QPainterPath]:
        return drawn_area(self._ground.geometry, hexes, member)

    @cached_property
    def grid(self) -> Grid:
        """Each hexside once, by the hex it belongs to: three of every hex, and all where the map ends."""
        found = []
        around, centre = self._ground.geometry.lattice.around, self._ground.geometry.layout.centre
        offsets = self._ground.geometry.corner_offsets
        for hex_id in self.hexes:
            x, y = centre(hex_id)
            lines = []
            for direction, other in enumerate(around(hex_id)):
                if direction < 3 or other is None:
                    (ax, ay), (bx, by) = offsets[direction - 1], offsets[direction]
                    lines.append(QLineF(x + ax, y + ay, x + bx, y + by))
            found.append((x, y, lines))
        return found

    @cached_property
    def stamps(self) -> list[tuple[QPointF, str, int]]:
        """Peaks, slopes and houses: where, what, and which variant."""
        found = []
        for hex_id in self.hexes:
            style = terrain_style(self._ground.kind(hex_id))
            names = [style.stamp] if style.stamp else []
            if style.family not in ("town", "city", "industrial"):
                names += [houses_of(feature.kind) for feature in self._ground.features.get(hex_id, ())]
            for name in names:
                if name:
                    found.append((self._ground.geometry.centre(hex_id), name, variant_of(hex_id)))
        return found
