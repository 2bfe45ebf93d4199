"""The hex grid of a VASSAL board: positions on the picture and hex numbers.

VASSAL counts lines and spots along them from an origin; every second line is shifted by half a hex. On a
"sideways" grid the lines are rows. The numbering may run backwards, skip numbers and start anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from math import floor
from string import ascii_uppercase
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from app.background.progress import CHECK_EVERY_ITEMS, report_progress
from editor.importers.limits import real_number, whole_number
from engine.bad_input import BadInput
from engine.hexes.spec import MOST_DIGITS, MOST_HEXES, MOST_PER_EDGE, GridSpec

Get = Callable[[str], str | None]
Point = tuple[float, float]
Outline = tuple[Point, ...]
"""The outline of a part of the board."""


class ZonePart(NamedTuple):
    """A zone, whether it uses this grid, and its bounding box."""

    outline: Outline
    uses: bool
    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def of(cls, outline: Outline, uses: bool) -> ZonePart:
        across, down = [x for x, _ in outline], [y for _, y in outline]
        return cls(outline, uses, min(across), min(down), max(across), max(down))

    def has(self, x: float, y: float) -> bool:
        """Whether the zone contains a point; the bounding box is tested first."""
        near = self.left <= x <= self.right and self.top <= y <= self.bottom
        return near and _is_within(self.outline, (x, y))


SMALLEST: Final = 4.0
MAX_CORNERS: Final = 10_000
"""Maximum total of all zones of a board."""
_FORMAT: Final = re.compile(r"([A-Za-z]{0,8})\$gridLocation\$([A-Za-z]{0,8})")
_PLAIN: Final = re.compile(r"[A-Za-z0-9.:_+-]{1,20}")


class Numbering(Struct, frozen=True):
    """The numbering in VASSAL's terms; h means lines, v means spots along them."""

    first: str = "H"
    sep: str = ""
    h_letters: bool = False
    v_letters: bool = False
    h_digits: int = 2
    v_digits: int = 2
    h_off: int = 1
    v_off: int = 1
    h_back: bool = False
    v_back: bool = False
    stagger: bool = True
    prefix: str = ""
    suffix: str = ""

    @classmethod
    def read(cls, get: Get, where: str) -> Numbering:
        """From the attributes of the element."""

        def number(name: str, usual: int, low: int, high: int) -> int:
            return whole_number(get(name) or usual, f"{where}: {name}", low, high)

        return cls(
            (get("first") or "H")[:1],
            get("sep") or "",
            (get("hType") or "N")[:1] == "A",
            (get("vType") or "N")[:1] == "A",
            number("hLeading", 1, 0, 6) + 1,
            number("vLeading", 1, 0, 6) + 1,
            number("hOff", 1, -9999, 9999),
            number("vOff", 1, -9999, 9999),
            get("hDescend") == "true",
            get("vDescend") == "true",
            get("stagger") != "false",
            *_around_the_number(get("locationFormat") or ""),
        )

    @property
    def letters(self) -> bool:
        """Whether there are letters in the numbers."""
        return self.h_letters or self.v_letters

    def spelled(self, line: int, spot: int) -> str:
        """The number of a hex as VASSAL prints it."""
        names = (_spelled(line, self.h_letters, self.h_digits), _spelled(spot, self.v_letters, self.v_digits))
        return self.sep.join(names if self.first != "V" else names[::-1])


def _around_the_number(location_format: str) -> tuple[str, str]:
    """What every number begins and ends with, such as the E of E1204; nothing in other formats."""
    found = _FORMAT.fullmatch(location_format)
    return (found[1], found[2]) if found is not None else ("", "")


def _spelled(number: int, letters: bool, digits: int) -> str:
    """A to Z, then AA, BB and so on; or digits with leading zeros."""
    if not letters:
        return f"{number:0{digits}}"
    return "-" * (number < 0) + ascii_uppercase[abs(number) % 26] * (abs(number) // 26 + 1)


def _is_within(outline: Outline, point: Point) -> bool:
    """Whether a point is inside an outline (even-odd rule)."""
    (x, y), inside = point, False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


class GridLines(Struct, frozen=True):
    """The geometry of a grid: line and spot distances and the origin."""

    dx: float
    dy: float
    x0: float
    y0: float
    sideways: bool

    @classmethod
    def read(cls, get: Get, where: str) -> GridLines:
        """From the attributes of the element."""
        dy = real_number(get("dy") or 64, f"{where}: dy")
        dx = real_number(get("dx") or dy * 0.75**0.5, f"{where}: dx")
        x0 = real_number(get("x0") or 0, f"{where}: x0")
        y0 = real_number(get("y0") or 32, f"{where}: y0")
        if dx < SMALLEST or dy < SMALLEST:
            raise BadInput(f"{where}: hexes of {dx:g} by {dy:g} points are too small; the grid is damaged.")
        return cls(dx, dy, x0, y0, get("sideways") == "true")

    def moved(self, x: float, y: float) -> GridLines:
        """Return a copy with a shifted origin."""
        along, across = (y, x) if self.sideways else (x, y)
        return replace(self, x0=self.x0 + along, y0=self.y0 + across)

    def centre(self, line: int, spot: int) -> Point:
        """The centre of a hex on the picture."""
        along = self.x0 + line * self.dx
        across = self.y0 + (spot + (line % 2) / 2) * self.dy
        return (across, along) if self.sideways else (along, across)

    def nearest(self, x: float, y: float) -> tuple[int, int]:
        """The hex with the nearest centre."""
        along, across = (y, x) if self.sideways else (x, y)
        line, spot = round((along - self.x0) / self.dx), floor((across - self.y0) / self.dy)
        near = [(line + dl, spot + ds) for dl in (-1, 0, 1) for ds in (-1, 0, 1)]
        return min(near, key=lambda place: self.away(place, x, y))

    def away(self, place: tuple[int, int], x: float, y: float) -> float:
        """Squared distance of a point from a hex centre."""
        cx, cy = self.centre(*place)
        return (cx - x) ** 2 + (cy - y) ** 2


@dataclass(slots=True)
class BoardGrid:
    """The grid of a board of this size."""

    width: int
    height: int
    lines: GridLines
    numbering: Numbering | None
    outline: Outline = ()
    """The outline of the part with this grid; empty means the whole board."""
    zones: tuple[ZonePart, ...] = ()
    """The first zone around a point counts; boxes and tracks are zones without hexes."""
    spec: GridSpec = field(init=False)
    lost: list[str] = field(default_factory=list)
    aliases: dict[str, str] = field(default_factory=dict)
    """Hex numbers with letters and their hexes."""
    _names: dict[tuple[int, int], str] = field(default_factory=dict)

    @classmethod
    def laid(
        cls,
        lines: GridLines,
        numbering: Numbering | None,
        size: tuple[int, int],
        where: str,
        outline: Outline = (),
        zones: tuple[ZonePart, ...] = (),
    ) -> BoardGrid:
        """Create the grid of a board of this size."""
        grid = cls(*size, lines, numbering, outline, zones)
        grid._number(where)
        return grid

    def centre(self, line: int, spot: int) -> Point:
        """The centre of a hex on the picture."""
        return self.lines.centre(line, spot)

    def places(self) -> Iterator[tuple[int, int]]:
        """Every hex with its centre on the board, ignoring zones."""
        laid = self.lines
        length, depth = (self.height, self.width) if laid.sideways else (self.width, self.height)
        lines = range(floor(-laid.x0 / laid.dx), floor((length - laid.x0) / laid.dx) + 2)
        spots = range(floor(-laid.y0 / laid.dy) - 1, floor((depth - laid.y0) / laid.dy) + 2)
        if len(lines) > MOST_PER_EDGE + 4 or len(spots) > MOST_PER_EDGE + 4:
            raise BadInput(f"The board has more than {MOST_PER_EDGE} hexes along an edge; it is not read.")
        for line in lines:
            for spot in spots:
                x, y = self.centre(line, spot)
                if 0 <= x < self.width and 0 <= y < self.height:
                    yield line, spot

    def _each(self, places: list[tuple[int, int]], where: str) -> Iterator[tuple[int, int]]:
        """Yield every place and report progress; BadInput if the zones have too many corners."""
        corners = len(self.outline) + sum(1 + len(zone.outline) for zone in self.zones)
        if corners > MAX_CORNERS:
            raise BadInput(f"{where}: its zones have {corners} corners; up to {MAX_CORNERS} are read.")
        for number, place in enumerate(places):
            if number % CHECK_EVERY_ITEMS == 0:
                report_progress(number, len(places), "Placing the hexes")
            yield place

    def _has_hex(self, place: tuple[int, int]) -> bool:
        """Whether a hex centre is in the part with this grid."""
        x, y = self.centre(*place)
        if self.outline and not _is_within(self.outline, (x, y)):
            return False
        return next((zone.uses for zone in self.zones if zone.has(x, y)), True)

    def _counted_size(self) -> tuple[float, float]:
        """The size used when numbers run backwards."""
        if not self.outline:
            return self.width, self.height
        across, down = [x for x, _ in self.outline], [y for _, y in self.outline]
        return max(across) - min(across), max(down) - min(down)

    def at(self, x: float, y: float) -> str:
        """The hex at a point; "" outside the grid."""
        nearest, reach = self.lines.nearest(x, y), max(self.lines.dx, self.lines.dy)
        return self._names.get(nearest, "") if self.lines.away(nearest, x, y) <= reach**2 / 2 else ""

    def spec_hexes(self) -> Collection[str]:
        """The numbers of all hexes."""
        return self._names.values()

    def anchors(self) -> tuple[tuple[str, float, float], ...]:
        """Three distant hexes with their centres on the picture."""
        middles = {here: self.centre(*place) for place, here in self._names.items()}
        corners: list[Callable[[str], float]] = [
            lambda here: -middles[here][0] - middles[here][1],
            lambda here: middles[here][0] - middles[here][1],
            lambda here: middles[here][1] - middles[here][0],
        ]
        chosen = dict.fromkeys(max(middles, key=corner) for corner in corners)
        return tuple((here, *middles[here]) for here in chosen)

    # numbers

    def _number(self, where: str) -> None:
        whole = list(self.places())
        places = [place for place in self._each(whole, where) if self._has_hex(place)] or whole
        if not places or len(places) > MOST_HEXES:
            raise BadInput(f"{where}: {len(places)} hexes lie on the board; the grid is damaged.")
        pairs = {place: self._pair(*place) for place in places}
        halves = [place for place, pair in pairs.items() if self._is_unnumbered_half(place, pair)]
        if halves and len(halves) < len(pairs):
            self.lost.append(f"Half hexes at the edge of the board, outside the numbering: {len(halves)}.")
            for place in halves:
                del pairs[place]
        printed = dict(pairs)
        lowest_line, lowest_spot = min(p[0] for p in pairs.values()), min(p[1] for p in pairs.values())
        if min(lowest_line, lowest_spot) < 0:
            self.lost.append("Numbers below 0: the hexes are numbered from 1 instead.")
            shift = 1 - lowest_line if lowest_line < 0 else 0, 1 - lowest_spot if lowest_spot < 0 else 0
            pairs = {place: (a + shift[0], b + shift[1]) for place, (a, b) in pairs.items()}
        self.spec = self._spec(pairs)
        for place, (line, spot) in pairs.items():
            column, row = (spot, line) if self.lines.sideways else (line, spot)
            self._names[place] = self.spec.printed(column, row)
        if self.numbering is not None and self.numbering.letters:
            taken = set(self._names.values())
            for place, here in self._names.items():
                alias = self.numbering.spelled(*printed[place])
                if _PLAIN.fullmatch(alias) and alias not in taken:
                    self.aliases.setdefault(alias, here)

    def _is_unnumbered_half(self, place: tuple[int, int], pair: tuple[int, int]) -> bool:
        """Whether a hex is a half hex at the edge before the first number."""
        known = self.numbering
        if known is None or known.h_back or known.v_back:
            return False
        x, y = self.centre(*place)
        near = min(x, y, self.width - x, self.height - y) < self.lines.dx / 8
        return near and (pair[0] < known.h_off or pair[1] < known.v_off)

    def _pair(self, line: int, spot: int) -> tuple[int, int]:
        """Column and row number of a hex, before formatting."""
        known = self.numbering or Numbering(stagger=False)
        wide, tall = self._counted_size()
        lines = (
            floor(tall / self.lines.dx + 0.5) if self.lines.sideways else floor(wide / self.lines.dy + 0.5)
        )
        spots = (
            floor(wide / self.lines.dy + 0.5) if self.lines.sideways else floor(tall / self.lines.dx + 0.5)
        )
        lines_back, spots_back = (
            (known.v_back, known.h_back) if self.lines.sideways else (known.h_back, known.v_back)
        )
        number = lines - line if lines_back else line
        place = spots - spot if spots_back else spot
        if known.stagger and line % 2:
            place += -1 if spots_back else 1
        return number + known.h_off, place + known.v_off

    def _spec(self, pairs: dict[tuple[int, int], tuple[int, int]]) -> GridSpec:
        known = self.numbering or Numbering(stagger=False)
        if self.numbering is None:
            self.lost.append("The board has no numbers; the hexes are numbered from its upper left corner.")
        if known.letters:
            self.lost.append(
                "Letters in the hex numbers: hexes get digits; the lettered numbers work as second numbers."
            )
        lines, spots = {a for a, _ in pairs.values()}, {b for _, b in pairs.values()}
        further = (
            next(
                (a for (line, _), (a, _) in pairs.items() if (line % 2 == 1) != known.stagger),
                min(lines) + 1,
            )
            if len(lines) > 1
            else min(lines)
        )
        sep = known.sep if known.sep and all(c.isascii() and c in ".:-_+" for c in known.sep) else ""
        h_digits, v_digits = known.h_digits, known.v_digits
        if not sep:
            h_digits, v_digits = max(h_digits, len(str(max(lines)))), max(v_digits, len(str(max(spots))))
        plain = self.numbering is None or known.letters
        if not plain and (h_digits, v_digits, sep) != (known.h_digits, known.v_digits, known.sep):
            self.lost.append("The format of the numbers: they get leading zeros instead.")
        back = (known.v_back, known.h_back) if self.lines.sideways else (known.h_back, known.v_back)
        of_lines = (len(range(min(lines), max(lines) + 1)), min(h_digits, MOST_DIGITS), min(lines), back[0])
        of_spots = (len(range(min(spots), max(spots) + 1)), min(v_digits, MOST_DIGITS), min(spots), back[1])
        of_columns, of_rows = (of_spots, of_lines) if self.lines.sideways else (of_lines, of_spots)
        line_first = known.first != "V"
        settings = {
            "orientation": "pointy" if self.lines.sideways else "flat",
            "stagger": "odd" if further % 2 else "even",
            "columns": of_columns[0],
            "rows": of_rows[0],
            "order": "column-row" if line_first != self.lines.sideways else "row-column",
            "column_digits": of_columns[1],
            "row_digits": of_rows[1],
            "first_column": of_columns[2],
            "first_row": of_rows[2],
            "columns_run": "left" if of_columns[3] else "right",
            "rows_run": "up" if of_rows[3] else "down",
            "separator": sep[:8],
            "prefix": known.prefix,
            "suffix": known.suffix,
        }
        whole = GridSpec.from_dict(settings)
        there = {whole.printed(*((b, a) if self.lines.sideways else (a, b))) for a, b in pairs.values()}
        missing = sorted({cell.hex for cell in whole.cells()} - there)
        return GridSpec.from_dict({**settings, "missing": missing})
