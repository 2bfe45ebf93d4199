"""Railroads: which track operates, who is connected with the map edge, and moves by rail (6.4, 6.5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.air.actions import interdicted
from engine.games.toppling_the_reich.movement.rivers import can_cross
from engine.games.toppling_the_reich.movement.strategic import held_now, started_with
from engine.games.toppling_the_reich.movement.unit_movement import UnitMovement, overtaken_by
from engine.games.toppling_the_reich.movement.walk import (
    arrived,
    group,
    has_begun,
    refusals_to_part,
    refusals_when_stopped,
)
from engine.games.toppling_the_reich.records import ALLIED, GERMAN, Clock, Control, Unit, Weather, occupied
from engine.games.toppling_the_reich.scenario.ground import Entry, ground
from engine.games.toppling_the_reich.scenario.map_records import (
    AirMarker,
    Bridgehead,
    BrokenBridge,
    Railhead,
    RoerFlood,
    TemporaryBridge,
    Track,
)
from engine.games.toppling_the_reich.supply import antwerp
from engine.mechanics import counted
from engine.referee import Modifier, Preview, Refusal, State, Transaction, case, derived, marked
from engine.referee.modifier import Amount

CROSSED = (Bridgehead, TemporaryBridge, BrokenBridge, RoerFlood, Clock, Weather)
"""The tables that decide whether a hexside can be crossed, besides control."""
TABLES = (*CROSSED, Control, Track, Unit, AirMarker)
Net = Mapping[str, tuple[str, ...]]


@case("6.4-b", "6.4.1", "6.4.2")
@derived(Unit, AirMarker)
def shut_hexes(state: State, side: str) -> frozenset[str]:
    """Hexes that hold or touch enemy combat units, and so all in his zones of control, or are interdicted."""
    land = ground(state)
    enemy = land.other(side)
    there = occupied(state, enemy)
    beside = {near for here in there for near in land.grid.adjacency[here]}
    return there | beside | interdicted(state, side)


@case("6.4.1", "6.5.4-b")
def german_track(state: State) -> Iterable[str]:
    """All track on the German side of the start line; in the campaign all in German-controlled hexes."""
    land = ground(state)
    home = held_now(state, GERMAN) if land.is_campaign else started_with(state, GERMAN)
    return [rail for rail in land.rails if home.issuperset(rail.split("/"))]


@case("6.4.2", "6.5.4-c")
def allied_track(state: State) -> Iterable[str]:
    """Only what has been opened between the map edge and the railheads."""
    return state.all(Track)


@derived(*CROSSED, Control, Track)
def track(state: State, side: str) -> tuple[tuple[str, str], ...]:
    """The track of a side as pairs of hexes, without bridges that are blown and the like."""
    rails = german_track(state) if side == GERMAN else allied_track(state)
    over_water, found = ground(state).rails_over_water, []
    for rail in sorted(rails):
        a, b = rail.split("/")
        if rail not in over_water or can_cross(state, side, a, b):
            found.append((a, b))
    return tuple(found)


@derived(*CROSSED, Control, Track, Unit, AirMarker)
def net(state: State, side: str) -> Net:
    """Where a train of a side can go from each hex of operating track."""
    shut = shut_hexes(state, side)
    found: dict[str, list[str]] = {}
    for a, b in track(state, side):
        if a not in shut and b not in shut:
            found.setdefault(a, []).append(b)
            found.setdefault(b, []).append(a)
    operating = {here: tuple(leads) for here, leads in found.items()}
    if side == GERMAN and ground(state).is_campaign:
        edge = connected_in(operating, (entry.hex for entry in entries(state, side)))
        operating = {here: leads for here, leads in operating.items() if here in edge}
    return operating


def entries(state: State, side: str) -> list[Entry]:
    """The map entry hexes of a side."""
    return [entry for entry in ground(state).entries.values() if entry.side == side]


def connected_in(operating: Net, sources: Iterable[str]) -> frozenset[str]:
    """Every hex of a net that can be reached from the sources."""
    found: set[str] = set()
    waiting = [here for here in sources if here in operating]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting.extend(operating[here])
    return frozenset(found)


@case("6.5.1-b", "6.5.4-a")
@derived(*TABLES)
def line_from(state: State, side: str, entry: str) -> frozenset[str]:
    """The hexes of open track that are connected with one entry hex, that hex included if it is not shut."""
    if entry in shut_hexes(state, side):
        return frozenset()
    return connected_in(net(state, side), (entry,)) | {entry}


@case("6.5.4-a", "6.5.4-c", "6.5.4-e")
def connected_railheads(state: State) -> frozenset[str]:
    """Allied railheads at which units can come into play: those with a line to an entry hex, and Antwerp."""
    lines = {here for entry in entries(state, ALLIED) for here in line_from(state, ALLIED, entry.hex)}
    found = {here for here in state.all(Railhead) if here in lines}
    if antwerp.is_open(state):
        found.add(ground(state).ports[antwerp.ANTWERP])
    return frozenset(found)


@case("6.4-a", "6.4-b", "6.4.3-a", "6.4.3-b", "6.5.1-a", "3.6-a")
def refusals_to_rail(state: State, unit: Unit) -> Iterator[Refusal]:
    """Supply, command, operating track, and no other movement in this game turn."""
    yield from refusals_when_stopped(state, unit)
    if marked(state, unit.key, marks.OOS):
        yield Refusal("6.4-a", f"{unit} is out of supply")
    if marked(state, unit.key, marks.OOC):
        yield Refusal("3.6-a", f"{unit} is out of command")
    if has_begun(state, unit):
        yield Refusal("6.4.3-b", f"{unit} has moved in another way in this segment")
    if unit.side == ALLIED and arrived(state, unit):
        yield Refusal(
            "6.5.1-a",
            f"{unit} came into play along the railroad; only German units may then move by rail at once",
        )
    if unit.place not in ground(state).rail_net or unit.place not in net(state, unit.side):
        yield from refusals_of_station(state, unit.side, unit.place)


@case("6.4-b", "6.4.1", "6.4.2", "6.5.4-c")
def refusals_of_station(state: State, side: str, here: str) -> Iterator[Refusal]:
    """No train of a side stops here; behind the Allied railheads that is so where nothing was opened."""
    land = ground(state)
    where = land.name_of(here)
    if here in shut_hexes(state, side) and here in land.rail_net:
        if here in interdicted(state, side):
            yield Refusal("6.4-b", f"{where} is under enemy interdiction")
        for near in sorted(occupied(state, land.other(side)).intersection(land.grid.adjacency[here])):
            yield Refusal("6.4-b", f"{where} is adjacent to the enemy in {land.name_of(near)}")
        if here in occupied(state, land.other(side)):
            yield Refusal("6.4-b", f"the enemy is in {where}")
    elif side == ALLIED and here in closed_links(state):
        yield Refusal("6.5.4-c", f"the railroad of {where} is closed until engineers open it")
    else:
        yield Refusal("6.4.1" if side == GERMAN else "6.4.2", f"{where} is not on operating track")


@case("6.5.4-c")
@derived(Control, Track, Railhead)
def closed_links(state: State) -> frozenset[str]:
    """Rail hexes under Allied control on branches and links that have not been opened.

    Track that meets what is open in one railhead alone leads beyond it and is not a link.
    """
    rails, heads = ground(state).rail_net, state.all(Railhead)
    opened = {end for rail in allied_track(state) for end in rail.split("/")} | set(heads)
    left = {here for here in held_now(state, ALLIED) if here in rails and here not in opened}
    found: set[str] = set()
    while left:
        together, waiting, ends = set[str](), [left.pop()], set[str]()
        while waiting:
            here = waiting.pop()
            together.add(here)
            ends.update(there for there in rails[here] if there in opened)
            onward = left.intersection(rails[here])
            left -= onward
            waiting.extend(onward)
        if len(ends) > 1 or not ends <= heads.keys():
            found |= together
    return frozenset(found)


class RailMove(UnitMovement):
    """Any distance along operating track, for nothing."""

    ruled_by = "6.4-a"

    def __init__(self, state: State, movers: tuple[str, ...]) -> None:
        super().__init__(state, movers)
        self.overtaken = overtaken_by(state, self.units)

    @cached_property
    def operating(self) -> Net:
        """Where a train can go."""
        return net(self.state, self.side)

    def budget(self) -> int:
        return 0

    def neighbors(self, here: str) -> Iterable[str]:
        return self.land.rail_net.get(here, ())

    def charges(self, at: str, there: str) -> Iterable[Modifier]:
        return ()

    def refusals_to_set_out(self) -> Iterator[Refusal]:
        yield from refusals_to_part(self.state, self.units)
        for unit in self.units:
            yield from refusals_to_rail(self.state, unit)

    @case("6.4.1", "6.4.2")
    def refusals_to_cross(self, at: str, there: str) -> Iterator[Refusal]:
        """Only where the track operates."""
        if there not in self.operating.get(at, ()):
            yield self.refusal_of_track(at, there)

    def refusal_of_track(self, at: str, there: str) -> Refusal:
        """No train goes from here to there."""
        by = "6.4.1" if self.side == GERMAN else "6.4.2"
        return Refusal(by, f"no operating track leads from {at} to {self.land.name_of(there)}")

    @case("6.4-b", "13.2-b")
    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        """Operating track away from the enemy; nobody who is hidden overtakes his leaders on it."""
        if there not in self.operating:
            yield from refusals_of_station(self.state, self.side, there)
        elif there in self.overtaken:
            yield Refusal("13.2-b", f"{there}: only a revealed unit can overtake the enemy units on the line")

    def exits(self, at: str) -> Iterable[tuple[str, int]]:
        return [(there, 0) for there in self.operating.get(at, ()) if there not in self.overtaken]

    def refusal_to_stay(self, here: str) -> Refusal:
        return Refusal("6.4-a", f"the selected units are in {here} already")

    def refusals_without_way(self, there: str) -> Iterator[Refusal]:
        if there in self.operating:
            yield self.refusal_of_track(self.here, there)

    def refusals(self, there: str) -> Iterator[Refusal]:
        yield from super().refusals(there)
        if self.here not in self.operating:
            yield from self.refusals_without_way(there)

    def preview(self, there: str) -> Preview:
        path = self.path_to(there)
        hexes = counted(len(path) - 1, "hex")
        return Preview(f"{self.names()}: {hexes} by rail, and no other action this game turn", path)

    def points_left(self, path: tuple[str, ...]) -> list[Amount]:
        return [0] * (len(path) - 1)

    def go(self, tx: Transaction, there: str) -> None:
        self.walk_to(tx, there, "6.4-a")


@case("6.4-a", "6.4.3-c")
def end_transport(tx: Transaction, keys: tuple[str, ...]) -> None:
    """Units that a train has taken anywhere do nothing else in this game turn."""
    for unit in group(tx.state, keys):
        if has_begun(tx.state, unit):
            tx.mark(unit.key, marks.RAILED, marks.GAME_TURN)
