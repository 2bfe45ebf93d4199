"""General Supply (3.3.1), what it permits, and when it is judged."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.command.command_control import (
    LINES,
    commanding,
    in_command,
    is_cut_out,
    serves,
)
from engine.games.toppling_the_reich.deception.redaction import tell_of
from engine.games.toppling_the_reich.movement.control import holder
from engine.games.toppling_the_reich.movement.rivers import open_to_lines, roer_closed
from engine.games.toppling_the_reich.movement.zoc import barred
from engine.games.toppling_the_reich.records import GERMAN, Clock, Control, Unit, forces, headquarters
from engine.games.toppling_the_reich.scenario.ground import Ground, ground
from engine.games.toppling_the_reich.scenario.map_records import Fallen, Track
from engine.hexes.crossings import Crossings, Flood
from engine.mechanics import lines
from engine.referee import State, Transaction, case, derived, mark_value, marked

TABLES = (*LINES, Track)


def _track_crossings(land: Ground, sides: frozenset[str]) -> Crossings:
    known: dict[frozenset[str], Crossings] = land.__dict__.setdefault("_tracks", {})
    if sides not in known:
        if len(known) > 32:
            known.clear()
        known[sides] = land.no_crossings.opened(land.steps_over(sides))
    return known[sides]


@derived(Control, Track)
@case("3.3.1-b", "6.5.4-c", "6.4.1", "14.0-c")
def friendly_rail_hexes(state: State, side: str) -> frozenset[str]:
    """Railroad hexes under the control of a side; for the Allies those on opened track alone."""
    # INTERPRETATION (3.3.1-b): a rail hex is friendly to the side that controls it, whichever side that is.
    rails = (
        ground(state).rail_net
        if side == GERMAN
        else {end for rail in state.all(Track) for end in rail.split("/")}
    )
    return frozenset(here for here in rails if holder(state, here) == side)


@derived(Control, Track)
def friendly_track(state: State, side: str) -> frozenset[str]:
    """The hexsides whose railroad joins two friendly rail hexes; the Allies' must have been opened."""
    hexes = friendly_rail_hexes(state, side)
    rails = ground(state).rails if side == GERMAN else state.all(Track)
    return frozenset(rail for rail in rails if hexes.issuperset(rail.split("/")))


@case("3.3.1-b", "5.1.3-c", "6.1-a", "16.5.7-b")
def connected_rail_hexes(state: State, side: str, open_sides: frozenset[str]) -> int:
    """Railroad hexes with a chain to a friendly entry hex, as bits.

    The enemy and his zones cut the chain; over Major Rivers it leads on `open_sides` alone.
    """
    land = ground(state)
    free = land.grid.all_mask & ~barred(state, side)
    closed = roer_closed(state)
    shut = {rail for rail in land.rails_over_water if not land.is_open_side(rail, open_sides, closed)}
    friendly = friendly_rail_hexes(state, side)
    entries = land.grid.mask(
        entry.hex for entry in land.entries.values() if entry.side == side and entry.hex in friendly
    )
    return _track_crossings(land, friendly_track(state, side) - shut).flood(entries & free, within=free).mask


@derived(*TABLES)
@case("3.3.1-b", "11.3-c")
def rail_sources(state: State, side: str) -> int:
    """Railroad hexes from which a headquarters can be supplied, as bits."""
    return connected_rail_hexes(state, side, open_to_lines(state, side))


def _flood(state: State, side: str, sources: int, limit: int) -> Flood:
    land = ground(state)
    open_sides = open_to_lines(state, side)
    free = land.grid.all_mask & ~barred(state, side)
    return land.crossings(open_sides, roer_closed(state)).flood(sources & free, within=free, limit=limit)


@derived(*TABLES)
@case("3.3.1-c")
def edge_lines(state: State, side: str) -> Flood:
    """What lies close enough to the map edge that supplies a side."""
    land = ground(state)
    return _flood(
        state, side, land.grid.mask(land.edge_supply(side)), land.charts.command_ranges.edge_supply_max
    )


@derived(*TABLES)
@case("3.3.1-b")
def rail_lines(state: State, side: str) -> Flood:
    """What lies close enough to a friendly railroad for a headquarters."""
    return _flood(state, side, rail_sources(state, side), ground(state).charts.command_ranges.hq_to_rail_max)


@derived(*TABLES)
@case("3.3.1-b", "3.3.1-c")
def hq_in_supply(state: State, key: str) -> bool:
    """Can this headquarters trace to a railroad or to the map edge?"""
    hq = state.get(Unit, key)
    bit = ground(state).grid.bit(hq.place)
    return bool((rail_lines(state, hq.side).mask | edge_lines(state, hq.side).mask) & bit)


@derived(*TABLES)
@case("3.3.1-a")
def hq_lines(state: State, key: str) -> Flood:
    """What lies in the supply range of an army headquarters."""
    land = ground(state)
    hq = state.get(Unit, key)
    limit = land.charts.command_ranges.rows[f"{hq.side} army"].supply
    return _flood(state, hq.side, land.grid.bit(hq.place), limit)


@case("3.3.1-a", "3.5.6-a", "3.5.6-b")
def supplying(state: State, unit: Unit) -> list[Unit]:
    """The supplied army headquarters that a unit can trace to."""
    bit = ground(state).grid.bit(unit.place)
    return [
        hq
        for hq in headquarters(state, unit.side, "army")
        if serves(state, hq, unit) and hq_in_supply(state, hq.key) and hq_lines(state, hq.key).mask & bit
    ]


@case("3.3.1-a", "3.3.1-c", "3.3.1-e")
def has_line(state: State, unit: Unit) -> bool:
    """Does a real line lead from the unit to a source of supply?"""
    if unit.is_hq:
        return hq_in_supply(state, unit.key)
    bit = ground(state).grid.bit(unit.place)
    return bool(edge_lines(state, unit.side).mask & bit) or bool(supplying(state, unit))


@case("3.3.1-d", "16.3.7-b")
def is_garrison(state: State, unit: Unit) -> bool:
    """A German unit in a fortification that is not of the Westwall and has not fallen."""
    return (
        unit.side == GERMAN
        and unit.place in ground(state).fortifications
        and state.find(Fallen, unit.place) is None
    )


@case("10.5-h")
def brings_attack_supply(state: State, unit: Unit) -> bool:
    """As a drop of this or the last turn it has supply of both kinds."""
    dropped = mark_value(state, unit.key, marks.DROPPED)
    return bool(dropped) and state.one(Clock).turn <= int(dropped) + 1


@case("3.3.6-a")
def supplied_otherwise(state: State, unit: Unit) -> bool:
    """Without a line: by air, or after a drop."""
    return marked(state, unit.key, marks.AIR_SUPPLIED) or brings_attack_supply(state, unit)


def in_supply(state: State, unit: Unit) -> bool:
    """Is the unit in General Supply now?"""
    if not unit.on_map or not unit.is_combat_unit:
        return True
    return is_garrison(state, unit) or supplied_otherwise(state, unit) or has_line(state, unit)


def line_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The hexes of a supply line from the unit to its source, for the eye; empty if there is none."""
    land = ground(state)
    crossings = land.crossings(open_to_lines(state, unit.side), roer_closed(state))
    if unit.is_hq:
        floods = [rail_lines(state, unit.side)]
    else:
        floods = [hq_lines(state, hq.key) for hq in supplying(state, unit)]
    for flood in (*floods, edge_lines(state, unit.side)):
        line = crossings.line_back(flood, unit.place)
        if line:
            return line
    return ()


@case("3.5.2-c", "3.6-b", "13.1.1-b", "13.1.1-d")
def asp_channels(state: State, unit: Unit) -> list[Unit]:
    """The army headquarters through which a unit receives Attack Supply: in range for both, not cut out."""
    in_reach = {hq.key for hq in supplying(state, unit)}
    return [hq for hq in commanding(state, unit) if hq.key in in_reach and not is_cut_out(state, hq)]


@case("3.3", "3.3.5-a", "3.6-a")
def judge(tx: Transaction, side: str) -> None:
    """Find out which units of a side are out of supply and out of command now, and mark them."""
    for unit in forces(tx.state, side):
        if unit.is_combat_unit:
            _set(tx, unit, marks.OOS, not in_supply(tx.state, unit), "3.3.5-a")
            _set(tx, unit, marks.OOC, not in_command(tx.state, unit), "3.6-a")


@case("3.5.2-e", "3.3", "7.4-supply")
def judge_fighters(tx: Transaction, units: Iterable[Unit]) -> None:
    """Units that cannot trace supply when a combat is declared are marked at once: that instant counts, and
    the enemy reads no later what he could not know."""
    for unit in units:
        _set(tx, unit, marks.OOS, not in_supply(tx.state, unit), "3.5.2-e")
        _set(tx, unit, marks.OOC, not in_command(tx.state, unit), "3.6-a")


def _set(tx: Transaction, unit: Unit, name: str, wanted: bool, by: str) -> None:
    if lines.judge(tx, unit.key, name, wanted):
        tell_of(tx, unit, "StateJudged", f"{unit} {'is' if wanted else 'is no longer'} {name}", by)


@case("3.3.5-a", "3.3.5-e", "3.6-a", "3.7", "6.0-d")
def allowance(state: State, unit: Unit) -> int:
    """Movement points by the state that was judged: half without supply or command, a quarter without."""
    chart = ground(state).charts.state_summary
    judged = chart.of(not marked(state, unit.key, marks.OOS), not marked(state, unit.key, marks.OOC))
    return chart.share(unit.mf, judged.mp_share) if unit.mf else 0
