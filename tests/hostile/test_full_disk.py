"""A disk that fills up: saves, kept games, scenarios and backups keep what they had, and go on later."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.saving.autosave import Autosave, AutosaveWriter
from editor.files.scenario_store import ScenarioStore
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.referee import save as saves
from tests.engine.catalogue.samples import large_document
from tests.engine.catalogue.test_game_writer import begin, play
from tests.hostile.saves import sound_session


def fill(disk: Path) -> Path:
    """Take all the room that is left."""
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while file.write(b"x" * 4096):
            pass
    return ballast


def test_a_save_keeps_the_old_game(small_disk: Path) -> None:
    path = small_disk / "game.startline"
    saves.write(saves.saved(sound_session()), path)
    old = path.read_bytes()
    ballast = fill(small_disk)
    with pytest.raises(BadInput, match="No space left on device; nothing was changed"):
        saves.write(saves.saved(sound_session()), path)
    assert path.read_bytes() == old
    ballast.unlink()
    assert [found.name for found in small_disk.iterdir()] == [path.name]
    saves.write(saves.saved(sound_session()), path)


@pytest.mark.parametrize("freed", ["before closing", "after closing"])
def test_a_kept_game_loses_nothing_that_was_stored(small_disk: Path, freed: str) -> None:
    told: list[str] = []
    with store.open(small_disk / "mine.db", create=True) as catalogue:
        autosave = Autosave(catalogue)
        autosave.trouble = told.append
        session = begin()
        autosave.keep(session, "evening")
        autosave.begin(session)
        play(session, 5)
        ballast = fill(small_disk)
        stored = len(session)
        while not told:
            play(session, 1, seed=len(session))
            stored = len(session) - 1 if told else len(session)
        assert "no room left" in told[0]
        if freed == "before closing":
            ballast.unlink()
            stored = len(session)
        autosave.leave()
        ballast.unlink(missing_ok=True)
    with store.open(small_disk / "mine.db") as catalogue:
        autosave = Autosave(catalogue)
        again = autosave.resume(autosave.begun()[0])
        assert again.history.saved_steps() == session.history.saved_steps()[:stored]
        assert isinstance(again.writer, AutosaveWriter) and again.writer.notice == ""
        play(again, 1, seed=5)
        assert autosave.begun()[0].actions == stored + 1


def test_a_scenario_and_its_backups_keep_what_they_were(small_disk: Path) -> None:
    first, second = (replace(large_document(12, 10, 30), title=title) for title in ("first", "second"))
    with store.open(small_disk / "mine.db", create=True) as catalogue:
        scenario_store = ScenarioStore(catalogue, small_disk)
        scenario_store.save(first, 0)
        scenario_store.save(second, 1)
        ballast = fill(small_disk)
        with pytest.raises(BadInput, match=r"No space left|no room left"):
            scenario_store.save(replace(second, title="third"), 2)
        assert catalogue.load("large") == second
        ballast.unlink()
        assert [scenario_store.load_backup(backup).title for backup in scenario_store.backups("large")] == [
            "first"
        ]
        assert scenario_store.save(replace(second, title="third"), 2) == 3
        titles = [scenario_store.load_backup(backup).title for backup in scenario_store.backups("large")]
        assert titles == ["second", "first"]
