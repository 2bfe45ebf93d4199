"""Units that are due have the strength that is printed on them, in their box and after they have entered."""

from __future__ import annotations

import pytest

from engine.games import game
from engine.games.avalanche.records import Unit
from engine.referee.correction import correction_of
from engine.referee.schedule import Due
from engine.referee.session import Refused, Session, Start
from engine.referee.transaction import Change

GAME = game("avl")


@pytest.mark.parametrize("key", GAME.scenarios())
def test_only_guns_have_a_limbered_side(key: str) -> None:
    session = Session.begin(GAME, Start("avl", "scenario", key, GAME.scenario_text(key), "due"))
    for unit in session.state.all(Unit).values():
        if unit.is_ground and not unit.is_gun and not unit.is_strong_point:
            lost = unit.full_steps - unit.steps
            assert (unit.attack, unit.defence) == (unit.attacks[lost], unit.defences[lost]), unit.key


def test_no_correction_takes_away_a_unit_that_is_due() -> None:
    key = "avl-1-paestum"
    session = Session.begin(GAME, Start("avl", "scenario", key, GAME.scenario_text(key), "due"))
    entry = next(iter(session.state.all(Due).values()))
    unit = session.state.get(Unit, entry.subject)
    agreed = dict.fromkeys(session.state.scenario.sides, "A player")
    change = Change(Unit, unit.key, unit, None)
    answer = session.rule(correction_of(session.game.codec, [change], agreed))
    assert isinstance(answer, Refused)
    assert any("is not in the game" in refusal.why for refusal in answer.refusals)
