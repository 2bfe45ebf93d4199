"""What lies on the table, and the ground it lies on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from engine.catalogue.document import ScenarioDocument, hexside
from engine.catalogue.document_scenario import DocumentScenario
from engine.record import Record
from engine.referee import State, case, derived

QUARTERS = 4
ALLOWANCE = 3 * QUARTERS
BOX = "reserve"
DEPOT = "depot"
BOXES = (BOX, DEPOT)


class Piece(Record):
    """A unit. `concealed` ones are unknown to the other side until they act or are met."""

    key: str
    side: str
    place: str
    steps: int = 2
    guns: bool = False
    concealed: bool = False
    power: str = ""


class Clock(Record):
    turn: int = 0
    key: str = ""


class Mine(Record):
    """The written plan of one side: shown when somebody walks into it, or to who searches its sector."""

    key: str
    hex: str
    known_to: tuple[str, ...] = ()


class Held(Record):
    """Who was seen to enter a hex last; concealed units take hold of nothing."""

    key: str
    side: str


class Ground(DocumentScenario):
    """The map and switches of one scenario."""

    def __init__(self, document: ScenarioDocument, options: Mapping[str, Any]) -> None:
        super().__init__(document, options)
        self.special = {rule.id for rule in document.special_rules}
        area = document.region(document.area)
        self.hexes = frozenset(area.hexes if area else self.grid.hexes)
        here_and_beside = (
            (here, self.grid.neighbors(here)) for here in self.grid.hexes if here in self.hexes
        )
        self.neighbors = {
            here: tuple(there for there in beside if there in self.hexes) for here, beside in here_and_beside
        }
        self.exits = {here: dict(self._exits(here)) for here in self.neighbors}

    @property
    def place_names(self) -> Mapping[str, str]:
        return {}

    def _exits(self, here: str) -> Iterator[tuple[str, int]]:
        for there in self.neighbors[here]:
            kinds = self.kinds_between(here, there)
            if "river" not in kinds or "bridge" in kinds:
                yield there, QUARTERS // 2 if "road" in kinds and not muddy(self) else QUARTERS

    def kinds_between(self, here: str, there: str) -> set[str]:
        """What the hexside has."""
        return {feature.kind for feature in self.document.map.hexsides.get(hexside(here, there), ())}


@case("7.1")
def muddy(land: Ground) -> bool:
    """With mud, roads cost as much as other ground."""
    return "7.1" in land.special


def ground(state: State) -> Ground:
    return cast(Ground, state.scenario)


@derived(Piece)
def pieces_at(state: State, place: str) -> tuple[Piece, ...]:
    """Everything in a hex or box, concealed or not."""
    return tuple(piece for piece in state.all(Piece).values() if piece.place == place)


@derived(Piece)
def known_hexes(state: State, side: str) -> frozenset[str]:
    """Where this side's opponent can see it."""
    return frozenset(p.place for p in state.all(Piece).values() if p.side == side and not p.concealed)


@derived(Piece)
def known_zoc(state: State, side: str) -> frozenset[str]:
    """The hexes beside the known units of a side."""
    grid = ground(state).grid
    return frozenset(
        there for here in known_hexes(state, side) if here not in BOXES for there in grid.neighbors(here)
    )
