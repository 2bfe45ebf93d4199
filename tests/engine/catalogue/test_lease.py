"""One plays a game at a time: who holds it, when it may be taken over, and what the others may do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.game_store import GameStore, LeasedGame, StoredAction
from engine.catalogue.game_writer import keep, look, resume
from engine.catalogue.lease import STALE_AFTER_SECONDS, GameInUse, LeaseLost, this_process
from engine.catalogue.store import Catalogue
from tests.engine.catalogue.test_game_writer import begin, lookup, play, same

ANN = replace(this_process(), user="ann", host="desk")
BEN = replace(this_process(), user="ben", host="lap", machine="another machine", process=77)
MOVE = StoredAction("blue", "move hex 2314", "0a1b")
ROLL = StoredAction("red", "roll", "2c3d")


@pytest.fixture(params=["file", "server"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str | Path]:
    """A catalogue that two people share."""
    if request.param == "file":
        path = tmp_path / "club.db"
        store.open(path, create=True).close()
        yield path
    else:
        yield request.getfixturevalue("empty_server")


@pytest.fixture
def ann(where: str | Path) -> Iterator[GameStore]:
    with store.open(where) as catalogue:
        yield GameStore(catalogue, ANN)


@pytest.fixture
def ben(where: str | Path) -> Iterator[GameStore]:
    with store.open(where) as catalogue:
        yield GameStore(catalogue, BEN)


def begun(games: GameStore) -> LeasedGame:
    return games.begin("evening", game="toy", scenario="samer", header={})


def let_time_pass(games: GameStore, seconds: int) -> None:
    """As if the lease had last been renewed so long ago."""
    catalogue: Catalogue = games._catalogue
    with catalogue.engine.begin() as connection:
        renewed = connection.execute(text("SELECT renewed FROM game_leases")).scalar_one()
        then = datetime.fromisoformat(renewed) - timedelta(seconds=seconds)
        connection.execute(text("UPDATE game_leases SET renewed = :then"), {"then": then.isoformat()})


def test_a_second_player_is_kept_out(ann: GameStore, ben: GameStore) -> None:
    log = begun(ann)
    with pytest.raises(GameInUse, match="is being played by ann on desk, since 2") as told:
        ben.resume("evening")
    assert told.value.lease.holder == ANN and not told.value.lease.stale
    with pytest.raises(GameInUse):
        ben.resume("evening", take_over=True)
    for deed in (ben.delete, lambda name: ben.begin(name, game="t", scenario="s", header={}, replace=True)):
        with pytest.raises(GameInUse):
            deed("evening")
    assert log.append(MOVE) == 1
    held = ben.held_by_other("evening")
    assert held is not None and held.holder == ANN
    assert ann.held_by_other("evening") is None
    assert ben.load("evening").actions == (MOVE,), "looking is free"


def test_a_game_that_was_put_away_is_free(ann: GameStore, ben: GameStore) -> None:
    log = begun(ann)
    log.append(MOVE)
    log.release()
    assert ben.held_by_other("evening") is None
    other = ben.resume("evening")
    assert other.append(ROLL) == 2
    with pytest.raises(GameInUse, match="ben on lap"):
        log.take_again()
    with pytest.raises(LeaseLost, match="ben on lap has taken this game over"):
        log.append(MOVE)
    log.release()
    assert other.append(ROLL) == 3, "who does not hold it cannot release it"


def test_a_stale_lease_is_taken_over_on_demand_alone(ann: GameStore, ben: GameStore) -> None:
    log = begun(ann)
    let_time_pass(ann, STALE_AFTER_SECONDS + 1)
    with pytest.raises(GameInUse) as told:
        ben.resume("evening")
    assert told.value.lease.stale
    other = ben.resume("evening", take_over=True)
    for deed in (lambda: log.append(MOVE), lambda: log.take_back(0), log.renew):
        with pytest.raises(LeaseLost, match="ben on lap has taken this game over"):
            deed()
    assert other.append(ROLL) == 1
    assert ann.load("evening").actions == (ROLL,)


@pytest.mark.parametrize("how", ["renew", "play"])
def test_who_plays_on_keeps_the_game(ann: GameStore, ben: GameStore, how: str) -> None:
    log = begun(ann)
    let_time_pass(ann, STALE_AFTER_SECONDS + 1)
    log.renew() if how == "renew" else log.append(MOVE)
    with pytest.raises(GameInUse) as told:
        ben.resume("evening", take_over=True)
    assert not told.value.lease.stale


def test_of_two_who_take_a_stale_game_over_one_gets_it(ann: GameStore, ben: GameStore) -> None:
    begun(ann)
    let_time_pass(ann, STALE_AFTER_SECONDS + 1)
    cleo = GameStore(ann._catalogue, replace(BEN, user="cleo"))
    cleo.resume("evening", take_over=True)
    with pytest.raises(GameInUse, match="cleo on lap"):
        ben.resume("evening", take_over=True)


def test_a_deleted_game_says_so(ann: GameStore) -> None:
    log = begun(ann)
    ann.delete("evening")
    with pytest.raises(LeaseLost, match="no longer in the catalogue"):
        log.append(MOVE)


def test_the_same_process_opens_its_game_again(ann: GameStore) -> None:
    log = begun(ann)
    again = ann.resume("evening")
    log.release()
    assert again.append(MOVE) == 1, "the first one let go of nothing"


def test_a_process_that_has_ended_holds_nothing(ann: GameStore, ben: GameStore) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    gone = GameStore(ben._catalogue, replace(ANN, process=ended.pid, started="some boot 17"))
    begun(gone)
    assert ann.held_by_other("evening") is None
    assert ann.resume("evening").length == 0


def test_a_process_that_only_has_the_number_of_the_holder_is_another_one(ann: GameStore) -> None:
    begun(GameStore(ann._catalogue, replace(this_process(), started="an earlier boot 17")))
    assert ann.resume("evening").length == 0


def test_of_another_machine_nothing_is_guessed(ann: GameStore) -> None:
    begun(GameStore(ann._catalogue, replace(BEN, process=2**22 + 1, started="")))
    with pytest.raises(GameInUse):
        ann.resume("evening")


def test_what_somebody_else_plays_can_be_looked_at_and_branched(ann: GameStore, ben: GameStore) -> None:
    session = begin()
    keep(session, ann, "evening")
    play(session, 6)
    with pytest.raises(GameInUse):
        resume(ben, "evening", lookup)
    seen = look(ben, "evening", lookup)
    assert same(seen, session) and seen.writer is None
    branch = seen.branch(len(seen), "other dice")
    keep(branch, ben, "branch")
    play(branch, 1)
    play(session, 1)
    assert same(look(ann, "evening", lookup), session) and same(look(ann, "branch", lookup), branch)


def test_a_game_that_was_put_away_and_played_on_is_not_mixed_up(ann: GameStore, ben: GameStore) -> None:
    session = begin()
    writer = keep(session, ann, "evening")
    play(session, 3)
    writer.release()
    writer.take_again(session)
    play(session, 1)
    writer.release()
    other = resume(ben, "evening", lookup)
    play(other, 1)
    other.writer.release()  # type: ignore[union-attr]
    with pytest.raises(LeaseLost, match="continued elsewhere"):
        writer.take_again(session)
    assert ben.held_by_other("evening") is None and same(look(ben, "evening", lookup), other)


def test_a_game_that_cannot_be_opened_is_not_held(ann: GameStore, ben: GameStore) -> None:
    begun(ann).release()
    with pytest.raises(BadInput):
        resume(ann, "evening", lookup)
    assert ben.resume("evening").length == 0


_PLAYER = """
import sys
from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import keep
from tests.engine.catalogue.test_game_writer import begin, play
session = begin()
keep(session, GameStore(store.open(sys.argv[1])), "evening")
play(session, 3)
print(len(session), flush=True)
sys.stdin.read()
"""


def test_a_killed_player_is_not_locked_out(where: str | Path) -> None:
    environment = {**os.environ, "STARTLINE_GAMES": "tests.toy"}
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", _PLAYER, str(where)]
    with store.open(where) as catalogue:
        games = GameStore(catalogue)
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as player:
            assert player.stdout is not None and player.stdout.readline() == "3\n"
            with pytest.raises(GameInUse):
                resume(games, "evening", lookup)
            player.send_signal(signal.SIGKILL)
        session = resume(games, "evening", lookup)
        assert len(session) == 3
        play(session, 1)
