"""Exact chances of anything that dice, chits and further rolls decide. No die is rolled here.

hit = dice("1d10").map(lambda face: face <= 4)
fate = hit.then(lambda is_hit: dice("1d10").map(saves) if is_hit else certain("unhurt"))
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Generic, TypeVar

from engine.referee import PossibleOutcome
from engine.referee.dice import parse

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Chances(Generic[T]):
    """What can happen, and how likely each of it is: the shares sum up to 1, none of them is 0."""

    __slots__ = ("_shares",)

    def __init__(self, shares: Mapping[T, Fraction]) -> None:
        self._shares = shares

    def __iter__(self) -> Iterator[tuple[T, Fraction]]:
        return iter(self._shares.items())

    def __getitem__(self, what: T) -> Fraction:
        """How likely this is; 0 if it cannot happen."""
        return self._shares.get(what, Fraction(0))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chances) and dict(self._shares) == dict(other._shares)

    def __hash__(self) -> int:
        return hash(frozenset(self._shares.items()))

    def __repr__(self) -> str:
        return f"Chances({', '.join(f'{what!r}: {share}' for what, share in self)})"

    def of(self, test: Callable[[T], bool]) -> Fraction:
        """How likely it is that the test is true."""
        return sum((share for what, share in self if test(what)), Fraction(0))

    def map(self, result: Callable[[T], U]) -> Chances[U]:
        """The same with what each of it comes to; equal results are counted together."""
        shares: dict[U, Fraction] = {}
        for what, share in self:
            made = result(what)
            shares[made] = shares.get(made, Fraction(0)) + share
        return Chances(shares)

    def then(self, following: Callable[[T], Chances[U]]) -> Chances[U]:
        """What comes of it if each of it leads to further chances: another roll, another chit, or none."""
        shares: dict[U, Fraction] = {}
        for what, share in self:
            for result, part in following(what):
                shares[result] = shares.get(result, Fraction(0)) + share * part
        return Chances(shares)

    def mean(self, amount: Callable[[T], int | Fraction]) -> Fraction:
        """What it amounts to on average."""
        return sum((share * amount(what) for what, share in self), Fraction(0))

    def outcomes(self, described: Callable[[T, Fraction], PossibleOutcome]) -> tuple[PossibleOutcome, ...]:
        """The same for a preview."""
        return tuple(described(what, share) for what, share in self)


def certain(what: T) -> Chances[T]:
    """Nothing else can happen."""
    return Chances({what: Fraction(1)})


def one_of(things: Iterable[T]) -> Chances[T]:
    """One of several things, all equally likely: a chit out of a cup. Equal things are counted together."""
    listed = list(things)
    shares: dict[T, Fraction] = {}
    for one in listed:
        shares[one] = shares.get(one, Fraction(0)) + Fraction(1, len(listed))
    return Chances(shares)


def drawn(things: Iterable[T], number: int) -> Chances[tuple[T, ...]]:
    """Several things drawn one after the other without putting any back, in the order of drawing."""
    listed = list(things)
    found: Chances[tuple[int, ...]] = certain(())
    for _ in range(number):
        found = found.then(
            lambda taken: one_of((*taken, place) for place in range(len(listed)) if place not in taken)
        )
    return found.map(lambda taken: tuple(listed[place] for place in taken))


def faces(notation: str) -> Chances[tuple[int, ...]]:
    """The dice of `2d6`, each by itself, in the order of falling."""
    number, sides = parse(notation)
    found: Chances[tuple[int, ...]] = certain(())
    for _ in range(number):
        found = found.then(lambda before: one_of((*before, face) for face in range(1, sides + 1)))
    return found


@cache
def dice(notation: str) -> Chances[int]:
    """The sum of `2d6`."""
    number, sides = parse(notation)
    found = certain(0)
    for _ in range(number):
        found = found.then(lambda before: one_of(before + face for face in range(1, sides + 1)))
    return found
