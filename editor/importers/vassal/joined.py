"""Joins adjacent boards of a VASSAL map with a continuous hex grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Final

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from editor.importers.foreign_map import Picture
from editor.importers.limits import Archive
from editor.importers.pictures import MAX_EDGE_PX, decoded, encoded, small_png
from editor.importers.vassal.boards import SHOWN, FoundBoard, place_of
from editor.importers.vassal.grid import BoardGrid, GridLines, Numbering, Outline, ZonePart
from editor.importers.vassal.text import LaidBoard

MAX_PIXELS: Final = 60_000_000
"""Maximum size of the joined picture."""
_OFF: Final = 0.15
"""Tolerance where two boards meet, as a fraction of a hex."""
_QUALITY: Final = 92


class Joined(Struct, frozen=True):
    """Joined boards: total size, position of each board, and the grid of the first one."""

    size: tuple[int, int]
    offsets: Mapping[str, tuple[int, int]]
    first: str
    lines: GridLines
    zones: tuple[ZonePart, ...]

    def grid(self, numbering: Numbering | None, where: str) -> BoardGrid:
        """The grid of all boards, continuing the numbering of the first one."""
        return BoardGrid.laid(self.lines, numbering, self.size, where, (), self.zones)


def joined(boards: Sequence[FoundBoard], laid: Sequence[LaidBoard], where: str) -> Joined | None:
    """Join the boards of one map, upper left first; None if they cannot be joined."""
    known = {board.name: board for board in boards}
    names = [item.name for item in laid]
    is_valid = len(set(names)) == len(names) > 1 and set(names) <= set(known)
    if not is_valid or any(item.turned for item in laid):
        return None
    sizes = {name: known[name].size for name in names}
    places = {name: place_of(known[name], list(laid), sizes, (0, 0)) for name in names}
    offsets = {name: (place.x, place.y) for name, place in places.items()}
    size = (
        max(places[name].x + sizes[name][0] for name in names),
        max(places[name].y + sizes[name][1] for name in names),
    )
    first = min(names, key=lambda name: (offsets[name][1], offsets[name][0]))
    lines = GridLines.read(known[first].grid.get, where).moved(*offsets[first])
    others = [GridLines.read(known[name].grid.get, where).moved(*offsets[name]) for name in names]
    fits = max(size) <= MAX_EDGE_PX and size[0] * size[1] <= MAX_PIXELS
    if not fits or not all(_continues(lines, other) for other in others):
        return None
    return Joined(size, offsets, first, lines, tuple(_zones([known[name] for name in names], offsets)))


def _continues(lines: GridLines, other: GridLines) -> bool:
    """Whether two grids match: equal hex size and aligned centres."""
    alike = abs(lines.dx - other.dx) < 0.02 * lines.dx and abs(lines.dy - other.dy) < 0.02 * lines.dy
    if not alike or lines.sideways != other.sideways:
        return False
    for place in ((0, 0), (1, 0)):
        x, y = other.centre(*place)
        mx, my = lines.centre(*lines.nearest(x, y))
        if hypot(mx - x, my - y) > _OFF * min(lines.dx, lines.dy):
            return False
    return True


def _zones(boards: Sequence[FoundBoard], offsets: Mapping[str, tuple[int, int]]) -> list[ZonePart]:
    """The zones of each board, then the board itself, then the uncovered area."""
    found = []
    for board in boards:
        dx, dy = offsets[board.name]
        for zone in board.zones():
            moved = tuple((x + dx, y + dy) for x, y in zone.outline)
            found.append(ZonePart.of(moved, zone.uses))
        found.append(ZonePart.of(_box(dx, dy, *board.size), board.zone is None))
    found.append(ZonePart.of(_box(-1, -1, 2 * MAX_EDGE_PX, 2 * MAX_EDGE_PX), uses=False))
    return found


def _box(left: int, top: int, width: int, height: int) -> Outline:
    right, bottom = float(left + width), float(top + height)
    return ((float(left), float(top)), (right, float(top)), (right, bottom), (float(left), bottom))


def joined_picture(archive: Archive, boards: Sequence[FoundBoard], whole: Joined) -> Picture | None:
    """The joined picture of all boards; None if there is none."""
    image = QImage(*whole.size, QImage.Format.Format_RGB32)
    if image.isNull():
        return None
    image.fill(Qt.GlobalColor.white)
    drawn = 0
    painter = QPainter(image)
    try:
        for board in boards:
            part = decoded(archive.read(board.image)) if board.image else None
            if part is not None:
                painter.drawImage(*whole.offsets[board.name], part)
                drawn += 1
    finally:
        painter.end()
    data = encoded(image, "JPG", _QUALITY) if drawn else b""
    if not data:
        return None
    return Picture("boards.jpg", data, *whole.size, small_png(data, SHOWN))
