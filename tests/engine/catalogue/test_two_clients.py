"""Two processes on one catalogue, and kill -9: no game is ever mixed from what two players did."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import GameWriter, keep, look, resume
from tests.engine.catalogue.test_game_writer import begin, lookup

ROUNDS = 12  # Actions that each of two players takes.

# Sits down whenever the game is free, takes one action, and puts the game away.
PLAYER = """
import sys
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import resume
from engine.catalogue.lease import GameInUse
from tests.engine.catalogue.test_game_writer import lookup, play
with store.open(sys.argv[1]) as catalogue:
    games = GameStore(catalogue)
    print("ready", flush=True)
    sys.stdin.readline()
    done = 0
    while done < int(sys.argv[2]):
        try:
            session = resume(games, "evening", lookup)
        except GameInUse:
            continue
        except BadInput as problem:
            assert "at the same time; try again" in str(problem), problem
            continue
        play(session, 1, seed=len(session))
        session.writer.release()
        done += 1
"""
# Plays one game for ever and notes the position after each action.
KEEPER = """
import sys
from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import resume
from tests.engine.catalogue.test_game_writer import lookup, play
with store.open(sys.argv[1]) as catalogue:
    session = resume(GameStore(catalogue), "evening", lookup)
    while True:
        if session.choice is None or len(session) > 30:
            while len(session) > 2:
                session.undo(("red", "blue"))
        play(session, 1, seed=len(session))
        session.writer.keep_snapshot(session)
        print(len(session), flush=True)
"""


def start(program: str, *words: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "STARTLINE_GAMES": "tests.toy"}
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", program, *words]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment)


@pytest.fixture(params=["file", "server"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A catalogue with a game that nobody plays."""
    address = request.getfixturevalue("empty_server") if request.param == "server" else tmp_path / "club.db"
    with store.open(address, create=True) as catalogue:
        session = begin()
        keep(session, GameStore(catalogue), "evening").release()
    yield str(address)


def test_two_who_want_the_same_game_play_it_one_after_the_other(where: str) -> None:
    players = [start(PLAYER, where, str(ROUNDS)) for _ in range(2)]
    for player in players:
        assert player.stdout is not None and player.stdout.readline() == "ready\n"
    for player in players:
        assert player.stdin is not None
        player.stdin.write("go\n")
        player.stdin.flush()
    for player in players:
        _, errors = player.communicate()
        assert player.returncode == 0, errors
    with store.open(where) as catalogue:
        session = look(GameStore(catalogue), "evening", lookup)
        assert len(session) == 2 * ROUNDS, "every action of both is there"
        session.history.replay_past()


def test_killed_in_the_midst_of_noting_positions(where: str) -> None:
    for seen in (3, 7, 12, 20):
        with start(KEEPER, where) as player:
            assert player.stdout is not None and player.stderr is not None
            for _ in range(seen):
                assert player.stdout.readline(), player.stderr.read()
            player.send_signal(signal.SIGKILL)
        with store.open(where) as catalogue:
            session = resume(GameStore(catalogue), "evening", lookup)
            assert isinstance(session.writer, GameWriter)
            assert session.writer.notice == "", "position and number were stored together"
            session.history.replay_past()
            session.writer.release()
