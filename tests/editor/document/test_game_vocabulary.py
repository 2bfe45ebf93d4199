"""The kinds that the palettes offer: the usual ones first, numbered ones in their order."""

from __future__ import annotations

from editor.document.game_vocabulary import vocabulary_of_game
from engine import games


def test_numbered_kinds_stand_together_in_the_order_of_their_numbers() -> None:
    levels = [kind for kind in vocabulary_of_game("avl").terrain if kind.startswith("level")]
    assert levels == ["level 1", "level 2", "level 3", "level 4", "level 5", "level 6"]


def test_the_most_frequent_kind_stands_first() -> None:
    for key in games.keys():
        kinds = vocabulary_of_game(key).terrain
        assert len(kinds) == len(set(kinds)), key
    assert vocabulary_of_game("leb").terrain[0] in {"sea", "clear"}
