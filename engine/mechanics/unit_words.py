"""A unit of a worked example in one line of words, in any order: `INF veteran 0505 N full mp:1`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol, TypeVar

from engine.bad_input import BadInput


class Line(Protocol):
    """The unit that a game builds from the words."""

    def read(self, word: str, hexes: Collection[str]) -> bool:
        """Read one word; False if it is not known."""


L = TypeVar("L", bound=Line)


def read_words(line: L, key: str, text: object, hexes: Collection[str], such_as: str) -> L:
    """Read every word of a unit's line; BadInput names the word that is not known."""
    if not isinstance(text, str):
        raise BadInput(f"Unit {key} should be a line of words such as {such_as}")
    for word in text.split():
        if not line.read(word, hexes):
            raise BadInput(f"{word!r:.40} in the line of unit {key} is not a known word")
    return line


def small_number(word: str) -> int | None:
    """A number of up to three digits."""
    return int(word) if word.isdecimal() and len(word) < 4 else None
