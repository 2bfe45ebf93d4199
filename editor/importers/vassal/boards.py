"""The boards of a VASSAL module, their grids and their arrangement."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct

from app.background.progress import report_progress
from editor.importers.foreign_map import Picture
from editor.importers.limits import Archive, whole_number
from editor.importers.pictures import MAX_EDGE_PX, size_of, small_png
from editor.importers.vassal.grid import Outline, ZonePart
from editor.importers.vassal.text import LaidBoard, laid_boards
from engine.bad_input import BadInput

SHOWN: Final = 720
_HEAD: Final = 2**18
"""Bytes read to find the size of a picture."""
_MAX_ZONE_CORNERS: Final = 1000
MAX_BOARDS: Final = 500


def is_a(element: Element, kind: str) -> bool:
    """Whether an element is of a VASSAL class or a module's subclass of it."""
    return element.tag.rpartition(".")[2].endswith(kind)


def child(element: Element, kind: str) -> Element | None:
    return next((found for found in element if is_a(found, kind)), None)


class FoundBoard(Struct, frozen=True):
    """A board with hexes; `zone` is the part with hexes, if not the whole board."""

    map: Element
    map_name: str
    board: Element
    grid: Element
    zone: Element | None
    size: tuple[int, int]
    image: str
    """The archive member of its picture; "" if none."""

    @property
    def name(self) -> str:
        return self.board.get("name") or ""

    @property
    def area(self) -> int:
        return self.size[0] * self.size[1]

    def outline(self) -> Outline:
        """The outline of the part with hexes; empty means the whole board."""
        return () if self.zone is None else _outline(self.zone)

    def zones(self) -> tuple[ZonePart, ...]:
        """The zones in order, each with whether it uses this grid."""
        zones = [
            zone for zoned in self.board if is_a(zoned, "ZonedGrid") for zone in zoned if is_a(zone, "Zone")
        ]
        return tuple(
            ZonePart.of(
                outline, zone is self.zone or (self.zone is None and zone.get("useParentGrid") == "true")
            )
            for zone in zones
            if (outline := _outline(zone))
        )


def maps_in(root: Element) -> Iterator[tuple[Element, str, Element]]:
    """Every map of the module, with its name in saved games and its board picker."""
    at = 0
    for element in root.iter():
        picker = child(element, "BoardPicker")
        if picker is not None:
            yield element, element.get("mapName") or f"Map{at}", picker
            at += 1


def boards_in(root: Element, archive: Archive) -> Iterator[FoundBoard]:
    """The boards with a hex grid: the board's own, that of all zones, or that of the largest zone."""
    count = 0
    for a_map, name, picker in maps_in(root):
        for board in (element for element in picker if is_a(element, "Board")):
            zone, grid = _grid_of(board)
            if grid is None:
                continue
            count += 1
            if count > MAX_BOARDS:
                raise BadInput(f"{archive.name} has more than {MAX_BOARDS} boards; it is not read.")
            report_progress(0, 0, "Reading the boards")
            yield FoundBoard(a_map, name, board, grid, zone, *_size_of(archive, board))


def _grid_of(board: Element) -> tuple[Element | None, Element | None]:
    grid, zoned = child(board, "HexGrid"), child(board, "ZonedGrid")
    if grid is not None or zoned is None:
        return None, grid
    if (grid := child(zoned, "HexGrid")) is not None:
        return None, grid
    zones = [zone for zone in zoned if is_a(zone, "Zone") and child(zone, "HexGrid") is not None]
    largest = max(zones, key=lambda zone: _extent(_outline(zone)), default=None)
    return (None, None) if largest is None else (largest, child(largest, "HexGrid"))


def _outline(zone: Element) -> Outline:
    """The outline of a zone; empty if it cannot be read."""
    found = re.findall(r"(-?\d{1,6}),(-?\d{1,6})", zone.get("path") or "")[:_MAX_ZONE_CORNERS]
    return tuple((float(x), float(y)) for x, y in found) if len(found) > 2 else ()


def _extent(outline: Outline) -> float:
    across, down = [x for x, _ in outline] or [0.0], [y for _, y in outline] or [0.0]
    return (max(across) - min(across)) * (max(down) - min(down))


# pictures


def _size_of(archive: Archive, board: Element) -> tuple[tuple[int, int], str]:
    """The size of a board and its picture; without a picture, the size given by the module."""
    where = f"{archive.name}, board {board.get('name') or ''!r:.40}"
    image = board.get("image") or ""
    member = archive.first(f"images/{image}", image) if image else ""
    if member:
        size = size_of(archive.head(member, _HEAD))
        if not size[0]:
            size = size_of(archive.read(member))
        if size[0]:
            return size, member
    given = (
        whole_number(board.get("width") or 0, f"{where}: width", 0, MAX_EDGE_PX),
        whole_number(board.get("height") or 0, f"{where}: height", 0, MAX_EDGE_PX),
    )
    return given, ""


def sizes_on(a_map: Element, names: Collection[str], archive: Archive) -> dict[str, tuple[int, int]]:
    """The sizes of these boards of a map, with or without hexes."""
    picker = child(a_map, "BoardPicker")
    boards = () if picker is None else [element for element in picker if is_a(element, "Board")]
    return {
        name: _size_of(archive, board)[0] for board in boards if (name := board.get("name") or "") in names
    }


def picture_of(archive: Archive, found: FoundBoard) -> Picture | None:
    """The picture of a board with a thumbnail; None if there is none."""
    if not found.image:
        return None
    data = archive.read(found.image)
    return Picture(Path(found.image).name, data, *found.size, small_png(data, SHOWN))


# several boards on one map


class BoardPlace(Struct, frozen=True):
    """The position of a board's upper left corner on its map, and whether it is reversed."""

    x: int
    y: int
    size: tuple[int, int]
    turned: bool = False

    def on_board(self, x: int, y: int) -> tuple[int, int]:
        """Convert a map position to a board position."""
        here = x - self.x, y - self.y
        return (self.size[0] - here[0], self.size[1] - here[1]) if self.turned else here


def in_use(found: Iterable[FoundBoard], commands: Iterable[str]) -> dict[str, list[LaidBoard]]:
    """The boards that these commands use, by map name."""
    names = {board.map_name for board in found}
    laid: dict[str, list[LaidBoard]] = {}
    for command in commands:
        name = command.partition("BoardPicker\t")[0]
        if name in names and (boards := laid_boards(command, name)):
            laid[name] = boards
    return laid


def usual_setups(root: Element) -> Iterator[str]:
    """The commands of the module's default board set-up."""
    for _, _, picker in maps_in(root):
        setup = picker.find("setup")
        if setup is not None and setup.text:
            yield setup.text.strip()


def place_of(
    board: FoundBoard, laid: list[LaidBoard], sizes: Mapping[str, tuple[int, int]], margin: tuple[int, int]
) -> BoardPlace:
    """The position of a board: right of the boards in its row and below those in its column."""
    mine = next((item for item in laid if item.name == board.name), None)
    if mine is None:
        return BoardPlace(*margin, board.size)
    left = sum(
        sizes.get(item.name, (0, 0))[0] for item in laid if item.row == mine.row and item.column < mine.column
    )
    above = sum(
        sizes.get(item.name, (0, 0))[1] for item in laid if item.column == mine.column and item.row < mine.row
    )
    return BoardPlace(margin[0] + left, margin[1] + above, board.size, mine.turned)
