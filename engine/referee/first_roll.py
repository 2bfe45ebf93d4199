"""The first roll that an action would lead to, found without rolling: a player confirms before dice fall."""

from __future__ import annotations

from random import Random
from typing import Final, NoReturn

from engine.record import Record
from engine.referee.action import Action
from engine.referee.dice import Roll
from engine.referee.frame import Choice, settle
from engine.referee.game import Game
from engine.referee.refusal import RulesBug
from engine.referee.schedule import Cup
from engine.referee.state import State
from engine.referee.transaction import Transaction

REARRANGED: Final = 4
"""Other arrangements of what a side cannot see in which the same roll must follow."""


CHIT: Final = "a chit"
"""What is drawn without looking, where no dice fall."""


class FirstRoll(Record):
    """What is rolled or drawn for, and by which case."""

    why: str
    what: str
    """The dice, `2d6`, or `CHIT`."""
    case: str


class _DiceWouldFall(Exception):
    def __init__(self, roll: FirstRoll, seen_by: tuple[str, ...] | None) -> None:
        super().__init__(roll.why)
        self.roll, self.seen_by = roll, seen_by


class _StopsAtDice(Transaction):
    """Writes like any other and stops where chance begins."""

    __slots__ = ()

    def roll(self, notation: str, case: str, why: str, seen_by: tuple[str, ...] | None = None) -> Roll:
        return self._stop(FirstRoll(why, notation, case), seen_by)

    def draw(self, cup: Cup, case: str, why: str, seen_by: tuple[str, ...] | None = None) -> str:
        return self._stop(FirstRoll(why, CHIT, case), seen_by)

    def _stop(self, roll: FirstRoll, seen_by: tuple[str, ...] | None) -> NoReturn:
        raise _DiceWouldFall(roll, seen_by)


def first_roll(game: Game, state: State, choice: Choice, action: Action) -> FirstRoll | None:
    """The first roll that follows from a legal action before anybody decides again.

    None if no die falls, if the side may not see it, if something hidden is shown first, or if it depends on
    what the side cannot see whether it is rolled: nobody may learn that by choosing and cancelling.
    """
    found = _first_roll(state, choice, action)
    for seed in range(REARRANGED) if found is not None else ():
        other = game.imagined(state, choice.side, Random(seed))
        if other is state:
            return found
        there = other.frames[-1]
        try:
            same = isinstance(there, Choice) and _first_roll(other, there, action) == found
        except RulesBug:
            same = False
        if not same:
            return None
    return found


def _first_roll(state: State, choice: Choice, action: Action) -> FirstRoll | None:
    tx = _StopsAtDice(state)
    try:
        choice.apply(tx, action)
        settle(tx)
    except _DiceWouldFall as found:
        seen = found.seen_by is None or choice.side in found.seen_by
        return found.roll if seen and not tx.barrier else None
    except Exception as error:
        where = f"{action} by {choice.side} in {type(choice).__name__}, as far as its first roll"
        raise RulesBug.of(error, where) from error
    return None
