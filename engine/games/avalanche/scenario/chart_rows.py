"""Rows of charts that are printed for a range of numbers, and words that several charts share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar

AMMO_TYPES: Final = ("M", "1", "2", "3")
CLASSES: Final = ("foot", "mot", "mech")
TWO_DICE: Final = tuple(str(roll) for roll in range(2, 13))
RESULT: Final = re.compile(r"[0-9][DM]?")

Row = TypeVar("Row", bound=Sequence[object])
Cost = int | str
"""Movement points, or "P": prohibited."""


def band(label: str) -> tuple[int, int]:
    """The numbers that a row is printed for: "7", "2-8", "<=3", ">=6", "12+"."""
    found = re.fullmatch(r"(<=|>=)?(-?\d+)(?:-(\d+)|(\+))?", label)
    if found is None:
        raise ValueError(label)
    first = int(found[2])
    if found[1] == "<=":
        return -99, first
    if found[1] == ">=" or found[4]:
        return first, 99
    return first, int(found[3] or first)


def banded(rows: Iterable[Row], number: int) -> Row:
    """The row whose first entry covers this number; beyond the table the end rows count."""
    found = {band(str(row[0])): row for row in rows}
    lowest, highest = min(low for low, _ in found), max(high for _, high in found)
    number = min(max(number, lowest), highest)
    return next(row for (low, high), row in found.items() if low <= number <= high)


def gaps(rows: Iterable[Sequence[object]], first: int, last: int) -> Iterator[str]:
    """The rows of a table must cover each number from the first to the last once."""
    try:
        covered = [band(str(row[0])) for row in rows]
    except ValueError as error:
        yield f"{str(error)!r:.20} is not a number or a range such as 2-8 or <=3"
        return
    for number in range(first, last + 1):
        if sum(low <= number <= high for low, high in covered) != 1:
            yield f"exactly one row should cover {number}"
