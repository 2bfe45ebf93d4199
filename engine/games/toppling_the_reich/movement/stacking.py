"""Stacking (3.1) and who may share a hex (3.5.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.games.toppling_the_reich.records import Unit, units_at
from engine.games.toppling_the_reich.scenario.ground import Ground, ground
from engine.games.toppling_the_reich.scenario.map_records import Bridgehead
from engine.mechanics import Stacking
from engine.referee import Refusal, State, case


@case("3.1-a", "3.1-b", "10.2.1-a", "10.2.2-a", "10.3-a", "10.3-b", "13.2-b")
def points(land: Ground, unit: Unit) -> int:
    """The stacking value of a unit; the 150th Panzer Brigade has none while it is unreduced.

    A dummy has that of the unit whose twin it is: the enemy cannot tell them apart.
    """
    if unit.is_leader:
        return 0
    if not unit.is_corps and not land.charts.unit_types.rows[unit.type].stacking_value:
        return 0
    if unit.tag == "Z" and unit.is_full:
        return 0
    return land.charts.stacking.points[unit.size]


@case("3.1-c", "10.4.2-f")
def bonus_units(state: State, here: str) -> int:
    """Extra units that a bridgehead lets into its two hexes; a temporary bridge is none."""
    beside = any(made.ready and here in made.key.split("/") for made in state.all(Bridgehead).values())
    return ground(state).charts.stacking.bridgehead_extra_units if beside else 0


@case("3.1-a", "3.1-c", "3.1-b")
def over_limit(state: State, here: str, units: Iterable[Unit]) -> Refusal | None:
    """Why these units may not be together in the hex; None if they may."""
    land = ground(state)
    chart = land.charts.stacking
    stack = list(units)
    if sum(unit.is_corps for unit in stack) > 1:
        return Refusal("3.1-a", f"{land.name_of(here)} may not hold two corps")
    if sum(unit.is_asset and unit.side == "allied" for unit in stack) > 1:
        return Refusal("3.1-b", f"{land.name_of(here)} may hold one unit of the 79th Armored")
    values = [points(land, unit) for unit in stack]
    extra = bonus_units(state, here)
    if extra:
        small = sorted((value for value in values if value <= chart.points["division"]), reverse=True)
        spared = sum(small[:extra])
    else:
        spared = 0
    total = sum(values) - spared
    if total > chart.capacity:
        why = f"{land.name_of(here)} would hold {total} of {chart.capacity} stacking points"
        return Refusal("3.1-a", why)
    return None


@case("3.5.6-c", "3.5.6-a", "3.5.6-b", "16.1.7-b")
def families_mixed(units: Iterable[Unit]) -> bool:
    """Units of the two Allied families may not be together; SHAEF and its leader go with either."""
    return len({unit.family for unit in units} - {""}) > 1


@case("3.4.1-b")
def outranked(units: Iterable[Unit]) -> str:
    """A leader may not be with a headquarters above his rank; the name of such a leader, or empty."""
    stack = list(units)
    levels = {"army": 1, "army_group": 2, "front": 3}
    highest = max((levels[unit.level] for unit in stack if unit.is_hq), default=0)
    lowest = min((unit for unit in stack if unit.is_leader), key=lambda unit: unit.rank, default=None)
    return lowest.name if lowest is not None and lowest.rank < highest else ""


def refusals_to_share(state: State, here: str, stack: Sequence[Unit]) -> Iterator[Refusal]:
    """Why these units of a side may not be in the hex together."""
    crowded = over_limit(state, here, stack)
    if crowded is not None:
        yield crowded
    if families_mixed(stack):
        yield Refusal("3.5.6-c", f"British and American units may not share {ground(state).name_of(here)}")
    if name := outranked(stack):
        yield Refusal("3.4.1-b", f"{name} may not be posted to a headquarters above his rank")


STACKING: Final = Stacking(units_at, refusals_to_share)
refusals_to_stack = STACKING.refusals
"""Why these units may not end a move, retreat or advance in the hex beside those that are there."""
has_room = STACKING.has_room
"""May they end there?"""
