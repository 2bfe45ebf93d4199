"""Retreats: one zone away from the enemy, through friendly units if needed; else the unit is shattered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from engine.games.dday_to_berlin.combat.segments import CombatChoice
from engine.games.dday_to_berlin.morale.losses import retreated, shatter
from engine.games.dday_to_berlin.movement.stacking import place, room
from engine.games.dday_to_berlin.movement.step import ALONE, BARRED, step
from engine.games.dday_to_berlin.movement.zoc import deadly_zoc
from engine.games.dday_to_berlin.records import MP, Unit, garrisoned, occupied
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics.plural import counted
from engine.record import Record
from engine.referee import Action, Event, Procedure, Refusal, State, Transaction, case

ASSAULTED: Final = "assaulted"
REPULSED: Final = "repulsed"
UNDER_FIRE: Final = "under fire"
FALLING_BACK: Final = "falling back"


class Flight(Record):
    """Why units go back, and from which enemy zone (none for fire and Fallback)."""

    why: str
    enemy: str = ""

    @property
    def case_id(self) -> str:
        return "ret.repulsed" if self.why == REPULSED else "ret.direction"


class Retreated(NamedTuple):
    """The zones a unit went through, the one it left first; only that one when it was shattered."""

    unit: str
    path: tuple[str, ...]


@case("ret.direction", "ret.repulsed", "2.fallback")
def refusals_of_direction(
    state: State, unit: Unit, flight: Flight, here: str, there: str
) -> Iterator[Refusal]:
    """Farther from the zone that beat it; under fire and in a Fallback not nearer to the nearest enemy."""
    land = ground(state)
    if flight.enemy:
        was, now = land.distance(here, flight.enemy), land.distance(there, flight.enemy)
        if now <= was:
            yield Refusal(flight.case_id, f"{there} is not farther from {flight.enemy} than {here}")
        return
    enemies = garrisoned(state, land.other(unit.side))
    was = min((land.distance(here, enemy) for enemy in enemies), default=0)
    now = min((land.distance(there, enemy) for enemy in enemies), default=0)
    if now < was:
        yield Refusal(
            flight.case_id, f"the nearest enemy is {counted(now, 'zone')} from {there} and {was} from {here}"
        )


@case("ret.enemy", "ret.zoc")
def refusals_of_enemies(state: State, unit: Unit, there: str) -> Iterator[Refusal]:
    """No way leads into the enemy, nor into his zone of control unless a friend is there."""
    if there in occupied(state, ground(state).other(unit.side)):
        yield Refusal("ret.enemy", f"the enemy is in {there}")
    elif there in deadly_zoc(state, unit.side):
        yield Refusal("ret.zoc", f"{there} is in an enemy zone of control")


@case("ret.terrain", "2.water")
def refusals_of_ground(state: State, unit: Unit, here: str, there: str, first: bool) -> Iterator[Refusal]:
    """The first zone may be rough or beyond a river on foot; a unit that passes on may do neither."""
    kind = step(state, unit, here, there)
    if kind == BARRED:
        yield Refusal("ret.terrain", f"{unit} ({unit.moves_as}) cannot enter {there} from {here}")
    elif kind == ALONE and not first:
        yield Refusal("ret.terrain", f"{unit} may enter {there} only as the first zone of its retreat")


def refusals_to_step(
    state: State, unit: Unit, flight: Flight, path: tuple[str, ...], there: str
) -> Iterator[Refusal]:
    """Every reason against going on from the last zone of the path to a neighbour."""
    here = path[-1]
    if there in path:
        yield Refusal("ret.friends", f"{unit} may not return to {there}")
    yield from refusals_of_ground(state, unit, here, there, first=len(path) == 1)
    yield from refusals_of_enemies(state, unit, there)
    yield from refusals_of_direction(state, unit, flight, here, there)


@case("ret.friends")
def finds_room(state: State, unit: Unit, flight: Flight, path: tuple[str, ...]) -> bool:
    """Can the unit stop in the last zone of the path, or pass on until it can?"""
    return room(state, path[-1], unit) or bool(ways_on(state, unit, flight, path))


def ways_on(state: State, unit: Unit, flight: Flight, path: tuple[str, ...]) -> list[str]:
    """The zones to go to from the last zone of the path, from which the retreat comes to an end."""
    # INTERPRETATION (ret.enemy): the owner must take a way that saves the unit if there is one, so a full
    # zone with no way out of it is none.
    return [
        there
        for there in ground(state).grid.adjacency[path[-1]]
        if next(refusals_to_step(state, unit, flight, path, there), None) is None
        and finds_room(state, unit, flight, (*path, there))
    ]


class RetreatOne(CombatChoice):
    """The next zone of one retreating unit. The frame ends with `Retreated`."""

    unit: str
    flight: Flight
    path: tuple[str, ...]

    title = "Retreat"

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        on = "passes on" if len(self.path) > 1 else "retreats"
        return f"To which zone does {unit} go as it {on} from {self.path[-1]}?"

    def candidates(self, state: State) -> Iterable[Action]:
        unit = state.get(Unit, self.unit)
        return [Action("retreat", "hex", there) for there in ways_on(state, unit, self.flight, self.path)]

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        unit, here, there = state.get(Unit, self.unit), self.path[-1], action.target
        if action.verb != "retreat" or action.kind != "hex":
            yield Refusal("ret.direction", f"{unit} must retreat: name a zone")
        elif there not in ground(state).grid.adjacency[here]:
            yield Refusal("ret.direction", f"{there} is not adjacent to {here}")
        else:
            reasons = list(refusals_to_step(state, unit, self.flight, self.path, there))
            yield from reasons
            if not reasons and not finds_room(state, unit, self.flight, (*self.path, there)):
                yield Refusal(
                    "ret.friends", f"{there} has no room for {unit}, and it could not retreat farther"
                )

    def apply(self, tx: Transaction, action: Action) -> None:
        go(tx, self, action.target)


def go(tx: Transaction, retreat: RetreatOne, there: str) -> None:
    """Retreat one zone; farther while there is no room."""
    unit = tx.state.get(Unit, retreat.unit)
    path = (*retreat.path, there)
    if room(tx.state, there, unit):
        arrive(tx, unit, retreat.flight, path)
        tx.pop(Retreated(unit.key, path))
        return
    tx.emit(
        Event("UnitPassedThrough", f"{unit} finds no room in {there} and retreats farther", "ret.friends")
    )
    tx.replace(replace(retreat, path=path))
    choose_way(tx)


def choose_way(tx: Transaction) -> None:
    """Leave the choice to the owner only where there is one."""
    retreat = tx.state.frame
    assert isinstance(retreat, RetreatOne)
    ways = ways_on(tx.state, tx.state.get(Unit, retreat.unit), retreat.flight, retreat.path)
    if len(ways) == 1:
        go(tx, retreat, ways[0])


@case("ret.after", "mm.shatter-retreat")
def arrive(tx: Transaction, unit: Unit, flight: Flight, path: tuple[str, ...]) -> None:
    """It faces the zone it came from and has no movement points left; a Fallback costs no marker."""
    land = ground(tx.state)
    place(tx, unit, path[-1], land.grid.direction(path[-1], path[-2]))
    tx.unmark(unit.key, MP)
    back = "falls back" if flight.why in (FALLING_BACK, REPULSED) else "retreats"
    text = f"{unit} {back} from {land.name_of(path[0])} to {land.name_of(path[-1])}"
    about = (("unit", unit.key), *(("hex", here) for here in path))
    tx.emit(Event("UnitRetreated", text, flight.case_id, about=about))
    if flight.why != FALLING_BACK:
        retreated(tx, unit)


def begin_retreat(tx: Transaction, unit: Unit, flight: Flight) -> None:
    """A unit must retreat 1 zone; the frame on top receives `Retreated`."""
    path = (unit.place,)
    if not ways_on(tx.state, unit, flight, path):
        case_id, why = no_way(tx.state, unit, flight)
        shatter(tx, unit, case_id, why)
        tx.state.frame.resume(tx, Retreated(unit.key, path))
        return
    tx.push(RetreatOne(unit.side, unit.key, flight, path))
    choose_way(tx)


def zones_away(state: State, unit: Unit, flight: Flight, here: str) -> list[str]:
    """The neighbours of a zone that lie in the right direction."""
    return [
        there
        for there in ground(state).grid.adjacency[here]
        if next(refusals_of_direction(state, unit, flight, here, there), None) is None
    ]


class DeadEnd(NamedTuple):
    """How a retreat path ends that does not save the unit."""

    case: str
    through_friends: bool


@case("ret.edge")
def is_at_the_edge(state: State, here: str) -> bool:
    """Some ways from there lead off the map."""
    return None in ground(state).grid.around(here)


def dead_ends(state: State, unit: Unit, flight: Flight, path: tuple[str, ...]) -> Iterator[DeadEnd]:
    """What stops every way back, also those that pass through friends who leave no room."""
    passing = len(path) > 1
    away = zones_away(state, unit, flight, path[-1])
    if not away:
        yield DeadEnd("ret.edge" if is_at_the_edge(state, path[-1]) else flight.case_id, passing)
    for there in away:
        reasons = list(refusals_to_step(state, unit, flight, path, there))
        for reason in reasons:
            yield DeadEnd(reason.case, passing)
        if not reasons:
            yield from dead_ends(state, unit, flight, (*path, there))


BACK: Final = {
    "ret.enemy": "its way back leads {through}into the enemy",
    "ret.zoc": "its way back leads {through}into an enemy zone of control",
    "ret.edge": "its way back leads {through}off the map",
    "ret.terrain": "its way back leads {through}over ground that it cannot pass",
    "ret.direction": "every way {through}leads nearer to the enemy",
}
"""In the order in which the log names them."""


def no_way(state: State, unit: Unit, flight: Flight) -> tuple[str, str]:
    """Why a unit that must retreat cannot: the case and a sentence."""
    ends = set(dead_ends(state, unit, flight, (unit.place,)))
    for case_id, words in BACK.items():
        for through, said in ((True, "through friends "), (False, "")):
            if DeadEnd(case_id, through) in ends:
                return case_id, words.format(through=said)
    return "ret.friends", "there is no room behind it and it cannot retreat farther"


class RetreatAll(Procedure):
    """Several units go back, one after the other in their owner's order."""

    side: str
    units: tuple[str, ...]
    flight: Flight

    title = "Retreat"

    def run(self, tx: Transaction) -> None:
        if not self.units:
            tx.pop()
        elif len(self.units) == 1:
            self.send(tx, self.units[0])
        else:
            tx.push(ChooseRetreat(self.side, self.units))

    def send(self, tx: Transaction, key: str) -> None:
        """The next unit goes."""
        tx.replace(replace(self, units=tuple(unit for unit in self.units if unit != key)))
        begin_retreat(tx, tx.state.get(Unit, key), self.flight)

    def resume(self, tx: Transaction, result: Any) -> None:
        if isinstance(result, str):
            self.send(tx, result)


class FallBack(Procedure):
    """A Fallback result: every unit of the group goes back 1 zone, without markers for that."""

    side: str
    units: tuple[str, ...]

    title = "Fall back"

    def run(self, tx: Transaction) -> None:
        tx.replace(RetreatAll(self.side, self.units, Flight(FALLING_BACK)))


class ChooseRetreat(CombatChoice):
    """Which unit retreats next. The frame ends with the key of the unit."""

    units: tuple[str, ...]

    title = "Order of retreat"

    def prompt(self, state: State) -> str:
        return f"Which of {counted(len(self.units), 'unit')} retreats next?"

    def candidates(self, state: State) -> Iterable[Action]:
        return [Action("retreat", "unit", key) for key in self.units]

    @case("ret.direction")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """The owner chooses the order."""
        if action not in self.candidates(state):
            names = " or ".join(str(state.get(Unit, key)) for key in self.units)
            yield Refusal("ret.direction", f"{action} is not a retreat of {names}")

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.pop(action.target)
