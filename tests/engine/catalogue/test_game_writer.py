"""A game that is kept while it is played opens again exactly as it was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import SNAPSHOT_EVERY, keep, look, resume
from engine.referee.game import Game
from engine.referee.session import Session, Start
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


_PLAYER = """
import sys
from pathlib import Path
from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import keep
from tests.engine.catalogue.test_game_writer import begin, play
session = begin()
keep(session, GameStore(store.open(Path(sys.argv[1]), create=True)), "evening")
while True:
    play(session, 1, seed=len(session))
    print(len(session), flush=True)
    if len(session) > 20:
        session.undo(("red", "blue"))
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
