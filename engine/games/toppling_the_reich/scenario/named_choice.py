"""The base of the decisions: buttons show units and hexes by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.games.toppling_the_reich.records import Unit
from engine.mechanics import Menu
from engine.referee import Action, State


class Question(Menu):
    """The base class of all decisions."""

    records: ClassVar[Mapping[str, type]] = {"unit": Unit}
    words: ClassVar[Mapping[str, str]] = {"end": "End the segment"}

    def name_of(self, state: State, action: Action) -> str:
        if action.kind == "unit":
            return shown_name(state.get(Unit, action.target), self.side)
        return super().name_of(state, action)


def shown_name(unit: Unit, side: str) -> str:
    """The name of a unit as a side may read it: the enemy knows only the letter of a deception marker."""
    return f"marker {unit.letter}" if unit.hidden and unit.side != side else unit.name
