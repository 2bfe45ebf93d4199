"""What is hidden in Crossing the Line: nothing of it shows in a log, in a question or in a view."""

from __future__ import annotations

from random import Random

import pytest

from engine import games
from engine.games.crossing_the_line.records import GERMAN, US, PlanMarker, Unit
from engine.referee.action import Action
from engine.referee.correction_draft import CorrectionDraft
from engine.referee.session import Accepted, Refused, Session, Start

REFIT = """
game = "ctl"
title = "A unit below another refits"
case = ["5.2-a"]
side = "german"
formation = "526ID"
points = {german = 3}
turn = 4
[us]
hq = "hq 1613 of:1ID"
[german]
ghq = "hq 2211 of:526ID"
below = "2212 disrupted d_er:4"
top = "2212 disrupted d_er:4"
"""

STACKS = """
game = "ctl"
title = "Stacks, weak units, secret assignments and plans"
case = ["5.3.4-a"]
scenario = "ctl-campaign"
formation = "1ID"
points = {us = 3}
plans = "dummy A"
[us]
hq = "hq 1613 of:1ID"
a = "1612"
b = "1612 now:2"
[german]
ghq = "hq 1908 of:116Pz"
h353 = "hq 2211 of:353ID"
one = "1510 of:116Pz now:3"
two = "1510 tank pt:3 ma:6 of:LXXXI assigned:353ID"
three = "2212 of:353ID disrupted now:2"
four = "2212 of:353ID now:5"
"""


def table(text: str) -> Session:
    return Session.begin(games.game("ctl"), Start("ctl", "position", "test", text, "test"))


def act(session: Session, *actions: Action) -> None:
    for action in actions:
        assert session.choice is not None
        answer = session.submit(session.choice.side, action)
        assert isinstance(answer, Accepted), answer


def read(session: Session, side: str) -> str:
    return "\n".join(event.text for _, event in session.log(side))


@pytest.mark.case("ctl 5.2-a")
@pytest.mark.case("ctl 5.3.4-a")
@pytest.mark.parametrize(("unit", "is_read"), [("below", False), ("top", True)])
def test_a_die_that_is_rolled_again_for_an_unseen_unit_is_read_by_its_side_alone(
    unit: str, is_read: bool
) -> None:
    session = table(REFIT)
    act(session, Action("select", "unit", unit), Action("refit"))
    if session.choice is not None and type(session.choice).__name__ == "OfferReroll":
        act(session, Action("reroll"))
    assert f"check of {unit}" in read(session, GERMAN) and "rolled again" in read(session, GERMAN)
    assert ("rolled again" in read(session, US)) == is_read
    assert ("check of" in read(session, US)) == is_read
    assert "hands the SNAFU marker" in read(session, US)


@pytest.mark.case("ctl 5.3.4-a")
def test_everything_hidden_is_rearranged_and_nothing_seen_changes() -> None:
    session = table(STACKS)
    game, state = session.game, session.state
    us, german = game.view(state, US), game.view(state, GERMAN)
    strengths, assigned, places, plans = set(), set(), set(), set()
    for number in range(40):
        other = game.reshuffle(state, US, Random(number))
        assert game.view(other, US) == us
        units = other.all(Unit)
        strengths.add(units["two"].now)
        assigned.add(units["two"].assigned)
        places.add(units["one"].place)
        assert units["two"].place == "1510" and units["b"] == state.get(Unit, "b")
        other = game.reshuffle(state, GERMAN, Random(number))
        assert game.view(other, GERMAN) == german
        plans.add(other.get(PlanMarker, "2").plan)
    assert len(strengths) > 1 and len(assigned) > 1 and len(places) > 1 and len(plans) > 2


@pytest.mark.case("ctl 6.4.1-a")
@pytest.mark.case("ctl 5.3.4-a")
def test_the_question_for_a_reaction_comes_whatever_lies_below_the_top() -> None:
    session = table(STACKS)
    game = session.game
    for number in range(8):
        other = table(STACKS)
        other.history.present = game.reshuffle(other.state, US, Random(number))
        act(other, Action("select", "unit", "b"), Action("move", "hex", "1611"))
        assert type(other.choice).__name__ == "OfferReaction"
        assert other.decision is not None and other.decision.side == GERMAN


def test_a_corrected_unit_lies_on_top_of_its_stack() -> None:
    session = Session.begin(games.game("ctl"), Start("ctl", "position", "stacks", STACKS, "draft"))
    draft = CorrectionDraft(session)
    draft.move("three", "1510")
    names = {US: "Ann", GERMAN: "Bert"}
    assert isinstance(session.rule(draft.correction(names)), Accepted)
    seen = {counter.id for counter in session.view(US).counters if counter.place == "1510" and counter.known}
    assert seen == {"three"}


def test_a_correction_cannot_give_two_counters_one_level() -> None:
    session = Session.begin(games.game("ctl"), Start("ctl", "position", "stacks", STACKS, "draft"))
    draft = CorrectionDraft(session)
    other = session.state.get(Unit, "two")
    draft.set(session.state.get(Unit, "one"), "level", other.level)
    answer = session.rule(draft.correction({US: "Ann", GERMAN: "Bert"}))
    assert isinstance(answer, Refused)
    assert "the same level" in answer.refusals[0].why
