"""Modules of VASSAL (.vmod): the picture of the board, its hexes, the counters."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from editor.importers.foreign import EMPTY, Besides, Foreign, Picture, Piece
from editor.importers.reading import Archive, Progress, silent, whole_number
from editor.importers.safe_xml import parse_xml
from editor.importers.vassal_boards import (
    BoardPlace,
    FoundBoard,
    boards_in,
    child,
    in_use,
    picture_of,
    place_of,
    usual_setups,
)
from editor.importers.vassal_grid import BoardGrid, Numbering
from editor.importers.vassal_text import Counter, counter
from engine.bad_input import BadInput
from engine.lean_dataclass import dataclass

MOST_PIECES: Final = 5_000
_STACK: Final = "VASSAL.build.module.map.SetupStack"
_DECK: Final = "VASSAL.build.module.map.DrawPile"
_SLOT: Final = "VASSAL.build.widget.PieceSlot"
_CARD: Final = "VASSAL.build.widget.CardSlot"
_WINDOW: Final = "VASSAL.build.module.PieceWindow"
_PREDEFINED: Final = "VASSAL.build.module.PredefinedSetup"


@dataclass(slots=True)
class VassalModule:
    """A module with its chosen board, and where that lies on its map."""

    title: str
    root: Element
    board: FoundBoard
    grid: BoardGrid
    picture: Picture | None
    place: BoardPlace
    slots: list[tuple[Counter, str]] = field(default_factory=list)
    """The counters in the palettes, each with the way to it."""
    palette: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Where in the palettes a counter lies and what it is called there, by its number."""
    lost: list[str] = field(default_factory=list)

    def hex_at(self, x: int, y: int) -> str:
        """The hex under a place of the map; "" beside the board."""
        return self.grid.at(*self.place.on_board(x, y))


def read_vmod(path: Path, progress: Progress = silent) -> Foreign:
    """The largest board with hexes, and the counters: those at their places, those in palettes."""
    module = open_module(path, progress)
    set_up = list(_set_up(module))
    placed = Tally(found.name for found, _ in set_up)
    pieces = [Piece(found.name, group_of(module, found), here) for found, here in set_up]
    for found, group in module.slots:
        if placed[found.name] > 0:  # The same counter, which the palette holds once more.
            placed[found.name] -= 1
        else:
            pieces.append(Piece(found.name, group))
    if names := ", ".join(set_ups_in(module.root)):
        module.lost.append(f"Set-ups that the module holds besides: {names:.200}.")
    decks = [deck.get("name") or "?" for deck in module.root.iter(_DECK)]
    if decks:
        module.lost.append(f"Decks of cards and draw piles: {', '.join(decks)[:200]}.")
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
        besides=Besides(aliases=module.grid.aliases),
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


def open_module(path: Path, progress: Progress, commands: Iterable[str] = ()) -> VassalModule:
    """A module with its largest board that has hexes, of those that the commands of a game lay out."""
    with Archive(path) as archive:
        root = build_file(archive, progress)
        progress(1, 2, "Reading the board")
        found = list(boards_in(root, archive))
        if not found:
            raise BadInput(f"{path.name} has no board with a hex grid; there is no map to bring over.")
        laid = in_use(found, commands) or in_use(found, usual_setups(root))
        names = {(map_name, item.name) for map_name, boards in laid.items() for item in boards}
        used = [item for item in found if (item.map_name, item.name) in names]
        board = max(used or found, key=lambda item: item.area)
        where = f"{path.name}, board {board.name!r:.40}"
        if not board.area:
            raise BadInput(f"{where} has neither a picture nor a size; there is no map to bring over.")
        progress(1, 2, "Reading the picture of the board")
        picture = picture_of(archive, board)
    numbers = child(board.grid, "HexGridNumbering")
    numbering = None if numbers is None else Numbering.read(numbers.get, where)
    laid_out = BoardGrid.read(board.grid.get, numbering, board.size, where, board.outline(), board.zones())
    margin = [
        whole_number(board.map.get(key) or 0, f"{where}: {key}", 0, 10_000)
        for key in ("edgeWidth", "edgeHeight")
    ]
    sizes = {item.name: item.size for item in found if item.map is board.map}
    module = VassalModule(
        root.get("name") or path.stem,
        root,
        board,
        laid_out,
        None if picture is None else replace(picture, anchors=laid_out.anchors()),
        place_of(board, laid.get(board.map_name, []), sizes, (margin[0], margin[1])),
    )
    if picture is None:
        image = board.board.get("image") or "none"
        module.lost.append(f"The picture of the board: {image!r:.60} cannot be read.")
    others = [item.name or "?" for item in found if item.board is not board.board]
    if others:
        module.lost.append(f"Other boards with hexes: {', '.join(others)[:200]}.")
    module.slots = list(_palette(root))
    module.palette = {piece.number: (group, piece.name) for piece, group in module.slots if piece.number}
    return module


def build_file(archive: Archive, progress: Progress = silent) -> Element:
    """The heart of a module."""
    name = archive.first("buildFile.xml", "buildFile")
    if not name:
        raise BadInput(f"{archive.name} holds no build file; choose a .vmod file of VASSAL.")
    return parse_xml(archive.read(name), f"{archive.name}, {name}", progress)


# the counters


def _in_slot(slot: Element) -> Counter | None:
    """The counter in a slot, by the number and, where it has no name of its own, the name of the slot."""
    made = counter(slot.text or "")
    if made is None:
        return None
    name = made.name or " ".join((slot.get("entryName") or "").split())[:80] or Path(made.picture).stem
    return replace(made, name=name, number=slot.get("gpid") or made.number) if name else None


def _set_up(module: VassalModule) -> Iterator[tuple[Counter, str]]:
    """The counters that lie on the board when a game begins."""
    elsewhere, known = 0, set(module.grid.spec_hexes())
    for stack in module.board.map.iter(_STACK):
        found = [made for slot in stack.iter(_SLOT) if (made := _in_slot(slot))]
        owner = stack.get("owningBoard")
        if owner and owner != module.board.name:
            elsewhere += len(found)
            continue
        here = stack.get("location") or "" if stack.get("useGridLocation") == "true" else ""
        here = module.grid.aliases.get(here, here)
        if here not in known:
            x, y = (
                whole_number(stack.get(key) or 0, "The place of a stack", -100_000, 100_000)
                for key in ("x", "y")
            )
            here = module.grid.at(x, y) if owner else module.hex_at(x, y)
        for made in found:
            yield made, here
    if elsewhere:
        module.lost.append(f"Counters on other boards: {elsewhere}.")


def _palette(root: Element) -> Iterator[tuple[Counter, str]]:
    """The counters in the palettes, with the way to them: "American / 101 Abn Div"."""

    def below(element: Element, way: tuple[str, ...]) -> Iterator[tuple[Counter, str]]:
        for inner in element:
            if inner.tag == _SLOT:
                made = _in_slot(inner)
                if made is not None:
                    yield made, " / ".join(way)[:80] or "counters"
            elif inner.tag != _CARD:
                name = inner.get("entryName") or ""
                yield from below(inner, (*way, name) if name else way)

    for window in root.iter(_WINDOW):
        yield from below(window, ())


def group_of(module: VassalModule, found: Counter) -> str:
    """What tells whose and what a counter is: its palette, or what it has in common with others."""
    group, _ = module.palette.get(found.number, ("", ""))
    return group or ", ".join(found.prototypes)[:80] or "counters"
