"""Dice that can be verified: the nth die of a game follows from its seed."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b, sha256
from typing import NamedTuple

from engine.record import Record
from engine.referee.refusal import RulesBug

_NOTATION = re.compile(r"([1-9]\d?)d([1-9]\d{0,2})")


class LoadedDiceMismatch(RulesBug):
    """Faces that were loaded do not fit the roll: the author's mistake, not one of the rules."""


class Roll(NamedTuple):
    """The faces in the order they fell."""

    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.faces)


class Dice(Record):
    """The seed, how many dice have fallen, and faces that were loaded beforehand (worked examples only)."""

    seed: str
    fallen: int = 0
    loaded: tuple[int, ...] = ()

    def roll(self, notation: str) -> tuple[Roll, Dice]:
        """Roll `2d6`; return the roll and the dice after it."""
        number, sides = parse(notation)
        if self.loaded:
            return self._roll_loaded(notation, number, sides)
        fallen = self.fallen
        faces = tuple([face(self.seed, n, sides) for n in range(fallen, fallen + number)])
        return Roll(faces), Dice(self.seed, fallen + number)

    def _roll_loaded(self, notation: str, number: int, sides: int) -> tuple[Roll, Dice]:
        if len(self.loaded) < number:
            raise LoadedDiceMismatch(
                f"{notation} is rolled, but only {len(self.loaded)} loaded dice are left"
            )
        faces, left = self.loaded[:number], self.loaded[number:]
        if not all(1 <= loaded <= sides for loaded in faces):
            shown = ", ".join(map(str, faces))
            raise LoadedDiceMismatch(f"{notation} is rolled, but the loaded dice show {shown}")
        return Roll(faces), Dice(self.seed, self.fallen + number, left)

    @property
    def commitment(self) -> str:
        """The hash that is published before the first die falls."""
        return commitment(self.seed)


def commitment(seed: str) -> str:
    """What the first line of the log shows of a seed."""
    return sha256(f"startline seed {seed}".encode()).hexdigest()


@lru_cache(maxsize=64)
def parse(notation: str) -> tuple[int, int]:
    """`2d6` → (2, 6)."""
    match = _NOTATION.fullmatch(notation)
    if match is None:
        raise RulesBug(f"{notation!r} is not dice")
    return int(match[1]), int(match[2])


def face(seed: str, n: int, sides: int) -> int:
    """The nth die of this seed, with this number of sides; every face is equally likely."""
    limit = (1 << 64) - (1 << 64) % sides
    text = f"{seed}:{n}"
    while True:
        value = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
        if value < limit:
            return value % sides + 1
        text += "+"
