"""The counters of a scenario with front and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from app.map.counters.counter_art import Face
from app.map.counters.counter_style import CounterStyle
from editor.document.game_vocabulary import rating_fields
from engine.catalogue.document import Plain, ScenarioDocument, Unit
from engine.catalogue.table_parts import BACK
from engine.catalogue.unit_ratings import printed_ratings, steps_of
from engine.referee.view import Counter

_MAX_NAME_CHARS: Final = 11
"""Maximum number of readable letters on a counter."""


class Piece(Struct, frozen=True):
    """One counter with front and back."""

    unit: Unit
    front: Face
    back: Face


class FaceMaker:
    """Creates the counter faces of a scenario's units for each step."""

    def __init__(self, document: ScenarioDocument) -> None:
        self.document = document
        self._counter_style = CounterStyle.of(document)
        self._shared = {kind.key: kind.ratings for kind in document.unit_types}
        self._fields = rating_fields(document.game, document.data)

    def _ratings(self, unit: Unit) -> dict[str, Plain]:
        return {**self._shared.get(unit.type, {}), **unit.ratings}

    def _on_back(self, ratings: Mapping[str, Plain]) -> dict[str, Plain]:
        """The ratings that the author of a scenario has put on the back of a counter."""
        return {name: ratings[name + BACK] for name in self._fields if name + BACK in ratings}

    def face(self, unit: Unit, lost: int = 0) -> Face:
        """The face of a unit after this number of step losses."""
        ratings = self._ratings(unit)
        full = steps_of(ratings)
        if on_back := self._on_back(ratings):
            full = 2
            ratings = on_back if lost else ratings
        nation = "" if unit.formation else self._nation(unit, ratings)
        printed = printed_ratings(self._fields, ratings, lost)
        shown = tuple((name, text) for name, text in printed if name != "steps" and text != nation)
        return self._counter_style.face(
            Counter(
                unit.id,
                unit.side,
                "",
                unit.name,
                unit.type,
                unit.size,
                unit.formation or nation,
                shown,
                full - lost,
                full,
                short=_short(unit.name),
            )
        )

    def pieces(self, unit: Unit) -> Iterator[Piece]:
        """One piece for every two steps; the back shows one step less, or is blank."""
        ratings = self._ratings(unit)
        full = 2 if self._on_back(ratings) else steps_of(ratings)
        for lost in range(0, full, 2):
            back = self.face(unit, lost + 1) if lost + 1 < full else self.blank(unit)
            yield Piece(unit, self.face(unit, lost), back)

    def blank(self, unit: Unit) -> Face:
        """A blank back in the colour of the unit, which hides what it is."""
        return Face(self.face(unit).colour, known=False)

    def _nation(self, unit: Unit, ratings: Mapping[str, Plain]) -> str:
        """The colour group of a unit without formation, from its ratings."""
        groups = self._counter_style.of_formation
        return next((str(value) for value in ratings.values() if (unit.side, str(value)) in groups), "")


def _short(name: str) -> str:
    """A name that fits on a counter: a long name without its bracketed part."""
    short = re.sub(r"\s*\([^()]*\)$", "", name)
    return short if short and len(name) > _MAX_NAME_CHARS else ""


def in_order(document: ScenarioDocument) -> list[Unit]:
    """Units by side in the order of the order of battle."""
    sides = {side.key: number for number, side in enumerate(document.sides)}
    formations = {formation.key: number for number, formation in enumerate(document.formations)}
    return sorted(
        document.units,
        key=lambda unit: (
            sides.get(unit.side, len(sides)),
            formations.get(unit.formation, len(formations)),
            unit.order,
        ),
    )
