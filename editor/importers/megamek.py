"""Boards of MegaMek (.board): flat-topped hexes with a level each and a list of terrains.

The most important terrain with the level is the kind of the hex; roads and cliffs become hexside
features, buildings, bridges and the rest hex features. Numeric values of a terrain are not imported.
MegaMek itself is lenient: it uses the order of the hexes rather than their numbers, needs neither
terrains nor an end, and old boards give the level 0 to a terrain that is merely there.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from app.background.progress import Progress, silent
from editor.importers.foreign_map import ForeignMap, plain_grid
from editor.importers.limits import read_text, whole_number
from engine.bad_input import BadInput
from engine.catalogue.document import Feature
from engine.hexes.grid import Grid
from engine.hexes.spec import MOST_HEXES, MOST_PER_EDGE, GridSpec

MAX_BYTES: Final = 32 * 2**20
GROUND: Final = (
    "impassable",
    "water",
    "magma",
    "swamp",
    "jungle",
    "woods",
    "rubble",
    "rough",
    "mud",
    "sand",
    "tundra",
    "snow",
    "ice",
    "planted_fields",
    "pavement",
    "rapids",
    "space",
    "sky",
)
"""Terrains that can be the kind of a hex, most important first."""
LINES: Final = {"road": "road", "bridge": "road", "cliff_top": "cliff"}
"""Terrains that become hexside features by their exits; a bridge continues its road."""
JOINED: Final = {"road": ("road",), "bridge": ("road", "bridge"), "cliff_top": ()}
"""The neighbouring terrains to which a line without exits connects."""
THINGS: Final = (
    "building",
    "fuel_tank",
    "bridge",
    "heavy_industrial",
    "elevator",
    "fortified",
    "smoke",
    "fire",
    "geyser",
    "metal_deposit",
    "hazardous_liquid",
    "ultra_sublevel",
    "black_ice",
    "deployment_zone",
)
MEANINGS: Final = {
    "clear": "clear",
    "water": "water lake",
    "magma": "lava impassable",
    "swamp": "marsh",
    "jungle": "jungle woods",
    "rubble": "rough rubble",
    "mud": "soft marsh",
    "sand": "desert",
    "snow": "clear snow",
    "ice": "ice",
    "tundra": "clear",
    "planted_fields": "clear fields",
    "pavement": "town clear",
    "rapids": "water",
    "building": "town village",
    "fuel_tank": "works",
    "heavy_industrial": "industrial works",
    "fortified": "fort",
}
_HEX: Final = re.compile(
    r'hex\s+(\d{2,8})\s+(-?\d{1,4})(?:\s+"([^"]{0,2000})"\s*(?:"([^"]{0,200})")?)?\s*(?:#.*)?',
    re.IGNORECASE,
)
_PART: Final = re.compile(r"([A-Za-z_]{1,40})(?::(-?\d{1,6}))?(?::(\d{1,6}))?")


class _Hex(Struct):
    level: int
    parts: dict[str, tuple[int, int | None]] = field(default_factory=dict)
    """Level and exits of each terrain; exits are bits, the first is north."""
    theme: str = ""


class _Board(Struct):
    grid: GridSpec
    listed: list[tuple[str, _Hex]] = field(default_factory=list)
    """The hexes in their order, each with the number it has in the file."""
    hexes: dict[str, _Hex] = field(default_factory=dict)
    unknown: Counter[str] = field(default_factory=Counter)
    tags: list[str] = field(default_factory=list)
    options: list[str] = field(default_factory=list)


def read_megamek(path: Path, progress: Progress = silent) -> ForeignMap:
    """Read the board; a hex that the file does not list is clear at level 0."""
    board = _board(read_text(path, MAX_BYTES), path.name, progress)
    grid = board.grid
    board.hexes = _placed(board, path.name)
    for cell in grid.cells():
        board.hexes.setdefault(cell.hex, _Hex(0))
    terrain = {here: _kind_of(found) for here, found in board.hexes.items()}
    features = {
        here: tuple(Feature(part) for part in found.parts if part in THINGS)
        for here, found in board.hexes.items()
    }
    title = re.sub(r"^\d+x\d+\s*", "", path.stem).strip()
    return ForeignMap(
        "MegaMek board",
        title or path.stem or "Board",
        grid,
        terrain,
        {here: found for here, found in features.items() if found},
        _roads(board),
        meanings={word: _meaning(word) for word in {*terrain.values(), *THINGS, *LINES.values()}},
        lost=tuple(_lost(board)),
    )


def _board(source: str, name: str, progress: Progress) -> _Board:
    board, columns, rows = None, 0, 0
    lines = source.splitlines()
    for number, line in enumerate(lines, start=1):
        if number % 500 == 1:
            progress(number, len(lines), "Reading hexes")
        line, where = line.strip(), f"{name}, line {number}"
        if not line or line.startswith("#"):
            continue
        word, *rest = line.split(maxsplit=1)
        word = word.casefold()
        if word == "size":
            if board is not None:
                raise BadInput(f"{where} gives the size twice; the board is damaged.")
            figures = (rest or [""])[0].split()
            if len(figures) != 2:
                raise BadInput(f"{where}: the size must be two numbers; the board is damaged.")
            columns = whole_number(figures[0], f"{where}: the width", 1, MOST_PER_EDGE)
            rows = whole_number(figures[1], f"{where}: the height", 1, MOST_PER_EDGE)
            if columns * rows > MOST_HEXES:
                raise BadInput(f"{where}: {columns} x {rows} hexes are too many; at most {MOST_HEXES}.")
            board = _Board(plain_grid("flat", "even", columns, rows))
        elif board is None:
            raise BadInput(f"{where}: the size must come first; this is not a MegaMek board.")
        elif word == "hex":
            _take_hex(board, line, where)
        elif word == "tag":
            board.tags.append((rest or [""])[0].strip('" '))
        elif word == "end":
            return board
        else:
            board.options.append(line[:80])
    if board is not None and len(board.listed) == columns * rows:
        return board
    raise BadInput(f"{name} ends too early; copy or save it again.")


def _take_hex(board: _Board, line: str, where: str) -> None:
    found = _HEX.fullmatch(line)
    if found is None:
        raise BadInput(f"{where}: {line!r:.60} is not a hex of a board; the board is damaged.")
    if len(board.listed) == board.grid.columns * board.grid.rows:
        raise BadInput(f"{where}: there are more hexes than the size allows; the board is damaged.")
    parts: dict[str, tuple[int, int | None]] = {}
    for words in filter(None, map(str.strip, (found[3] or "").split(";"))):
        part = _PART.fullmatch(words)
        if part is None:
            board.unknown[words[:40]] += 1
            continue
        parts[part[1].casefold()] = int(part[2] or 1), None if part[3] is None else int(part[3])
    board.listed.append((found[1], _Hex(int(found[2]), parts, found[4] or "")))


def _placed(board: _Board, name: str) -> dict[str, _Hex]:
    """The hexes by number, or by order if all are present and the numbers do not fit the board."""
    grid = board.grid
    whole = len(board.listed) == grid.columns * grid.rows
    by_number: dict[str, _Hex] = {}
    for at, (number, found) in enumerate(board.listed):
        place = _place(number, at, grid)
        if place is not None:
            by_number[grid.printed(*place)] = found
        elif not whole:
            raise BadInput(f"{name}: hex {number} is not on a board of {grid.columns} x {grid.rows} hexes.")
    if not whole or len(by_number) == len(board.listed):
        return by_number
    rows = (divmod(at, grid.columns) for at in range(len(board.listed)))
    return {grid.printed(x + 1, y + 1): found for (y, x), (_, found) in zip(rows, board.listed, strict=True)}


def _place(number: str, at: int, grid: GridSpec) -> tuple[int, int] | None:
    """Column and row; a number of odd length is read as the next hex in order, if possible."""
    half = len(number) // 2
    cuts = [half] if len(number) % 2 == 0 else [half, half + 1]
    places = [(int(number[:cut]), int(number[cut:])) for cut in cuts]
    inside = [(x, y) for x, y in places if 1 <= x <= grid.columns and 1 <= y <= grid.rows]
    row, column = divmod(at, grid.columns)
    next_one = (column + 1, row + 1)
    return next_one if next_one in inside else next(iter(inside), None)


def _kind_of(found: _Hex) -> str:
    """The kind of a hex: its most important terrain with depth or density, and its level."""
    main = next((part for part in GROUND if part in found.parts), "")
    words = []
    if main:
        weight = found.parts[main][0]
        plain = weight == 1 or (weight == 0 and main != "water")
        words.append(main if plain else f"{main} {weight}")
    if found.level or not main:
        words.append(f"level {found.level}" if found.level else "clear")
    return ", ".join(words)


def _meaning(word: str) -> str:
    main, _, level = word.partition(", ")
    name, _, weight = main.partition(" ")
    if name == "level":
        return f"level {weight} hill" if int(weight) > 0 else f"level {weight} clear"
    if name == "woods":
        return {"": "light woods", "2": "heavy woods"}.get(weight, "ultra woods")
    if (name, weight) == ("water", "0"):
        return f"shallow water ford {level}".strip()
    return f"{MEANINGS.get(name, name.replace('_', ' '))} {level}".strip()


def _roads(board: _Board) -> dict[str, tuple[Feature, ...]]:
    """Roads and cliffs by their exits; without exits a road connects to every neighbour with a road."""
    lattice = Grid(board.grid)
    found: defaultdict[str, set[Feature]] = defaultdict(set)
    for here, hexed in board.hexes.items():
        for part, kind in LINES.items():
            if part not in hexed.parts:
                continue
            exits = hexed.parts[part][1]
            for direction, other in enumerate(lattice.around(here)):
                if other is None:
                    continue
                joined = any(reached in board.hexes[other].parts for reached in JOINED[part])
                if joined if exits is None else exits >> direction & 1:
                    found[lattice.hexside(here, other)].add(Feature(kind))
    return {side: tuple(sorted(here)) for side, here in found.items()}


def _lost(board: _Board) -> Iterator[str]:
    known = {*GROUND, *LINES, *THINGS}
    figures: Counter[str] = Counter()
    covered: Counter[str] = Counter()
    for found in board.hexes.values():
        figures.update(part for part in found.parts if part not in known)
        terrains = [part for part in GROUND if part in found.parts]
        covered.update(terrains[1:])
    if figures:
        listed = ", ".join(f"{part} ({count})" for part, count in figures.most_common())
        yield f"Numbers of terrains, which a map cannot hold: {listed}."
    if board.unknown:
        listed = ", ".join(f"{words} ({count})" for words, count in board.unknown.most_common(8))
        yield f"Unknown terrains: {listed}."
    if covered:
        listed = ", ".join(f"{part} ({count})" for part, count in covered.most_common())
        yield f"Terrains covered by another one in the same hex: {listed}."
    themes = sorted({found.theme for found in board.hexes.values()} - {""})
    if themes:
        yield f"Themes of the hexes: {', '.join(themes)}."
    if board.tags:
        yield f"Tags of the board: {', '.join(filter(None, board.tags))}."
    if board.options:
        yield f"Settings of the board: {'; '.join(board.options[:8])}."
