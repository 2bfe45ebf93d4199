"""Modules of VASSAL (.vmod): the picture of the board, its hexes, the counters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from editor.importers.foreign import EMPTY, Foreign, Picture, Piece
from editor.importers.pictures import LARGEST, size_of, small_png
from editor.importers.reading import Archive, Progress, silent, whole_number
from editor.importers.safe_xml import parse_xml
from editor.importers.vassal_grid import BoardGrid, Numbering, Point
from editor.importers.vassal_text import Counter, counter
from engine.bad_input import BadInput

MOST_PIECES: Final = 5_000
_SHOWN: Final = 720
_MAP: Final = "VASSAL.build.module.Map"
_PICKER: Final = "VASSAL.build.module.map.BoardPicker"
_BOARD: Final = "VASSAL.build.module.map.boardPicker.Board"
_ZONED: Final = "VASSAL.build.module.map.boardPicker.board.ZonedGrid"
_GRID: Final = "VASSAL.build.module.map.boardPicker.board.HexGrid"
_NUMBERING: Final = "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering"
_ZONE: Final = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone"
_STACK: Final = "VASSAL.build.module.map.SetupStack"
_SLOT: Final = "VASSAL.build.widget.PieceSlot"
_WINDOW: Final = "VASSAL.build.module.PieceWindow"
_PREDEFINED: Final = "VASSAL.build.module.PredefinedSetup"


@dataclass(slots=True)
class VassalModule:
    """A module with its chosen board. `margin` is what the map leaves free round it."""

    title: str
    root: Element
    map: Element
    board: Element
    grid: BoardGrid
    picture: Picture | None
    margin: tuple[int, int]
    palette: dict[str, str] = field(default_factory=dict)
    """Where in the palettes a counter lies, by its number."""
    maps: frozenset[str] = frozenset()
    """The names of all maps."""
    lost: list[str] = field(default_factory=list)

    @property
    def map_name(self) -> str:
        return self.map.get("mapName") or ""


def read_vmod(path: Path, progress: Progress = silent) -> Foreign:
    """The largest board with hexes, and the counters: those at their places, those in palettes."""
    module = open_module(path, progress)
    set_up = list(_set_up(module))
    placed = {(found.name, found.number) for found, _ in set_up}
    pieces = [Piece(found.name, group_of(module, found), here) for found, here in set_up]
    pieces += [
        Piece(found.name, group)
        for found, group in _palette(module.root)
        if (found.name, found.number) not in placed
    ]
    if names := ", ".join(set_ups_in(module.root)):
        module.lost.append(f"Set-ups that the module holds besides: {names:.200}.")
    return foreign_of(module, pieces, "VASSAL module", module.title)


def foreign_of(module: VassalModule, pieces: list[Piece], source: str, title: str) -> Foreign:
    if len(pieces) > MOST_PIECES:
        module.lost.append(f"Counters beyond the first {MOST_PIECES}: {len(pieces) - MOST_PIECES}.")
    grid = module.grid.spec
    return Foreign(
        source,
        title.strip() or "Module",
        grid,
        {cell.hex: EMPTY for cell in grid.cells()},
        pieces=tuple(pieces[:MOST_PIECES]),
        picture=module.picture,
        names={EMPTY: "only on the picture"},
        lost=(*module.lost, *module.grid.lost),
    )


def set_ups_in(root: Element) -> dict[str, str]:
    """The saved games that a module offers to begin with, by name, each with the member that holds it."""
    return {
        item.get("name") or item.get("file") or "": item.get("file") or ""
        for item in root.iter(_PREDEFINED)
        if item.get("file") and item.get("useFile") != "false"
    }


# the module


def open_module(path: Path, progress: Progress) -> VassalModule:
    """A module, with its largest board that has hexes."""
    with Archive(path) as archive:
        root = build_file(archive, progress)
        progress(1, 2, "Reading the board")
        found = [(a_map, board, grid) for a_map in root.iter() for board, grid in _boards(a_map)]
        if not found:
            raise BadInput(f"{path.name} has no board with a hex grid; there is no map to bring over.")
        sized = [(*item, *_picture(archive, item[1])) for item in found]
    a_map, board, grid, picture, size = max(sized, key=lambda item: item[4][0] * item[4][1])
    where = f"{path.name}, board {board.get('name') or ''!r:.40}"
    if not size[0] or not size[1]:
        raise BadInput(f"{where} has neither a picture nor a size; there is no map to bring over.")
    numbers = grid.find(_NUMBERING)
    numbering = None if numbers is None else Numbering.read(numbers.get, where)
    zone = _zone_of(board, grid)
    laid = BoardGrid.read(grid.get, numbering, size, where, () if zone is None else _outline(zone))
    edges = [
        whole_number(a_map.get(key) or 0, f"{where}: {key}", 0, 10_000) for key in ("edgeWidth", "edgeHeight")
    ]
    module = VassalModule(
        root.get("name") or path.stem,
        root,
        a_map,
        board,
        laid,
        None if picture is None else replace(picture, anchors=laid.anchors()),
        (edges[0], edges[1]),
    )
    if picture is None:
        module.lost.append(f"The picture of the board: {board.get('image') or 'none'!r:.60} cannot be read.")
    others = [item[1].get("name") or "?" for item in found if item[1] is not board]
    if others:
        module.lost.append(f"Other boards with hexes: {', '.join(others)[:200]}.")
    module.maps = frozenset(
        item.get("mapName") or "" for item in root.iter() if item.find(_PICKER) is not None
    )
    module.palette = {piece.number: group for piece, group in _palette(root) if piece.number}
    return module


def build_file(archive: Archive, progress: Progress = silent) -> Element:
    """The heart of a module."""
    name = archive.first("buildFile.xml", "buildFile")
    if not name:
        raise BadInput(f"{archive.name} holds no build file; choose a .vmod file of VASSAL.")
    return parse_xml(archive.read(name), f"{archive.name}, {name}", progress)


def _boards(a_map: Element) -> Iterator[tuple[Element, Element]]:
    """The boards of a map that have a hex grid: their own, that of all zones, or that of the largest zone."""
    for board in a_map.iterfind(f"{_PICKER}/{_BOARD}"):
        grid = board.find(_GRID)
        if grid is None:
            grid = board.find(f"{_ZONED}/{_GRID}")
        if grid is None:
            zones = [zone for zone in board.iterfind(f"{_ZONED}/{_ZONE}") if zone.find(_GRID) is not None]
            largest = max(zones, key=lambda zone: _extent(_outline(zone)), default=None)
            grid = None if largest is None else largest.find(_GRID)
        if grid is not None:
            yield board, grid


def _outline(zone: Element) -> tuple[Point, ...]:
    """The corners of a zone; none if they cannot be read."""
    found = re.findall(r"(-?\d{1,6}),(-?\d{1,6})", zone.get("path") or "")[:1000]
    return tuple((float(x), float(y)) for x, y in found) if len(found) > 2 else ()


def _extent(outline: tuple[Point, ...]) -> float:
    across, down = [x for x, _ in outline] or [0.0], [y for _, y in outline] or [0.0]
    return (max(across) - min(across)) * (max(down) - min(down))


def _zone_of(board: Element, grid: Element) -> Element | None:
    return next((zone for zone in board.iter(_ZONE) if zone.find(_GRID) is grid), None)


def _picture(archive: Archive, board: Element) -> tuple[Picture | None, tuple[int, int]]:
    """The picture of a board and its size, or else the size that the module gives."""
    where = f"{archive.name}, board {board.get('name') or ''!r:.40}"
    size = (
        whole_number(board.get("width") or 0, f"{where}: width", 0, LARGEST),
        whole_number(board.get("height") or 0, f"{where}: height", 0, LARGEST),
    )
    image = board.get("image") or ""
    name = archive.first(f"images/{image}", image) if image else ""
    if not name:
        return None, size
    data = archive.read(name)
    seen = size_of(data)
    if not seen[0]:
        return None, size
    return Picture(Path(image).name, data, *seen, small_png(data, _SHOWN)), seen


# the counters


def _set_up(module: VassalModule) -> Iterator[tuple[Counter, str]]:
    """The counters that lie on the board when a game begins."""
    elsewhere = 0
    for stack in module.map.iter(_STACK):
        found = [made for slot in stack.iter(_SLOT) if (made := counter(slot.text or "")) and made.name]
        if (stack.get("owningBoard") or module.board.get("name")) != module.board.get("name"):
            elsewhere += len(found)
            continue
        here = ""
        if stack.get("useGridLocation") == "true":
            here = stack.get("location") or ""
        if here not in module.grid.spec_hexes():
            on_map = not stack.get("owningBoard")
            x, y = (
                whole_number(stack.get(key) or 0, "The place of a stack", -100_000, 100_000)
                for key in ("x", "y")
            )
            here = module.grid.at(
                x - module.margin[0] if on_map else x, y - module.margin[1] if on_map else y
            )
        for made in found:
            yield made, here
    if elsewhere:
        module.lost.append(f"Counters on other boards: {elsewhere}.")


def _palette(root: Element) -> Iterator[tuple[Counter, str]]:
    """The counters in the palettes, with the way to them: "American / 101 Abn Div"."""

    def below(element: Element, way: tuple[str, ...]) -> Iterator[tuple[Counter, str]]:
        for child in element:
            if child.tag == _SLOT:
                made = counter(child.text or "")
                if made is not None and made.name:
                    yield made, " / ".join(way)[:80] or "counters"
            else:
                name = child.get("entryName") or ""
                yield from below(child, (*way, name) if name else way)

    for window in root.iter(_WINDOW):
        yield from below(window, ())


def group_of(module: VassalModule, found: Counter) -> str:
    """What tells whose and what a counter is: its palette, or what it has in common with others."""
    return module.palette.get(found.number) or ", ".join(found.prototypes)[:80] or "counters"
