"""The counters of a game: what all of them have, and who is where."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, Protocol, TypeVar

from engine.mechanics.places import by_place
from engine.record import Record
from engine.referee import State, derived


class Piece(Record):
    """The base of the records of counters: each lies in a hex or in a box of its side, and has a name."""

    @property
    @abstractmethod
    def place(self) -> str:
        """A field: a hex, or a box, whose key has a blank."""

    @property
    @abstractmethod
    def name(self) -> str:
        """A field: what the log calls it."""

    @property
    def on_map(self) -> bool:
        return " " not in self.place

    def __str__(self) -> str:
        return self.name


class BoardUnit(Protocol):
    """A counter with a side and a place: what the records of units have in every game."""

    @property
    def key(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def place(self) -> str:
        """A hex, or a box of its side."""

    @property
    def on_map(self) -> bool: ...


U = TypeVar("U", bound=BoardUnit)


class Board(Generic[U]):
    """Where the counters of one class are."""

    def __init__(self, unit: type[U]) -> None:
        @derived(unit)
        def stacks(state: State) -> dict[str, tuple[U, ...]]:
            return by_place(state.all(unit).values())

        @derived(unit)
        def forces(state: State, side: str) -> tuple[U, ...]:
            return tuple(one for one in state.all(unit).values() if one.side == side and one.on_map)

        @derived(unit)
        def occupied(state: State, side: str) -> frozenset[str]:
            return frozenset(one.place for one in forces(state, side))

        self.stacks = stacks
        """The counters in each hex or box."""
        self.forces = forces
        """The counters of a side on the map."""
        self.occupied = occupied
        """The hexes that hold any counter of a side."""

    def units_at(self, state: State, place: str) -> tuple[U, ...]:
        """The counters in a hex or box."""
        return self.stacks(state).get(place, ())
