"""Games of the largest shipped scenario in which much has happened, as files to open."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

from engine import games
from engine.bad_input import BadInput
from engine.bots.quiet_bot import let_pass
from engine.referee import save as saves
from engine.referee.preview import Preview
from engine.referee.session import Session
from tests.benchmarks.bench_map_table import largest_scenario

LONG = 3200
"""Actions of a long game."""
ALL_TURNS = 1000


@cache
def long_game() -> Session:
    """A game in its middle."""
    start = largest_scenario()
    session, chance = Session.begin(games.game(start.game), start), Random(3)
    _play(session, chance, lambda: len(session) >= LONG)
    return session


@cache
def attack() -> Session:
    """The same game some actions later: an attack has been declared and only its dice are missing."""
    session = long_game().branch(LONG)
    _play(session, Random(5), lambda: _is_attacked(session))
    return session


@cache
def finished_game() -> Session:
    """The same game at its end."""
    session = long_game().branch(LONG)
    with suppress(BadInput):  # It is over before so many turns have gone by.
        let_pass(session, ALL_TURNS, "bench", lambda gone, of: None)
    assert session.choice is None
    return session


def _play(session: Session, chance: Random, enough: Callable[[], bool]) -> None:
    while not enough():
        assert session.choice is not None
        session.submit(session.choice.side, chance.choice(session.legal()))


def _is_attacked(session: Session) -> bool:
    """Does something on offer that needs no target cost losses?"""
    assert session.choice is not None
    plain = [action for action in session.legal() if action.kind == "none"]
    foreseen = (session.preview(session.choice.side, action) for action in plain)
    return any(isinstance(seen, Preview) and bool(seen.expected_losses()) for seen in foreseen)


def saved(session: Session, path: Path) -> Path:
    """Such a game in a file."""
    if not path.exists():
        saves.write(saves.saved(session), path)
    return path
