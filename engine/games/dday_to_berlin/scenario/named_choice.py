"""The base of the decisions: buttons show units and zones by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.games.dday_to_berlin.records import Unit
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics import Menu
from engine.referee import Action, State


class Question(Menu):
    """The base class of all decisions."""

    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def name_of(self, state: State, action: Action) -> str:
        if action.kind == "unit":
            return str(state.get(Unit, action.target))
        return ground(state).name_of(action.target) if action.kind == "hex" else action.target
