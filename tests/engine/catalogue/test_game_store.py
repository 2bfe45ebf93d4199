"""Saved games: every accepted action is kept, an autosave is never in the way of a named game."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.game_store import GameStore, LeasedGame, Snapshot, StoredAction
from engine.catalogue.store import Catalogue

HEADER = {"seed": "abc", "options": {"fog": True}, "rules_version": 3}
MOVE = StoredAction("blue", "move hex 2314", "0a1b")
ROLL = StoredAction("red", "roll", "2c3d", auto=True)


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with store.open(tmp_path / "club.db", create=True) as opened:
        yield opened


@pytest.fixture
def games(catalogue: Catalogue) -> GameStore:
    return GameStore(catalogue)


def begin(games: GameStore, name: str = "evening", **how: bool) -> LeasedGame:
    return games.begin(name, game="toy", scenario="samer", header=HEADER, **how)


def test_a_game_comes_back(games: GameStore) -> None:
    log = begin(games)
    assert log.append(MOVE) == 1
    assert log.append(ROLL, MOVE) == 3
    assert log.append(snapshot=Snapshot('{"turn": 1}', HEADER)) == 3
    assert log.append(ROLL) == 4
    found = games.load("evening")
    assert found.header == HEADER
    assert found.actions == (MOVE, ROLL, MOVE, ROLL)
    assert (found.snapshot, found.snapshot_at) == ('{"turn": 1}', 3)
    assert (found.entry.game, found.entry.scenario, found.entry.actions) == ("toy", "samer", 4)


def test_each_action_is_on_disk_at_once(games: GameStore, catalogue: Catalogue) -> None:
    log = begin(games)
    for number in range(1, 4):
        log.append(MOVE)
        with closing(sqlite3.connect(str(catalogue.location))) as other, other:
            assert other.execute("SELECT count(*) FROM game_actions").fetchone() == (number,)
        other.close()


def test_a_game_goes_on_where_it_stopped(games: GameStore) -> None:
    begin(games).append(MOVE, MOVE)
    log = games.resume("evening")
    assert log.length == 2
    log.append(ROLL)
    assert games.load("evening").actions == (MOVE, MOVE, ROLL)


def test_taking_back(games: GameStore) -> None:
    log = begin(games)
    log.append(MOVE, ROLL, MOVE)
    log.append(snapshot=Snapshot("{}", {**HEADER, "takebacks": [[1, "red"]]}))
    log.take_back(1)
    found = games.load("evening")
    assert found.actions == (MOVE,)
    assert (found.snapshot, found.snapshot_at) == ("", 0)
    assert found.header["takebacks"] == [[1, "red"]]
    log.append(ROLL)
    assert games.load("evening").actions == (MOVE, ROLL)


def test_a_named_game_is_not_overwritten(games: GameStore) -> None:
    begin(games).append(MOVE)
    with pytest.raises(BadInput, match="already a game named 'evening'"):
        begin(games)
    begin(games, autosave=True).append(ROLL, ROLL)
    begin(games, autosave=True).append(ROLL)
    assert games.load("evening").actions == (MOVE,)
    assert games.load("evening", autosave=True).actions == (ROLL,)
    begin(games, replace=True)
    assert games.load("evening").actions == ()
    assert games.load("evening", autosave=True).actions == (ROLL,)


def test_list_and_delete(games: GameStore, catalogue: Catalogue) -> None:
    begin(games, "first").append(MOVE)
    begin(games, "second", autosave=True).append(MOVE, MOVE)
    listed = games.list()
    assert [(entry.name, entry.autosave, entry.actions) for entry in listed] == [
        ("second", True, 2),
        ("first", False, 1),
    ]
    assert listed[0].changed >= listed[1].changed
    with pytest.raises(BadInput, match="no saved game 'second'"):
        games.delete("second")
    games.delete("second", autosave=True)
    games.delete("first")
    assert games.list() == ()
    with closing(sqlite3.connect(str(catalogue.location))) as plain, plain:
        assert plain.execute("SELECT count(*) FROM game_actions").fetchone() == (0,)
    plain.close()


def test_nothing_and_nameless(games: GameStore) -> None:
    assert begin(games).append() == 0
    for name in ("", "  "):
        with pytest.raises(BadInput, match="needs a name"):
            begin(games, name)
    for ask in (games.load, games.resume, games.delete):
        with pytest.raises(BadInput, match="no saved game 'x'"):
            ask("x")


def test_damaged_games(games: GameStore, catalogue: Catalogue) -> None:
    for name, harm in (
        ("gap", "DELETE FROM game_actions WHERE number = 1"),
        ("header", "UPDATE saved_games SET header = '[1]' WHERE name = 'header'"),
        ("json", "UPDATE saved_games SET header = '{' WHERE name = 'json'"),
        ("type", "UPDATE game_actions SET action = x'00ff' WHERE number = 2"),
    ):
        begin(games, name).append(MOVE, MOVE)
        with closing(sqlite3.connect(str(catalogue.location))) as plain, plain:
            plain.execute(harm)
        plain.close()
        with pytest.raises(BadInput):
            games.load(name)
        games.delete(name)


def test_a_game_that_is_open_was_played_until_its_lease_was_renewed(tmp_path: Path) -> None:
    with store.open(tmp_path / "c.db", create=True) as catalogue:
        games = GameStore(catalogue)
        first = games.begin("First", game="toy", scenario="s", header={})
        games.begin("Second", game="toy", scenario="s", header={}).release()
        (second,) = (entry for entry in games.list() if entry.name == "Second")
        later = "2999-01-01T10:00:00+00:00"
        with closing(sqlite3.connect(tmp_path / "c.db")) as plain, plain:
            plain.execute("UPDATE game_leases SET renewed = ?", (later,))
        assert [entry.name for entry in games.list()] == ["First", "Second"]
        assert games.list()[0].changed == "2999-01-01T10:00:00.000000Z" and games.list()[1] == second
        first.release()
        assert [entry.name for entry in games.list()] == ["Second", "First"]
