"""A game that is saved in the middle of a reaction is opened there and goes on."""

from __future__ import annotations

import pytest

from engine import games
from engine.referee.action import Action
from engine.referee.save import loads, replay, restore, saved
from engine.referee.session import Accepted, Session, Start

INTERRUPTED = """
game = "ctl"
title = "A winner inside a reaction"
case = ["6.4.3-a"]
formation = "1ID"
points = {us = 3}
[us]
hq = "hq 1613 of:1ID"
a = "1411 strength:15 er:7"
m = "1712"
[german]
ghq = "hq 1908 of:116Pz"
g = "1410 strength:9 now:1 of:116Pz"
h = "1611 of:116Pz"
"""
MARCH = (Action("select", "unit", "m"), Action("move", "hex", "1711"))
ATTACK = (Action("select", "unit", "g"), Action("attack_hasty", "hex", "1411"))


def begin(seed: str) -> Session:
    return Session.begin(games.game("ctl"), Start("ctl", "position", "test", INTERRUPTED, seed))


def act(session: Session, *actions: Action) -> None:
    for action in actions:
        assert session.choice is not None
        assert isinstance(session.submit(session.choice.side, action), Accepted), action


def settled(session: Session) -> str:
    """Keep every die, and tell what is asked then."""
    while type(session.choice).__name__ == "OfferReroll":
        act(session, Action("keep"))
    return type(session.choice).__name__


def reacting() -> Session:
    """The first game by its seed in which the 116th Panzer Division reacts."""
    for number in range(50):
        session = begin(f"reaction {number}")
        act(session, *MARCH, Action("react", "formation", "116Pz"))
        settled(session)
        if session.choice is not None and session.choice.side == "german":
            return session
    raise AssertionError("no attempt succeeds")


@pytest.mark.case("ctl 6.4.3-a")
def test_every_moment_of_a_reaction_is_saved_and_opened() -> None:
    session = reacting()
    act(session, *ATTACK)
    settled(session)
    titles = [type(frame).__name__ for frame in session.state.frames]
    assert titles.count("Activation") == 2 and titles.index("MovementAction") < titles.index("CombatAction")
    for length in range(len(session) + 1):
        table = session.branch(length)
        text = saved(table).dumps()
        opened = restore(loads(text), games.game)
        assert opened.state.frames == table.state.frames and opened.state.tables == table.state.tables
        assert opened.legal() == table.legal()
        assert replay(loads(text), table.game).state.tables == table.state.tables
    opened = restore(loads(saved(session).dumps()), games.game)
    for one in (session, opened):
        while one.choice is not None and len([f for f in one.state.frames if f.title == "Activation"]) == 2:
            act(one, next(action for action in reversed(one.legal())))
    assert opened.state.tables == session.state.tables and opened.choice == session.choice
    assert session.choice is not None and session.choice.side == "us"
