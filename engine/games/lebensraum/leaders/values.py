"""What a leader is worth: his stars less the demoralization of his officer corps (9.2)."""

from __future__ import annotations

from engine.games.lebensraum.records import Leader, Unit, leader_of, staff_with
from engine.record import Record
from engine.referee import State, case


class Demoralized(Record):
    """By how much the values of a power's leaders are reduced for the rest of the game."""

    key: str
    """The power."""
    reduction: int


def reduction(state: State, power: str) -> int:
    """By how much the leaders of a power are reduced."""
    found = state.find(Demoralized, power)
    return found.reduction if found else 0


@case("9.2-c")
def value(state: State, leader: Leader) -> int:
    """His stars, reduced by demoralization, but never below 0; for command and for combat."""
    return max(0, leader.stars - reduction(state, leader.power))


@case("7.44-c", "11.6-f")
def capacity(state: State, hq: Unit) -> int:
    """How many units a headquarters puts in command in a segment: by its leader and its staff leaders."""
    leader = leader_of(state).get(hq.key)
    # INTERPRETATION (9.0-a, 11.6-f): a staff leader adds to the value of the front leader he is with, so he
    # commands nobody for a headquarters that has none.
    if leader is None:
        return 0
    return sum(value(state, one) for one in (leader, *staff_with(state, hq.key)))
