"""The board of a map: a picture that lies in place of the drawn terrain, as a printed board does.

It is kept in the data of the map, under `board`, so that it is saved, undone, backed up, exported and played
with it. The picture is a small PNG or JPEG in lines of text.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import isfinite
from typing import Final

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.picture import content_of, lines_of
from engine.catalogue.plain_data import Plain, plain, read, write
from engine.record import Record

BOARD: Final = "board"
"""The entry of the map's data that holds it."""
LARGEST_BOARD: Final = 3 * 1024 * 1024
"""Bytes of the picture."""
LONGEST_EDGE_PX: Final = 6000
MOST_BOARD_PIXELS: Final = 8_000_000
FARTHEST: Final = 10_000.0
"""The largest distance of a corner of the picture, in hex sizes."""


class Board(Record):
    """A picture of `width` × `height` pixels; `place` lays pixels on the map, whose unit is a hex size.

    x' = a·x + c·y + e, y' = b·x + d·y + f, with the six figures in the order a, b, c, d, e, f.
    """

    picture: tuple[str, ...]
    width: int
    height: int
    place: tuple[float, ...]
    name: str = ""
    """The file that it was made from."""
    grid: bool = False
    """Is the grid drawn over it? Most boards show their own."""
    numbers: bool = False

    def content(self) -> bytes:
        """The bytes of the picture; BadInput if it is damaged."""
        return _content(self.picture)


@lru_cache(maxsize=4)
def _content(lines: tuple[str, ...]) -> bytes:
    return content_of(lines, "The picture of the board", LARGEST_BOARD)


def board_of(data: Mapping[str, Plain]) -> Board | None:
    """The board in a map's data; BadInput if it is damaged or too large."""
    found = data.get(BOARD)
    if found is None:
        return None
    board = read(Board, found, "The board of the map")
    edges, place = (board.width, board.height), board.place
    if min(edges) < 1 or max(edges) > LONGEST_EDGE_PX or board.width * board.height > MOST_BOARD_PIXELS:
        raise BadInput(f"The board has {board.width} × {board.height} pixels; choose its picture again.")
    if len(place) != 6 or not all(map(isfinite, place)):
        raise BadInput("The board of the map has no place; choose its picture again.")
    a, b, c, d, e, f = place
    reach = max(abs(a) * board.width + abs(c) * board.height, abs(b) * board.width + abs(d) * board.height)
    if abs(a * d - b * c) < 1e-12 or max(reach, abs(e), abs(f)) > FARTHEST:
        raise BadInput("The board does not lie on the map; choose its picture again.")
    board.content()
    return board


def board_with(content: bytes, width: int, height: int, place: tuple[float, ...], name: str) -> Board:
    """A board of this PNG or JPEG."""
    if len(content) > LARGEST_BOARD:
        raise BadInput(f"The picture is longer than {LARGEST_BOARD // 2**20} MB; make it smaller.")
    return Board(lines_of(content), width, height, tuple(round(float(figure), 9) for figure in place), name)


def with_board(data: Mapping[str, Plain], board: Board | None) -> dict[str, Plain]:
    """A map's data with this board, or without one."""
    found = {key: value for key, value in data.items() if key != BOARD}
    if board is not None:
        found[BOARD] = plain(write(board), BOARD)
        board_of(found)
    return found


def with_moved_board(data: Mapping[str, Plain], shift: tuple[float, float]) -> Mapping[str, Plain]:
    """The data after the hexes were shifted on the map, in hex sizes."""
    try:
        board = board_of(data)
    except BadInput:
        return data
    if board is None or shift == (0.0, 0.0):
        return data
    a, b, c, d, e, f = board.place
    return with_board(
        data, replace(board, place=(a, b, c, d, round(e + shift[0], 9), round(f + shift[1], 9)))
    )
