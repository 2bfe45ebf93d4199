"""Paratroop drops (10.5, 11.8): which units may drop, where, at what cost, and the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.toppling_the_reich import boxes, marks
from engine.games.toppling_the_reich.air.actions import refusals_to_fly, spend
from engine.games.toppling_the_reich.air.airborne import DROPS_ANNOUNCED, READIED
from engine.games.toppling_the_reich.combat.stalemate import refusals_to_drop_in
from engine.games.toppling_the_reich.deception.discovery import discover
from engine.games.toppling_the_reich.movement.placing import place
from engine.games.toppling_the_reich.movement.stacking import families_mixed, refusals_to_stack
from engine.games.toppling_the_reich.records import ALLIED, Clock, Unit, forces, occupied, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.mechanics import box, counted, tell
from engine.referee import Refusal, State, Transaction, case, derived, mark_value, marked

MISSION = "paratroop_drop"
JUMPED = "drops made"
"""player turn; on the Allied side: how many units have jumped"""


@case("11.8-a")
def cost_of_drops(state: State, keys: Iterable[str]) -> int:
    """Air Actions: more for a division at full strength than for anything smaller."""
    chart = ground(state).charts.air_missions
    return sum(
        chart.drop_full_division if unit.size == "division" and unit.is_full else chart.drop_other
        for unit in (state.get(Unit, key) for key in keys)
    )


def in_the_box(state: State) -> list[Unit]:
    """The Allied paratroops on airdrop status."""
    return [unit for unit in units_at(state, box(boxes.AIRDROP, ALLIED)) if unit.type == "paratroop"]


@case("10.5-a", "10.5-b", "10.5-e", "11.8-b", "4.2-a", "10.5-d")
def refusals_to_jump(state: State, unit: Unit, others: tuple[str, ...]) -> Iterator[Refusal]:
    """Why a unit cannot drop anywhere in this player-turn; `others` jump with it and are not down yet."""
    if unit.type != "paratroop" or unit.side != ALLIED:
        yield Refusal("10.5-a", f"{unit} is not an Allied paratroop unit and does not drop")
        return
    if unit.place != box(boxes.AIRDROP, ALLIED):
        yield Refusal("10.5-b", f"{unit} is not on airdrop status")
    elif mark_value(state, unit.key, READIED) == str(state.one(Clock).turn):
        yield Refusal("10.5-b", f"{unit} was put on airdrop status this turn and may drop next turn")
    if not marked(state, ALLIED, DROPS_ANNOUNCED):
        yield Refusal("11.8-b", "no drops were announced before the Combat Segment")
    most = ground(state).charts.air_missions.rows[MISSION].times
    if int(mark_value(state, ALLIED, JUMPED) or 0) + len(others) >= most:
        yield Refusal("10.5-d", f"{counted(most, 'unit')} dropped in this player-turn, the most allowed")


@case("10.5-e")
def refusals_before_combat(state: State, side: str) -> Iterator[Refusal]:
    """No unit drops in the Movement Segment."""
    yield Refusal("10.5-e", "drops take place in the Combat and the Exploitation Segment")


@case("10.5-e")
def refusals_to_announce_late() -> Iterator[Refusal]:
    """In the Combat Segment it is too late to announce drops."""
    yield Refusal("10.5-e", "drops are announced in the Movement Segment, before the Combat Segment begins")


@case("10.5-c", "10.5-d", "3.5.6-c", "11.8-a", "7.7-a")
def refusals_to_land(
    state: State, unit: Unit, here: str, others: tuple[str, ...], air: int
) -> Iterator[Refusal]:
    """Why it cannot drop on this hex; `air` Air Actions are reserved for other missions already."""
    land = ground(state)
    chart = land.charts.air_missions
    name = land.name_of(here)
    if here not in land.land:
        yield Refusal("10.5-c", f"{name} is not a land hex")
        return
    if here not in in_range(state, unit.side):
        yield Refusal("10.5-c", f"no friendly unit is within {counted(chart.drop_range, 'hex')} of {name}")
    turn = str(state.one(Clock).turn)
    down = [other for other in units_at(state, here) if mark_value(state, other.key, marks.DROPPED) == turn]
    if len(down) + len(others) >= chart.drops_per_hex:
        yield Refusal("10.5-d", f"no more than {counted(chart.drops_per_hex, 'unit')} may drop on {name}")
    if families_mixed([unit, *(state.get(Unit, key) for key in others)]):
        yield Refusal("3.5.6-c", f"British and American units may not share {name}")
    yield from refusals_to_drop_in(state, unit.side, here)
    yield from refusals_to_fly(state, unit.side, air + cost_of_drops(state, [unit.key]), "11.8-a", here)


def refusals_to_land_in_the_open(state: State, unit: Unit, here: str) -> Iterator[Refusal]:
    """A drop outside combat by a unit that may jump: no enemy in the hex, and room for the unit."""
    yield from refusals_to_land(state, unit, here, (), 0)
    if here in occupied(state, ground(state).other(unit.side)):
        yield Refusal("10.5-f", "units that drop on an enemy unit must attack it: declare an attack")
    elif here in ground(state).land:
        yield from refusals_to_stack(state, here, [unit])


@case("10.5-d", "11.8-a", "16.4.7-c")
def jump(tx: Transaction, units: Iterable[Unit], here: str) -> None:
    """Pay for the drop and count it; the German one costs nothing."""
    for unit in units:
        if unit.side != ALLIED:
            continue
        spend(tx, unit.side, cost_of_drops(tx.state, [unit.key]), MISSION, "11.8-a", here)
        made = int(mark_value(tx.state, unit.side, JUMPED) or 0) + 1
        tx.mark(unit.side, JUMPED, marks.PLAYER_TURN, value=str(made))


@case("10.5-h", "10.5-k", "13.3-b")
def land_at(tx: Transaction, unit: Unit, here: str) -> None:
    """Put the unit on the map, in supply through the next game turn."""
    tx.unmark(unit.key, READIED)
    tx.mark(unit.key, marks.DROPPED, value=str(tx.state.one(Clock).turn))
    text = f"{unit} lands in {ground(tx.state).name_of(here)}"
    tell(tx, "UnitDropped", text, "10.5-h", unit=unit.key, hex=here)
    place(tx, unit, here)
    discover(tx, unit.side, here)


@derived(Unit)
@case("10.5-c")
def in_range(state: State, side: str) -> frozenset[str]:
    """The hexes close enough to a friendly unit for a drop."""
    land = ground(state)
    reach = land.charts.air_missions.drop_range
    places = {unit.place for unit in forces(state, side) if unit.is_combat_unit}
    return frozenset(here for place in places for here in land.grid.within(place, reach)) & land.land


@derived()
def targets(state: State, side: str) -> tuple[str, ...]:
    """Enemy hexes on which some unit could drop now."""
    ready = [unit for unit in in_the_box(state) if next(refusals_to_jump(state, unit, ()), None) is None]
    if side != ALLIED or not ready:
        return ()
    near = occupied(state, ground(state).other(side)) & in_range(state, side)
    return tuple(
        here
        for here in sorted(near)
        if any(next(refusals_to_land(state, unit, here, (), 0), None) is None for unit in ready)
    )
