"""One description of a unit's ratings: everything that shows or reads a rating follows it, in every game."""

from __future__ import annotations

import pytest

from editor.document.game_vocabulary import rating_fields as fields_in_editor
from editor.printing.counter_faces import FaceMaker
from editor.tables.table_definitions import rating_columns
from engine import games
from engine.catalogue.check import check
from engine.catalogue.document import RatingField, ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.unit_ratings import printed_ratings

DESCRIBED = [key for key in games.SHIPPED if getattr(games.game(key), "rating_fields", None)]
"""The games whose rulebook fixes the ratings; at the free table each scenario does."""


def game_of(key: str) -> DocumentGame:
    game = games.game(key)
    assert isinstance(game, DocumentGame)
    return game


def document_of(key: str) -> ScenarioDocument:
    return next(game_of(key).documents())


def wrong(field: RatingField) -> object:
    """A value that the description forbids."""
    return "many" if field.type == "int" else 7


@pytest.mark.parametrize("key", DESCRIBED)
def test_the_editor_has_a_column_for_each_with_its_title(key: str) -> None:
    fields = game_of(key).rating_fields
    assert fields_in_editor(key, {}) == fields and fields
    columns = rating_columns(dict(fields))
    assert [(column.name, column.title) for column in columns] == [
        (name, field.title) for name, field in fields.items()
    ]
    assert all(field.title for field in fields.values())


@pytest.mark.parametrize("key", DESCRIBED)
def test_the_checks_find_what_the_description_forbids(key: str) -> None:
    from msgspec.structs import replace

    game, document = game_of(key), document_of(key)
    unit = document.units[0]
    for name, field in game.rating_fields.items():
        worse = replace(unit, ratings={**unit.ratings, name: wrong(field)})
        units = (worse, *document.units[1:])
        found = check(replace(document, units=units), game)
        assert any(name in str(finding) and unit.id in str(finding) for finding in found), name


@pytest.mark.parametrize("key", DESCRIBED)
def test_a_game_begins_with_the_ratings_of_its_scenario(key: str) -> None:
    game, document = game_of(key), document_of(key)
    state = game.as_it_begins(document)
    unit_class = next(kind for kind in game.records if kind.__name__ == "Unit")
    for unit in document.units:
        record = state.find(unit_class, unit.id)
        for name, value in document.ratings(unit).items():
            if record is not None:
                assert getattr(record, name) == value, f"{unit.id}: {name}"


@pytest.mark.parametrize("key", DESCRIBED)
def test_lines_of_worked_examples_know_every_rating(key: str) -> None:
    words = " ".join(word for listed in game_of(key).position_words().values() for word in listed)
    for name, field in game_of(key).rating_fields.items():
        assert (name if field.type == "flag" else f"{name}:VALUE") in words.split()


@pytest.mark.parametrize("key", DESCRIBED)
def test_printed_counters_show_them_in_the_order_of_the_description(key: str) -> None:
    game, document = game_of(key), document_of(key)
    maker, order = FaceMaker(document), list(game.rating_fields)
    for unit in document.units:
        printed = printed_ratings(game.rating_fields, document.ratings(unit))
        names = [name for name, _ in printed]
        assert names == sorted(names, key=order.index)
        assert all(game.rating_fields[name].on_counter for name in names)
        assert set(maker.face(unit).ratings) <= {value for _, value in printed}
