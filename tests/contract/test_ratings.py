"""One description of a unit's ratings: everything that shows or reads a rating follows it, in every game."""

from __future__ import annotations

import pytest

from app.map.counters.counter_art import Face
from app.map.counters.counter_style import CounterStyle
from editor.document.game_vocabulary import rating_fields as fields_in_editor
from editor.printing.counter_faces import FaceMaker
from editor.tables.table_definitions import rating_columns
from engine import games
from engine.catalogue.check import check
from engine.catalogue.document import RatingField, ScenarioDocument
from engine.catalogue.document_game import DocumentGame

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


def visible(face: Face) -> tuple[object, ...]:
    """What stands on a face; of a strength that is written as present and printed, the printed one."""
    ratings = tuple(text.rpartition("/")[2] for text in face.ratings)
    return face.colour, face.name, face.symbol, face.size, face.formation, ratings, face.full_steps


@pytest.mark.parametrize("key", games.SHIPPED)
def test_paper_and_editor_show_the_counters_of_the_table(key: str) -> None:
    """Each counter of a game that begins looks like one of the faces that are printed for its unit."""
    game, compared = game_of(key), 0
    for document in game.documents():
        maker, style = FaceMaker(document), CounterStyle.of(document)
        table = {counter.id: counter for counter in game.view(game.as_it_begins(document), None).counters}
        for unit in document.units:
            if unit.id in table:
                compared += 1
                printed = {
                    visible(face) for piece in maker.pieces(unit) for face in (piece.front, piece.back)
                }
                assert visible(style.face(table[unit.id])) in printed, unit.id
    assert compared > 10


def test_a_counter_of_dday_to_berlin_has_what_its_save_needs() -> None:
    """Class, quality and save are on the paper counter, and in words in the order of battle."""
    document = document_of("ddb")
    maker = FaceMaker(document)
    unit = next(unit for unit in document.units if unit.id == "us-1-502")
    assert maker.face(unit).ratings == ("LEG", "V", "4")
    words = dict(maker.counters(unit)[0].ratings)
    assert (words["class"], words["quality"], words["save"]) == ("LEG", "veteran", "4")
