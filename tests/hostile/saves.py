"""A saved game to be damaged, and everything that is tried with what is left of it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from engine import games
from engine.bad_input import BadInput
from engine.bots.random_bot import RandomBot
from engine.referee.correction import correction_of
from engine.referee.ruling import Correction
from engine.referee.save import read, replay, restore, saved
from engine.referee.session import Accepted, Session, Start
from engine.referee.transaction import Change
from tests.toy.records import Piece

REFUSED, OPENED = "refused", "opened"


@cache
def sound_session() -> Session:
    """A game in the middle, with dice fallen, something hidden, an action taken back, a position corrected
    by agreement, and dice of its own since a branch."""
    game = games.game("toy")
    scenario = game.scenarios()[0]
    session = Session.begin(game, Start("toy", "scenario", scenario, game.scenario_text(scenario), "hostile"))
    play_on(session, 15)
    session.rule(step_lost(session))
    play_on(session, 10)
    session = session.branch(len(session), seed="hostile branch")
    play_on(session, 20)
    session.undo(consent=session.state.scenario.sides)
    assert session.choice is not None
    return session


def step_lost(session: Session) -> Correction:
    """Both sides agree that the first unit with two steps has one."""
    unit = next(piece for piece in session.state.all(Piece).values() if piece.steps == 2)
    change = Change(Piece, unit.key, unit, replace(unit, steps=1))
    names = {side: f"player of {side}" for side in session.state.scenario.sides}
    return correction_of(session.game.codec, [change], names, "counted twice")


@cache
def sound_save() -> bytes:
    """The file of that game."""
    return saved(sound_session()).dumps().encode()


def sound_tree() -> Any:
    """The same as plain values, with nothing encoded."""
    return json.loads(_sound_text())


@cache
def _sound_text() -> str:
    return json.dumps(saved(sound_session()).plain())


def play_on(session: Session, actions: int) -> None:
    """Let chance go on for all sides."""
    bot = RandomBot("onward")
    for _ in range(actions):
        choice = session.choice
        if choice is None:
            return
        chosen = bot.choose(lambda: session.view(None), session.legal())
        assert isinstance(session.submit(choice.side, chosen), Accepted)


def open_save(data: bytes, path: Path) -> str:
    """Open a file and do with the game what a player does; nothing but BadInput may come of it.

    Damage may by chance leave a sound save: another title in the text, another word in a takeback, an action
    or digest of the past that the snapshot does not need. Such a save opens. Then the position is the one
    that its last digest tells, the game can be played on and saved, and its past either replays to the same
    digests or is refused.
    """
    path.write_bytes(data)
    try:
        save = read(path)
        session = restore(save, games.game)
    except BadInput as problem:
        says_something(problem)
        return REFUSED
    finally:
        assert path.read_bytes() == data, "reading changed the file"
    if save.steps:
        assert session.history.saved_steps()[-1].digest == save.steps[-1].digest
        weight = session.game.codec.weigh_tables(session.state)
        assert session.game.codec.digest(session.state, weight) == save.steps[-1].digest
    for side in (None, *session.state.scenario.sides):
        session.view(side)
        list(session.game.overlays(session.state, side))
    if session.decision is not None:
        for action in session.legal()[:5]:
            session.preview(session.decision.side, action)
    play_on(session, 5)
    saved(session).dumps().encode()
    try:
        again = replay(save, games.game(save.start.game))
        session.log(None)
        session.undo(consent=session.state.scenario.sides)
    except BadInput as problem:
        says_something(problem)
    else:
        assert [entry.digest for entry in again.history.saved_steps()] == [
            entry.digest for entry in save.steps
        ]
    return OPENED


def says_something(problem: BadInput) -> None:
    """One sentence of a bearable length that can be printed anywhere."""
    text = str(problem)
    assert len(text.split()) >= 3 and len(text) < 600, text[:700]
    text.encode()


def chance_of(block: int, what: str) -> Random:
    """The dice of one block of cases."""
    return Random(f"{what} {block}")
