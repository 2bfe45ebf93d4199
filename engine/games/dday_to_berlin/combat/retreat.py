"""Retreats: one zone away from the enemy, through friendly units if needed; else the unit is shattered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.morale.losses import retreated, shatter
from engine.games.dday_to_berlin.movement.stacking import place, room
from engine.games.dday_to_berlin.movement.step import ALONE, BARRED, step
from engine.games.dday_to_berlin.movement.zoc import deadly_zoc
from engine.games.dday_to_berlin.records import Unit, garrisoned, occupied
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import Retreat, begin_retreat, counted, order, tell
from engine.record import Record
from engine.referee import Action, Procedure, Refusal, State, Transaction, case, derived

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
    was, now = zones_to_enemy(state, unit.side, here), zones_to_enemy(state, unit.side, there)
    if now < was:
        yield Refusal(
            flight.case_id, f"the nearest enemy is {counted(now, 'zone')} from {there} and {was} from {here}"
        )


@derived(Unit)
def zones_to_enemy(state: State, side: str, here: str) -> int:
    """How far the nearest enemy battalion or detachment is; 0 if there is none."""
    land = ground(state)
    enemies = garrisoned(state, land.other(side))
    return min((land.distance(here, enemy) for enemy in enemies), default=0)


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


class RetreatOne(Retreat, Question):
    """The next zone of one retreating unit. The frame ends with `Retreated`."""

    unit: str
    flight: Flight
    path: tuple[str, ...]

    title = "Retreat"
    ruled_by = "ret.direction"

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        on = "passes on" if len(self.path) > 1 else "retreats"
        return f"To which zone does {unit} go as it {on} from {self.path[-1]}?"

    def neighbors(self, state: State, here: str) -> Iterable[str]:
        return ground(state).grid.adjacency[here]

    def refusals_to_step(self, state: State, path: tuple[str, ...], there: str) -> Iterator[Refusal]:
        unit, here = state.get(Unit, self.unit), path[-1]
        if there in path:
            yield Refusal("ret.friends", f"{unit} may not return to {there}")
        yield from refusals_of_ground(state, unit, here, there, first=len(path) == 1)
        yield from refusals_of_enemies(state, unit, there)
        yield from refusals_of_direction(state, unit, self.flight, here, there)

    @case("ret.friends")
    def ends(self, state: State, path: tuple[str, ...]) -> bool:
        """It stops in the first zone that has room, and passes on through friends until there is one."""
        # INTERPRETATION (ret.enemy): the owner must take a way that saves the unit if there is one, so a full
        # zone with no way out of it is none.
        return room(state, path[-1], state.get(Unit, self.unit))

    def refusal_of_dead_end(self, state: State, there: str) -> Refusal:
        unit = state.get(Unit, self.unit)
        return Refusal("ret.friends", f"{there} has no room for {unit}, and it could not retreat farther")

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        yield Refusal("ret.direction", f"{state.get(Unit, self.unit)} must retreat: name a zone")

    def step(self, tx: Transaction, there: str) -> bool:
        unit = tx.state.get(Unit, self.unit)
        if not room(tx.state, there, unit):
            text = f"{unit} finds no room in {there} and retreats farther"
            tell(tx, "UnitPassedThrough", text, "ret.friends")
        return True

    @case("ret.after", "mm.shatter-retreat")
    def arrive(self, tx: Transaction) -> None:
        """It faces the zone it came from and has no movement points left; a Fallback costs no marker."""
        unit, path, land = tx.state.get(Unit, self.unit), self.path, ground(tx.state)
        place(tx, unit, path[-1], land.grid.direction(path[-1], path[-2]))
        tx.unmark(unit.key, marks.MP)
        back = "falls back" if self.flight.why in (FALLING_BACK, REPULSED) else "retreats"
        text = f"{unit} {back} from {land.name_of(path[0])} to {land.name_of(path[-1])}"
        tell(tx, "UnitRetreated", text, self.flight.case_id, unit=unit.key, hex=path)
        if self.flight.why != FALLING_BACK:
            retreated(tx, unit)
        tx.pop(Retreated(unit.key, path))

    def perish(self, tx: Transaction) -> None:
        unit = tx.state.get(Unit, self.unit)
        shatter(tx, unit, *no_way(tx.state, self))
        tx.pop(Retreated(unit.key, self.path[:1]))


class DeadEnd(NamedTuple):
    """How a retreat path ends that does not save the unit."""

    case: str
    through_friends: bool


@case("ret.edge")
def is_at_the_edge(state: State, here: str) -> bool:
    """Some ways from there lead off the map."""
    return None in ground(state).grid.around(here)


def dead_ends(state: State, retreat: RetreatOne, path: tuple[str, ...]) -> Iterator[DeadEnd]:
    """What stops every way back, also those that pass through friends who leave no room."""
    passing, unit, flight = len(path) > 1, state.get(Unit, retreat.unit), retreat.flight
    away = [
        there
        for there in ground(state).grid.adjacency[path[-1]]
        if next(refusals_of_direction(state, unit, flight, path[-1], there), None) is None
    ]
    if not away:
        yield DeadEnd("ret.edge" if is_at_the_edge(state, path[-1]) else flight.case_id, passing)
    for there in away:
        reasons = list(retreat.refusals_to_step(state, path, there))
        for reason in reasons:
            yield DeadEnd(reason.case, passing)
        if not reasons:
            yield from dead_ends(state, retreat, (*path, there))


BACK: Final = {
    "ret.enemy": "its way back leads {through}into the enemy",
    "ret.zoc": "its way back leads {through}into an enemy zone of control",
    "ret.edge": "its way back leads {through}off the map",
    "ret.terrain": "its way back leads {through}over ground that it cannot pass",
    "ret.direction": "every way {through}leads nearer to the enemy",
}
"""In the order in which the log names them."""


def no_way(state: State, retreat: RetreatOne) -> tuple[str, str]:
    """Why a unit that must retreat cannot: the case and a sentence."""
    ends = set(dead_ends(state, retreat, retreat.path))
    for case_id, words in BACK.items():
        for through, said in ((True, "through friends "), (False, "")):
            if DeadEnd(case_id, through) in ends:
                return case_id, words.format(through=said)
    return "ret.friends", "there is no room behind it and it cannot retreat farther"


def must_retreat(tx: Transaction, unit: Unit, flight: Flight) -> None:
    """A unit must retreat 1 zone; the frame on top receives `Retreated`."""
    begin_retreat(tx, RetreatOne(unit.side, unit.key, flight, (unit.place,)))


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
        must_retreat(tx, tx.state.get(Unit, key), self.flight)

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


class ChooseRetreat(Question):
    """Which unit retreats next. The frame ends with the key of the unit."""

    units: tuple[str, ...]

    title = "Order of retreat"

    def prompt(self, state: State) -> str:
        return f"Which of {counted(len(self.units), 'unit')} retreats next?"

    @order("retreat", "unit", "Retreat")
    @case("ret.direction")
    def send(self, tx: Transaction, unit: Unit) -> None:
        """The owner chooses the order."""
        tx.pop(unit.key)

    @send.targets
    def waiting(self, state: State) -> Iterable[str]:
        return self.units

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        names = " or ".join(str(state.get(Unit, key)) for key in self.units)
        yield Refusal("ret.direction", f"{action} is not a retreat of {names}")
