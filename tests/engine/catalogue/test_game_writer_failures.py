"""A write of a kept game that fails loses nothing that was stored, and the game opens again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event

from engine.bad_input import BadInput
from engine.catalogue import connection as database
from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import GameWriter, keep, look, resume
from engine.referee.session import Session
from tests.engine.catalogue.test_game_writer import begin, lookup, play, same


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.2)
    return tmp_path / "catalogue.db"


@pytest.fixture
def games(path: Path) -> Iterator[GameStore]:
    with store.open(path, create=True) as catalogue:
        yield GameStore(catalogue)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program holds the catalogue for longer than we wait."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def fails(session: Session, actions: int = 1, seed: int = 1) -> None:
    """Play on while nothing can be written, as the window does: the game goes on in memory."""
    writer = session.writer
    assert isinstance(writer, GameWriter)

    def told(session: Session) -> None:
        with pytest.raises(BadInput):
            writer(session)

    session.writer = told
    play(session, actions, seed)
    session.writer = writer


def kept(games: GameStore, actions: int) -> tuple[Session, GameWriter]:
    session = begin()
    writer = keep(session, games, "evening")
    play(session, actions)
    return session, writer


def test_a_lock_at_the_last_action_and_an_orderly_close(games: GameStore, path: Path) -> None:
    """The position of the last action was stored under the number of the one before."""
    session, writer = kept(games, 5)
    with locked(path):
        fails(session)
    writer.keep_snapshot(session)
    stored = games.load("evening")
    assert (len(stored.actions), stored.snapshot_at) == (6, 6)
    again = resume(games, "evening", lookup)
    assert same(again, session)
    assert isinstance(again.writer, GameWriter) and again.writer.notice == ""


def test_a_lock_from_the_last_action_to_the_close(games: GameStore, path: Path) -> None:
    session, writer = kept(games, 5)
    with locked(path):
        fails(session)
        with pytest.raises(BadInput, match="in use by another program"):
            writer.keep_snapshot(session)
    again = resume(games, "evening", lookup)
    assert len(again) == 5 and again.history.saved_steps() == session.history.saved_steps()[:5]


@pytest.mark.parametrize("statement", ["INSERT INTO game_actions", "UPDATE saved", "UPDATE game_leases"])
def test_whatever_statement_fails_the_game_opens(games: GameStore, statement: str) -> None:
    session, writer = kept(games, 5)
    engine = games._catalogue.engine

    def fail(connection: object, cursor: object, text: str, *_: object) -> None:
        if text.startswith(statement):
            raise sqlite3.OperationalError("database or disk is full")

    event.listen(engine, "before_cursor_execute", fail)
    session.writer = None
    play(session, 1)
    with pytest.raises(BadInput, match="no room left"):
        writer.keep_snapshot(session)
    assert same(look(games, "evening", lookup), session.branch(5)), "all of it or nothing"
    event.remove(engine, "before_cursor_execute", fail)
    writer.keep_snapshot(session)
    assert same(resume(games, "evening", lookup), session)


def test_what_was_stored_although_it_looked_like_a_failure_is_found_again(
    games: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line to a server breaks after it has committed: the next action is written all the same."""
    session, writer = kept(games, 5)
    log = writer._game
    rewrite = log.rewrite

    def broken(*args: object, **named: object) -> int:
        rewrite(*args, **named)  # type: ignore[arg-type]
        log.length -= 1
        raise BadInput("The catalogue cannot be reached")

    monkeypatch.setattr(log, "rewrite", broken)
    fails(session)
    monkeypatch.undo()
    play(session, 2)
    assert same(resume(games, "evening", lookup), session)


def test_undo_while_nothing_can_be_written(games: GameStore, path: Path) -> None:
    session, _ = kept(games, 5)
    with locked(path):
        fails(session, 2)
    session.writer, writer = None, session.writer
    for _ in range(4):
        assert session.undo(("red", "blue")) is None
    session.writer = writer
    play(session, 3, seed=9)
    assert same(resume(games, "evening", lookup), session)


def harm(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as plain, plain:
        assert plain.execute(statement).rowcount == 1


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE saved_games SET snapshot_at = 4",
        "UPDATE saved_games SET snapshot = substr(snapshot, 1, 40)",
        "UPDATE saved_games SET snapshot = '{}'",
        "UPDATE saved_games SET snapshot = '[1]'",
    ],
)
def test_a_position_that_does_not_fit_is_set_aside(games: GameStore, path: Path, damage: str) -> None:
    session, writer = kept(games, 5)
    writer.keep_snapshot(session)
    harm(path, damage)
    seen = look(games, "evening", lookup)
    assert same(seen, session)
    again = resume(games, "evening", lookup)
    assert same(again, session)
    assert isinstance(again.writer, GameWriter)
    assert "was played again from its 5 actions" in again.writer.notice
    play(again, 1)
    once_more = resume(games, "evening", lookup)
    assert isinstance(once_more.writer, GameWriter) and once_more.writer.notice == ""
    assert same(once_more, again)


def test_an_action_that_does_not_fit_is_not_hidden(games: GameStore, path: Path) -> None:
    session, writer = kept(games, 5)
    writer.keep_snapshot(session)
    harm(path, "UPDATE game_actions SET digest = '000000000000' WHERE number = 3")
    harm(path, "UPDATE saved_games SET snapshot_at = 4")
    with pytest.raises(BadInput, match="Action 3 no longer leads where it did"):
        resume(games, "evening", lookup)


def test_newer_rules_replace_the_whole_game_or_nothing(
    games: GameStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, writer = kept(games, 5)
    writer.keep_snapshot(session)
    newer = lookup("toy")
    monkeypatch.setattr(type(newer), "rules_version", newer.rules_version + 1)
    engine = games._catalogue.engine

    def fail(connection: object, cursor: object, text: str, *_: object) -> None:
        if text.startswith("INSERT INTO game_actions"):
            raise sqlite3.OperationalError("database or disk is full")

    event.listen(engine, "before_cursor_execute", fail)
    with pytest.raises(BadInput, match="no room left"):
        resume(games, "evening", lookup)
    event.remove(engine, "before_cursor_execute", fail)
    assert len(games.load("evening").actions) == 5
    assert same(resume(games, "evening", lookup), session)
