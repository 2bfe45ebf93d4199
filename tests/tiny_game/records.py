"""What lies on the table, and the ground it lies on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, cast

from engine.catalogue.document_scenario import DocumentScenario
from engine.catalogue.unit_ratings import Rating, rating_fields
from engine.mechanics import Board
from engine.record import Record
from engine.referee import State


class Unit(Record):
    key: str
    side: str
    name: str
    type: str
    size: str
    formation: str
    place: str
    strength: Annotated[int, Rating("Strength", 1, 9)]
    points: Annotated[int, Rating("Movement points", 1, 9)]
    steps: Annotated[int, Rating("Steps", 1, 2)] = 2

    @property
    def on_map(self) -> bool:
        return True


class Clock(Record):
    turn: int = 0
    key: str = ""


class Held(Record):
    """The side that entered a hex last."""

    key: str
    side: str


class Ground(DocumentScenario):
    place_names: Mapping[str, str] = {}

    def terrain(self, here: str) -> str:
        return self.document.map.terrain[here]


RATINGS = rating_fields(Unit)
board = Board(Unit)


def ground(state: State) -> Ground:
    return cast(Ground, state.scenario)
