"""Words that several charts share, and the checks that their values must pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

SIDES: Final = ("allied", "german")
SIX: Final = tuple(str(face) for face in range(1, 7))


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
