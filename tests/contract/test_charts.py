"""The printed charts of every shipped game: they say where they come from, and nothing strange gets in."""

from __future__ import annotations

import tomllib

import pytest

from engine import games
from engine.bad_input import BadInput
from engine.catalogue.document_game import DocumentGame
from engine.mechanics.chart import PROVENANCES
from engine.referee.rulebook import Rulebook


def shipped(key: str) -> DocumentGame:
    game = games.game(key)
    assert isinstance(game, DocumentGame)
    return game


CHARTS = [(key, name) for key in games.SHIPPED for name in shipped(key).chart_texts()]
every_chart = pytest.mark.parametrize(("key", "name"), CHARTS)


@pytest.mark.parametrize("key", games.SHIPPED)
def test_every_chart_that_a_case_names_is_there(key: str) -> None:
    book = Rulebook.load(shipped(key).rules_path())
    assert {case.chart for case in book.cases.values() if case.chart} <= set(shipped(key).chart_texts())


@every_chart
def test_each_chart_says_where_it_comes_from(key: str, name: str) -> None:
    chart = tomllib.loads(shipped(key).chart_texts()[name])
    assert chart["name"] == name and chart["title"]
    assert chart["provenance"] in PROVENANCES and len(chart["why"]) > 20


@every_chart
def test_a_chart_with_a_strange_entry_is_refused(key: str, name: str) -> None:
    """Also one that the rules do not read at all: a table to look into."""
    for changes in ({"surprise": "?"}, {"provenance": "hearsay"}, {"name": "another"}):
        with pytest.raises(BadInput, match=name):
            shipped(key).check_chart(name, changes)
