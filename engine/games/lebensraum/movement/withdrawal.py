"""The army that has to be withdrawn walks off the west edge of the map (6.42)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from engine.games.lebensraum.headquarters.reserves import end_reserve
from engine.games.lebensraum.markers.records import leave_markers
from engine.games.lebensraum.movement.march import March
from engine.games.lebensraum.movement.points import pay, refusals_to_pay
from engine.games.lebensraum.records import MOVED, SEGMENT, WITHDRAWN, Unit
from engine.games.lebensraum.scenario.ground import Ground, ground
from engine.mechanics.places import box
from engine.mechanics.telling import tell
from engine.referee import Refusal, State, Transaction, case, marked

PRICE: Final = 1
"""Movement points for the step off the map."""


def has_to_leave(state: State, unit: Unit) -> bool:
    """Is it the army that has to be withdrawn, or its battle group?"""
    rule = ground(state).rules.withdrawal
    return rule is not None and rule.concerns(unit)


@lru_cache(maxsize=4)
def west_edge(land: Ground) -> frozenset[str]:
    """The land hexes of the last column."""
    last = max(here[-2:] for here in land.playable)
    return frozenset(here for here in land.land if here[-2:] == last)


@case("6.42-a", "5.4-c")
def price_of(state: State, unit: Unit) -> int:
    """One movement point, and what infantry pays to leave an enemy zone of control."""
    march = March(state, unit.key)
    return PRICE + march.surcharge(march.start())


@case("6.42-a", "5.4-b")
def refusals_to_walk_off(state: State, unit: Unit) -> Iterator[Refusal]:
    """It stands on a land hex of the west edge. A unit that has just entered an enemy zone stops there."""
    if not has_to_leave(state, unit):
        yield Refusal("6.42-a", f"{unit.name} is not withdrawn from the map")
        return
    if unit.place not in west_edge(ground(state)):
        yield Refusal("6.42-a", f"{unit.name} in {unit.place} is not on the west edge of the map")
    if marked(state, unit.key, MOVED) and unit.place in March(state, unit.key).zone:
        text = f"{unit.name} must stop in {unit.place}, in an enemy zone of control"
        yield Refusal("5.4-b", text)
    yield from refusals_to_pay(state, "5.3-f", unit.power, price_of(state, unit))


@case("6.42-a", "6.42-c")
def walk_off(tx: Transaction, unit: Unit) -> None:
    """It leaves the map for good."""
    pay(tx, unit.power, price_of(tx.state, unit))
    tx.mark(unit.key, MOVED, SEGMENT)
    end_reserve(tx, unit.key)
    gone = replace(unit, place=box(WITHDRAWN, unit.side))
    tx.put(gone)
    leave_markers(tx, gone, unit.place)
    tell(tx, "UnitWithdrawn", f"{unit.name} leaves the map", "6.42-a", unit=unit.key, hex=unit.place)
