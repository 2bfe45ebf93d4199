"""Conditions of victory that a worked example names itself."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bad_input import BadInput
from engine.catalogue.example_places import with_victory
from engine.games import game as game_of


def changed(data: dict[str, Any]) -> tuple[str, ...]:
    game: Any = game_of("ddb")
    document = game.document(game.scenario_text("ddb-carentan"))
    return tuple(condition.key for condition in with_victory(document, data).victory)


def test_they_take_the_place_of_those_of_the_scenario() -> None:
    assert changed({}) != ()
    assert changed({"victory": []}) == ()
    assert changed({"victory": [{"key": "held", "test": True}]}) == ("held",)


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("held", "`victory` should be a list of conditions"),
        ([{"test": True}], "`victory`"),
        ([{"key": "held", "when": 3}], "`victory`.when"),
    ],
)
def test_what_is_malformed_is_refused_in_a_sentence(named: object, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        changed({"victory": named})
