"""Set-up by the players: they place the units whose hex the scenario does not fix."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from msgspec.structs import replace

from engine.mechanics.menu import Menu, order, way_out
from engine.mechanics.plural import counted
from engine.mechanics.seating import Room
from engine.mechanics.telling import tell
from engine.record import Record
from engine.referee import (
    Action,
    Frame,
    Procedure,
    Refusal,
    State,
    Transaction,
    derived,
    side_of,
)

MOST: Final = 3
"""How many units are listed by name."""


class Placeable(Protocol):
    """A counter that can be put into a hex."""

    @property
    def key(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def place(self) -> str: ...
    @property
    def on_map(self) -> bool: ...


U = TypeVar("U", bound=Placeable)


class Deployment(Record, Generic[U]):
    """The set-up rules of a game."""

    counters: type[U]
    case: str
    """The case that lets a scenario say where a unit is set up."""
    units_at: Callable[[State, str], Sequence[U]]
    """The units in a hex."""
    left_open: Callable[[State, str], Sequence[U]]
    """The units of a side whose place the scenario leaves to it."""
    choices: Callable[[State, U], Iterable[str]]
    """The hexes that the scenario allows a unit."""
    instruction: Callable[[State, U], str]
    """The same in words, to follow "is set up"; empty if the scenario says nothing."""
    refusals_to_stand: Callable[[State, U, str], Iterator[Refusal]]
    """Reasons against a unit in a hex that do not depend on other units of its side."""
    refusals_to_share: Callable[[State, str, Sequence[U]], Iterator[Refusal]]
    """Reasons against these units of a side together in a hex."""
    size: Callable[[State, U], int]
    """How much room a unit takes up."""
    put: Callable[[Transaction, U, str], None]
    """Set a unit up."""
    order: Callable[[State], Sequence[str]]
    """The sides in the order in which they set up."""

    def refusals_to_pick(self, state: State, unit: U) -> Iterator[Refusal]:
        """A unit that is not set up cannot be picked up while no hex has room for it."""
        if not unit.on_map and not self._has_room(state, unit):
            said = self.instruction(state, unit)
            yield Refusal(self.case, f"{unit.name} is set up {said}, where no hex has room for it now")

    def waiting(self, state: State, side: str) -> list[U]:
        """Those of a side that are not set up yet."""
        return [unit for unit in self.left_open(state, side) if not unit.on_map]

    def refusals(self, state: State, unit: U, here: str) -> Iterator[Refusal]:
        """Every reason against setting a unit up in a hex."""
        yield from self.refusals_to_stand(state, unit, here)
        beside = [u for u in self.units_at(state, here) if u.side == unit.side and u.key != unit.key]
        yield from self.refusals_to_share(state, here, [*beside, unit])

    def _has_room(self, state: State, unit: U) -> bool:
        return any(next(self.refusals(state, unit, here), None) is None for here in self.choices(state, unit))


@derived()
def places_for_the_rest(state: State, deployment: Deployment[Any], side: str) -> Mapping[str, str]:
    """Hexes for as many units as possible; placed units that must be moved to make room are included."""
    units = deployment.left_open(state, side)
    open_hexes = {
        unit.key: [
            here
            for here in deployment.choices(state, unit)
            if next(deployment.refusals_to_stand(state, unit, here), None) is None
        ]
        for unit in units
    }
    standing = [(u.place, u) for u in state.all(deployment.counters).values() if u.side == side and u.on_map]
    room = Room(
        standing,
        lambda unit: open_hexes[unit.key],
        lambda here, stack: next(deployment.refusals_to_share(state, here, stack), None) is None,
        open_hexes,
    )
    waiting = deployment.waiting(state, side)
    waiting.sort(key=lambda unit: (len(open_hexes[unit.key]), -deployment.size(state, unit)))
    for unit in waiting:
        room.seat(unit)
    return room.found


def place_the_rest(tx: Transaction, deployment: Deployment[Any], side: str) -> None:
    """Set up every unit for which there is a hex."""
    for key, here in places_for_the_rest(tx.state, deployment, side).items():
        deployment.put(tx, tx.state.get(deployment.counters, key), here)


def deployed(state: State, deployment: Deployment[Any]) -> State:
    """The position with every unit placed automatically: for display, not for play."""
    tx = Transaction(state)
    for side in deployment.order(state):
        place_the_rest(tx, deployment, side)
    return tx.state


class PutDown(Menu):
    """Where does the unit go?"""

    unit: str

    deployment: ClassVar[Deployment[Any]]

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def prompt(self, state: State) -> str:
        unit = self.counter(state)
        said = self.deployment.instruction(state, unit)
        return f"{unit.name} is set up {said}: in which hex?" if said else f"Where is {unit.name} set up?"

    def counter(self, state: State) -> Any:
        """The unit in hand."""
        return state.get(self.deployment.counters, self.unit)

    cancel = way_out("cancel", "Leave it where it is")

    @order("put", "hex", "Place in")
    def put(self, tx: Transaction, here: str) -> None:
        tx.pop()
        self.deployment.put(tx, self.counter(tx.state), here)
        self.after_put(tx)

    @put.targets
    def hexes(self, state: State) -> Iterable[str]:
        return self.deployment.choices(state, self.counter(state))

    @put.against
    def refusals_to_put(self, state: State, here: str) -> Iterator[Refusal]:
        return self.deployment.refusals(state, self.counter(state), here)

    def after_put(self, tx: Transaction) -> None:
        """What else is asked about a unit that has been set up."""

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        yield Refusal(self.deployment.case, "Name a hex")


class PlaceUnits(Menu):
    """A side picks up and places the units whose hex the scenario leaves to it."""

    title = "Set-up"
    deployment: ClassVar[Deployment[Any]]
    put_down: ClassVar[type[PutDown]]

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """As a step it is skipped when no unit is waiting."""
        side = side_of(parent)
        return cls(side) if cls.deployment.waiting(state, side) else None

    def prompt(self, state: State) -> str:
        title, waiting = state.scenario.title_of(self.side), self.deployment.waiting(state, self.side)
        if not waiting:
            return f"{title}: pick up a unit to place it elsewhere, or end the set-up"
        if not self._still_to_come(state):
            names = ", ".join(unit.name for unit in waiting)
            return f"{title}: no room is left for {names}; end the set-up without them"
        return f"{title}: {counted(len(waiting), 'unit')} off the map to be set up; pick one up to place it"

    def _still_to_come(self, state: State) -> list[Any]:
        """The waiting units for which there is room, if need be after other units are moved."""
        found = places_for_the_rest(state, self.deployment, self.side)
        return [unit for unit in self.deployment.waiting(state, self.side) if unit.key in found]

    @order("done", words="End the set-up", ends=True)
    def done(self, tx: Transaction) -> None:
        for unit in self.deployment.waiting(tx.state, self.side):
            tell(tx, "UnitLeftOut", left_out(unit), self.deployment.case, unit=unit.key)
        tx.pop()

    @done.against
    def refusals_to_end(self, state: State) -> Iterator[Refusal]:
        for unit in self._still_to_come(state)[:MOST]:
            said = self.deployment.instruction(state, unit)
            yield Refusal(self.deployment.case, f"{unit.name} must still be set up {said}")

    @done.reminds
    def without_room(self, state: State) -> Iterator[str]:
        return map(left_out, self.deployment.waiting(state, self.side))

    @order("place_rest", words="Place the rest")
    def place_rest(self, tx: Transaction) -> None:
        place_the_rest(tx, self.deployment, self.side)

    @place_rest.against
    def refusals_to_place_rest(self, state: State) -> Iterator[Refusal]:
        if not self._still_to_come(state):
            yield Refusal(self.deployment.case, "No unit is left that can still be placed")

    @order("pick", "unit", "Pick up")
    def pick(self, tx: Transaction, unit: Placeable) -> None:
        tx.push(self.put_down(self.side, unit.key))

    @pick.targets
    def units(self, state: State) -> Iterable[str]:
        return [unit.key for unit in self.deployment.left_open(state, self.side)]

    @pick.against
    def refusals_to_pick(self, state: State, unit: Placeable) -> Iterator[Refusal]:
        """Of units that are not left to the side, nothing is asked: they are on no list."""
        if unit.key in self.units(state):
            yield from self.deployment.refusals_to_pick(state, unit)

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        why = "Pick up a unit whose place the scenario leaves to its side"
        yield Refusal(self.deployment.case, why)


def left_out(unit: Placeable) -> str:
    """What becomes of a unit without room."""
    return f"{unit.name} finds no room where the scenario places it and stays out of the game"


class SetUpInOrder(Procedure):
    """One side after the other."""

    title = "Set-up"
    deployment: ClassVar[Deployment[Any]]

    @abstractmethod
    def questions(self, state: State, side: str) -> Sequence[Frame]:
        """The decisions of a side, one after the other."""

    def run(self, tx: Transaction) -> None:
        order = self.deployment.order(tx.state)
        if self.at == len(order):
            tx.pop()
            return
        tx.replace(replace(self, at=self.at + 1))
        for frame in reversed(self.questions(tx.state, order[self.at])):
            tx.push(frame)
