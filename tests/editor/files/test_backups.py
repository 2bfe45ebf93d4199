"""Backups belong to a catalogue and a scenario: another catalogue's scenario of the same name has its own."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from editor.files.backups import Backups
from editor.files.scenario_store import ScenarioStore
from engine import files
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.scenario_text import dumps
from engine.catalogue.store import Catalogue
from engine.catalogue.user_copy import FILE
from tests.editor.samples import small_scenario

KEY = "small-one"


def save(scenario_store: ScenarioStore, *numbers: int) -> None:
    for revision, number in enumerate(numbers):
        scenario_store.save(replace(small_scenario(), title=f"version {number}"), revision)


def titles(scenario_store: ScenarioStore) -> list[str]:
    return [scenario_store.load_backup(backup).title for backup in scenario_store.backups(KEY)]


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[ScenarioStore]:
    with store.open(tmp_path / FILE, create=True) as catalogue:
        yield ScenarioStore(catalogue, tmp_path)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[ScenarioStore]:
    with store.open(tmp_path / "club.db", create=True) as catalogue:
        yield ScenarioStore(catalogue, tmp_path)


def test_another_catalogue_takes_nothing_from_mine(mine: ScenarioStore, club: ScenarioStore) -> None:
    save(mine, 1, 2, 3)
    save(club, 11, 12)
    assert titles(mine) == ["version 2", "version 1"]
    assert titles(club) == ["version 11"]


def test_two_catalogues_of_the_same_name_are_two(tmp_path: Path, club: ScenarioStore) -> None:
    save(club, 1, 2)
    (tmp_path / "away").mkdir()
    with store.open(tmp_path / "away" / "club.db", create=True) as catalogue:
        other = ScenarioStore(catalogue, tmp_path)
        save(other, 11, 12, 13)
        assert titles(other) == ["version 12", "version 11"]
    assert titles(club) == ["version 1"]


def older_backups(folder: Path, *numbers: int) -> None:
    """As they lay when they were kept by key alone."""
    place = folder / "backups" / KEY
    place.mkdir(parents=True)
    for number in numbers:
        document = replace(small_scenario(), title=f"older {number}")
        (place / f"{number:05}.toml").write_text(dumps(document))


def test_older_backups_stay_in_reach_of_the_own_catalogue_alone(
    mine: ScenarioStore, club: ScenarioStore, tmp_path: Path
) -> None:
    assert mine.catalogue is not None
    for number in (1, 2, 3):
        mine.catalogue.save(replace(small_scenario(), title=f"version {number}"))
    older_backups(tmp_path, 1, 2)
    assert titles(mine) == ["older 2", "older 1"]
    mine.save(small_scenario(), 3)
    assert titles(mine) == ["version 3", "older 2", "older 1"]
    save(club, 11, 12)
    assert titles(club) == ["version 11"]
    assert len(list((tmp_path / "backups" / KEY).iterdir())) == 2, "they are not touched"


def test_older_backups_of_a_deleted_scenario_are_not_shown_for_a_new_one(
    mine: ScenarioStore, tmp_path: Path
) -> None:
    older_backups(tmp_path, 1, 2)
    save(mine, 1, 2, 3)
    assert titles(mine) == ["version 2", "version 1"]
    assert len(list((tmp_path / "backups" / KEY).iterdir())) == 2


def test_the_password_of_a_server_is_in_no_name(tmp_path: Path) -> None:
    def place(address: str) -> Path:
        catalogue = Catalogue.__new__(Catalogue)
        catalogue.location = address
        return Backups(catalogue, tmp_path)._place(KEY)

    known = place("postgresql://ann:secret@club/startline")
    assert "secret" not in str(known)
    assert place("postgresql://ann:changed@club/startline") == known
    assert place("postgresql://club/other") != known


def test_what_somebody_else_saved_meanwhile_is_no_backup_of_mine(mine: ScenarioStore) -> None:
    save(mine, 1, 2)
    assert mine.catalogue is not None
    mine.catalogue.save(replace(small_scenario(), title="theirs"))
    with pytest.raises(BadInput, match="changed by another program"):
        mine.save(small_scenario(), 2)
    assert titles(mine) == ["version 1"]


def test_a_disk_that_cannot_take_the_backup_saves_nothing_and_loses_nothing(
    mine: ScenarioStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(mine, 1, 2)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(BadInput, match="No space left"):
        mine.save(small_scenario(), 2)
    monkeypatch.undo()
    assert mine.catalogue is not None and mine.catalogue.load(KEY).title == "version 2"
    assert titles(mine) == ["version 1"]
    mine.save(small_scenario(), 2)
    assert titles(mine) == ["version 2", "version 1"]


_SAVER = """
import itertools, sys
from msgspec.structs import replace
from pathlib import Path
from editor.files.scenario_store import ScenarioStore
from engine.catalogue import store
from tests.editor.samples import small_scenario
path = Path(sys.argv[1])
with store.open(path) as catalogue:
    scenario_store = ScenarioStore(catalogue, path.parent)
    for number in itertools.count(catalogue.list()[0].revision):
        scenario_store.save(replace(small_scenario(), title=f"version {number + 1}"), number)
        print(number + 1, flush=True)
"""


def test_killed_while_saving_each_backup_is_whole(mine: ScenarioStore, tmp_path: Path) -> None:
    save(mine, 1)
    for rounds in (3, 5, 8):
        command = [sys.executable, "-c", _SAVER, str(tmp_path / FILE)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as saver:
            assert saver.stdout is not None
            told = [int(saver.stdout.readline()) for _ in range(rounds)]
            saver.send_signal(signal.SIGKILL)
        assert mine.catalogue is not None
        stored = mine.catalogue.list()[0].revision
        assert stored >= told[-1] and mine.catalogue.load(KEY).title == f"version {stored}"
        kept = {backup.number: mine.load_backup(backup).title for backup in mine.backups(KEY)}
        assert kept.items() >= {(number, f"version {number}") for number in range(1, stored)}
