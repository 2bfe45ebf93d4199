"""Modules (.vmod) and saved games (.vsav) of VASSAL: the board's picture, its hexes, the counters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from editor.importers.foreign import EMPTY, Foreign, Picture, Piece
from editor.importers.pictures import LARGEST, size_of, small_png
from editor.importers.reading import Archive, Progress, silent, whole_number
from editor.importers.safe_xml import parse_xml
from editor.importers.vassal_grid import BoardGrid, Numbering
from editor.importers.vassal_text import Counter, commands, counter, unveil
from engine.bad_input import BadInput

MOST_PIECES: Final = 5_000
_SHOWN: Final = 720
_MAP: Final = "VASSAL.build.module.Map"
_PICKER: Final = "VASSAL.build.module.map.BoardPicker"
_BOARD: Final = "VASSAL.build.module.map.boardPicker.Board"
_ZONED: Final = "VASSAL.build.module.map.boardPicker.board.ZonedGrid"
_GRID: Final = "VASSAL.build.module.map.boardPicker.board.HexGrid"
_NUMBERING: Final = "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering"
_STACK: Final = "VASSAL.build.module.map.SetupStack"
_SLOT: Final = "VASSAL.build.widget.PieceSlot"
_WINDOW: Final = "VASSAL.build.module.PieceWindow"
_PREDEFINED: Final = "VASSAL.build.module.PredefinedSetup"


@dataclass(slots=True)
class _Module:
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
    lost: list[str] = field(default_factory=list)

    @property
    def map_name(self) -> str:
        return self.map.get("mapName") or ""


def read_vmod(path: Path, progress: Progress = silent) -> Foreign:
    """The largest board with hexes, and the counters: those at their places, those in palettes."""
    module = _module(path, progress)
    set_up = list(_set_up(module))
    placed = {(found.name, found.number) for found, _ in set_up}
    pieces = [Piece(found.name, _group(module, found), here) for found, here in set_up]
    pieces += [
        Piece(found.name, group)
        for found, group in _palette(module.root)
        if (found.name, found.number) not in placed
    ]
    predefined = [item.get("name") or "" for item in module.root.iter(_PREDEFINED)]
    if any(predefined):
        module.lost.append(
            f"Set-ups inside the module ({', '.join(filter(None, predefined))[:200]}): "
            "start one in VASSAL, save the game and bring that over."
        )
    return _foreign(module, pieces, "VASSAL module", module.title)


def read_vsav(path: Path, progress: Progress = silent) -> Foreign:
    """A saved game, on the board of its module, which must lie in the same folder."""
    with Archive(path) as archive:
        if not archive.first("savedGame"):
            raise BadInput(f"{path.name} holds no saved game; choose a .vsav file of VASSAL.")
        name = _module_name(archive)
        game = unveil(archive.read("savedGame"), path.name)
    module = _module(_module_beside(path, name), progress)
    pieces, elsewhere = [], 0
    listed = commands(game)
    for number, command in enumerate(listed):
        if number % 200 == 0:
            progress(number, len(listed), "Reading counters")
        found = counter(command) if command.startswith("+/") else None
        if found is None or not found.name:
            continue
        if found.map and found.map != module.map_name and _is_map(module, found.map):
            elsewhere += 1
            continue
        here = module.grid.at(found.x - module.margin[0], found.y - module.margin[1]) if found.map else ""
        pieces.append(Piece(found.name, _group(module, found), here))
    if elsewhere:
        module.lost.append(f"Counters on other maps of the module: {elsewhere}.")
    return _foreign(module, pieces, "VASSAL game", path.stem)


def _foreign(module: _Module, pieces: list[Piece], source: str, title: str) -> Foreign:
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


# the module


def _module(path: Path, progress: Progress) -> _Module:
    with Archive(path) as archive:
        name = archive.first("buildFile.xml", "buildFile")
        if not name:
            raise BadInput(f"{path.name} holds no build file; choose a .vmod file of VASSAL.")
        root = parse_xml(archive.read(name), f"{path.name}, {name}", progress)
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
    laid = BoardGrid.read(
        grid.get, None if numbers is None else Numbering.read(numbers.get, where), size, where
    )
    edges = [
        whole_number(a_map.get(key) or 0, f"{where}: {key}", 0, 10_000) for key in ("edgeWidth", "edgeHeight")
    ]
    module = _Module(
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
    module.palette = {piece.number: group for piece, group in _palette(root) if piece.number}
    return module


def _boards(a_map: Element) -> Iterator[tuple[Element, Element]]:
    """The boards of a map that have a hex grid: their own, that of their zones, or that in a zone."""
    for board in a_map.iterfind(f"{_PICKER}/{_BOARD}"):
        grid = board.find(_GRID)
        if grid is None:
            grid = board.find(f"{_ZONED}/{_GRID}")
        if grid is None:
            grid = next(board.iter(_GRID), None)
        if grid is not None:
            yield board, grid


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


def _set_up(module: _Module) -> Iterator[tuple[Counter, str]]:
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


def _group(module: _Module, found: Counter) -> str:
    return module.palette.get(found.number) or ", ".join(found.prototypes)[:80] or "counters"


def _is_map(module: _Module, name: str) -> bool:
    return any(
        a_map.get("mapName") == name for a_map in module.root.iter() if a_map.find(_PICKER) is not None
    )


# the module of a saved game


def _module_name(archive: Archive) -> str:
    """What a module or a saved game says its module is called; "" if it does not say."""
    data = archive.first("moduledata")
    if not data:
        return ""
    found = parse_xml(archive.read(data), f"{archive.name}, {data}").find("name")
    return "" if found is None else (found.text or "").strip()


def _module_beside(path: Path, name: str) -> Path:
    for file in sorted(path.parent.glob("*.vmod"))[:50]:
        try:
            with Archive(file) as archive:
                if not name or _module_name(archive) == name:
                    return file
        except BadInput:
            continue
    raise BadInput(
        f"{path.name} belongs to the module {name or 'of its game'!r:.60}; "
        "put its .vmod file into the same folder."
    )
