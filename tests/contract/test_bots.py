"""What every bot promises in every game: the same game again, and no forbidden knowledge."""

from __future__ import annotations

from random import Random

import pytest

from engine import games
from engine.bots.character import CHARACTERS
from engine.bots.evaluation import evaluation_of
from engine.bots.match import MatchTask, begin
from engine.bots.players import bot_named
from engine.bots.question import ask
from engine.referee.history import History, Step
from engine.referee.session import Accepted, Session
from tests.contract.sample import Sample, all_scenarios

ACTIONS = 60
"""Actions of each game that are played here."""
MOST_IN_A_TURN = 1_500
"""Bots end a turn within so many actions; the longest that was seen had 250."""
LOOKED_AT = 6
SHUFFLES = 2


def opened(task: MatchTask, actions: int) -> Session:
    """The first actions of a game between bots."""
    session = begin(task)
    bots = {side: bot_named(task.bots[side], f"{task.seed} {side}") for side in session.sides}
    while (choice := session.choice) is not None and len(session) < actions:
        action = bots[choice.side].answer(ask(session, f"{task.seed} {choice.side}"))
        assert isinstance(session.submit(choice.side, action), Accepted)
    return session


def task_of(key: str, scenario: str, bot: str = "steady/regular") -> MatchTask:
    game = games.game(key)
    sides = begin(MatchTask(key, scenario, "bots", {})).sides
    assert game.key == key
    return MatchTask(key, scenario, "bots", dict.fromkeys(sides, bot))


def first_scenarios() -> list[tuple[str, str]]:
    return [(key, games.game(key).scenarios()[0]) for key in games.keys()]  # noqa: SIM118


@pytest.mark.parametrize(("key", "scenario"), first_scenarios())
def test_the_same_seed_plays_the_same_game(key: str, scenario: str) -> None:
    task = task_of(key, scenario)
    one, other = opened(task, ACTIONS), opened(task, ACTIONS)
    assert len(one) == len(other) > 0
    assert one.history.digest(len(one)) == other.history.digest(len(other))


@pytest.mark.parametrize(("key", "scenario"), all_scenarios())
def test_bots_come_to_the_end_of_a_turn(key: str, scenario: str) -> None:
    """No loop and no dead end: whatever they try, the turn ends, or the game does."""
    task = task_of(key, scenario, "steady/recruit")
    session = begin(task)
    first = session.turn_number
    bots = {side: bot_named(task.bots[side], f"{task.seed} {side}") for side in session.sides}
    while (choice := session.choice) is not None and session.turn_number == first:
        assert len(session) < MOST_IN_A_TURN, session.state.place_in_sequence
        action = bots[choice.side].answer(ask(session, f"{task.seed} {choice.side}"))
        assert isinstance(session.submit(choice.side, action), Accepted)
    assert session.outcome is not None or session.turn_number != first


def test_a_bot_does_not_know_what_its_side_cannot_know(played: Sample) -> None:
    session = played.session
    chance = Random("knowledge")
    for step_number in range(0, len(session), max(1, len(session) // LOOKED_AT)):
        here = session.branch(step_number)
        choice = here.choice
        if choice is None:
            continue
        answer = bot_named("steady/regular", "eyes").answer(ask(here, "eyes"))
        for _ in range(SHUFFLES):
            other = here.game.imagined(here.state, choice.side, chance)
            if other is here.state:
                break
            elsewhere = Session(here.game, here.start, History(here.game.codec, Step("", None, other)))
            question = ask(elsewhere, "eyes", step_number)
            if question.legal != ask(here, "eyes").legal:
                continue
            same = bot_named("steady/regular", "eyes").answer(question)
            assert same == answer


def test_positions_are_judged_between_lost_and_won(played: Sample) -> None:
    session = played.session
    judge = evaluation_of(session.game, session.state)
    if judge is None:
        return
    for step in session.history.all()[:: max(1, len(session) // LOOKED_AT)]:
        for side in session.sides:
            for character in CHARACTERS.values():
                assert -1.0 <= judge.value(step.state, side, character) <= 1.0
