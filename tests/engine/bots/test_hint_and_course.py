"""Hints and the course of a game: what they say, and that they know no more than a side may know."""

from __future__ import annotations

import pytest

from engine.bots.course import course_of
from engine.bots.hint import hint_for
from engine.bots.match import MatchTask, begin
from engine.bots.players import bot_named, character_of
from engine.bots.question import ask
from engine.referee.public_view import EVERYBODY
from engine.referee.session import Accepted, Session

REGULAR = character_of("steady/regular")


def quiet(done: int, of: int, what: str) -> None:
    """Nobody waits for it."""


def played(scenario: str, actions: int, bot: str = "steady/recruit") -> Session:
    key = scenario.partition("-")[0]
    session = begin(MatchTask(key, scenario, "hint", {}))
    bots = {side: bot_named(bot, side) for side in session.sides}
    while (choice := session.choice) is not None and len(session) < actions:
        action = bots[choice.side].answer(ask(session, choice.side))
        assert isinstance(session.submit(choice.side, action), Accepted)
    return session


@pytest.mark.parametrize("scenario", ["ddb-carentan", "ctl-1-first-blood", "ttr-1-market-garden"])
def test_a_hint_can_be_followed_and_has_a_reason(scenario: str) -> None:
    session = played(scenario, 25, "steady/regular")
    question = ask(session, "hint")
    hint = hint_for(question, REGULAR, "hint")
    assert hint is not None and hint.reason and len(hint.labels) == len(hint.actions)
    assert hint.actions[0] in question.legal
    assert -1 <= hint.before <= 1 and -1 <= hint.after <= 1
    same = hint_for(ask(session, "hint"), REGULAR, "hint")
    assert same == hint, "the same question has the same hint"


def test_the_course_of_a_game_that_is_over_is_told_with_luck_apart() -> None:
    session = played("ddb-carentan", 10_000)
    assert session.outcome is not None
    course = course_of(session, None, quiet)
    assert course is not None and len(course.points) == len(session) + 1
    assert course.points[-1].value in (-1.0, 0.0, 1.0)
    whole = course.points[-1].value - course.points[0].value
    told = course.luck + sum(course.decisions(side) for side in ("", *session.sides))
    assert told == pytest.approx(whole), "luck and decisions are all there is"
    rolled = {at for at in range(1, len(session) + 1) if session.history[at].barrier}
    assert {point.step_number for point in course.points if point.luck} <= rolled
    assert any(point.luck for point in course.points)
    assert course.turning_points and all(turning.text for turning in course.turning_points)
    steps = [turning.point.step_number for turning in course.turning_points]
    assert steps == sorted(steps)


def test_during_a_game_the_course_is_that_of_one_side() -> None:
    session = played("ttr-1-market-garden", 60)
    side = session.sides[0]
    course = course_of(session, side, quiet)
    assert course is not None and course.side == side == course.viewing_side
    assert all(not point.luck for point in course.points if point.by not in ("", side))
    assert course_of(session, EVERYBODY, quiet) is None, "who only looks on may not know"
