"""A map in Tiled's layout: cells in rows and columns, tile numbers, objects in pixels."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field

from editor.importers.foreign_map import SheetExtras
from editor.importers.tiled import BARE, EXTRAS, GRID, HEX, HEXSIDE, IN_SCENARIO, LABEL
from editor.map.numbered_lines import numbered_lines
from engine.catalogue.check_map import is_path
from engine.catalogue.document import Feature, MapSheet, ScenarioDocument
from engine.catalogue.plain_data import write
from engine.hexes.lattice import Lattice
from engine.hexes.spec import GridSpec

HEX_WIDTH_PX, HEX_HEIGHT_PX, HEX_SIDE_PX = 64, 56, 32
"""Corner to corner, side to side, and the length of a side, in pixels."""
COLUMNS: Final = 8
"""Tiles in a row of the tileset's picture."""

Point = tuple[float, float]


class PlacedObject(Struct, frozen=True):
    """An object for one of Tiled's object layers; a line where it has two points."""

    layer: str
    name: str
    word: str
    points: tuple[Point, ...]
    properties: dict[str, str | int]


class TiledLayout(Struct):
    """The content of both Tiled formats."""

    flat: bool
    index: str
    width: int
    height: int
    kinds: list[str]
    rows: list[list[int]]
    objects: list[PlacedObject] = field(default_factory=list)
    properties: dict[str, str] = field(default_factory=dict)

    @property
    def tile_size(self) -> tuple[int, int]:
        """Width and height of a tile."""
        return (HEX_WIDTH_PX, HEX_HEIGHT_PX) if self.flat else (HEX_HEIGHT_PX, HEX_WIDTH_PX)

    @property
    def axis(self) -> str:
        """Which lines are shifted: columns (x) or rows (y)."""
        return "x" if self.flat else "y"

    def centre(self, x: int, y: int) -> Point:
        """The middle of a cell in pixels."""
        width, height = self.tile_size
        line = x if self.flat else y
        shift = 0.5 if (line % 2 == 1) == (self.index == "odd") else 0.0
        if self.flat:
            return x * (width + HEX_SIDE_PX) / 2 + width / 2, (y + shift + 0.5) * height
        return (x + shift + 0.5) * width, y * (height + HEX_SIDE_PX) / 2 + height / 2


def plan(document: ScenarioDocument) -> TiledLayout:
    """The map of a scenario with everything on it: terrain as tiles, the rest as objects."""
    sheet, lattice = document.map, document.map.lattice()
    index, cells = _cells(sheet, lattice)
    width, height = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    if isinstance(sheet.grid, GridSpec):
        width, height = sheet.grid.columns, sheet.grid.rows
    used = dict.fromkeys(sheet.terrain.get(here) or BARE for here in cells.values())
    kinds = sorted(used)
    numbers = {kind: at for at, kind in enumerate(kinds, start=1)}
    rows = [[0] * width for _ in range(height)]
    for (x, y), here in cells.items():
        rows[y][x] = numbers[sheet.terrain.get(here) or BARE]
    made = TiledLayout(lattice.orientation == "flat", index, width, height, kinds, rows)
    if isinstance(sheet.grid, GridSpec):
        made.properties[GRID] = json.dumps(sheet.grid.to_dict(), sort_keys=True)
        extras = write(SheetExtras(sheet.regions, sheet.boxes, sheet.aliases, sheet.georeference))
        if extras:
            made.properties[EXTRAS] = json.dumps(extras, sort_keys=True)
    made.objects = list(_objects(made, document, lattice, {here: place for place, here in cells.items()}))
    return made


def _cells(sheet: MapSheet, lattice: Lattice) -> tuple[str, dict[tuple[int, int], str]]:
    """Which lines are shifted, counted from 0, and the hex of each cell."""
    grid = sheet.grid
    if isinstance(grid, GridSpec):
        across, down = numbered_lines(grid)
        index = "even" if grid.staggered(across[0] if grid.orientation == "flat" else down[0]) else "odd"
        places = {
            (x, y): here
            for x, column in enumerate(across)
            for y, row in enumerate(down)
            if (here := grid.printed(column, row)) in lattice
        }
        return index, places
    flat = lattice.orientation == "flat"
    found = {}
    for here in lattice.hexes:
        q, r = lattice.cube(here)
        found[(q, (2 * r + q) // 2) if flat else ((2 * q + r) // 2, r)] = here
    left, top = min(x for x, _ in found), min(y for _, y in found)
    index = "odd" if (left if flat else top) % 2 == 0 else "even"
    return index, {(x - left, y - top): here for (x, y), here in found.items()}


def _objects(
    made: TiledLayout, document: ScenarioDocument, lattice: Lattice, places: dict[str, tuple[int, int]]
) -> Iterator[PlacedObject]:
    sheet = document.map
    for layer, table in (("features", sheet.features), ("places", document.features)):
        for here, features in table.items():
            for feature in features:
                if here in places:
                    properties = _properties_of(feature, HEX, here)
                    if layer == "places":
                        properties[IN_SCENARIO] = "yes"
                    middle = made.centre(*places[here])
                    yield PlacedObject(layer, feature.name, feature.kind, (middle,), properties)
    for side, features in sheet.hexsides.items():
        ends = _ends(made, lattice, side, places)
        for feature in features:
            line = ends[0] if is_path(feature.kind) else ends[1]
            yield PlacedObject(
                "hexsides", feature.name, feature.kind, line, _properties_of(feature, HEXSIDE, side)
            )
    for label in sheet.labels:
        if label.hex in places:
            properties = {HEX: label.hex, "kind": label.kind}
            if label.placement:
                properties["placement"] = label.placement
            yield PlacedObject("names", label.text, LABEL, (made.centre(*places[label.hex]),), properties)


def _properties_of(feature: Feature, key: str, place: str) -> dict[str, str | int]:
    properties: dict[str, str | int] = {key: place}
    for name in ("value", "side", "toward"):
        if value := getattr(feature, name):
            properties[name] = value
    return properties


def _ends(
    made: TiledLayout, lattice: Lattice, side: str, places: dict[str, tuple[int, int]]
) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """The line across a hexside from middle to middle, and the line along it."""
    here, direction = lattice.locate(side)
    x, y = made.centre(*places[here])
    width, height = made.tile_size
    if made.flat:
        corners = [
            (-HEX_SIDE_PX / 2, -0.5),
            (HEX_SIDE_PX / 2, -0.5),
            (HEX_WIDTH_PX / 2, 0.0),
            (HEX_SIDE_PX / 2, 0.5),
            (-HEX_SIDE_PX / 2, 0.5),
        ]
        around = [(dx, dy * height) for dx, dy in (*corners, (-HEX_WIDTH_PX / 2, 0.0))]
    else:
        corners = [
            (0.0, -HEX_WIDTH_PX / 2),
            (0.5, -HEX_SIDE_PX / 2),
            (0.5, HEX_SIDE_PX / 2),
            (0.0, HEX_WIDTH_PX / 2),
            (-0.5, HEX_SIDE_PX / 2),
        ]
        around = [(dx * width, dy) for dx, dy in (*corners, (-0.5, -HEX_SIDE_PX / 2))]
    first, second = around[direction % 6], around[(direction + 1) % 6]
    along = ((x + first[0], y + first[1]), (x + second[0], y + second[1]))
    beyond = (x + first[0] + second[0], y + first[1] + second[1])
    return ((x, y), beyond), along
