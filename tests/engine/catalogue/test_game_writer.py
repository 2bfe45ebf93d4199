"""A game that is kept while it is played opens again exactly as it was."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import SNAPSHOT_EVERY, keep, look, resume
from engine.referee.action import Action
from engine.referee.game import Game
from engine.referee.session import Accepted, Session, Start
from tests.engine.referee import drill
from tests.toy import game

GAME = game()


def lookup(key: str) -> Game:
    return GAME


@pytest.fixture
def games(tmp_path: Path) -> GameStore:
    return GameStore(store.open(tmp_path / "catalogue.db", create=True))


def begin(seed: str = "7") -> Session:
    text = GAME.scenario_text("toy-bridge")
    return Session.begin(GAME, Start("toy", "scenario", "toy-bridge", text, seed))


def play(session: Session, actions: int, seed: int = 1) -> None:
    chance = Random(seed)
    for _ in range(actions):
        choice = session.choice
        assert choice is not None
        session.submit(choice.side, chance.choice(session.legal()))


def same(one: Session, other: Session) -> bool:
    return one.history.saved_steps() == other.history.saved_steps() and one.takebacks == other.takebacks


def test_every_action_is_there_at_once(games: GameStore) -> None:
    session = begin()
    keep(session, games, "evening")
    for _ in range(12):
        play(session, 1)
        assert same(look(games, "evening", lookup), session)


def test_a_resumed_game_goes_on_being_kept(games: GameStore) -> None:
    session = begin()
    keep(session, games, "evening")
    play(session, 5)
    again = resume(games, "evening", lookup)
    play(again, 5)
    assert same(resume(games, "evening", lookup), again)


def test_takebacks_are_kept_with_their_consent(games: GameStore) -> None:
    session = begin()
    keep(session, games, "evening")
    while not session.history.last.barrier or len(session) == 0:
        play(session, 1)
    assert session.undo(("red", "blue")) is None
    again = resume(games, "evening", lookup)
    assert same(again, session) and len(again.takebacks) == 1


def test_a_game_that_was_played_before_is_kept_whole(games: GameStore) -> None:
    session = begin()
    play(session, 10)
    keep(session, games, "late")
    assert same(resume(games, "late", lookup), session)


def test_an_autosave_never_replaces_a_named_save(games: GameStore) -> None:
    named, auto = begin("1"), begin("2")
    play(named, 4)
    keep(named, games, "evening")
    keep(auto, games, "evening", autosave=True)
    assert same(resume(games, "evening", lookup), named)
    with pytest.raises(BadInput, match="already a game named"):
        keep(begin("3"), games, "evening")


def test_snapshots_are_only_a_shortcut(games: GameStore) -> None:
    session = begin()
    writer = keep(session, games, "evening")
    play(session, 6)
    before = games.load("evening")
    assert before.snapshot_at == 0 and SNAPSHOT_EVERY > 6
    writer.keep_snapshot(session)
    assert games.load("evening").snapshot_at == 6
    assert same(resume(games, "evening", lookup), session)


def submit_two(session: Session) -> None:
    """Let the deciding side do two actions as one group."""
    choice = session.choice
    assert choice is not None
    for first in session.legal():
        ahead = session.look_ahead(first)
        if ahead is not None:
            assert isinstance(session.submit(choice.side, first, ahead.legal()[-1]), Accepted)
            return
    play(session, 1)
    submit_two(session)


def test_a_group_is_kept_as_one(games: GameStore) -> None:
    session = begin()
    keep(session, games, "evening")
    play(session, 2)
    submit_two(session)
    length = len(session)
    assert games.load("evening").actions[-1].joined
    again = resume(games, "evening", lookup)
    assert same(again, session)
    assert again.undo(("red", "blue")) is None and len(again) == length - 2
    assert same(look(games, "evening", lookup), again)
    again.redo()
    assert look(games, "evening", lookup).history.saved_steps() == session.history.saved_steps()


def test_a_group_is_stored_whole_or_not_at_all(games: GameStore) -> None:
    session = begin()
    keep(session, games, "evening")
    play(session, 2)
    with games._catalogue.engine.begin() as connection:
        connection.execute(
            text(
                "CREATE TRIGGER full BEFORE INSERT ON game_actions WHEN NEW.joined "
                "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
            )
        )
    with pytest.raises(BadInput):
        submit_two(session)
    stored = games.load("evening")
    assert len(stored.actions) == len(session) - 2, "the first of the two is not there, either"
    with games._catalogue.engine.begin() as connection:
        connection.execute(text("DROP TRIGGER full"))
    play(session, 1)
    assert same(resume(games, "evening", lookup), session), "the next action brings everything"


def test_a_group_that_passes_the_number_of_a_snapshot_brings_one(games: GameStore) -> None:
    session, order = drill.new_game(), Action("whisper")
    keep(session, games, "evening")
    for _ in range(SNAPSHOT_EVERY - 1):
        session.submit("north", order)
    assert games.load("evening").snapshot_at == 0
    session.submit("north", order, order)
    assert games.load("evening").snapshot_at == SNAPSHOT_EVERY + 1


FORMER = Path(__file__).parent / "fixtures" / "catalogue-0002.sql"


def test_a_game_in_a_catalogue_of_the_former_version_opens(tmp_path: Path) -> None:
    path = tmp_path / "former.db"
    with closing(sqlite3.connect(path)) as former:
        former.executescript(FORMER.read_text(encoding="utf-8"))
    with store.open(path) as catalogue:
        games = GameStore(catalogue)
        assert not any(action.joined for action in games.load("evening").actions)
        session = resume(games, "evening", lookup)
        assert len(session) == 14 and session.history.digest(14) == "fac350d045bb"
        submit_two(session)
        assert same(resume(games, "evening", lookup), session)
    assert path.with_name("former.db.backup-1").exists()


_PLAYER = """
import sys
from pathlib import Path
from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import keep
from tests.engine.catalogue.test_game_writer import begin, play, submit_two
session = begin()
keep(session, GameStore(store.open(Path(sys.argv[1]), create=True)), "evening")
while True:
    play(session, 1, seed=len(session))
    submit_two(session)
    if len(session) > 20:
        session.undo(("red", "blue"))
    print(len(session), flush=True)
"""


def test_a_killed_game_is_there_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    environment = {**os.environ, "STARTLINE_GAMES": "tests.toy"}
    command = [sys.executable, "-c", _PLAYER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as player:
        assert player.stdout is not None
        shown = [int(player.stdout.readline()) for _ in range(12)]
        player.send_signal(signal.SIGKILL)
    with store.open(path) as catalogue:
        session = resume(GameStore(catalogue), "evening", lookup)
    assert len(session) >= shown[-1], "every action whose successor was shown is on disk"
    assert any(step.joined for step in session.history.saved_steps())
