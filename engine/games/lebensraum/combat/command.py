"""Command (7.44): the nearest headquarters, its range, and how many units it puts in command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.lebensraum.combat.battle import landing, place_of
from engine.games.lebensraum.headquarters.supply import NEUTRAL_NATIONS
from engine.games.lebensraum.leaders.values import capacity
from engine.games.lebensraum.records import SEGMENT, Unit, armies, hqs
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.entry import FINNISH
from engine.games.lebensraum.standard.tracing import within_range
from engine.referee import Mark, State, Transaction, case, derived, marked

JUMPED: Final = "jumped"
"""The mark of a paratroop unit that has made its airborne assault on this turn (11.4-d)."""
COMMANDED_BY: Final = "commanded by "
"""The mark of a unit that a headquarters has put in command in this segment, with its key behind it."""


@case("11.1-i", "11.7-c", "11.4-d")
def needs_no_command(state: State, unit: Unit) -> bool:
    """Units of invaded neutrals are always in command, paratroops on the turn of their assault."""
    return unit.nation in NEUTRAL_NATIONS or marked(state, unit.key, JUMPED)


@case("7.44-e", "9.6-b", "13.0-l", "11.2-i")
def may_belong(unit: Unit, hq: Unit) -> bool:
    """Any headquarters of its power, but Finns to Finns only."""
    return unit.power == hq.power and (unit.nation == FINNISH) == (hq.nation == FINNISH)


def nearest(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The headquarters that a unit can belong to."""
    return _nearest(state, unit, place_of(state, unit))


@derived(Unit)
@case("7.44-e", "3.1-b")
def _nearest(state: State, unit: Unit, here: str) -> tuple[Unit, ...]:
    """The nearest by distance, several if they are equally near, even if they cannot put it in command."""
    distance = ground(state).distance
    found = [hq for hq in hqs(state, unit.side) if may_belong(unit, hq)]
    least = min((distance(here, hq.place) for hq in found), default=0)
    return tuple(hq for hq in found if distance(here, hq.place) == least)


@case("7.44-a", "7.44-b")
def in_range(state: State, unit: Unit, hq: Unit) -> bool:
    """Within the range of a headquarters, counted around hexes with enemy units; weather does not matter."""
    here = place_of(state, unit)
    if here != unit.place:
        # INTERPRETATION (12.2-c, 7.44-b): the enemy in the hex that is landed in does not stop the line.
        reach = within_range(state, hq.side, hq.place, hq.range - 1)
        return here in reach or any(there in reach for there in ground(state).neighbors[here])
    return here in within_range(state, hq.side, hq.place, hq.range)


def used(state: State, hq: Unit) -> int:
    """How many units a headquarters has put in command in this segment."""
    return sum(mark.name == COMMANDED_BY + hq.key for mark in state.all(Mark).values())


@case("7.44-c", "7.45-c")
def free_places(state: State, hq: Unit) -> int:
    """How many more units it can put in command; what a former leader has used is used."""
    return max(0, capacity(state, hq) - used(state, hq))


@case("7.44-c")
def has_place(state: State, unit: Unit, hq: Unit) -> bool:
    """Is a unit in command of this headquarters since an earlier combat of the segment? It counts once."""
    return marked(state, unit.key, COMMANDED_BY + hq.key)


@case("7.45-a")
def is_contested(state: State, hq: Unit) -> bool:
    """Are there more units in range of a headquarters that belong to it than it can still put in command?
    Those that attack from the sea count, too."""
    waiting = [
        unit
        for unit in (*armies(state, hq.side), *landing(state, hq.side))
        if hq in nearest(state, unit)
        and in_range(state, unit, hq)
        and not has_place(state, unit, hq)
        and not needs_no_command(state, unit)
    ]
    return len(waiting) > free_places(state, hq)


def put_in_command(tx: Transaction, unit: Unit, hq: Unit) -> None:
    """It takes one of the places of the headquarters in this segment."""
    tx.mark(unit.key, COMMANDED_BY + hq.key, SEGMENT)


@case("7.44-a", "7.44-c", "7.44-d")
def expected_command(state: State, units: Sequence[Unit]) -> tuple[tuple[str, str], ...]:
    """Who would be in command if each owner put as many units in command as he can: for previews."""
    found: list[tuple[str, str]] = []
    taken: dict[str, int] = {}
    for unit in units:
        if needs_no_command(state, unit):
            found.append((unit.key, ""))
            continue
        for hq in nearest(state, unit):
            if not in_range(state, unit, hq):
                continue
            if not has_place(state, unit, hq):
                if taken.get(hq.key, 0) >= free_places(state, hq):
                    continue
                taken[hq.key] = taken.get(hq.key, 0) + 1
            found.append((unit.key, hq.key))
            break
    return tuple(found)
