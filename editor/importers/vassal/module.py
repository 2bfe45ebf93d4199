"""Modules of VASSAL (.vmod): the picture of the board, its hexes, the counters with their pictures."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct, field
from msgspec.structs import replace

from app.background.progress import Progress, silent
from editor.importers.foreign_map import EMPTY, ForeignMap, Picture, Piece, SheetExtras
from editor.importers.limits import Archive, whole_number
from editor.importers.safe_xml import parse_xml
from editor.importers.vassal.boards import (
    BoardPlace,
    FoundBoard,
    boards_in,
    child,
    in_use,
    picture_of,
    place_of,
    sizes_on,
    usual_setups,
)
from editor.importers.vassal.counters import CounterPictures
from editor.importers.vassal.grid import BoardGrid, GridLines, Numbering
from editor.importers.vassal.joined import Joined, joined, joined_picture
from editor.importers.vassal.layers import prototypes_in
from editor.importers.vassal.table import decks_without_cards, parts_in, sides_in
from editor.importers.vassal.text import Counter, LaidBoard, counter
from engine.bad_input import BadInput

MAX_PIECES: Final = 5_000
_STACK: Final = "VASSAL.build.module.map.SetupStack"
_SLOT: Final = "VASSAL.build.widget.PieceSlot"
_CARD: Final = "VASSAL.build.widget.CardSlot"
_WINDOW: Final = "VASSAL.build.module.PieceWindow"
_PREDEFINED: Final = "VASSAL.build.module.PredefinedSetup"


class VassalModule(Struct):
    """A module with its chosen board and the board's position on its map."""

    path: Path
    title: str
    root: Element
    board: FoundBoard
    grid: BoardGrid
    picture: Picture | None
    place: BoardPlace
    offsets: dict[str, tuple[int, int]]
    """The boards of the map and their positions."""
    slots: list[tuple[Counter, str]] = field(default_factory=list)
    """The counters in the palettes, each with its path."""
    palette: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Palette path and name of each counter, by its id."""
    groups_by_name: dict[str, str] = field(default_factory=dict)
    """Palette path of each counter by its name."""
    lost: list[str] = field(default_factory=list)

    def hex_at(self, x: int, y: int) -> str:
        """The hex at a map position; "" outside the board."""
        return self.grid.at(*self.place.on_board(x, y))


class LaidPiece(Struct, frozen=True):
    """A counter of the module, and the piece that it becomes."""

    counter: Counter
    piece: Piece


def read_vmod(path: Path, progress: Progress = silent) -> ForeignMap:
    """Read the largest board with hexes and all counters, placed or in palettes."""
    module = open_module(path, progress)
    set_up = list(_set_up(module))
    placed = Tally(found.name for found, _ in set_up)
    laid = [LaidPiece(found, Piece(found.name, group_of(module, found), here)) for found, here in set_up]
    for found, group in module.slots:
        if placed[found.name] > 0:  # The palette holds the same counter again.
            placed[found.name] -= 1
        else:
            laid.append(LaidPiece(found, Piece(found.name, group)))
    if names := ", ".join(set_ups_in(module.root)):
        module.lost.append(f"Other set-ups of the module: {names:.200}.")
    return foreign_of(module, laid, "VASSAL module", module.title)


def foreign_of(module: VassalModule, laid: list[LaidPiece], source: str, title: str) -> ForeignMap:
    if len(laid) > MAX_PIECES:
        module.lost.append(f"Counters after the first {MAX_PIECES}: {len(laid) - MAX_PIECES}.")
    grid = module.grid.spec
    with Archive(module.path) as archive:
        pictures = CounterPictures(archive, prototypes_in(module.root))
        pieces = [pictures.with_faces(one.piece, one.counter) for one in laid[:MAX_PIECES]]
        table = parts_in(module.root, partial(_read_card, pictures))
        contents, too_many = pictures.contents()
    module.lost += pictures.notes()
    if too_many:
        module.lost.append(f"Pictures of counters that do not fit into a scenario: {too_many}.")
    if names := decks_without_cards(module.root, table):
        module.lost.append(f"Decks in which no cards begin: {', '.join(names)[:200]}.")
    return ForeignMap(
        source,
        title.strip() or "Module",
        grid,
        {cell.hex: EMPTY for cell in grid.cells()},
        pieces=tuple(pieces),
        picture=module.picture,
        extras=SheetExtras(aliases=module.grid.aliases),
        names={EMPTY: "only in the picture"},
        lost=(*module.lost, *module.grid.lost),
        sides=sides_in(module.root),
        table=table,
        counter_pictures=contents,
        card_pictures=pictures.cards,
        is_whole_game=True,
    )


def set_ups_in(root: Element) -> dict[str, str]:
    """The predefined set-ups of a module: name and archive member."""
    return {
        item.get("name") or item.get("file") or "": item.get("file") or ""
        for item in root.iter(_PREDEFINED)
        if item.get("file") and item.get("useFile") != "false"
    }


# the module


def open_module(path: Path, progress: Progress, commands: Iterable[str] = ()) -> VassalModule:
    """Open a module with its largest hex board among those used by the commands of a saved game.

    Boards with a continuous hex grid are joined.
    """
    with Archive(path) as archive:
        root = build_file(archive, progress)
        progress(1, 2, "Reading the board")
        chosen = _choose_boards(root, archive, commands)
        board, whole = chosen.board, chosen.whole
        where = f"{path.name}, board {board.name!r:.40}"
        if not board.area:
            raise BadInput(f"{where} has neither a picture nor a size; there is no map to import.")
        progress(1, 2, "Reading the picture of the board")
        picture = (
            picture_of(archive, board) if whole is None else joined_picture(archive, chosen.mates, whole)
        )
    grid = chosen.grid(where)
    module = VassalModule(
        path,
        root.get("name") or path.stem,
        root,
        board,
        grid,
        None if picture is None else _with_grid(picture, grid, board),
        chosen.place(where),
        {board.name: (0, 0)} if whole is None else dict(whole.offsets),
    )
    if picture is None:
        image = board.board.get("image") or "none"
        module.lost.append(f"The picture of the board: {image!r:.60} cannot be read.")
    module.lost += chosen.notes()
    module.slots = list(_palette(root))
    module.palette = {piece.number: (group, piece.name) for piece, group in module.slots if piece.number}
    module.groups_by_name = {piece.name: group for piece, group in reversed(module.slots)}
    return module


def _with_grid(picture: Picture, grid: BoardGrid, board: FoundBoard) -> Picture:
    """The picture with known hexes, and with what VASSAL draws over it."""
    numbers = child(board.grid, "HexGridNumbering")
    return replace(
        picture,
        anchors=grid.anchors(),
        draws_grid=board.grid.get("visible") == "true",
        draws_numbers=numbers is not None and numbers.get("visible") == "true",
    )


class _ChosenBoards(Struct, frozen=True):
    """The hex boards: the chosen one, its neighbours, and all joined if possible."""

    found: list[FoundBoard]
    board: FoundBoard
    mates: list[FoundBoard]
    laid: list[LaidBoard]
    sizes: dict[str, tuple[int, int]]
    whole: Joined | None

    def grid(self, where: str) -> BoardGrid:
        """The grid of the board, or of all joined boards."""
        board = self.board
        numbers = child(board.grid, "HexGridNumbering")
        numbering = None if numbers is None else Numbering.read(numbers.get, where)
        if self.whole is not None:
            return self.whole.grid(numbering, where)
        lines = GridLines.read(board.grid.get, where)
        return BoardGrid.laid(lines, numbering, board.size, where, board.outline(), board.zones())

    def place(self, where: str) -> BoardPlace:
        """Its position on the map."""
        across, down = (
            whole_number(self.board.map.get(key) or 0, f"{where}: {key}", 0, 10_000)
            for key in ("edgeWidth", "edgeHeight")
        )
        if self.whole is not None:
            return BoardPlace(across, down, self.whole.size)
        return place_of(self.board, self.laid, self.sizes, (across, down))

    def notes(self) -> Iterator[str]:
        """Sentences about the other boards."""
        taken = self.mates if self.whole is not None else [self.board]
        if self.whole is not None:
            yield f"The hex numbers of all boards except {self.board.name!r:.40}, whose numbering continues."
        others = [item.name or "?" for item in self.found if item not in taken]
        if others:
            yield f"Other boards with hexes: {', '.join(others)[:200]}."


def _choose_boards(root: Element, archive: Archive, commands: Iterable[str]) -> _ChosenBoards:
    found = list(boards_in(root, archive))
    if not found:
        raise BadInput(f"{archive.name} has no board with a hex grid; there is no map to import.")
    by_map = in_use(found, commands) or in_use(found, usual_setups(root))
    names = {(map_name, item.name) for map_name, boards in by_map.items() for item in boards}
    used = [item for item in found if (item.map_name, item.name) in names]
    board = max(used or found, key=lambda item: item.area)
    laid = by_map.get(board.map_name, [])
    mates = [item for item in used if item.map is board.map]
    whole = joined(mates, laid, f"{archive.name}, board {board.name!r:.40}")
    if whole is not None:
        board = next(item for item in mates if item.name == whole.first)
    sizes = sizes_on(board.map, [item.name for item in laid], archive)
    return _ChosenBoards(found, board, mates, laid, sizes, whole)


def build_file(archive: Archive, progress: Progress = silent) -> Element:
    """Parse the build file of a module."""
    name = archive.first("buildFile.xml", "buildFile")
    if not name:
        raise BadInput(f"{archive.name} holds no build file; choose a .vmod file of VASSAL.")
    return parse_xml(archive.read(name), f"{archive.name}, {name}", progress)


# the counters


def _read_card(pictures: CounterPictures, slot: Element) -> Counter | None:
    """The card of a slot; its picture is drawn, too."""
    made = in_slot(slot)
    if made is not None:
        pictures.add_card(made)
    return made


def in_slot(slot: Element) -> Counter | None:
    """The counter of a slot; without a name of its own it gets the name of the slot."""
    made = counter(slot.text or "")
    if made is None:
        return None
    name = made.name or " ".join((slot.get("entryName") or "").split())[:80] or Path(made.picture).stem
    return replace(made, name=name, number=slot.get("gpid") or made.number) if name else None


def _set_up(module: VassalModule) -> Iterator[tuple[Counter, str]]:
    """The counters on the board at the start of a game."""
    elsewhere, known, board = 0, set(module.grid.spec_hexes()), module.board
    for stack in board.map.iter(_STACK):
        found = [made for slot in stack.iter(_SLOT) if (made := in_slot(slot))]
        owner = stack.get("owningBoard")
        if owner and owner not in module.offsets:
            elsewhere += len(found)
            continue
        by_number = stack.get("useGridLocation") == "true" and owner in (None, "", board.name)
        here = stack.get("location") or "" if by_number else ""
        here = module.grid.aliases.get(here, here)
        if here not in known:
            x, y = (
                whole_number(stack.get(key) or 0, "The place of a stack", -100_000, 100_000)
                for key in ("x", "y")
            )
            dx, dy = module.offsets.get(owner or "", (0, 0))
            here = module.grid.at(x + dx, y + dy) if owner else module.hex_at(x, y)
        for made in found:
            yield made, here
    if elsewhere:
        module.lost.append(f"Counters on other boards: {elsewhere}.")


def _palette(root: Element) -> Iterator[tuple[Counter, str]]:
    """The counters in the palettes with their paths: "American / 101 Abn Div"."""

    def below(element: Element, way: tuple[str, ...]) -> Iterator[tuple[Counter, str]]:
        for inner in element:
            if inner.tag == _SLOT:
                made = in_slot(inner)
                if made is not None:
                    yield made, " / ".join(way)[:80] or "counters"
            elif inner.tag != _CARD:
                name = inner.get("entryName") or ""
                yield from below(inner, (*way, name) if name else way)

    for window in root.iter(_WINDOW):
        yield from below(window, ())


def group_of(module: VassalModule, found: Counter) -> str:
    """The group of a counter: the palette that holds it or one of its name, its marks, its prototypes."""
    group, _ = module.palette.get(found.number, ("", ""))
    group = group or module.groups_by_name.get(found.name, "")
    return group or " / ".join(found.marks)[:80] or ", ".join(found.prototypes)[:80] or "counters"
