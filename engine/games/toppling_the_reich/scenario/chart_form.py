"""How rows are found by a die, and the checks that a chart of them must pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final, TypeVar

SIDES: Final = ("allied", "german")
SIX: Final = tuple(str(face) for face in range(1, 7))

T = TypeVar("T")


def face_of(label: str) -> int:
    """The die roll that a row is printed for: "4", "-3 or less", "9 or more"."""
    return int(label.split()[0])


def on_row(rows: Mapping[str, T], die: int) -> T:
    """The row of a modified die roll; beyond the table the end rows count."""
    by_face = {face_of(label): row for label, row in rows.items()}
    return by_face[min(max(die, min(by_face)), max(by_face))]


def column_at(starts: Sequence[int], amount: int) -> int:
    """The index of the last column that begins at or below an amount; the starts ascend."""
    return max((at for at, start in enumerate(starts) if start <= amount), default=0)


def broken_rows(rows: Mapping[str, Mapping[str, object]], what: str) -> Iterator[str]:
    """Rows must follow each other without a gap and share their columns."""
    faces = []
    for label in rows:
        if not label.split() or not label.split()[0].lstrip("-").isdecimal():
            yield f"{what} {label!r:.40} does not begin with a number"
            return
        faces.append(face_of(label))
    if not faces or faces != list(range(faces[0], faces[0] + len(faces))):
        yield f"{what}s should be printed for each number in turn, not {faces}"
    if len({tuple(row) for row in rows.values()}) != 1:
        yield f"{what}s should all have the same columns"


def not_one_of(values: Iterable[str], allowed: Iterable[str], what: str) -> Iterator[str]:
    """Each value must be one of a few words."""
    allowed = tuple(allowed)
    for value in values:
        if value not in allowed:
            yield f"{what} is {value!r:.40}, which is not one of {', '.join(allowed)}"


def bad_share(value: str, what: str) -> Iterator[str]:
    """A share is written as a fraction between 0 and 1."""
    try:
        share = Fraction(value)
    except (ValueError, ZeroDivisionError):
        yield f"{what} is {value!r:.40}, which is not a fraction"
        return
    if not 0 <= share <= 1:
        yield f"{what} is {value}, which is not a share of the whole"


def descending(values: Sequence[int]) -> bool:
    """Does no value exceed the one before it?"""
    return all(later <= earlier for earlier, later in pairwise(values))


def ascending(values: Sequence[int]) -> bool:
    """Does every value exceed the one before it?"""
    return all(earlier < later for earlier, later in pairwise(values))
