"""What may never be true of a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.toppling_the_reich.records import (
    AIRDROP,
    COMZ,
    DROPPED,
    DUE,
    IN_CORPS,
    OUT,
    POOL,
    UNUSED,
    WITHDRAWN,
    Army,
    Unit,
    stacks,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.mechanics import TO_SET_UP
from engine.referee import State, marked

BOXES = (POOL, COMZ, AIRDROP, OUT, DUE, TO_SET_UP, WITHDRAWN, IN_CORPS, UNUSED)


def sides_of(units: Iterable[Unit]) -> set[str]:
    """Whose combat units stand openly in a hex."""
    return {unit.side for unit in units if unit.is_combat_unit and unit.hidden != "unknown"}


def invariants(state: State) -> Iterator[str]:
    """Sentences about what is broken."""
    land = ground(state)
    for place, units in stacks(state).items():
        if " " in place:
            kind, _, side = place.partition(" ")
            if kind not in BOXES or any(unit.side != side for unit in units):
                yield f"{units[0].key} is in {place}, which is not a box of its side"
        elif place not in land.land:
            yield f"{units[0].key} is in {place}, where nobody can be"
        elif len(sides_of(units)) > 1 and not any(marked(state, unit.key, DROPPED) for unit in units):
            yield f"both sides stand in {place}"
    for unit in state.all(Unit).values():
        if unit.cf and not unit.is_leader and not 1 <= unit.steps <= len(unit.cf):
            yield f"{unit.key} has {unit.steps} of {len(unit.cf)} steps"
        if not unit.on_map and unit.hidden:
            yield f"{unit.key} is hidden in {unit.place}"
    for held in state.all(Army).values():
        if held.asp < 0 or not 0 <= held.air <= held.air_awarded or held.infantry < 0 or held.armor < 0:
            yield f"{held.key} has less than nothing in hand: {held}"
