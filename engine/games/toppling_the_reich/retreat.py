"""Retreats (7.8): hex by hex toward the nearest headquarters; who finds no way is eliminated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from engine.games.toppling_the_reich.air_actions import interdicted
from engine.games.toppling_the_reich.command import crosses_boundary
from engine.games.toppling_the_reich.discovery import discover, is_ambushed
from engine.games.toppling_the_reich.ground import ground
from engine.games.toppling_the_reich.placing import eliminate, place
from engine.games.toppling_the_reich.question import Question
from engine.games.toppling_the_reich.records import GAME_TURN, HQ_RETREATED, OOC, Unit, forces, units_at
from engine.games.toppling_the_reich.rivers import can_cross
from engine.games.toppling_the_reich.stacking import has_room, over_limit
from engine.games.toppling_the_reich.zoc import barred
from engine.referee.action import Action
from engine.referee.event import Event
from engine.referee.frame import Procedure
from engine.referee.marks import marked
from engine.referee.refusal import Refusal, case
from engine.referee.state import State
from engine.referee.transaction import Transaction


class Picked(NamedTuple):
    """The unit that goes next."""

    unit: str


class Route(NamedTuple):
    """The hexes that a unit went through, the one it left first; only that one when it was eliminated."""

    path: tuple[str, ...]


class Routes(NamedTuple):
    """The ways that all of them took."""

    paths: tuple[tuple[str, ...], ...]


@case("7.8-b", "6.1.1-c", "3.2-c", "5.2-c")
def refusals_to_step(state: State, unit: Unit, path: tuple[str, ...], there: str) -> Iterator[Refusal]:
    """What keeps a retreat from going on to a hex."""
    land = ground(state)
    here = path[-1]
    name = land.name_of(there)
    if there not in land.grid.adjacency[here]:
        yield Refusal("7.8-a", f"{name} is not adjacent to {here}")
        return
    if there in path:
        yield Refusal("7.8-a", f"{unit} does not enter {name} twice")
    if there not in land.land or not can_cross(state, unit.side, here, there):
        yield Refusal("7.8-b", f"{unit} cannot retreat from {here} over the hexside to {name}")
    elif barred(state, unit.side) & land.grid.bit(there):
        yield Refusal("7.8-b", f"the enemy or his zone of control bars {name}")
    if crosses_boundary(state, unit.side, here, there):
        yield Refusal("7.8-b", f"{name} lies beyond the army group boundary")


class Party(NamedTuple):
    """A unit on its way back, the leaders and assets that go with it, and the side that chooses the way."""

    unit: Unit
    followers: tuple[str, ...]
    chooser: str


def _fits(state: State, party: Party, here: str) -> bool:
    """May they stop there, as far as the side that chooses can see?"""
    coming = [party.unit, *(state.get(Unit, key) for key in party.followers)]
    side = party.unit.side
    if party.chooser == side:
        return has_room(state, here, coming)
    keys = {unit.key for unit in coming}
    seen = [u for u in units_at(state, here) if u.side == side and not u.hidden and u.key not in keys]
    return not over_limit(state, here, [*seen, *coming])


def _onward(
    state: State, party: Party, path: tuple[str, ...], left: int, closed: frozenset[str]
) -> Iterator[str]:
    """The neighbours from which a retreat of so many hexes can come to an end."""
    for there in ground(state).land_neighbors[path[-1]]:
        if there in closed or next(refusals_to_step(state, party.unit, path, there), None) is not None:
            continue
        further = (*path, there)
        if left == 1:
            if _fits(state, party, there):
                yield there
        elif next(_onward(state, party, further, left - 1, closed), None) is not None:
            yield there


@case("7.8-b", "11.3-b", "7.8-c")
def ways(state: State, party: Party, path: tuple[str, ...], left: int) -> list[str]:
    """The hexes from which the retreat can be finished; interdicted ones only if there is no other path.

    Who is left without room for his company goes on without it.
    """
    flown_over = interdicted(state, party.unit.side)
    for company in (party, party._replace(followers=())):
        for closed in (flown_over, frozenset[str]()):
            found = list(_onward(state, company, path, left, closed))
            if found:
                return found
    return []


@case("7.8-a", "7.10-a")
def toward_hq(state: State, unit: Unit, path: tuple[str, ...], open_hexes: list[str]) -> list[str]:
    """Those that lead toward the nearest friendly headquarters; all of them if none does."""
    land = ground(state)
    hqs = [hq.place for hq in forces(state, unit.side) if hq.is_hq and hq.place != path[0] and not hq.hidden]
    now = min((land.distance(path[-1], hq) for hq in hqs), default=0)
    nearest = [hq for hq in hqs if land.distance(path[-1], hq) == now]
    nearer = [there for there in open_hexes if any(land.distance(there, hq) < now for hq in nearest)]
    return nearer or open_hexes


@dataclass(frozen=True, slots=True)
class RetreatOne(Question):
    """Where one unit goes next; it pops with its `Route`."""

    unit: str
    path: tuple[str, ...]
    left: int
    followers: tuple[str, ...] = ()
    """Leaders and assets that go with the last unit of a stack."""

    title = "Retreat"
    words: ClassVar[Mapping[str, str]] = {"retreat": "Retreat to"}

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        where = ground(state).name_of(self.path[-1])
        return f"{unit} retreats from {where}, {self.left} hexes to go. Where to?"

    def party(self, state: State) -> Party:
        """Who goes, and who says where."""
        return Party(state.get(Unit, self.unit), self.followers, self.side)

    def candidates(self, state: State) -> Iterable[Action]:
        party = self.party(state)
        able = ways(state, party, self.path, self.left)
        return [Action("retreat", "hex", there) for there in toward_hq(state, party.unit, self.path, able)]

    @case("7.8-a", "7.8-c", "11.3-b")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """A hex that is open, from which the retreat can be finished, toward a headquarters if possible."""
        unit, there = state.get(Unit, self.unit), action.target
        if action.verb != "retreat" or action.kind != "hex":
            yield Refusal("7.8-a", f"{unit} must retreat: name a hex")
            return
        reasons = list(refusals_to_step(state, unit, self.path, there))
        yield from reasons
        if reasons:
            return
        able = ways(state, self.party(state), self.path, self.left)
        if there not in able:
            other_way = there in interdicted(state, unit.side) and bool(able)
            why = "is interdicted, and there is another way" if other_way else "leads to no place to stop"
            yield Refusal("11.3-b" if other_way else "7.8-c", f"{ground(state).name_of(there)} {why}")
        elif there not in toward_hq(state, unit, self.path, able):
            yield Refusal(
                "7.8-a", f"{ground(state).name_of(there)} does not lead toward the nearest headquarters"
            )

    def apply(self, tx: Transaction, action: Action) -> None:
        step_back(tx, action.target)


def step_back(tx: Transaction, there: str) -> None:
    """One hex; then on by itself while there is but one way."""
    frame = tx.state.frame
    assert isinstance(frame, RetreatOne)
    side = tx.state.get(Unit, frame.unit).side
    if is_ambushed(tx.state, side, there):
        discover(tx, side, there)
    else:
        for key in (*frame.followers, frame.unit):
            place(tx, tx.state.get(Unit, key), there)
        discover(tx, side, there)
        frame = replace(frame, path=(*frame.path, there), left=frame.left - 1)
        tx.replace(frame)
    retreat_on(tx)


def retreat_on(tx: Transaction) -> None:
    """Ask for the next hex, take the only one, or come to the end."""
    frame = tx.state.frame
    assert isinstance(frame, RetreatOne)
    unit = tx.state.get(Unit, frame.unit)
    if not frame.left:
        _arrive(tx, frame, unit)
        return
    open_hexes = ways(tx.state, frame.party(tx.state), frame.path, frame.left)
    able = toward_hq(tx.state, unit, frame.path, open_hexes)
    if not able:
        eliminate(tx, unit, "7.8-b", f"it finds no way to retreat from {frame.path[-1]}")
        tx.pop(Route(frame.path[:1]))
    elif len(able) == 1:
        step_back(tx, able[0])


@case("3.6-c", "7.8-c")
def _arrive(tx: Transaction, frame: RetreatOne, unit: Unit) -> None:
    """A headquarters that was forced back is out of command for the rest of the game turn."""
    if not has_room(tx.state, frame.path[-1], [unit]):
        eliminate(tx, unit, "7.8-c", f"there is no room for it in {frame.path[-1]}")
        tx.pop(Route(frame.path[:1]))
        return
    land = ground(tx.state)
    text = f"{unit} retreats from {land.name_of(frame.path[0])} to {land.name_of(frame.path[-1])}"
    about = (("unit", unit.key), *(("hex", here) for here in frame.path))
    tx.emit(Event("UnitRetreated", text, "7.8-a", about=about))
    if unit.is_hq:
        tx.mark(unit.key, HQ_RETREATED, GAME_TURN)
        if not marked(tx.state, unit.key, OOC):
            tx.mark(unit.key, OOC)
    for key in frame.followers:
        follower = tx.state.get(Unit, key)
        if follower.place == frame.path[-1] and not has_room(tx.state, follower.place, [follower]):
            eliminate(tx, follower, "7.8-c", f"there is no room for it in {follower.place}")
    tx.pop(Route(frame.path))


@dataclass(frozen=True, slots=True)
class PickRetreater(Question):
    """Which unit goes back next? Those that come last may find no room."""

    units: tuple[str, ...]
    hexes: int

    title = "Retreat"
    words: ClassVar[Mapping[str, str]] = {"retreat": "Retreat"}

    def prompt(self, state: State) -> str:
        return f"Which unit retreats next, {self.hexes} hexes? {len(self.units)} are left"

    def candidates(self, state: State) -> Iterable[Action]:
        return [Action("retreat", "unit", key) for key in self.units]

    @case("7.8-a", "7.8-c")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """Any unit that has not gone back yet."""
        if action.verb != "retreat" or action.kind != "unit" or action.target not in self.units:
            yield Refusal("7.8-a", "name a unit that has to retreat")

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.pop(Picked(action.target))


@dataclass(frozen=True, slots=True)
class Retreat(Procedure):
    """All of them, in the order that `side` chooses; it pops with the `Routes`."""

    side: str
    units: tuple[str, ...]
    hexes: int
    origin: str = ""
    """Where they start if not where they are: paratroops that failed."""
    paths: tuple[tuple[str, ...], ...] = ()

    def run(self, tx: Transaction) -> None:
        if not self.units:
            tx.pop(Routes(self.paths))
        elif len(self.units) == 1:
            self.resume(tx, Picked(self.units[0]))
        else:
            tx.push(PickRetreater(self.side, self.units, self.hexes))

    @case("3.4.2-f", "7.8-a")
    def resume(self, tx: Transaction, result: Any) -> None:
        """Leaders and assets go back with the last combat unit of their stack."""
        if isinstance(result, Route):
            tx.replace(replace(self, paths=(*self.paths, result.path)))
        elif isinstance(result, Picked):
            unit = tx.state.get(Unit, result.unit)
            tx.replace(replace(self, units=tuple(key for key in self.units if key != unit.key)))
            rest = [other for other in units_at(tx.state, unit.place) if other.side == unit.side]
            last = unit.on_map and sum(other.is_combat_unit for other in rest) == 1
            company = tuple(other.key for other in rest if not other.is_combat_unit) if last else ()
            start = self.origin or unit.place
            tx.push(RetreatOne(self.side, unit.key, (start,), self.hexes, company))
            retreat_on(tx)


FRAMES = (Retreat, PickRetreater, RetreatOne)
