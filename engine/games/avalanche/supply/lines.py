"""Lines of supply: from units to headquarters, from headquarters to sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.games.avalanche.general.calendar import is_night
from engine.games.avalanche.general.control import is_friendly
from engine.games.avalanche.general.formations import battalions_in
from engine.games.avalanche.general.zoc import zoc
from engine.games.avalanche.records import (
    ALLIED,
    GERMAN,
    UK,
    US,
    Beachhead,
    Clock,
    Control,
    Crossing,
    Points,
    Unit,
    ground_at,
    ground_units,
    held,
    points,
)
from engine.games.avalanche.scenario.eighth_army import is_closed
from engine.games.avalanche.scenario.ground import ground
from engine.hexes.paths import Reach
from engine.hexes.tracing import flood
from engine.referee import Mark, State, case, derived, mark_value

LONGEST: Final = 12
"""Hexes of the path from a unit to a headquarters."""
INTERDICTION: Final = "air allied interdiction"
INTERDICTION_PER_HEX: Final = 4
DROP_TURNS: Final = 4
"""Turns after its drop in which a parachute unit needs no path."""
ALWAYS_SUPPLIED: Final = 3
"""The last turn on which all Allied units are in supply."""
BOTH_NATIONS: Final = frozenset(("Rangers", "5 Army"))
"""Formations whose headquarters supply British and American units."""
SHORE_PARTY: Final = "shore party"


@derived(Unit, Clock, Crossing)
@case("supply.blocks")
def open_steps(state: State, side: str) -> dict[str, list[tuple[str, int]]]:
    """The steps of a path: not into an enemy zone of control without a friendly unit, nor into the enemy."""
    land = ground(state)
    enemy = land.other(side)
    closed = (zoc(state, enemy) - held(state, side)) | held(state, enemy)
    return {
        here: [(there, 1) for there in around if there not in closed]
        for here, around in land.land_neighbors.items()
    }


def _flood(state: State, side: str, sources: Iterable[str], limit: int | None) -> Reach[str, int]:
    steps = open_steps(state, side)
    return flood(sorted(sources), lambda here: steps[here], limit)


@derived(Unit, Clock, Crossing, Control, Beachhead, Mark)
def sources(state: State, side: str) -> frozenset[str]:
    """The supply sources of a side."""
    return frozenset(_allied_sources(state) if side == ALLIED else _german_sources(state))


@case("supply.source-allied", "def.shore-party", "gen.company-substitution")
def _allied_sources(state: State) -> Iterable[str]:
    """Friendly beachheads with a shore party: a battalion, or three companies of one type."""
    for beach in state.all(Beachhead).values():
        if battalions_in(shore_party(state, beach)):
            yield beach.place


@case("def.shore-party")
def shore_party(state: State, beach: Beachhead) -> list[Unit]:
    """The units that are declared immobile as shore party of a beachhead and are still in its hex."""
    return [
        unit
        for unit in ground_at(state, beach.place, ALLIED)
        if mark_value(state, unit.key, SHORE_PARTY) == beach.key
    ]


@case("supply.source-german", "scen.eighth-army")
def _german_sources(state: State) -> Iterable[str]:
    """Friendly hexes with a road off the map, not in an Allied zone of control unless a German is there."""
    for here in ground(state).german_sources:
        if is_closed(state, here):
            continue
        guarded = here in zoc(state, ALLIED) and here not in held(state, GERMAN)
        if is_friendly(state, here, GERMAN) and not guarded:
            yield here


@derived(Unit, Clock, Crossing, Control, Beachhead, Mark)
@case("supply.hq-path")
def supplied_staffs(state: State, side: str) -> tuple[Unit, ...]:
    """The headquarters that trace a path of any length to a source."""
    reached = _flood(state, side, sources(state, side), None)
    return tuple(unit for unit in ground_units(state, side) if unit.is_hq and unit.place in reached)


@case("supply.hq-either-nation")
def serves(staff: Unit, nation: str) -> bool:
    """Does a headquarters supply units of a nation?"""
    return staff.nation == nation or (staff.formation in BOTH_NATIONS and nation in (US, UK))


@case("supply.interdiction", "supply.unit-path")
def longest_path(state: State, side: str) -> int:
    """12 hexes; by day one less for a German unit for each 4 Allied interdiction points."""
    if side != GERMAN or is_night(state):
        return LONGEST
    return max(0, LONGEST - points(state, INTERDICTION) // INTERDICTION_PER_HEX)


@derived(Unit, Clock, Crossing, Control, Beachhead, Mark, Points)
@case("supply.unit-path")
def reached_by_staffs(state: State, side: str, nation: str) -> Reach[str, int]:
    """The hexes within reach of a supplied headquarters of a nation, with the lengths of the paths."""
    staffs = [unit.place for unit in supplied_staffs(state, side) if serves(unit, nation)]
    return _flood(state, side, staffs, longest_path(state, side))


@case("supply.exempt", "supply.auto")
def needs_no_path(state: State, unit: Unit) -> bool:
    """Strong points, the Allies on turns 1 to 3, units on a beachhead, parachutists for five turns."""
    now = state.one(Clock).turn
    if unit.is_strong_point or (unit.side == ALLIED and now <= ALWAYS_SUPPLIED):
        return True
    if unit.dropped and now <= unit.dropped + DROP_TURNS:
        return True
    beaches: Sequence[Beachhead] = tuple(state.all(Beachhead).values())
    return unit.side == ALLIED and any(beach.place == unit.place for beach in beaches)


@case("supply.unit-path", "supply.hq-path")
def in_supply(state: State, unit: Unit) -> bool:
    """Does it trace supply now?"""
    if needs_no_path(state, unit):
        return True
    if unit.is_hq:
        return any(staff.key == unit.key for staff in supplied_staffs(state, unit.side))
    return unit.place in reached_by_staffs(state, unit.side, unit.nation)
