"""The base of the decisions: buttons show units, hexes and formations by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.games.crossing_the_line.records import Unit
from engine.games.crossing_the_line.scenario.ground import ground
from engine.mechanics.menu import Menu, PickOne
from engine.referee import Action, Refusal, State


class Question(Menu):
    """The base class of all decisions."""

    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def name_of(self, state: State, action: Action) -> str:
        if action.kind == "formation":
            return ground(state).titles(action.target)
        return super().name_of(state, action)

    def enemy_unit(self, unit: Unit) -> Refusal | None:
        """The only thing that is said about a unit of the other side: anything else could betray it."""
        return None if unit.side == self.side else Refusal(self.ruled_by, f"{unit} belongs to the other side")


class Pick(PickOne, Question):
    """The base class of decisions for one of several things."""
