"""Units that are due have the strength that is printed on them, in their box and after they have entered."""

from __future__ import annotations

import pytest

from engine.games import game
from engine.games.avalanche.records import Unit
from engine.referee.session import Session, Start

GAME = game("avl")


@pytest.mark.parametrize("key", GAME.scenarios())
def test_only_guns_have_a_limbered_side(key: str) -> None:
    session = Session.begin(GAME, Start("avl", "scenario", key, GAME.scenario_text(key), "due"))
    for unit in session.state.all(Unit).values():
        if unit.is_ground and not unit.is_gun and not unit.is_strong_point:
            lost = unit.full_steps - unit.steps
            assert (unit.attack, unit.defence) == (unit.attacks[lost], unit.defences[lost]), unit.key
