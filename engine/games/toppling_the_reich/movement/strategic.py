"""Strategic Movement: twice as far, behind one's own lines, and no combat (6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.toppling_the_reich.movement.control import phasing
from engine.games.toppling_the_reich.movement.modes import FarMode, refusals_to_part, why_not_enter
from engine.games.toppling_the_reich.movement.stacking import refusals_to_stack
from engine.games.toppling_the_reich.movement.step_cost import exits
from engine.games.toppling_the_reich.movement.walk import (
    ARRIVED,
    Ways,
    closed_to,
    group,
    has_begun,
    name_all,
    nowhere,
    points_left,
    refusals_to_move,
    walk,
    with_room,
)
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import (
    OOC,
    OOS,
    PLAYER_TURN,
    STRATEGIC,
    Clock,
    Control,
    Unit,
    forces,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import counted
from engine.hexes.paths import reach
from engine.referee import Preview, Refusal, State, Transaction, case, derived, mark_value, marked

FACTOR = 2
"""How often the printed movement factor is used."""
BEGAN_IN_ZONE: Final = "began in enemy zones"
"""player turn; on the side: the units that began it in an enemy zone of control"""


@case("6.2-a")
def note_zones(tx: Transaction, side: str) -> None:
    """Remember who begins the player-turn in an enemy zone of control."""
    zone = zoc(tx.state, ground(tx.state).other(side))
    keys = " ".join(unit.key for unit in forces(tx.state, side) if unit.place in zone)
    tx.mark(side, BEGAN_IN_ZONE, PLAYER_TURN, value=keys)


@case("6.2-a")
def began_in_zone(state: State, unit: Unit) -> bool:
    """Did it begin the player-turn in an enemy zone of control, whatever has become of that since?"""
    if marked(state, unit.side, BEGAN_IN_ZONE):
        return unit.key in mark_value(state, unit.side, BEGAN_IN_ZONE).split()
    return unit.place in zoc(state, ground(state).other(unit.side))


@case("6.2-a", "3.3.1-e", "3.6-a")
def refusals_to_redeploy(state: State, unit: Unit) -> Iterator[Refusal]:
    """Supply, command, a start clear of enemy zones of control, and no other movement before."""
    yield from refusals_to_move(state, unit.side, unit)
    if unit.mf == 0:
        yield Refusal("6.2-a", f"{unit} has a movement factor of 0")
    if marked(state, unit.key, OOS):
        yield Refusal("3.3.1-e", f"{unit} is out of supply")
    if marked(state, unit.key, OOC):
        yield Refusal("3.6-a", f"{unit} is out of command")
    if has_begun(state, unit) and not marked(state, unit.key, STRATEGIC):
        yield Refusal("6.2-a", f"{unit} has begun a normal move")
    if began_in_zone(state, unit):
        yield Refusal("6.2-a", f"{unit} began the player-turn in an enemy zone of control")


@case("6.2-a")
def strategic_points(state: State, unit: Unit) -> int:
    """Twice the printed movement factor, less what the move has taken so far."""
    if marked(state, unit.key, STRATEGIC):
        return points_left(state, unit)
    return max(FACTOR * unit.mf - int(mark_value(state, unit.key, ARRIVED) or 0), 0)


def started_with(state: State, side: str) -> frozenset[str]:
    """The hexes on a side's own side of the scenario start line."""
    land = ground(state)
    known: dict[str, frozenset[str]] = land.__dict__.setdefault("_started_with", {})
    if side not in known:
        known[side] = frozenset(here for here, holder in land.start_control.items() if holder == side)
    return known[side]


@derived(Control)
def held_now(state: State, side: str, but_since: str = "-") -> frozenset[str]:
    """The hexes that a side holds, without those that it took in the player-turn `but_since`."""
    held = set(started_with(state, side))
    for here, changed in state.all(Control).items():
        if changed.side == side and changed.since != but_since:
            held.add(here)
        else:
            held.discard(here)
    return frozenset(held)


@case("6.2-b", "6.2-c", "17.4")
def home_ground(state: State, side: str) -> frozenset[str]:
    """Where Strategic Movement leads: one's side of the start line; in the campaign what one held before."""
    if ground(state).is_campaign:
        return held_now(state, side, f"{state.one(Clock).turn} {phasing(state)}".rstrip())
    return started_with(state, side)


@derived()
def strategic_ways(state: State, keys: tuple[str, ...]) -> Ways:
    """Where these units of one hex can go together by Strategic Movement."""
    units = group(state, keys)
    start, side = units[0].place, units[0].side
    if next(StrategicMove().against(state, keys), None) is not None:
        return nowhere(start)
    home = home_ground(state, side)
    open_hexes = home - closed_to(state, units) - zoc(state, ground(state).other(side))
    points = min(strategic_points(state, unit) for unit in units)
    table = exits(state, side)
    found = reach(start, points, lambda here: [way for way in table[here] if way[0] in open_hexes])
    return Ways(found, frozenset(), with_room(state, units, set(found.cost)), points)


class StrategicMove(FarMode):
    """Far behind the lines; such units do not fight in this player-turn."""

    verb = "strategic"
    words = "Strategic Movement to"
    ruled_by = "6.2-a"

    def ends(self, state: State, keys: tuple[str, ...]) -> frozenset[str]:
        return strategic_ways(state, keys).ends

    def against(self, state: State, keys: tuple[str, ...]) -> Iterator[Refusal]:
        units = group(state, keys)
        yield from refusals_to_part(state, units)
        for unit in units:
            yield from refusals_to_redeploy(state, unit)
        yield from refusals_off_home(state, units[0].side, units[0].place)

    def why_not(self, state: State, keys: tuple[str, ...], there: str) -> Iterator[Refusal]:
        units = group(state, keys)
        yield from self.against(state, keys)
        if there in strategic_ways(state, keys).reach and there != units[0].place:
            yield from refusals_to_stack(state, there, units)
            return
        closed = list(why_not_enter(state, units, there))
        yield from closed
        if not closed:
            yield from why_not_home(state, units, there)

    @case("6.2-a")
    def go(self, tx: Transaction, keys: tuple[str, ...], there: str) -> None:
        found = strategic_ways(tx.state, keys)
        path = found.path_to(there)
        left = [found.points - found.reach.cost[here] for here in path[1:]]
        if walk(tx, keys, path, left, "6.2-a") != path[0]:
            for key in keys:
                tx.mark(key, STRATEGIC, PLAYER_TURN)

    def preview(self, state: State, keys: tuple[str, ...], there: str) -> Preview:
        found = strategic_ways(state, keys)
        cost = found.cost_to(there)
        text = (
            f"{name_all(group(state, keys))}: {cost} of {counted(found.points, 'movement point')}, no combat"
        )
        return Preview(text, found.path_to(there), cost)


@case("6.2-b", "6.2-c")
def refusals_off_home(state: State, side: str, here: str) -> Iterator[Refusal]:
    """The hex is not ground for Strategic Movement."""
    land = ground(state)
    if here not in home_ground(state, side):
        where = land.name_of(here)
        if land.is_campaign:
            yield Refusal("6.2-c", f"{where} was not {side.title()} when the player-turn began")
        else:
            yield Refusal("6.2-b", f"{where} was not on the {side.title()} side of the start line")


@case("6.2-a")
def why_not_home(state: State, units: list[Unit], there: str) -> Iterator[Refusal]:
    """Off one's own ground, in an enemy zone of control, or too far."""
    land, side = ground(state), units[0].side
    zone = zoc(state, land.other(side))
    yield from refusals_off_home(state, side, there)
    if there in zone:
        yield Refusal("6.2-a", f"{land.name_of(there)} is in an enemy zone of control")
    if there in home_ground(state, side) - zone:
        points = min(strategic_points(state, unit) for unit in units)
        how = f"over {side.title()} hexes and clear of the enemy"
        why = f"no path of {counted(points, 'movement point')} {how}"
        yield Refusal("6.2-a", f"{why} leads to {land.name_of(there)}")
