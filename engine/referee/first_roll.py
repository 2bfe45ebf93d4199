"""The first roll that an action would lead to, found without rolling: a player confirms before dice fall."""

from __future__ import annotations

from typing import NoReturn

from engine.record import Record
from engine.referee.action import Action
from engine.referee.dice import Roll
from engine.referee.frame import Choice, settle
from engine.referee.refusal import RulesBug
from engine.referee.schedule import Cup
from engine.referee.state import State
from engine.referee.transaction import Transaction


class FirstRoll(Record):
    """What is rolled or drawn for, and by which case."""

    why: str
    what: str
    """The dice, `2d6`, or `a chit`."""
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
        return self._stop(FirstRoll(why, "a chit", case), seen_by)

    def _stop(self, roll: FirstRoll, seen_by: tuple[str, ...] | None) -> NoReturn:
        raise _DiceWouldFall(roll, seen_by)


def first_roll(state: State, choice: Choice, action: Action) -> FirstRoll | None:
    """The first roll that follows from a legal action before anybody decides again.

    None if no die falls, if the side that acts may not see it, or if something hidden is shown first:
    whoever acts cannot know that it will.
    """
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
