"""Supply that bears oversupply (3.3.3-b): without engineers over Major Rivers and without Flooded Hexes."""

from __future__ import annotations

from engine.games.toppling_the_reich.movement.rivers import bridges, open_ferries, roer_closed
from engine.games.toppling_the_reich.movement.zoc import barred
from engine.games.toppling_the_reich.records import Clock, Unit, Weather
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import Bridgehead, BrokenBridge, RoerFlood
from engine.games.toppling_the_reich.supply.general_supply import (
    TABLES,
    asp_channels,
    brings_attack_supply,
    connected_rail_hexes,
    has_line,
    supplying,
)
from engine.games.toppling_the_reich.weather.conditions import flooded_rivers
from engine.referee import State, case, derived


@derived(Bridgehead, BrokenBridge)
def _carried_by_engineers(state: State) -> frozenset[str]:
    """Bridgeheads where no printed bridge stands."""
    printed = ground(state).printed_bridges
    return frozenset(
        key for key in state.all(Bridgehead) if key not in printed or state.find(BrokenBridge, key)
    )


@case("3.3.3-b", "10.4.2-c", "10.4.2-f")
def open_without_engineers(state: State, side: str) -> frozenset[str]:
    """What lines may cross besides open ground if no engineer carries them."""
    return (bridges(state) | open_ferries(state, side)) - _carried_by_engineers(state)


@derived(Weather, RoerFlood, Clock)
@case("3.3.3-b", "5.1.3-c")
def flooded_hexes(state: State) -> frozenset[str]:
    """Hexes that have at least one flooded river hexside this turn, by the weather or by a blown dam."""
    land, rivers = ground(state), flooded_rivers(state)
    sides = {side for side, river in land.minor_rivers.items() if river in rivers}
    if roer_closed(state):
        sides |= land.roer
    return frozenset(here for side in sides for here in side.split("/"))


@derived(*TABLES, Weather)
@case("3.3.3-b", "10.4.2-c")
def sound_lines(state: State, side: str, sources: int, limit: int) -> int:
    """What lines of this length reach from dry sources without an engineer and a Flooded Hex, as bits."""
    land = ground(state)
    free = land.grid.all_mask & ~barred(state, side) & ~land.grid.mask(flooded_hexes(state))
    crossings = land.crossings(open_without_engineers(state, side), roer_closed(state))
    return crossings.flood(sources & free, within=free, limit=limit).mask


@derived(*TABLES, Weather)
@case("3.3.3-b", "3.3.1-c")
def sound_from_edge(state: State, side: str) -> int:
    """What the map edge supplies soundly, as bits."""
    land = ground(state)
    sources = land.grid.mask(land.edge_supply(side))
    return sound_lines(state, side, sources, land.charts.command_ranges.edge_supply_max)


@derived(*TABLES, Weather)
@case("3.3.3-b", "10.4.2-c")
def sound_for_hqs(state: State, side: str) -> int:
    """Where a headquarters itself lives off no engineer and no Flooded Hex, as bits."""
    # INTERPRETATION (3.3.3-b): trains run through Flooded Hexes; the railroad must not hang on an engineer.
    rails = connected_rail_hexes(state, side, open_without_engineers(state, side))
    limit = ground(state).charts.command_ranges.hq_to_rail_max
    return sound_lines(state, side, rails, limit) | sound_from_edge(state, side)


@derived(*TABLES, Weather)
def sound_from_hq(state: State, key: str) -> int:
    """What a headquarters supplies soundly, as bits; nothing if it is not supplied so itself."""
    land = ground(state)
    hq = state.get(Unit, key)
    here = land.grid.bit(hq.place) & sound_for_hqs(state, hq.side)
    limit = land.charts.command_ranges.rows[f"{hq.side} army"].supply
    return sound_lines(state, hq.side, here, limit)


@case("3.3.3-b", "3.5.2-c")
def may_be_oversupplied(state: State, unit: Unit) -> bool:
    """Does a sound line lead from the unit to an army headquarters that hands Attack Supply on to it?"""
    bit = ground(state).grid.bit(unit.place)
    return any(sound_from_hq(state, hq.key) & bit for hq in asp_channels(state, unit))


@case("3.3.3-b", "7.11-c")
def lives_off_engineers_or_flood(state: State, unit: Unit) -> bool:
    """Is the unit supplied over lines of which none is sound?"""
    if brings_attack_supply(state, unit) or not has_line(state, unit):
        return False
    bit = ground(state).grid.bit(unit.place)
    sound = sound_for_hqs(state, unit.side) if unit.is_hq else sound_from_edge(state, unit.side)
    return not sound & bit and not any(sound_from_hq(state, hq.key) & bit for hq in supplying(state, unit))
