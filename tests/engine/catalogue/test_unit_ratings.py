"""The ratings of a unit, described once in its record."""

from __future__ import annotations

from typing import Annotated

import pytest
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.document import RatingField
from engine.catalogue.unit_ratings import Rating, counter_of, rating_fields
from engine.record import Record
from tests.engine.catalogue.samples import small_document


class Stand(Record):
    key: str
    side: str
    name: str
    type: str
    size: str
    formation: str
    place: str
    strength: Annotated[int, Rating("Strength", 0, 20)]
    movement: Annotated[int, Rating("Movement", 0)] = 4
    quality: Annotated[str, Rating("Quality", choices=("green", "regular"))] = "regular"
    static: Annotated[bool, Rating("Static")] = False
    steps: Annotated[tuple[int, ...], Rating("Steps")] = (1,)
    facing: int = 0


FIELDS = rating_fields(Stand)


def test_fields_follow_from_the_annotations() -> None:
    assert {
        "strength": RatingField("int", True, 0, 20, title="Strength"),
        "movement": RatingField("int", False, 0, title="Movement"),
        "quality": RatingField("text", False, choices=("green", "regular"), title="Quality"),
        "static": RatingField("flag", False, title="Static"),
        "steps": RatingField("int", False, many=True, title="Steps"),
    } == FIELDS


def test_a_counter_has_the_ratings_of_its_type_and_its_own() -> None:
    document = small_document()
    unit = document.units[0]
    counter = counter_of(Stand, FIELDS, document, unit, "0101", facing=3)
    assert (counter.key, counter.place, counter.facing) == (unit.id, "0101", 3)
    ratings = document.ratings(unit)
    assert {name: getattr(counter, name) for name in ratings} == dict(ratings)


def test_a_wrong_rating_is_named() -> None:
    document = small_document()
    unit = replace(document.units[0], ratings={"strength": 99})
    with pytest.raises(BadInput, match=f"Unit {unit.id}: rating strength is 99, above 20"):
        counter_of(Stand, FIELDS, document, unit, "0101")
