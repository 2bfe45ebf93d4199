"""The kinds that the palettes offer: the usual ones first, numbered ones in their order."""

from __future__ import annotations

import pytest

from editor.document.game_vocabulary import vocabulary_of_game
from engine import games
from engine.catalogue.document_game import DocumentGame


def test_numbered_kinds_stand_together_in_the_order_of_their_numbers() -> None:
    levels = [kind for kind in vocabulary_of_game("avl").terrain if kind.startswith("level")]
    assert levels == ["level 1", "level 2", "level 3", "level 4", "level 5", "level 6"]


@pytest.mark.parametrize("key", list(games.keys()))
def test_no_kind_is_lost_or_listed_twice(key: str) -> None:
    game = games.game(key)
    assert isinstance(game, DocumentGame)
    drawn = {kind for one in game.documents() for kind in one.map.terrain.values()}
    kinds = vocabulary_of_game(key).terrain
    assert len(kinds) == len(set(kinds)) and drawn <= set(kinds)
