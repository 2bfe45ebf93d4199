"""Saved games: opened from the snapshot, replayed and compared, and never half written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.referee import save as saving
from engine.referee.action import Action
from engine.referee.save import FORMAT, Divergence, Save, loads, read, replay, restore, saved, write
from engine.referee.session import Session, Takeback
from tests.engine.referee.drill import GAME, Drill, Squad, lookup, new_game

BOTH = ("north", "south")


def played() -> Session:
    session = new_game()
    for side, spelling in (
        ("north", "roll"),
        ("north", "march unit N1"),
        ("north", "end"),
        ("south", "roll"),
        ("south", "look unit N1"),
    ):
        session.submit(side, Action.parse(spelling))
    session.undo(BOTH)
    session.submit("south", Action("end"), auto=True)
    return session


def changed(change: Callable[[dict[str, Any]], Any]) -> str:
    """A save that somebody has tampered with."""
    raw = json.loads(json.dumps(saved(played()).plain()))
    change(raw)
    return json.dumps(raw)


def test_a_save_is_read_back_as_it_was_written() -> None:
    save = saved(played())
    assert loads(save.dumps()) == save
    assert save.dumps().count("\n") > len(save.steps), "one line per action"


def test_a_game_goes_on_where_it_was_saved() -> None:
    session = played()
    again = restore(loads(saved(session).dumps()), lookup)
    assert again.decision == session.decision and again.legal() == session.legal()
    assert again.takebacks == [Takeback(5, BOTH)]
    assert again.submit("north", Action("roll")) == session.submit("north", Action("roll"))
    assert saved(again) == saved(session)


def test_the_past_of_a_loaded_game_is_replayed_when_somebody_looks() -> None:
    again = restore(loads(saved(played()).dumps()), lookup)
    assert not again.history.last_is_known
    assert again.at(1).get(Squad, "N1").post == 1
    assert again.log(None) == played().log(None)
    assert again.undo(BOTH) is None and len(again) == 4


def test_undo_right_after_loading_asks_for_consent_if_dice_fell() -> None:
    session = played()
    session.undo()
    again = restore(loads(saved(session).dumps()), lookup)
    assert again.undo_needs_consent()
    assert again.undo() is not None


def test_a_new_game_is_saved_before_its_first_action() -> None:
    again = restore(loads(saved(new_game()).dumps()), lookup)
    assert len(again) == 0 and again.decision == new_game().decision


def test_older_rules_are_replayed_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    save = replace(saved(played()), snapshot={"tables": "not even looked at"})
    monkeypatch.setattr(Drill, "rules_version", 2)
    steps: list[tuple[int, int]] = []
    again = restore(save, lookup, lambda done, of: steps.append((done, of)))
    assert again.history.last_is_known and again.decision == played().decision
    assert steps == [(n, 5) for n in range(1, 6)]
    monkeypatch.setattr(Drill, "rules_version", 0)
    with pytest.raises(BadInput, match="saved under newer rules of The Drill"):
        restore(save, lookup)


def test_a_divergence_names_the_action_and_the_reason() -> None:
    save = saved(played())
    forged = replace(save.steps[1], digest="0" * 12)
    with pytest.raises(
        Divergence, match=r"Action 2 no longer .*march unit N1 of north gives digest"
    ) as caught:
        replay(replace(save, steps=(save.steps[0], forged, *save.steps[2:])), GAME)
    assert caught.value.action == 2
    refused = replace(save.steps[1], action=Action("march", "unit", "S1"))
    with pytest.raises(Divergence, match=r"Action 2 .* is refused: S1 belongs to south \(2\.1\)"):
        replay(replace(save, steps=(save.steps[0], refused, *save.steps[2:])), GAME)
    broken = replace(save.steps[1], action=Action("stumble"))
    with pytest.raises(Divergence, match=r"Action 2 .*a hole in the rules"):
        replay(replace(save, steps=(save.steps[0], broken)), GAME)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda raw: raw.update(seed="another"), "does not fit its seal"),
        (lambda raw: raw.update(startline="picture"), "This is not a saved game of Startline"),
        (lambda raw: raw.update(format=FORMAT + 1), "saved by a newer Startline"),
        (lambda raw: raw.update(format="1"), "no format number"),
        (lambda raw: raw.pop("text"), "it lacks text"),
        (lambda raw: raw.update(rules_version=None), "rules_version must be a whole number, not None"),
        (lambda raw: raw.update(options=[]), "options must be a table"),
        (lambda raw: raw.update(actions={}), "actions must be a list"),
        (lambda raw: raw["actions"].append(["north"]), r"actions\[5\] must be a list of at least 3"),
        (lambda raw: raw["actions"].append(["north", "go away now", "0"]), "is not an action"),
        (lambda raw: raw["takebacks"].append([]), "A takeback of this saved game has no number"),
    ],
)
def test_a_damaged_save_is_said_to_be_damaged(change: Callable[[dict[str, Any]], Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        loads(changed(change))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda raw: raw["snapshot"]["tables"]["Squad"][0].update(post=3), "does not fit its last action"),
        (lambda raw: raw["snapshot"]["dice"].update(fallen=0), "does not fit its last action"),
        (lambda raw: raw["snapshot"].update(frames=[{"is": "Parade"}]), "in the middle of a procedure"),
        (lambda raw: raw.update(snapshot=[]), "snapshot must be a table"),
        (lambda raw: raw.update(game="chess"), "There is no game 'chess'"),
    ],
)
def test_a_snapshot_that_was_tampered_with_is_not_opened(
    change: Callable[[dict[str, Any]], Any], said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        restore(loads(changed(change)), lookup)


def test_older_formats_are_migrated_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "FORMAT", 3)
    monkeypatch.setattr(
        saving,
        "MIGRATIONS",
        {
            1: lambda raw: {**raw, "options": {"step": 1}},
            2: lambda raw: {**raw, "options": {**raw["options"], "then": 2}},
        },
    )
    assert loads(changed(lambda raw: raw.update(format=1))).start.options == {"step": 1, "then": 2}


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.startline"
    save = saved(new_game())
    write(save, path)
    assert read(path) == save

    def full_disk(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(BadInput, match="No space left"):
        write(saved(played()), path)
    assert read(path) == save
    assert list(tmp_path.iterdir()) == [path], "nothing is left lying about"


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        read(tmp_path / "missing.startline")
    with pytest.raises(BadInput, match="is a folder or a device and not a saved game"):
        read(tmp_path)
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(BadInput, match="is not a text file and not a saved game"):
        read(picture)
    monkeypatch.setattr(saving, "LARGEST", 3)
    with pytest.raises(BadInput, match="is larger than"):
        read(picture)


@pytest.mark.parametrize("text", ["", "{", "[" * 100, "[]", "null", '{"startline": 1}', "NaN"])
def test_what_is_no_save_is_said_to_be_none(text: str) -> None:
    with pytest.raises(BadInput, match="This is not a saved game"):
        loads(text)


def test_a_save_without_a_snapshot_is_replayed() -> None:
    save = saved(played())
    bare = Save(save.start, save.rules_version, save.steps)
    assert restore(bare, lookup).decision == played().decision
