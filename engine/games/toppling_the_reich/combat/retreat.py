"""Retreats (7.8): hex by hex toward the nearest headquarters; a unit without a path is eliminated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.air.actions import interdicted
from engine.games.toppling_the_reich.combat.retreat_paths import Party, refusals_to_step, toward_hq, ways
from engine.games.toppling_the_reich.deception.discovery import discover, is_ambushed
from engine.games.toppling_the_reich.movement.placing import eliminate, place, place_together
from engine.games.toppling_the_reich.movement.stacking import has_room, refusals_to_share
from engine.games.toppling_the_reich.records import Unit, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics import counted, order
from engine.referee import Action, Event, Procedure, Refusal, State, Transaction, case


class Picked(NamedTuple):
    """The unit that goes next, and the way it takes if it follows another."""

    unit: str
    way: tuple[str, ...] = ()


class Route(NamedTuple):
    """The hexes that a unit went through, the one it left first; only that one when it was eliminated."""

    path: tuple[str, ...]


class Routes(NamedTuple):
    """The ways that all of them took."""

    paths: tuple[tuple[str, ...], ...]


class RetreatOne(Question):
    """The next hex of one retreating unit; the frame ends with its `Route`."""

    unit: str
    path: tuple[str, ...]
    left: int
    followers: tuple[str, ...] = ()
    """Leaders and assets that go with the last unit of a stack."""
    way: tuple[str, ...] = ()
    """The way of another unit that it follows as far as it can."""

    title = "Retreat"
    ruled_by = "7.8-a"

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        where = ground(state).name_of(self.path[-1])
        return f"{unit} retreats from {where}, {counted(self.left, 'hex')} to go. Where to?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit, *self.followers)

    def party(self, state: State) -> Party:
        """The retreating units, and the side that chooses their path."""
        return Party(state.get(Unit, self.unit), self.followers, self.side)

    @order("retreat", "hex", "Retreat to")
    def retreat(self, tx: Transaction, there: str) -> None:
        step_back(tx, there)

    @retreat.targets
    def next_hexes(self, state: State) -> list[str]:
        party = self.party(state)
        return toward_hq(state, party.unit, self.path, ways(state, party, self.path, self.left))

    @retreat.against
    @case("7.8-a", "7.8-c", "11.3-b")
    def refusals_to_retreat(self, state: State, there: str) -> Iterator[Refusal]:
        """A hex that is open, from which the retreat can be finished, toward a headquarters if possible."""
        unit, name = state.get(Unit, self.unit), ground(state).name_of(there)
        reasons = list(refusals_to_step(state, unit, self.path, there))
        yield from reasons
        if reasons:
            return
        able = ways(state, self.party(state), self.path, self.left)
        if there not in able:
            if able and there in interdicted(state, unit.side):
                yield Refusal("11.3-b", f"{name} is interdicted, and there is another way")
            else:
                yield Refusal("7.8-c", f"{name} leads to no hex in which it can stop")
        elif there not in toward_hq(state, unit, self.path, able):
            yield Refusal("7.8-a", f"{name} does not lead toward the nearest headquarters")

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        yield Refusal("7.8-a", f"{state.get(Unit, self.unit)} must retreat: name a hex")


def step_back(tx: Transaction, there: str) -> None:
    """Retreat one hex, then continue automatically while there is only one path."""
    frame = tx.state.frame
    assert isinstance(frame, RetreatOne)
    side = tx.state.get(Unit, frame.unit).side
    if is_ambushed(tx.state, side, there):
        discover(tx, side, there)
    else:
        place_together(tx, (*frame.followers, frame.unit), there)
        discover(tx, side, there)
        frame = replace(frame, path=(*frame.path, there), left=frame.left - 1)
        tx.replace(frame)
    retreat_on(tx)


def retreat_on(tx: Transaction) -> None:
    """Ask for the next hex, take the only one, or end the retreat."""
    frame = tx.state.frame
    assert isinstance(frame, RetreatOne)
    unit = tx.state.get(Unit, frame.unit)
    if not frame.left:
        _arrive(tx, frame, unit)
        return
    able = frame.next_hexes(tx.state)
    if not able:
        _save_company(tx, frame)
        eliminate(tx, unit, "7.8-b", f"it cannot retreat from {frame.path[-1]}")
        tx.pop(Route(frame.path[:1]))
    elif len(able) == 1:
        step_back(tx, able[0])
    elif frame.way[len(frame.path) :][:1] and frame.way[len(frame.path)] in able:
        step_back(tx, frame.way[len(frame.path)])


@case("3.4.2-f")
def _save_company(tx: Transaction, frame: RetreatOne) -> None:
    """Leaders whose last companion finds no way join the others of their stack that did."""
    below = tx.state.frames[-2]
    assert isinstance(below, Retreat)
    ends = [path[-1] for path in below.paths if len(path) > 1 and path[0] == frame.path[0]]
    for key in frame.followers:
        follower = tx.state.get(Unit, key)
        there = next((end for end in ends if has_room(tx.state, end, [follower])), "")
        if there:
            place(tx, follower, there)


@case("3.6-c", "7.8-c")
def _arrive(tx: Transaction, frame: RetreatOne, unit: Unit) -> None:
    """Who finds no room is eliminated; the unit goes before its company. A headquarters that was forced back
    is out of command for the rest of the game turn."""
    stack = [
        other
        for other in units_at(tx.state, frame.path[-1])
        if other.side == unit.side and other.key not in frame.followers
    ]
    if next(refusals_to_share(tx.state, frame.path[-1], stack), None) is not None:
        eliminate(tx, unit, "7.8-c", f"there is no room for it in {frame.path[-1]}")
        tx.pop(Route(frame.path[:1]))
        return
    land = ground(tx.state)
    text = f"{unit} retreats from {land.name_of(frame.path[0])} to {land.name_of(frame.path[-1])}"
    about = (("unit", unit.key), *(("hex", here) for here in frame.path))
    tx.emit(Event("UnitRetreated", text, "7.8-a", about=about))
    tx.mark(unit.key, marks.MOVED, marks.PLAYER_TURN)
    if unit.is_hq:
        tx.mark(unit.key, marks.HQ_RETREATED, marks.GAME_TURN)
        tx.mark(unit.key, marks.OOC)
    for key in frame.followers:
        follower = tx.state.get(Unit, key)
        if follower.place == frame.path[-1] and not has_room(tx.state, follower.place, [follower]):
            eliminate(tx, follower, "7.8-c", f"there is no room for it in {follower.place}")
    tx.pop(Route(frame.path))


class PickRetreater(Question):
    """Which unit goes back next? Those that come last may find no room."""

    units: tuple[str, ...]
    hexes: int
    way: tuple[str, ...] = ()
    """The way that the last unit took, for others to follow."""

    title = "Retreat"
    ruled_by = "7.8-a"
    otherwise = "name a unit that has to retreat"

    def prompt(self, state: State) -> str:
        return f"Retreat by {counted(self.hexes, 'hex')}: which unit retreats next ({len(self.units)} to go)?"

    @order("retreat", "unit", "Retreat")
    def retreat(self, tx: Transaction, unit: Unit) -> None:
        tx.pop(Picked(unit.key))

    @retreat.targets
    def all_units(self, state: State) -> Iterable[str]:
        return self.units

    @retreat.against
    @case("7.8-a")
    def refusals_of_unit(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Any unit that has not gone back yet."""
        if unit.key not in self.units:
            yield Refusal("7.8-a", f"{unit} does not have to retreat, or has retreated already")

    @order("follow", "unit", "Follow with")
    def follow(self, tx: Transaction, unit: Unit) -> None:
        tx.pop(Picked(unit.key, self.way))

    @follow.targets
    def followers(self, state: State) -> Iterable[str]:
        return self.units if self.way else ()

    @follow.against
    @case("7.8-a", "7.8-c")
    def refusals_to_follow(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """It may follow the last one where the way is open to it."""
        strange = list(self.refusals_of_unit(state, unit))
        yield from strange
        if not strange and not self.can_follow(state, unit):
            yield Refusal("7.8-a", "it cannot follow the path of the last unit")

    def can_follow(self, state: State, unit: Unit) -> bool:
        """Is every step of the last unit's way open to this one?"""
        if not unit.on_map or (unit.place,) != self.way[:1]:
            return False
        party = Party(unit, (), self.side)
        return all(
            self.way[at]
            in toward_hq(state, unit, self.way[:at], ways(state, party, self.way[:at], self.hexes + 1 - at))
            for at in range(1, len(self.way))
        )


class Retreat(Procedure):
    """The retreat of all units in the order that `side` chooses; the frame ends with the `Routes`."""

    side: str
    units: tuple[str, ...]
    hexes: int
    origin: str = ""
    """Where they start if not where they are: paratroops that failed."""
    paths: tuple[tuple[str, ...], ...] = ()

    def run(self, tx: Transaction) -> None:
        if not self.units:
            tx.pop(Routes(self.paths))
            return
        last = self.paths[-1] if self.paths else ()
        way = last if len(last) == self.hexes + 1 else ()
        offer = PickRetreater(self.side, self.units, self.hexes, way)
        if len(self.units) == 1 and not (way and self.branches(tx.state, self.units[0])):
            self.resume(tx, Picked(self.units[0]))
        else:
            tx.push(offer)

    def branches(self, state: State, key: str) -> bool:
        """True if the unit has more than one first hex to choose from."""
        unit = state.get(Unit, key)
        path = (self.origin or unit.place,)
        return (
            len(toward_hq(state, unit, path, ways(state, Party(unit, (), self.side), path, self.hexes))) > 1
        )

    @case("3.4.2-f", "7.8-a")
    def resume(self, tx: Transaction, result: Any) -> None:
        """Leaders and assets go back with the last combat unit of their stack."""
        if isinstance(result, Route):
            tx.replace(replace(self, paths=(*self.paths, result.path)))
        else:
            assert isinstance(result, Picked)
            unit = tx.state.get(Unit, result.unit)
            tx.replace(replace(self, units=tuple(key for key in self.units if key != unit.key)))
            rest = [other for other in units_at(tx.state, unit.place) if other.side == unit.side]
            last = unit.on_map and sum(other.is_combat_unit for other in rest) == 1
            company = tuple(other.key for other in rest if not other.is_combat_unit) if last else ()
            start = self.origin or unit.place
            tx.push(RetreatOne(self.side, unit.key, (start,), self.hexes, company, result.way))
            retreat_on(tx)


FRAMES = (Retreat, PickRetreater, RetreatOne)
