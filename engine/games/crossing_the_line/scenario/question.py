"""The base of the decisions: buttons show units, hexes and formations by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.games.crossing_the_line.records import Unit
from engine.games.crossing_the_line.scenario.ground import ground
from engine.mechanics.menu import Menu, PickOne
from engine.referee import Action, State


class Question(Menu):
    """The base class of all decisions."""

    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def name_of(self, state: State, action: Action) -> str:
        if action.kind == "formation":
            return ground(state).titles(action.target)
        return super().name_of(state, action)


class Pick(PickOne, Question):
    """The base class of decisions for one of several things."""
