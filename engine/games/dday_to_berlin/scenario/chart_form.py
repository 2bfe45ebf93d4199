"""Spans of a die, and the checks that a chart of them must pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

Span = tuple[int, ...]
"""The lowest and the highest face of a die that count: always two."""

TEN: Final = range(1, 11)
QUALITIES: Final = frozenset(("poor", "regular", "veteran"))
CLASSES: Final = frozenset(("LEG", "MOT", "MECH"))


def within(face: int, span: Span) -> bool:
    """Does the face lie in the span?"""
    return span[0] <= face <= span[1]


def gaps(spans: Iterable[Span]) -> Iterator[str]:
    """Every face of a d10 must lie in exactly one of the spans."""
    spans = tuple(spans)
    for span in spans:
        yield from off_the_die(span, "a result has the faces")
    for face in TEN:
        results = sum(within(face, span) for span in spans)
        if results != 1:
            yield f"a roll of {face} has {results} results"


def off_the_die(span: Span, what: str) -> Iterator[str]:
    """A span must lie on a d10."""
    if len(span) != 2 or not 1 <= span[0] <= span[1] <= 10:
        yield f"{what} {span}, which is not a span of a die of ten"
