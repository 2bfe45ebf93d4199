"""The counters of a scenario as they are printed: on paper, in the editor and, before anything has happened,
on the table.

A game whose counters show more than the ratings of the scenario says so once: its
`DocumentGame.printed_faces` and its view call the same function.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.catalogue.document import Plain, RatingField, ScenarioDocument, Unit
from engine.catalogue.own_art import backed_units
from engine.catalogue.table_parts import BACK
from engine.catalogue.unit_ratings import printed_ratings, steps_of
from engine.referee.view import Counter

PrintedFaces = Callable[[Unit], Sequence[Counter]]
"""The faces of a unit: at full strength first, then after each loss, or the front and the back."""
FACES: Final = 2
"""Faces of a counter with a back of its own."""
LONGEST_NAME: Final = 11
"""Letters of a name that can be read on a counter."""


def short_name(name: str) -> str:
    """A name that fits on a counter: a long one without its bracketed part; empty for the name itself."""
    short = re.sub(r"\s*\([^()]*\)$", "", name)
    return short if short and len(name) > LONGEST_NAME else ""


def faces_by_ratings(document: ScenarioDocument, fields: Mapping[str, RatingField]) -> PrintedFaces:
    """Faces with the ratings of the scenario, one for each step; or front and back, if the author says so."""
    shared = {kind.key: kind.ratings for kind in document.unit_types}
    backed = backed_units(document.data)

    def faces(unit: Unit) -> list[Counter]:
        ratings = {**shared.get(unit.type, {}), **unit.ratings}
        on_back = {name: ratings[name + BACK] for name in fields if name + BACK in ratings}
        if on_back or (unit.id in backed and steps_of(ratings) < FACES):
            on_back = on_back or ratings
            return [
                _face(unit, fields, printed, lost, FACES) for lost, printed in enumerate((ratings, on_back))
            ]
        full = steps_of(ratings)
        return [_face(unit, fields, ratings, lost, full) for lost in range(full)]

    return faces


def _face(
    unit: Unit, fields: Mapping[str, RatingField], ratings: Mapping[str, Plain], lost: int, full: int
) -> Counter:
    printed = printed_ratings(fields, ratings, lost)
    return Counter(
        unit.id,
        unit.side,
        "",
        unit.name,
        unit.type,
        unit.size,
        unit.formation,
        tuple((name, text) for name, text in printed if name != "steps"),
        full - lost,
        full,
        short=short_name(unit.name),
    )
