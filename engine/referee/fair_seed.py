"""A seed that no side can choose alone: each side commits a value before it knows the other's.

A commitment is the hash of the value together with a salt, so that nobody finds a short word by trying. The
seed follows from all values and salts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, Final

from engine.bad_input import BadInput
from engine.record import Record

LONGEST_WORD: Final = 200
_RANDOM_BYTES: Final = 16


class Contribution(Record):
    """What one side gives to the dice: a word that its player typed, or a value that was drawn for it."""

    side: str
    value: str
    salt: str
    typed: bool = False

    @property
    def commitment(self) -> str:
        """The hash that is shown before any other side's value is known."""
        return _hash(["startline dice", self.side, self.value, self.salt, self.typed])

    def plain(self) -> list[Any]:
        """As it is saved."""
        return [self.side, self.value, self.salt, self.typed]


def contribute(side: str, word: str = "") -> Contribution:
    """Commit the word of a player, or a drawn value where there is no word."""
    import secrets

    word = word.strip()
    if len(word) > LONGEST_WORD:
        raise BadInput(f"A word for the dice has at most {LONGEST_WORD} letters, not {len(word)}")
    return Contribution(
        side, word or secrets.token_hex(_RANDOM_BYTES), secrets.token_hex(_RANDOM_BYTES), bool(word)
    )


def contributions_of(
    sides: Iterable[str], committed: Mapping[str, Contribution] | None = None
) -> tuple[Contribution, ...]:
    """One of each side: what it has committed, or else what is drawn for it."""
    known = committed or {}
    return tuple(known[side] if side in known else contribute(side) for side in sides)


def seed_of(contributions: Iterable[Contribution]) -> str:
    """The seed that follows from what all sides gave."""
    return _hash(["startline seed", *(given.plain() for given in contributions)])


def _hash(content: list[Any]) -> str:
    return sha256(json.dumps(content, ensure_ascii=True).encode()).hexdigest()
