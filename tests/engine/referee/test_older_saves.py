"""Saves of an older format or of older rules are brought up to date, or refused in one sentence."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import keep, resume
from engine.games import game as game_of
from engine.referee import save as saving
from engine.referee.action import Action
from engine.referee.codec import Codec
from engine.referee.encoded_text import encode
from engine.referee.save import Divergence, Save, loads, read, replay, restore, saved, write
from engine.referee.session import Accepted, Session
from tests.engine.referee.drill import GAME, Drill, Orders, lookup, new_game

BOTH = ("north", "south")


def played() -> Session:
    session = new_game()
    for side, spelling in (
        ("north", "march unit N1"),
        ("north", "roll"),
        ("north", "end"),
        ("south", "roll"),
    ):
        session.submit(side, Action.parse(spelling))
    session.undo(BOTH)
    return session


def older_text() -> str:
    """The game as a format before this one might have written it: actions as texts, the seed elsewhere."""
    raw = json.loads(json.dumps(saved(played()).plain()))
    raw["format"] = 1
    raw["dice"] = {"seed": raw.pop("seed"), "seal": raw.pop("seal")}
    raw["moves"] = [" ".join((side, digest, action)) for side, action, digest in raw.pop("actions")]
    return json.dumps(raw)


def from_one(raw: dict[str, Any]) -> dict[str, Any]:
    moves = [move.split(" ", 2) for move in raw["moves"]]
    return {**raw, **raw["dice"], "actions": [[side, action, digest] for side, digest, action in moves]}


@pytest.fixture
def format_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "FORMAT", 2)
    monkeypatch.setattr(saving, "MIGRATIONS", {1: from_one})


@pytest.mark.usefixtures("format_two")
def test_a_file_of_an_older_format_opens_and_is_written_in_the_present_one(tmp_path: Path) -> None:
    path = tmp_path / "old.startline"
    path.write_text(older_text(), encoding="utf-8")
    session = restore(read(path), lookup)
    assert saved(session) == saved(played()) and session.takebacks == played().takebacks
    write(saved(session), path)
    assert json.loads(path.read_text(encoding="utf-8"))["format"] == 2
    assert restore(read(path), lookup).decision == session.decision


@pytest.mark.usefixtures("format_two")
@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: raw.pop("moves"),
        lambda raw: raw.update(moves=7),
        lambda raw: raw.update(moves=[["north"]]),
        lambda raw: raw.update(dice=None),
        lambda raw: raw.update(moves=["north"]),
        lambda raw: raw["dice"].pop("seed"),
    ],
)
def test_a_damaged_file_of_an_older_format_is_one_sentence(spoil: Any) -> None:
    raw = json.loads(older_text())
    spoil(raw)
    with pytest.raises(BadInput, match="damaged"):
        loads(json.dumps(raw))


def test_a_format_that_nobody_can_read_any_more_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "MIGRATIONS", {})
    with pytest.raises(BadInput, match="of the older format 1 cannot be read any more"):
        loads(older_text())


SAMPLES = Path(__file__).parent / "fixtures"


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("format-*")), ids=lambda path: path.stem)
def test_a_save_that_was_written_in_an_older_format_still_opens(path: Path) -> None:
    save = read(path)
    number = path.stem.split("-")[1]
    assert save.start.seed == f"a sample of format {number}" and save.start.contributions == ()
    assert len(save.steps) >= 29 and save.snapshot is not None
    game = game_of(save.start.game)
    if save.rules_version == game.rules_version:
        session = restore(save, game_of)
        assert replay(save, game).history.saved_steps() == list(save.steps)
        assert read_again(session) == replace(saved(session), rules_version=save.rules_version)
        assert "Seed given: these dice can be known in advance" in session.log(None)[0][1].text
    else:  # Newer rules may lead elsewhere, and then the sentence says where.
        with suppress(Divergence):
            restore(save, game_of)


def test_a_save_with_former_names_of_frames_opens_from_its_snapshot_and_by_replay() -> None:
    save = read(SAMPLES / "former-names-ttr.startline")
    names = [frame["is"] for frame in save.snapshot["frames"]]
    assert names[-2:] == ["CoveredMarches", "CoveredMoveUnits"]
    game = game_of("ttr")
    session, again = restore(save, game_of), replay(save, game)
    assert session.choice is not None and session.choice.is_secret(session.state)
    assert session.decision == again.decision
    assert again.history.saved_steps() == session.history.saved_steps() == list(save.steps)
    assert [type(frame).__name__ for frame in session.state.frames[-2:]] == ["Marches", "MoveUnits"]
    side = session.choice.side
    for table in (session, again):
        assert isinstance(table.submit(side, table.legal()[-1]), Accepted)
    assert restore(read_again(session), game_of).decision == again.decision
    assert replay(read_again(session), game).decision == again.decision


def test_a_wrong_digest_is_found_with_former_names_too() -> None:
    save = read(SAMPLES / "former-names-ttr.startline")
    wrong = replace(save.steps[-1], digest=save.steps[-2].digest)
    damaged = replace(save, steps=(*save.steps[:-1], wrong))
    with pytest.raises(Divergence, match=f"Action {len(save.steps)} "):
        replay(damaged, game_of("ttr"))
    of_these_rules = replace(damaged, rules_version=game_of("ttr").rules_version)
    with pytest.raises(BadInput, match="does not fit its last action"):
        restore(of_these_rules, game_of)


def read_again(session: Session) -> Save:
    return loads(saved(session).dumps())


# older rules


def respell(self: Drill, save: Save) -> Save:
    """Once upon a time `roll` was called `throw`."""
    entries = [replace(e, action=Action("roll")) if e.action.verb == "throw" else e for e in save.steps]
    return replace(save, steps=tuple(entries), rules_version=2)


def of_older_rules() -> Save:
    save = saved(played())
    entries = [replace(e, action=Action("throw")) if e.action.verb == "roll" else e for e in save.steps]
    return replace(save, steps=tuple(entries), snapshot=None)


def test_actions_of_older_rules_are_respelled_before_they_are_replayed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = of_older_rules()
    with pytest.raises(Divergence, match=r"Action 2 .*throw is not an order"):
        restore(old, lookup)
    monkeypatch.setattr(Drill, "rules_version", 2)
    monkeypatch.setattr(Drill, "migrate", respell)
    for session in (restore(old, lookup), replay(old, GAME)):
        assert session.history.saved_steps() == played().history.saved_steps()
    with pytest.raises(BadInput, match=r"cannot be brought from rules 1 of The Drill to rules 2 .KeyError"):
        monkeypatch.setattr(Drill, "migrate", lambda self, save: {}["nothing"])
        replay(old, GAME)


def test_present_rules_respell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drill, "migrate", lambda self, save: {}["nothing"])
    save = replace(saved(played()), snapshot=None)
    assert restore(save, lookup).decision == played().decision


@pytest.fixture
def games(tmp_path: Path) -> GameStore:
    return GameStore(store.open(tmp_path / "catalogue.db", create=True))


def test_a_kept_game_of_older_rules_is_kept_in_the_present_spelling(
    games: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = new_game()
    keep(session, games, "evening")
    for action in ("march unit N1", "roll", "end"):
        session.submit("north", Action.parse(action))
    throw(games)
    with pytest.raises(Divergence, match="throw is not an order"):
        resume(games, "evening", lookup)
    monkeypatch.setattr(Drill, "rules_version", 2)
    monkeypatch.setattr(Drill, "migrate", respell)
    again = resume(games, "evening", lookup)
    assert again.history.saved_steps() == session.history.saved_steps()
    again.submit("south", Action("roll"))
    monkeypatch.setattr(Drill, "migrate", lambda self, save: {}["no longer needed"])
    once_more = resume(games, "evening", lookup)
    assert once_more.history.saved_steps() == again.history.saved_steps()


def throw(games: GameStore) -> None:
    """Put the old word into the log, in plain sight as the older format had it."""
    from sqlalchemy import text

    with games._catalogue.engine.begin() as connection:
        change = text("UPDATE game_actions SET action = 'throw' WHERE action = :roll")
        connection.execute(change, {"roll": encode("roll")})


@pytest.mark.parametrize("value", [None, 1.5, ["a"], {"a": 1}])
def test_an_option_that_could_not_be_read_back_is_refused_at_once(value: Any) -> None:
    with pytest.raises(BadInput, match="Option 'fog' should be a text, a whole number or a switch"):
        replace(new_game().start, options={"fog": value})


# a log that could not be written for a while


def test_a_log_that_missed_a_takeback_is_put_right(games: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_game()
    writer = keep(session, games, "evening")
    session.submit("north", Action("march", "unit", "N1"))
    session.submit("north", Action("march", "unit", "N2"))

    def full_disk(*_: object, **__: object) -> int:
        raise BadInput("There is no room left")

    with monkeypatch.context() as full:
        full.setattr(writer._game, "rewrite", full_disk)
        with pytest.raises(BadInput, match="no room"):
            session.undo()
    session.submit("north", Action("roll"))
    assert resume(games, "evening", lookup).history.saved_steps() == session.history.saved_steps()


def test_a_log_that_missed_actions_catches_up(games: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_game()
    writer = keep(session, games, "evening")

    def full_disk(*_: object, **__: object) -> int:
        raise BadInput("There is no room left")

    with monkeypatch.context() as full:
        full.setattr(writer._game, "rewrite", full_disk)
        for _ in range(2):
            with pytest.raises(BadInput, match="no room"):
                session.submit("north", Action("roll"))
    session.submit("north", Action("end"))
    assert resume(games, "evening", lookup).history.saved_steps() == session.history.saved_steps()


def test_a_hole_in_the_rules_does_not_hide_behind_a_kept_game(
    games: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = new_game()
    keep(session, games, "evening")
    session.submit("north", Action("roll"))

    def falls(self: Orders, tx: object, action: Action) -> None:
        raise KeyError("a hole")

    monkeypatch.setattr(Orders, "apply", falls)
    with pytest.raises(Divergence, match=r"Action 1 .*KeyError\('a hole'\)"):
        resume(games, "evening", lookup)


def test_a_snapshot_is_kept_without_going_through_the_whole_game(
    games: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = new_game()
    writer = keep(session, games, "evening")
    for _ in range(40):
        session.submit("north", Action("roll"))
    digests: list[int] = []
    digest = Codec.digest
    monkeypatch.setattr(Codec, "digest", lambda *args: digests.append(1) or digest(*args))
    writer.keep_snapshot(session)
    assert not digests
    saved(session)
    assert not digests, "what was digested once is not digested again"


def test_a_fourth_word_behind_an_action_means_something_or_is_damage() -> None:
    raw = json.loads(json.dumps(saved(played()).plain()))
    raw["actions"][1].append("automatic")
    with pytest.raises(BadInput, match=r"actions\[1\]\[3\] is 'automatic', which is not known there"):
        loads(json.dumps(raw))
    raw["actions"][1] = ["north", "go away now", "0"]
    with pytest.raises(
        BadInput, match="Action 2 of this saved game is damaged: 'go away now' is not an action"
    ):
        loads(json.dumps(raw))
