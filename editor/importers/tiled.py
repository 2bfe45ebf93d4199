"""Hexagonal maps of Tiled (.tmx, .tmj): the lowest layer is terrain, the layers above are features.

A map exported by Startline contains its grid and the positions of its features, so that it is imported
unchanged.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from app.background.progress import Progress, silent
from editor.importers.foreign_map import EMPTY, OF_SCENARIO, ForeignMap, SheetExtras, plain_grid
from editor.importers.limits import load_json
from editor.importers.tiled_json import read_tmj
from editor.importers.tiled_model import TiledMap, TiledObject
from editor.importers.tiled_pictures import tile_pictures
from editor.importers.tiled_xml import read_tmx
from editor.map.numbered_lines import numbered_lines
from engine.bad_input import BadInput
from engine.catalogue.document import Feature, Label
from engine.catalogue.map_sheet import check_hexsides
from engine.catalogue.plain_data import read
from engine.hexes.grid import Grid
from engine.hexes.spec import MOST_PER_EDGE, GridSpec

GRID: Final = "startline.grid"
EXTRAS: Final = "startline.besides"
HEX: Final = "hex"
HEXSIDE: Final = "hexside"
LABEL: Final = "label"
IN_SCENARIO: Final = "scenario"
BARE: Final = "bare paper"
"""The tile for a hex without terrain."""


def read_tiled(path: Path, progress: Progress = silent) -> ForeignMap:
    """Read a map in either format."""
    reader = read_tmx if path.suffix.casefold() in (".tmx", ".xml") else read_tmj
    return foreign_of(reader(path, progress), path.stem, progress)


def foreign_of(found: TiledMap, title: str, progress: Progress = silent) -> ForeignMap:
    """Convert a Tiled map; BadInput if it is not hexagonal."""
    if found.orientation != "hexagonal":
        raise BadInput(
            f"{found.name} is {found.orientation!r:.20}, not hexagonal; set that in Tiled's map properties."
        )
    frame = _frame(found)
    words = {number: _word(found, number) for number in found.used()}
    terrain: dict[str, str] = dict.fromkeys(frame.hexes.values(), EMPTY)
    features: defaultdict[str, list[Feature]] = defaultdict(list)
    for at, layer in enumerate(found.layers):
        progress(at, len(found.layers), "Placing tiles")
        for place, number in layer.cells.items():
            here, word = frame.hexes.get(place), words[number]
            if here is None:
                continue
            if terrain[here] == EMPTY:
                terrain[here] = word
            elif word != terrain[here]:
                features[here].append(Feature(word))
    reader = _Objects(frame, features)
    for thing in found.objects:
        reader.take(thing)
    ours = GRID in found.properties
    if ours:
        terrain = {here: word for here, word in terrain.items() if word != BARE}
    extras = _extras(found, frame) if ours else SheetExtras()
    tiles, looks = ({}, {}) if ours else tile_pictures(found, words)
    used = dict.fromkeys([*terrain.values(), *words.values()])
    return ForeignMap(
        "Tiled map",
        title or "Map",
        frame.grid,
        terrain,
        {here: tuple(listed) for here, listed in features.items()},
        {side: tuple(listed) for side, listed in reader.hexsides.items()},
        tuple(reader.labels),
        extras=extras,
        meanings={word: _meaning(word, looks.get(word, "")) for word in used if word},
        names={EMPTY: "empty"},
        tiles=tiles,
        lost=(*found.lost, *frame.lost, *reader.sentences()),
    )


def _extras(found: TiledMap, frame: _Frame) -> SheetExtras:
    """Regions, boxes and so on, if the hex numbers are unchanged."""
    written = found.properties.get(EXTRAS)
    if written is None:
        return SheetExtras()
    if not frame.lost:
        try:
            return read(SheetExtras, load_json(written, f"{found.name}, {EXTRAS}"), EXTRAS)
        except BadInput as bad:
            frame.lost.append(f"Regions, boxes, second numbers and the place on the globe: {bad}")
            return SheetExtras()
    frame.lost.append("Regions, boxes, second numbers and the place on the globe, which use the old numbers.")
    return SheetExtras()


def _word(found: TiledMap, number: int) -> str:
    tileset = found.tileset_of(number)
    if tileset is None:
        return f"tile {number}"
    at = number - tileset.first
    return tileset.words.get(at) or f"{tileset.name[:40]} {at}"


def _meaning(word: str, looks: str) -> str:
    """The kind itself; for a tile that has only a number, the guess from its colour."""
    numbered = re.search(r" \d+$", word) is not None
    return looks if numbered and looks else word.replace("_", " ").casefold()


class _Frame(Struct):
    """The hexes by Tiled cell, and their positions in pixels."""

    found: TiledMap
    grid: GridSpec
    lattice: Grid
    hexes: dict[tuple[int, int], str]
    lost: list[str]

    def centre(self, place: tuple[int, int]) -> tuple[float, float]:
        """The middle of a cell."""
        found, (x, y) = self.found, place
        line = x if found.axis == "x" else y
        shifted = (line % 2 == 1) == (found.index == "odd")
        width, height = found.tile_width, found.tile_height
        if found.axis == "x":
            return x * (width + found.hex_side) / 2 + width / 2, (y + shifted / 2) * height + height / 2
        return (x + shifted / 2) * width + width / 2, y * (height + found.hex_side) / 2 + height / 2

    def at(self, x: float, y: float) -> str | None:
        """The hex under a point."""
        found = self.found
        across = (found.tile_width + (found.hex_side if found.axis == "x" else found.tile_width)) / 2
        down = (found.tile_height + (found.hex_side if found.axis == "y" else found.tile_height)) / 2
        column, row = int(x // across), int(y // down)
        near = [(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        known = [place for place in near if place in self.hexes]
        if not known:
            return None

        def away(place: tuple[int, int]) -> float:
            cx, cy = self.centre(place)
            return (cx - x) ** 2 + (cy - y) ** 2

        return self.hexes[min(known, key=away)]


def _frame(found: TiledMap) -> _Frame:
    if found.infinite:
        cells = {place for layer in found.layers for place in layer.cells}
        if not cells:
            raise BadInput(f"{found.name} has no tile on it; there is no map to import.")
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        width, height = max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1
    else:
        left, top, width, height = 0, 0, found.width, found.height
    if width > MOST_PER_EDGE or height > MOST_PER_EDGE:
        raise BadInput(
            f"{found.name} is {width} x {height} hexes large; at most {MOST_PER_EDGE} along an edge are read."
        )
    orientation = "flat" if found.axis == "x" else "pointy"
    first = left if found.axis == "x" else top
    # Tiled counts from 0, printed numbers from 1: odd there is even here.
    stagger = "even" if (found.index == "odd") == (first % 2 == 0) else "odd"
    grid, lost = plain_grid(orientation, stagger, width, height), []
    written = found.properties.get(GRID)
    if written is not None:
        try:
            grid = _written_grid(written, found.name, grid)
        except BadInput as bad:
            lost.append(f"The numbers of the hexes: {bad}")
    across, down = numbered_lines(grid)
    lattice = Grid(grid)
    hexes = {
        (left + x, top + y): here
        for x, column in enumerate(across)
        for y, row in enumerate(down)
        if (here := grid.printed(column, row)) in lattice
    }
    return _Frame(found, grid, lattice, hexes, lost)


def _written_grid(written: str, name: str, seen: GridSpec) -> GridSpec:
    """The grid stored in the file, if it matches the tiles."""
    grid = GridSpec.from_dict(load_json(written, f"{name}, {GRID}"))
    shifted = []
    for spec in (grid, seen):
        across, down = numbered_lines(spec)
        shifted.append(spec.staggered(across[0] if spec.orientation == "flat" else down[0]))
    same = (grid.orientation, grid.columns, grid.rows) == (seen.orientation, seen.columns, seen.rows)
    if not same or shifted[0] != shifted[1]:
        raise BadInput("The map was cut or rotated after the export, so the hexes are numbered again.")
    return grid


class _Objects:
    """Objects on the map: exported ones by their hex, others by their position."""

    def __init__(self, frame: _Frame, features: defaultdict[str, list[Feature]]) -> None:
        self._frame = frame
        self._features = features
        self._lattice = frame.lattice
        self.hexsides: defaultdict[str, list[Feature]] = defaultdict(list)
        self.labels: list[Label] = []
        self._unnamed = 0
        self._outside = 0

    def take(self, thing: TiledObject) -> None:
        properties = thing.properties
        if HEXSIDE in properties:
            self._take_side(thing)
            return
        named = properties.get(HEX, "")
        here = named if named in self._lattice else self._frame.at(thing.x, thing.y)
        if here is None:
            self._outside += 1
        elif named and thing.word and thing.word != LABEL:
            found = self._feature(thing)
            in_scenario = properties.get(IN_SCENARIO) == "yes"
            self._features[here].append(
                replace(found, kind=OF_SCENARIO + found.kind) if in_scenario else found
            )
        elif thing.name.strip():
            kind, placement = properties.get("kind", "place"), properties.get("placement", "")
            self.labels.append(Label(here, thing.name.strip()[:80], kind[:40], placement[:40]))
        else:
            self._unnamed += 1

    def _take_side(self, thing: TiledObject) -> None:
        try:
            side = self._lattice.canonical(thing.properties[HEXSIDE])
            check_hexsides([side], "The map")
        except BadInput:
            self._outside += 1
            return
        if thing.word:
            self.hexsides[side].append(self._feature(thing))

    def _feature(self, thing: TiledObject) -> Feature:
        properties = thing.properties
        value = properties.get("value", "0")
        number = int(value) if re.fullmatch(r"-?[0-9]{1,7}", value) else 0
        return Feature(
            thing.word[:60],
            thing.name[:80],
            number,
            properties.get("side", "")[:40],
            properties.get("toward", "") if properties.get("toward", "") in self._lattice else "",
        )

    def sentences(self) -> list[str]:
        sentences = []
        if self._unnamed:
            sentences.append(f"Objects without a name: {self._unnamed}.")
        if self._outside:
            sentences.append(f"Objects outside the map: {self._outside}.")
        return sentences
