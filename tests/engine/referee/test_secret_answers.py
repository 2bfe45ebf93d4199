"""Whoever has not heard a secret answer may suppose any that is possible."""

from __future__ import annotations

from random import Random

import pytest

from engine.referee.action import Action
from engine.referee.frame import Simultaneous
from engine.referee.secret_answers import with_other_answers
from engine.referee.session import Accepted, Session
from engine.referee.state import State
from tests.toy.test_demands import scenario


def asked_for_tactics(answer: str) -> Session:
    """Red has answered, blue has not."""
    session = scenario("toy-bridge")
    for side, action in (
        ("red", Action("mine", "hex", "0404")),
        ("blue", Action("mine", "hex", "0101")),
        ("red", Action(answer)),
    ):
        assert isinstance(session.submit(side, action), Accepted)
    assert session.deciding_side == "blue"
    return session


def answers(state: State) -> tuple[tuple[str, str], ...]:
    return next(frame.answers for frame in state.frames if isinstance(frame, Simultaneous))


@pytest.mark.parametrize("true", ["storm", "hold"])
def test_the_other_side_supposes_every_answer_whatever_was_chosen(true: str) -> None:
    state = asked_for_tactics(true).state
    supposed = [answers(with_other_answers(state, "blue", Random(seed))) for seed in range(12)]
    assert set(supposed) == {(("red", "storm"),), (("red", "hold"),)}
    other = asked_for_tactics("hold" if true == "storm" else "storm").state
    again = [answers(with_other_answers(other, "blue", Random(seed))) for seed in range(12)]
    assert supposed == again, "what is supposed does not depend on the truth"
    assert answers(state) == (("red", true),), "the game itself is as it was"


def test_a_side_knows_its_own_answer() -> None:
    state = asked_for_tactics("hold").state
    assert with_other_answers(state, "red", Random(1)).frames == state.frames


def test_without_a_secret_question_nothing_is_supposed() -> None:
    state = scenario("toy-bridge").state
    assert with_other_answers(state, "blue", Random(1)) is state
