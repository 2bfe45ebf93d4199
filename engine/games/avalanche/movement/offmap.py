"""German units that leave the map by its entry roads and come back elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from engine.games.avalanche.general.calendar import turn
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.general.zoc import in_ezoc
from engine.games.avalanche.movement.allowance import points_left
from engine.games.avalanche.movement.assistance import MOVED
from engine.games.avalanche.movement.march import NORMAL, March, closed_hexes, closed_to_leaders
from engine.games.avalanche.movement.marching import abandon, arrive, pay
from engine.games.avalanche.records import GERMAN, PLAYER_TURN, TURN_TRACK, Unit
from engine.games.avalanche.scenario.eighth_army import is_closed
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import Order
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.referee import Action, Due, Preview, Refusal, State, Transaction, case

OFF_MAP: Final = "off map"
"""The kind of a Due record: a unit that comes back to the map."""


def exits_of(state: State, here: str) -> list[str]:
    """The edge hexes to which a road off the map leads from this one."""
    chart = ground(state).charts.offmap
    ends = [end for link in chart.links for end in (link.leave, link.enter)]
    return sorted({end for end in ends if chart.turns_between(here, end) is not None} - {here})


class LeaveMap(Order):
    """Leave the map from an entry hex and come back in another one."""

    verb = "leave"
    kind = "hex"
    words = "Leave the map and enter at"

    def candidates(self, menu: Any, state: State) -> Iterable[Action]:
        unit = state.get(Unit, menu.units[0])
        if unit.side != GERMAN:
            return ()
        return [Action(self.verb, "hex", there) for there in exits_of(state, unit.place)]

    @case("move.offmap")
    def refusals(self, menu: Any, state: State, action: Action) -> Iterator[Refusal]:
        for key in menu.units:
            yield from refusals_to_leave(state, state.get(Unit, key), action.target)

    def apply(self, menu: Any, tx: Transaction, action: Action) -> None:
        tx.pop()
        for key in menu.units:
            leave(tx, tx.state.get(Unit, key), action.target)

    def preview(self, menu: Any, state: State, action: Action) -> Preview:
        unit = state.get(Unit, menu.units[0])
        turns = ground(state).charts.offmap.turns_between(unit.place, action.target) or 0
        return Preview(f"{unit.name} comes back at {action.target} on turn {turn(state) + turns}")


@case("move.offmap", "zoc.cost-stop")
def price(state: State, unit: Unit, there: str) -> int:
    """Leaving costs a point; coming back on the same turn costs more. Out of an enemy zone of control it
    costs as much besides as any other way out."""
    chart, zone = ground(state).charts.offmap, ground(state).charts.terrain.zoc
    cost = chart.leaving_cost if chart.turns_between(unit.place, there) else chart.same_turn_cost
    return cost + (int(getattr(zone["leave"], unit.cls)) if in_ezoc(state, unit.side, unit.place) else 0)


@case("move.offmap")
def refusals_to_leave(state: State, unit: Unit, there: str) -> Iterator[Refusal]:
    """German motorized and mech units, with points left; where a road leads, and not into a zone of control
    on the same turn."""
    land = ground(state)
    if "off-map moves" in land.left_out:
        yield Refusal("scen.left-out", "No unit moves off the map in this scenario")
    if unit.side != GERMAN or not unit.is_vehicle:
        yield Refusal("move.offmap", f"{unit.name} is not a German motorized or mech unit")
    turns = land.charts.offmap.turns_between(unit.place, there)
    if turns is None or there not in land.playable:
        yield Refusal("move.offmap", f"no way off the map leads from {unit.place} to {there}")
        return
    yield from March(state, (unit.key,)).refusals_to_set_out()
    cost = price(state, unit, there)
    if points_left(state, unit) < cost:
        left = points_left(state, unit)
        yield Refusal("move.offmap", f"{unit.name} needs {counted(cost, 'point')} to leave and has {left}")
    if not turns:
        yield from refusals_to_enter(state, unit, there)
    if is_closed(state, there, turn(state) + turns):
        yield Refusal("scen.eighth-army", f"The Eighth Army will have closed {there} by then")


@case("move.offmap", "scen.eighth-army")
def refusals_to_enter(state: State, unit: Unit, there: str) -> Iterator[Refusal]:
    """Nobody comes back into an enemy zone of control or an enemy hex, nor where the Eighth Army is; a leader
    not to any enemy."""
    if is_closed(state, there):
        yield Refusal("scen.eighth-army", f"The Eighth Army has closed {there}")
    closed = (closed_to_leaders if unit.is_leader else closed_hexes)(state, unit.side)
    if there in closed or in_ezoc(state, unit.side, there):
        yield Refusal("move.offmap", f"{there} is held by the enemy or in his zone of control")


@case("move.offmap")
def leave(tx: Transaction, unit: Unit, there: str) -> None:
    """The unit is off the map for as many turns as the road is long; 0 turns is at once."""
    turns = ground(tx.state).charts.offmap.turns_between(unit.place, there) or 0
    tx.mark(unit.key, MOVED, PLAYER_TURN)
    pay(tx, unit.key, Fraction(price(tx.state, unit, there)), NORMAL)
    abandon(tx, unit.key)
    unit = tx.state.get(Unit, unit.key)
    if turns:
        tx.put(replace(unit, place=box(TURN_TRACK, unit.side)))
        when = turn(tx.state) + turns
        tx.put(Due(unit.key, when, OFF_MAP, unit.key, there, unit.side))
        text = f"{unit.name} leaves the map and comes back at {there} on turn {when}"
        tell(tx, "UnitLeft", text, "move.offmap", unit=unit.key)
    else:
        enter(tx, unit, there)


@case("move.offmap")
def enter(tx: Transaction, unit: Unit, there: str) -> None:
    """It is back on the map and goes on from there."""
    tx.put(replace(unit, place=there))
    if unit.is_ground:
        arrive(tx, there, unit.side)
    tell(tx, "UnitArrived", f"{unit.name} enters at {there}", "move.offmap", unit=unit.key, hex=there)


@case("move.offmap")
def come_back(tx: Transaction, side: str) -> None:
    """Units whose road off the map ends now enter, and pay for the entry hex; a barred one waits."""
    for due in [one for one in tx.state.all(Due).values() if one.what == OFF_MAP and one.side == side]:
        unit = tx.state.get(Unit, due.subject)
        if due.turn > turn(tx.state) or next(refusals_to_enter(tx.state, unit, due.place), None):
            continue
        tx.remove(due)
        tx.mark(unit.key, MOVED, PLAYER_TURN)
        enter(tx, unit, due.place)
        pay(tx, unit.key, Fraction(ground(tx.state).charts.offmap.leaving_cost), NORMAL)


FRAMES: Final[tuple[type, ...]] = ()
