"""The file of a game: nobody's work is written over without a question."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.saving import save_file
from app.saving.save_file import CANCEL, OVERWRITE, SAVE_AS
from engine.referee import save as saves
from tests.app.hands import Hands


@pytest.fixture
def other(hands: Hands, tmp_path: Path) -> Callable[[Path], bytes]:
    """Another window saves its game to a file."""

    def save(path: Path) -> bytes:
        branch = hands.controller.session.branch(1)
        saves.write(saves.saved(branch), path)
        return path.read_bytes()

    return save


def answer(hands: Hands, text: str) -> list[Path]:
    asked: list[Path] = []

    def ask(path: Path) -> str:
        asked.append(path)
        return text

    hands.window.game.file.ask_changed = ask
    return asked


def test_saving_again_asks_nothing(hands: Hands, tmp_path: Path) -> None:
    asked, path = answer(hands, CANCEL), tmp_path / "bridge.startline"
    hands.reach_movement()
    assert hands.window.files.save_to(path)
    hands.click_hex("0201")
    hands.window.files.save()
    assert asked == [] and len(saves.read(path).steps) == 7
    hands.window.files.open_file(path)
    hands.window.files.save()
    assert asked == []


@pytest.mark.parametrize("opened", [False, True])
def test_what_another_window_saved_stays_unless_the_player_says_so(
    hands: Hands, tmp_path: Path, other: Callable[[Path], bytes], opened: bool
) -> None:
    path = tmp_path / "bridge.startline"
    hands.reach_movement()
    assert hands.window.files.save_to(path)
    if opened:
        assert hands.window.files.open_file(path)
    theirs = other(path)
    asked = answer(hands, CANCEL)
    hands.window.files.save()
    assert asked == [path] and path.read_bytes() == theirs
    asked = answer(hands, OVERWRITE)
    hands.window.files.save()
    assert asked == [path] and len(saves.read(path).steps) == 6
    hands.window.files.save()
    assert asked == [path], "it is this window's file again"


def test_the_other_way_is_another_file(
    hands: Hands, tmp_path: Path, other: Callable[[Path], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, mine = tmp_path / "bridge.startline", tmp_path / "mine.startline"
    hands.reach_movement()
    assert hands.window.files.save_to(path)
    theirs = other(path)
    answer(hands, SAVE_AS)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(mine), ""))
    hands.window.files.save()
    assert path.read_bytes() == theirs
    assert len(saves.read(mine).steps) == 6 and hands.window.game.file.path == mine


def test_a_file_that_was_taken_away_is_told(hands: Hands, tmp_path: Path) -> None:
    path = tmp_path / "bridge.startline"
    hands.reach_movement()
    assert hands.window.files.save_to(path)
    path.unlink()
    asked = answer(hands, OVERWRITE)
    hands.window.files.save()
    assert asked == [path] and path.exists()


@pytest.mark.parametrize(("button", "meant"), [(OVERWRITE, OVERWRITE), (SAVE_AS, SAVE_AS), ("", CANCEL)])
def test_the_question(hands: Hands, tmp_path: Path, button: str, meant: str) -> None:
    def click() -> None:
        box = hands.window.findChild(QMessageBox, "fileChanged")
        assert box is not None and "bridge.startline was changed by another window" in box.text()
        assert {shown.text().replace("&", "") for shown in box.buttons()} == {OVERWRITE, SAVE_AS, "Cancel"}
        if button:
            next(shown for shown in box.buttons() if shown.text() == button).click()
        else:
            box.reject()

    QTimer.singleShot(0, hands.window, click)
    assert hands.window.game.file.ask_changed(tmp_path / "bridge.startline") == meant


def test_a_name_without_our_suffix_replaces_nothing_unasked(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bridge.startline"
    path.write_text("somebody else's")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "bridge"), ""))
    monkeypatch.setattr(save_file, "_may_replace", lambda parent, found: found != path)
    hands.window.files.save_as()
    assert path.read_text() == "somebody else's" and hands.window.game.file.path is None


def test_a_link_to_a_save_stays_a_link(hands: Hands, tmp_path: Path) -> None:
    real, link = tmp_path / "real.startline", tmp_path / "link.startline"
    hands.reach_movement()
    assert hands.window.files.save_to(real)
    real.chmod(0o664)
    link.symlink_to(real)
    assert hands.window.files.open_file(link)
    hands.window.files.save()
    assert link.is_symlink() and real.stat().st_mode & 0o777 == 0o664
