"""Maps of The Battle for Wesnoth (.map): flat-topped hexes with terrain codes and a border.

A code is a base and perhaps an overlay ("Gs^Fp"). Woods and the like become terrain; villages, bridges,
starting positions and decorations become features of the hex.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Final

from app.background.progress import Progress, silent
from editor.importers.foreign_map import EMPTY, ForeignMap, plain_grid
from editor.importers.limits import read_text
from editor.importers.wesnoth_codes import BASES, OFF_MAP, OVERLAYS, TAKES_OVER, meaning
from engine.bad_input import BadInput
from engine.catalogue.document import Feature
from engine.hexes.spec import MOST_PER_EDGE
from engine.mechanics.plural import counted

MAX_BYTES: Final = 8 * 2**20
START: Final = "start"
BORDER: Final = 1
_CELL: Final = re.compile(
    r"(?:(?P<start>[A-Za-z0-9_]{1,60}) +)?(?P<base>[A-Za-z_]{1,8})(?:\^(?P<over>[A-Za-z_\\/|]{0,8}))?"
)
_HEADING: Final = re.compile(r"[a-z_]{1,30}=.{0,200}")


def read_wesnoth(path: Path, progress: Progress = silent) -> ForeignMap:
    """Read the map without its border."""
    rows = _rows(read_text(path, MAX_BYTES), path.name, progress)
    height, width = len(rows) - 2 * BORDER, len(rows[0]) - 2 * BORDER
    grid = plain_grid("flat", "even", width, height)
    terrain: dict[str, str] = {}
    features: defaultdict[str, list[Feature]] = defaultdict(list)
    for y in range(height):
        for x in range(width):
            start, base, over = rows[y + BORDER][x + BORDER]
            here = grid.printed(x + 1, y + 1)
            taken = bool(over) and over.startswith(TAKES_OVER)
            terrain[here] = EMPTY if base == OFF_MAP else f"{base}^{over}" if taken else base
            if over and not taken and base != OFF_MAP:
                features[here].append(Feature(f"^{over}"))
            if start:
                features[here].append(Feature(START, start))
    words = {found.kind for here in features.values() for found in here}
    return ForeignMap(
        "Wesnoth map",
        path.stem.replace("_", " ").strip() or "Map",
        grid,
        terrain,
        {here: tuple(found) for here, found in features.items()},
        meanings=_meanings(set(terrain.values()), words),
        names={EMPTY: "off the map", START: "starting position"},
        lost=(f"The border of {BORDER} hex around the map, which is not played on in Wesnoth.",),
    )


Cell = tuple[str, str, str]
"""Starting place, base, overlay."""


def _rows(source: str, name: str, progress: Progress) -> list[list[Cell]]:
    lines = [line.strip() for line in source.splitlines()]
    if 'map_data="' in source[:2000]:
        raise BadInput(f"{name} is a Wesnoth scenario, not a map; choose its .map file.")
    lines = [line for line in lines if line and not _HEADING.fullmatch(line)]
    if not lines:
        raise BadInput(f"{name} is empty; choose a Wesnoth map.")
    longest = MOST_PER_EDGE + 2 * BORDER
    if len(lines) > longest or lines[0].count(",") >= longest:
        raise BadInput(f"{name} is larger than {MOST_PER_EDGE} hexes along an edge; cut it.")
    rows = []
    for number, line in enumerate(lines, start=1):
        if number % 20 == 1:
            progress(number, len(lines), "Reading rows")
        rows.append([_cell(word, f"{name}, row {number}") for word in line.split(",")])
        if len(rows[-1]) != len(rows[0]):
            raise BadInput(
                f"{name}, row {number} has {counted(len(rows[-1]), 'hex')} and the first has {len(rows[0])}; "
                "the map is damaged."
            )
    if len(rows) <= 2 * BORDER or len(rows[0]) <= 2 * BORDER:
        raise BadInput(f"{name} has no hex inside its border; it is not a Wesnoth map.")
    return rows


def _cell(word: str, where: str) -> Cell:
    found = _CELL.fullmatch(word.strip())
    if found is None:
        raise BadInput(f"{where}: {word.strip()!r:.40} is not a terrain code; this is not a Wesnoth map.")
    return found["start"] or "", found["base"], found["over"] or ""


def _meanings(terrain: set[str], features: set[str]) -> dict[str, str]:
    found = {}
    for word in terrain - {EMPTY}:
        base, _, over = word.partition("^")
        found[word] = f"{meaning(over, OVERLAYS)} {meaning(base, BASES)}".strip()
    for word in features - {START}:
        found[word] = meaning(word[1:], OVERLAYS)
    return found
