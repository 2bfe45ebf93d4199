"""Kinds of movement of selected units: each mode lists its hexes and explains why others are refused."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from engine.games.toppling_the_reich.air.actions import interdicted
from engine.games.toppling_the_reich.movement import walk
from engine.games.toppling_the_reich.movement.stacking import refusals_to_stack
from engine.games.toppling_the_reich.movement.step_cost import exits, step_cost, unbridged, why_no_step
from engine.games.toppling_the_reich.movement.walk import (
    BOUND,
    closed_to,
    group,
    has_begun,
    name_all,
    points_left,
    refusals_to_move,
    shown_only,
    ways,
)
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import STRATEGIC, Unit, occupied
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import counted
from engine.hexes.paths import reach
from engine.referee import Preview, Refusal, State, Transaction, case, mark_value, marked

FAR = 10_000
"""More movement points than any way across the map takes: for finding out what a way would cost."""


class Mode(ABC):
    """One kind of movement of units that stand in one hex."""

    verb: ClassVar[str]
    words: ClassVar[str]
    ruled_by: ClassVar[str]
    """The case of the rules that it belongs to."""

    @abstractmethod
    def ends(self, state: State, keys: tuple[str, ...]) -> frozenset[str]:
        """Where they can go."""

    @abstractmethod
    def why_not(self, state: State, keys: tuple[str, ...], there: str) -> Iterator[Refusal]:
        """The reasons against a hex that is not among the ends."""

    @abstractmethod
    def go(self, tx: Transaction, keys: tuple[str, ...], there: str) -> None:
        """Go there."""

    @abstractmethod
    def preview(self, state: State, keys: tuple[str, ...], there: str) -> Preview:
        """The way and what it costs."""

    def refusals(self, state: State, keys: tuple[str, ...], there: str) -> Iterator[Refusal]:
        """Every reason against going there in this way."""
        if there not in self.ends(state, keys):
            yield from self.why_not(state, keys, there)


class FarMode(Mode):
    """A kind of movement that leads so far that it is chosen before the hex is named."""

    @abstractmethod
    def against(self, state: State, keys: tuple[str, ...]) -> Iterator[Refusal]:
        """What is against this kind of movement as such, wherever it leads."""


@case("6.3-a")
def refusals_to_part(state: State, units: list[Unit]) -> Iterator[Refusal]:
    """Units that overran together end the segment together."""
    for unit in units:
        bound = set(mark_value(state, unit.key, BOUND).split())
        if bound and bound != {other.key for other in units}:
            yield Refusal(
                "6.3-a", f"{unit} made an overrun with other units and must end the segment with them"
            )
            return


class NormalMove(Mode):
    """Hex by hex with the movement points they have."""

    verb = "move"
    words = "Move to"
    ruled_by = "6.0-a"

    def ends(self, state: State, keys: tuple[str, ...]) -> frozenset[str]:
        if next(refusals_to_part(state, group(state, keys)), None) is not None:
            return frozenset()
        return ways(state, keys).ends

    def against(self, state: State, keys: tuple[str, ...]) -> Iterator[Refusal]:
        units = group(state, keys)
        yield from refusals_to_part(state, units)
        yield from why_they_stay(state, units)

    def why_not(self, state: State, keys: tuple[str, ...], there: str) -> Iterator[Refusal]:
        units = group(state, keys)
        against = list(self.against(state, keys))
        yield from against
        if there == units[0].place:
            yield Refusal("6.0-a", f"{name_all(units)}: in {there} already")
        elif not against:
            yield from why_not_march(state, keys, there)

    def go(self, tx: Transaction, keys: tuple[str, ...], there: str) -> None:
        walk.march(tx, keys, there)

    def preview(self, state: State, keys: tuple[str, ...], there: str) -> Preview:
        found = ways(state, keys)
        units = group(state, keys)
        path, cost = found.path_to(there), found.cost_to(there)
        stops = ""
        if there in zoc(state, ground(state).other(units[0].side)):
            stops = f"must stop in {there}, in an enemy zone of control (3.2.1-a)"
        elif there not in found.reach:
            stops = f"{there} is the only hex they can enter in this move (6.0-b)"
        text = f"{name_all(units)}: {cost} of {counted(found.points, 'movement point')}"
        return Preview(text, path, cost, stops)


def why_they_stay(state: State, units: list[Unit]) -> Iterator[Refusal]:
    """Why units make no normal move at all."""
    for unit in units:
        yield from refusals_to_move(state, unit.side, unit)
        if marked(state, unit.key, STRATEGIC):
            yield Refusal("6.2-a", f"{unit} uses Strategic Movement in this player-turn")
        elif unit.mf == 0 and unit.rail_static:
            yield Refusal("6.4.3-a", f"{unit} is static and moves by rail only")


@case("13.2-b")
def why_not_enter(state: State, units: list[Unit], there: str) -> Iterator[Refusal]:
    """What closes a hex to units whatever way they come."""
    land, side = ground(state), units[0].side
    if there not in land.land:
        yield Refusal("6.0-a", f"{land.name_of(there)} is {land.terrain[there]}, which no unit may enter")
    elif there in occupied(state, land.other(side)):
        yield Refusal("6.0-c", f"{land.name_of(there)} holds enemy units; they can only be overrun")
    elif there in interdicted(state, side):
        yield Refusal("11.3-a", f"{land.name_of(there)} is under enemy interdiction")
    elif any(unit.hidden for unit in units) and there in shown_only(state, side):
        why = "only a revealed unit can overtake the enemy units there"
        yield Refusal("13.2-b", f"{land.name_of(there)}: {why}")


@case("3.2.1-a", "3.2.1-b", "3.2.1-c", "6.0-a", "6.0-c", "6.1-a", "6.1.1-a")
def why_not_march(state: State, keys: tuple[str, ...], there: str) -> Iterator[Refusal]:
    """Which rule prevents a normal move, found by leaving out one rule after the other."""
    units = group(state, keys)
    start = units[0].place
    found = ways(state, keys)
    if there in found.reach or there in found.alone:
        yield from refusals_to_stack(state, there, units)
        return
    closed = list(why_not_enter(state, units, there))
    if closed:
        yield from closed
        return
    yield from why_no_way(state, units, start, there)


def why_not_across(state: State, units: list[Unit], there: str) -> Refusal:
    """What lies between units and a neighbouring hex; commandos cross rivers, but not on the march."""
    start = units[0].place
    if [unit.type for unit in units] == ["commando"] and there in unbridged(state, start):
        why = f"{units[0]} may cross a Major River only if it began the segment next to it"
        return Refusal("10.1-a", why)
    return Refusal(*why_no_step(state, start, there))


def why_no_way(state: State, units: list[Unit], start: str, there: str) -> Iterator[Refusal]:
    """The hex is open, but no way leads there: rivers, the enemy's zones, or too few points."""
    land, side = ground(state), units[0].side
    points = min(points_left(state, unit) for unit in units)
    zone, closed = zoc(state, land.other(side)), closed_to(state, units)
    cost = step_cost(state, side, start, there)
    beside = there in land.grid.adjacency[start]
    if beside and cost is None:
        yield why_not_across(state, units, there)
    if beside and cost is not None and start in zone and there in zone:
        why = f"{start} and {there} are both in enemy zones of control, and no friendly unit is in {there}"
        yield Refusal("3.2.1-c", why)
        return
    table = exits(state, side)
    free = reach(start, FAR, lambda here: [way for way in table[here] if way[0] not in closed])
    if there not in free:
        if not (beside and cost is None):
            why = f"no path over bridges and past enemy units leads from {start} to {land.name_of(there)}"
            yield Refusal("6.1-a", why)
    elif free.cost[there] <= points:
        by = "3.2.1-b" if start in zone and not has_begun(state, units[0]) else "3.2.1-a"
        yield Refusal(by, f"the path to {land.name_of(there)} leads through enemy zones of control")
    else:
        late = beside and any(has_begun(state, unit) for unit in units)
        why = f"{land.name_of(there)} is {counted(free.cost[there], 'movement point')} away, {points} left"
        if late:
            why = f"{why}; only units that have not moved may enter one hex at any cost"
        yield Refusal("6.0-b" if late else "6.0-a", why)
