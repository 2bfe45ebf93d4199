"""Command control: headquarters, ranges, army group boundaries, nationality (3.5, 5.2)."""

from __future__ import annotations

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.movement.rivers import open_to_lines, roer_closed
from engine.games.toppling_the_reich.records import LEVELS, Clock, Control, Unit, forces, headquarters
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import (
    Boundaries,
    Bridgehead,
    BrokenBridge,
    RoerFlood,
    TemporaryBridge,
)
from engine.referee import Mark, State, case, derived, mark_value, marked

BRITISH = "british"
AMERICAN = "american"
LINES = (Unit, Control, Bridgehead, TemporaryBridge, BrokenBridge, RoerFlood, Clock)
"""The tables that decide over which hexsides a line can be drawn."""


@case("5.2-a", "5.2-d")
def group_of(state: State, side: str, here: str) -> str:
    """The army group headquarters between whose boundaries a hex lies; a single one has them all."""
    return _group_of_row(state, side, ground(state).row(here))


@derived(Boundaries, Unit)
def _group_of_row(state: State, side: str, row: int) -> str:
    groups = headquarters(state, side, "army_group")
    if len(groups) == 1:
        return groups[0].key
    drawn = state.find(Boundaries, side)
    on_map = {unit.key for unit in groups}
    for group, last in zip(drawn.groups, drawn.rows, strict=True) if drawn else ():
        if row <= last:
            return group if group in on_map else ""
    return ""


@case("5.2-c", "3.5.3-b", "7.8-b")
def crosses_boundary(state: State, side: str, a: str, b: str) -> bool:
    """Does a step lead over the boundary between two army groups of the side?"""
    land = ground(state)
    one, other = land.row(a), land.row(b)
    if one == other or len(headquarters(state, side, "army_group")) < 2:
        return False
    drawn = state.find(Boundaries, side)
    return drawn is not None and min(one, other) in drawn.rows[:-1]


@case("3.5.6-a", "3.5.6-b", "3.5.6-d", "16.1.7-b")
def serves(state: State, hq: Unit, unit: Unit, here: str = "") -> bool:
    """May this headquarters command and supply a unit of that nation, where it is or would land?"""
    here = here or unit.place
    if not hq.family or not unit.family or hq.family == unit.family:
        return True
    rule = ground(state).rules.british_command
    return (
        rule is not None
        and unit.type == "paratroop"
        and unit.nation == "US"
        and hq.family == BRITISH
        and " " not in here
        and group_of(state, unit.side, here) == rule.army_group
    )


@derived(Mark)
@case("3.6-c")
def retreated_hqs(state: State) -> frozenset[str]:
    """Headquarters that combat has forced back this game turn."""
    return frozenset(mark.subject for mark in state.all(Mark).values() if mark.name == marks.HQ_RETREATED)


@case("3.5.2-d", "3.5.2-a", "3.5.6-d", "3.6-c")
def hq_in_command(state: State, hq: Unit) -> bool:
    """Army: inside the boundaries of an army group of its family that traces to the front headquarters."""
    return hq.key not in retreated_hqs(state) and _placed_under(state, hq.key)


@derived(Unit, Boundaries)
def _placed_under(state: State, key: str) -> bool:
    hq = state.get(Unit, key)
    if not hq.on_map or (hq.level != "front" and not headquarters(state, hq.side, "front")):
        return False
    if hq.level != "army":
        return True
    group = state.find(Unit, group_of(state, hq.side, hq.place))
    return group is not None and (not group.family or group.family == hq.family)


@derived(*LINES)
def range_mask(state: State, key: str) -> int:
    """The hexes within the command range of an army headquarters, as bits.

    # INTERPRETATION (3.5.2-a): the line ignores the enemy and his zones, but crosses rivers as supply does
    (6.1.1-c, 10.4.2-c).
    """
    land = ground(state)
    hq = state.get(Unit, key)
    limit = land.charts.command_ranges.rows[f"{hq.side} army"].command_hexes
    crossings = land.crossings(open_to_lines(state, hq.side), roer_closed(state))
    return crossings.flood(land.grid.bit(hq.place), limit=limit).mask


@case("3.5", "3.5.1")
def in_range(state: State, hq: Unit, here: str) -> bool:
    """Is the hex within the command range of an army headquarters?"""
    return bool(range_mask(state, hq.key) & ground(state).grid.bit(here))


@case("3.5.2-a", "3.5", "3.6-d")
def commanding(state: State, unit: Unit) -> list[Unit]:
    """The army headquarters in command that have a unit in range."""
    return [
        hq
        for hq in headquarters(state, unit.side, "army")
        if in_range(state, hq, unit.place) and serves(state, hq, unit) and hq_in_command(state, hq)
    ]


@case("3.5.2-a", "3.2.2")
def in_command(state: State, unit: Unit) -> bool:
    """Is the combat unit in command now? Leaders and assets need none and are not asked about."""
    return hq_in_command(state, unit) if unit.is_hq else bool(commanding(state, unit))


@case("hidden-information")
def seems_in_command(state: State, unit: Unit) -> bool:
    """The same as its enemy can tell: where a headquarters is hidden, by the markers that lie on the map."""
    if any(hq.is_hq and hq.hidden for hq in forces(state, unit.side)):
        return not marked(state, unit.key, marks.OOC)
    return in_command(state, unit)


@case("13.1.1-b", "13.1.1-c", "13.1.1-d")
def is_cut_out(state: State, unit: Unit) -> bool:
    """True if enemy intelligence has cut out this headquarters, or this leader with his, for the turn."""
    return marked(state, unit.key, marks.CUT_OUT)


@case("13.1.1-b", "13.1.1-c", "13.1.1-d")
def cut_out_by(state: State, unit: Unit) -> str:
    """The case by which it was cut out."""
    usual = "13.1.1-c" if unit.is_hq and unit.level != LEVELS[0] else "13.1.1-b"
    return mark_value(state, unit.key, marks.CUT_OUT) or usual
