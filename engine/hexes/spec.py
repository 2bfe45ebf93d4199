"""The description of one sheet's grid: how the hexes stand and how they are numbered. Plain data, checked."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.bad_input import BadInput
from engine.hexes.cubes import Cube, Orientation, Run
from engine.record import Record

MOST_PER_EDGE = 500
MOST_HEXES = 200_000
MOST_DIGITS = 4
MOST_LETTERS = 8

_CHOICES: dict[str, tuple[str, ...]] = {
    "orientation": ("flat", "pointy"),
    "stagger": ("odd", "even"),
    "order": ("column-row", "row-column"),
    "columns_run": ("right", "left"),
    "rows_run": ("down", "up"),
}
_LIMITS: dict[str, tuple[int, int]] = {
    "columns": (1, MOST_PER_EDGE),
    "rows": (1, MOST_PER_EDGE),
    "column_digits": (1, MOST_DIGITS),
    "row_digits": (1, MOST_DIGITS),
    "first_column": (0, 10**MOST_DIGITS - 1),
    "first_row": (0, 10**MOST_DIGITS - 1),
}
_REQUIRED = ("orientation", "stagger", "columns", "rows")


class Cell(NamedTuple):
    """One hex of the sheet: printed number, column, row, and its place in cube coordinates."""

    hex: str
    column: int
    row: int
    cube: Cube


class GridSpec(Record):
    """How one sheet is laid out and numbered.

    `stagger` names the columns (flat-top) or rows (pointy-top) that lie half a hex further DOWN or to the
    RIGHT on the sheet; odd or even is meant of the printed number. `short_staggered` takes away the hex
    that these would have beyond the others: the lowest of each column, the rightmost of each row.
    `missing` names further hexes that the sheet does not have. Numbers are filled with zeros to their
    digits; larger ones need a separator.
    """

    orientation: Orientation
    stagger: str
    columns: int
    rows: int
    order: str = "column-row"
    column_digits: int = 2
    row_digits: int = 2
    first_column: int = 1
    first_row: int = 1
    columns_run: str = "right"
    rows_run: str = "down"
    separator: str = ""
    prefix: str = ""
    suffix: str = ""
    short_staggered: bool = False
    missing: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise _wrong(name, getattr(self, name), f"must be one of {', '.join(choices)}")
        for name, (low, high) in _LIMITS.items():
            number = getattr(self, name)
            if type(number) is not int or not low <= number <= high:
                raise _wrong(name, number, f"must be a whole number from {low} to {high}")
        for name in ("separator", "prefix", "suffix"):
            _check_lettering(name, getattr(self, name))
        if any(letter.isdigit() for letter in self.separator):
            raise _wrong("separator", self.separator, "must hold no digit, or numbers could be read two ways")
        if type(self.short_staggered) is not bool:
            raise _wrong("short_staggered", self.short_staggered, "must be true or false")
        if self.columns * self.rows > MOST_HEXES:
            raise BadInput(f"Grid: {self.columns} x {self.rows} hexes; a map may have at most {MOST_HEXES}.")
        self._check_width("column", self.first_column + self.columns - 1, self.column_digits)
        self._check_width("row", self.first_row + self.rows - 1, self.row_digits)
        self._check_missing()

    def _check_width(self, part: str, last: int, digits: int) -> None:
        if len(str(last)) > digits and not self.separator:
            raise BadInput(
                f"Grid: {part} {last} does not fit into {digits} digits; allow more or set a separator."
            )

    def _check_missing(self) -> None:
        if type(self.missing) is not frozenset or not all(isinstance(name, str) for name in self.missing):
            raise _wrong("missing", self.missing, "must be a list of printed hex numbers")
        for name in sorted(self.missing):
            if self.numbers(name) is None:
                raise _wrong(
                    "missing", name, "is not a hex of this sheet; use numbers as they are printed on it"
                )
        if next(iter(self.cells()), None) is None:
            raise BadInput("Grid: no hex is left on the sheet; name fewer missing hexes.")

    @classmethod
    def from_dict(cls, data: object) -> "GridSpec":
        """The spec written by `to_dict`; anything else is BadInput."""
        if not isinstance(data, Mapping):
            raise BadInput(
                "Grid: a table of settings such as orientation, stagger, columns and rows is expected."
            )
        known = set(cls.__struct_fields__)
        for name in data:
            if name not in known:
                raise BadInput(f"Grid: unknown setting {_shown(name)}; known are {', '.join(sorted(known))}.")
        for name in _REQUIRED:
            if name not in data:
                raise BadInput(f"Grid: the setting {name} is missing; add it.")
        settings: dict[str, Any] = dict(data)
        missing = settings.get("missing", [])
        if not isinstance(missing, list | tuple) or not all(isinstance(name, str) for name in missing):
            raise _wrong("missing", missing, "must be a list of printed hex numbers")
        settings["missing"] = frozenset(missing)
        return cls(**settings)

    def to_dict(self) -> dict[str, object]:
        """Every setting, ready for JSON or TOML."""
        settings: dict[str, object] = {name: getattr(self, name) for name in self.__struct_fields__}
        settings["missing"] = sorted(self.missing)
        return settings

    def printed(self, column: int, row: int) -> str:
        """The number printed in the hex of this column and row."""
        parts = (f"{column:0{self.column_digits}}", f"{row:0{self.row_digits}}")
        first, second = parts if self.order == "column-row" else parts[::-1]
        return f"{self.prefix}{first}{self.separator}{second}{self.suffix}"

    def numbers(self, name: str) -> tuple[int, int] | None:
        """Column and row of a printed number; None when it cannot stand on this sheet."""
        if not (name.startswith(self.prefix) and name.endswith(self.suffix)):
            return None
        bare = name[len(self.prefix) : len(name) - len(self.suffix)]
        if self.separator:
            first, _, second = bare.partition(self.separator)
        else:
            cut = self.column_digits if self.order == "column-row" else self.row_digits
            first, second = bare[:cut], bare[cut:]
        if not all(
            part.isascii() and part.isdigit() and len(part) <= MOST_DIGITS + 1 for part in (first, second)
        ):
            return None
        column, row = (int(first), int(second))[:: 1 if self.order == "column-row" else -1]
        inside = 0 <= column - self.first_column < self.columns and 0 <= row - self.first_row < self.rows
        return (column, row) if inside and self.printed(column, row) == name else None

    def staggered(self, number: int) -> bool:
        """Whether the column (flat-top) or row (pointy-top) of this number lies half a hex further on."""
        return number % 2 == (1 if self.stagger == "odd" else 0)

    def cells(self) -> Iterator[Cell]:
        """Every hex on the sheet, column by column from the top left; cube (0, 0) is the top left place."""
        columns = range(self.first_column, self.first_column + self.columns)
        rows = range(self.first_row, self.first_row + self.rows)
        across = columns if self.columns_run == "right" else columns[::-1]
        down = rows if self.rows_run == "down" else rows[::-1]
        flat = self.orientation == "flat"
        for x, column in enumerate(across):
            for y, row in enumerate(down):
                shifted = self.staggered(column if flat else row)
                outermost = y == self.rows - 1 if flat else x == self.columns - 1
                if shifted and self.short_staggered and outermost:
                    continue
                name = self.printed(column, row)
                if name not in self.missing:
                    cube = (
                        Cube(x, (2 * y + shifted - x) // 2) if flat else Cube((2 * x + shifted - y) // 2, y)
                    )
                    yield Cell(name, column, row, cube)

    def runs(self) -> Iterator[Run]:
        """The same hexes line by line: column after column (flat-top), row after row (pointy-top)."""
        columns = range(self.first_column, self.first_column + self.columns)
        rows = range(self.first_row, self.first_row + self.rows)
        across = columns if self.columns_run == "right" else columns[::-1]
        down = rows if self.rows_run == "down" else rows[::-1]
        lines, along = (across, down) if self.orientation == "flat" else (down, across)
        column_first = self.order == "column-row"
        line_first = column_first == (self.orientation == "flat")
        line_digits, digits = self.column_digits, self.row_digits
        if self.orientation == "pointy":
            line_digits, digits = digits, line_digits
        tails = [f"{number:0{digits}}" for number in along]
        for line, number in enumerate(lines):
            shifted = self.staggered(number)
            own = f"{number:0{line_digits}}"
            if line_first:
                head = f"{self.prefix}{own}{self.separator}"
                names = [f"{head}{tail}{self.suffix}" for tail in tails]
            else:
                tail = f"{self.separator}{own}{self.suffix}"
                names = [f"{self.prefix}{head}{tail}" for head in tails]
            if shifted and self.short_staggered:
                del names[-1]
            spot = (shifted - line) // 2 + line // 2
            yield from self._without_missing(Run(line, spot, names))

    def _without_missing(self, run: Run) -> Iterator[Run]:
        """The run, cut where hexes are missing."""
        start = 0
        for place, name in enumerate((*run.hexes, "")) if self.missing else ((len(run.hexes), ""),):
            if not name or name in self.missing:
                if place > start:
                    yield Run(run.line, run.spot + start, run.hexes[start:place])
                start = place + 1


def _check_lettering(name: str, text: object) -> None:
    if not isinstance(text, str) or len(text) > MOST_LETTERS:
        raise _wrong(name, text, f"must be a text of at most {MOST_LETTERS} letters")
    if not all(letter.isascii() and (letter.isalnum() or letter in ".:-_+") for letter in text):
        raise _wrong(name, text, "may hold only letters, digits and . : - _ +")


def _wrong(name: str, value: object, what: str) -> BadInput:
    return BadInput(f"Grid: {name} = {_shown(value)} {what}.")


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return "a value too large to show"
    return text if len(text) <= 60 else text[:57] + "..."
