"""The guided first games: complete, true to the rules, and legal at every step."""

from __future__ import annotations

import pytest

from engine import games
from engine.referee.rulebook import Rulebook
from tests.contract.lessons import LESSONS, played_lesson

STEP = {"side", "title", "text", "action", "case"}


def test_every_shipped_game_has_one() -> None:
    assert set(LESSONS) == set(games.SHIPPED)


@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_is_complete_and_cites_cases_that_exist(key: str) -> None:
    lesson, book = LESSONS[key], Rulebook.load(games.game(key).rules_path())
    assert lesson.keys() == {"game", "scenario", "options", "seed", "title", "about", "closing", "step"}
    assert lesson["game"] == key
    for step in lesson["step"]:
        assert step.keys() == STEP
        assert step["case"] in book.cases, step["case"]
        assert len(step["text"]) > 40


@pytest.mark.parametrize("key", LESSONS)
def test_every_step_can_be_played_as_it_is_told(key: str) -> None:
    assert len(played_lesson(key)) >= len(LESSONS[key]["step"])
