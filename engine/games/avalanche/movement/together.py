"""Units of one hex that go together: the base of the decisions that choose them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Self

from msgspec.structs import replace

from engine.games.avalanche.records import Unit, units_at
from engine.games.avalanche.scenario.question import Question
from engine.mechanics.menu import change
from engine.referee import Refusal, State


class Together(Question):
    """Who goes along?"""

    units: tuple[str, ...]

    def chosen(self, state: State) -> tuple[Unit, ...]:
        return tuple(state.get(Unit, key) for key in self.units)

    def subjects(self, state: State) -> Iterable[str]:
        return self.units

    @change("add", "unit", "Together with")
    def add(self, unit: Unit) -> Self:
        return replace(self, units=(*self.units, unit.key))

    @add.targets
    def companions(self, state: State) -> Iterable[str]:
        first = state.get(Unit, self.units[0])
        there = units_at(state, first.place)
        return [unit.key for unit in there if unit.side == self.side and unit.key not in self.units]

    @add.against
    def against_adding(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return self.refusals_to_add(state, unit)

    @abstractmethod
    def refusals_to_add(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """The reasons against taking a unit along."""
