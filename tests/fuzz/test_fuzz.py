"""The fuzzer plays every game without finding anything, and finds what is put there to be found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engine import games
from engine.bad_input import BadInput
from engine.bots.fuzz import FuzzReport, fuzz
from engine.referee.action import Action
from engine.referee.game import Game
from engine.referee.preview import Preview
from engine.referee.refusal import RulesBug
from engine.referee.save import read, replay, restore
from engine.referee.session import Session
from engine.referee.state import State
from engine.referee.transaction import Transaction
from engine.referee.view import View
from tests.toy.movement import MovementSegment, MoveUnit
from tests.toy.records import Clock, Piece


@pytest.mark.parametrize("key", games.keys())
def test_random_play_finds_nothing(key: str, tmp_path: Path) -> None:
    scenarios = games.game(key).scenarios()
    told: list[tuple[int, int]] = []
    report = fuzz(key, None, len(scenarios), 1, 7, 1, tmp_path, lambda *at: told.append(at))
    assert [str(failure) for failure in report.failures] == []
    assert list(tmp_path.iterdir()) == []
    assert told == [(n + 1, len(scenarios)) for n in range(len(scenarios))]
    summary = report.summary()
    assert summary["games"] == len(scenarios) == sum(summary["ends"].values())
    assert set(summary["scenarios"]) == set(scenarios)
    assert summary["actions"] == sum(part["actions"] for part in summary["scenarios"].values()) > 0


def test_the_toy_game_survives_many_games(tmp_path: Path) -> None:
    report = fuzz("toy", None, 40, None, 2024, 1, tmp_path)
    assert [str(failure) for failure in report.failures] == []
    assert "turn limit" not in report.summary()["ends"]


def test_jobs_do_not_change_the_games(tmp_path: Path) -> None:
    alone, together = (fuzz("toy", None, 6, None, 5, jobs, tmp_path) for jobs in (1, 2))
    assert alone.played == together.played
    assert len({played.digest for played in alone.played}) == 6
    assert alone.played != fuzz("toy", None, 6, None, 6, 1, tmp_path).played


def test_a_limit_of_turns_cuts_the_game(tmp_path: Path) -> None:
    report = fuzz("toy", None, 4, 1, 1, 1, tmp_path)
    assert report.summary()["ends"] == {"turn limit": 4}


def test_unknown_names_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no game 'nonsense'"):
        fuzz("nonsense", None, 1, None, 1, 1, tmp_path)
    with pytest.raises(BadInput, match="no scenario 'nonsense'"):
        fuzz("toy", ["nonsense"], 1, None, 1, 1, tmp_path)


# sabotage: each of these breaks The Bridge in one way


def wrong_invariant(patch: pytest.MonkeyPatch, game: Game) -> None:
    def invariants(state: State) -> Iterator[str]:
        if state.one(Clock).turn > 1:
            yield "the bridge is gone"

    patch.setattr(game, "invariants", invariants)


def view_that_shows_everything(patch: pytest.MonkeyPatch, game: Game) -> None:
    shown = game.view
    patch.setattr(game, "view", lambda state, side: replace(shown(state, None), side=side))


def preview_that_tells_where_they_are(patch: pytest.MonkeyPatch, game: Game) -> None:
    def preview(self: MovementSegment, state: State, action: Action) -> Preview:
        return Preview(" ".join(sorted(piece.place for piece in state.all(Piece).values())))

    patch.setattr(MovementSegment, "preview", preview)


def crash(patch: pytest.MonkeyPatch, game: Game) -> None:
    def apply(self: MoveUnit, tx: Transaction, action: Action) -> None:
        raise KeyError("4711")

    patch.setattr(MoveUnit, "apply", apply)


def broken_rule(patch: pytest.MonkeyPatch, game: Game) -> None:
    def apply(self: MoveUnit, tx: Transaction, action: Action) -> None:
        raise RulesBug("the bridge has no end")

    patch.setattr(MoveUnit, "apply", apply)


def dead_end(patch: pytest.MonkeyPatch, game: Game) -> None:
    patch.setattr(MoveUnit, "candidates", lambda self, state: [])


def crashing_explanation(patch: pytest.MonkeyPatch, game: Game) -> None:
    patch.setattr("tests.toy.movement.why_out_of_reach", lambda state, piece, there: 1 // 0)


def unknown_target(patch: pytest.MonkeyPatch, game: Game) -> None:
    patch.setattr(game, "knows", lambda state, side, action: False)


def unlisted_action(patch: pytest.MonkeyPatch, game: Game) -> None:
    listed, hidden = MovementSegment.candidates, Action("select", "unit", "R1")

    def candidates(self: MovementSegment, state: State) -> list[Action]:
        return [action for action in listed(self, state) if action != hidden]

    patch.setattr(MovementSegment, "candidates", candidates)


def hasty_list(patch: pytest.MonkeyPatch, game: Game) -> None:
    """A list made in a hurry: it forgets whom the rules refuse."""
    patch.setattr(MovementSegment, "legal", lambda self, state: list(self.candidates(state)))


def writing_past_the_transaction(patch: pytest.MonkeyPatch, game: Game) -> None:
    done = MovementSegment.apply

    def apply(self: MovementSegment, tx: Transaction, action: Action) -> None:
        table = tx.state.tables[Piece]
        key, piece = next(iter(table.items()))
        table[key] = replace(piece, steps=3 - piece.steps)
        done(self, tx, action)

    patch.setattr(MovementSegment, "apply", apply)


def preview_that_rolls(patch: pytest.MonkeyPatch, game: Game) -> None:
    def preview(self: MovementSegment, state: State, action: Action) -> Preview:
        _, state.dice = state.dice.roll("1d6")
        return Preview()

    patch.setattr(MovementSegment, "preview", preview)


def chance_without_dice(patch: pytest.MonkeyPatch, game: Game) -> None:
    done, calls = MovementSegment.apply, count()

    def apply(self: MovementSegment, tx: Transaction, action: Action) -> None:
        done(self, tx, action)
        if tx.state.one(Clock).turn == 2:
            tx.mark("weather", "rain", value=str(next(calls)))

    patch.setattr(MovementSegment, "apply", apply)


@dataclass(frozen=True, slots=True)
class Stranger(MovementSegment):
    """A frame that the game forgot to register."""


def unregistered_frame(patch: pytest.MonkeyPatch, game: Game) -> None:
    def apply(self: MovementSegment, tx: Transaction, action: Action) -> None:
        tx.replace(Stranger(self.side))

    patch.setattr(MovementSegment, "apply", apply)


SABOTAGE: dict[Callable[[pytest.MonkeyPatch, Game], None], str] = {
    wrong_invariant: "the bridge is gone",
    view_that_shows_everything: "depends on what it cannot see",
    preview_that_tells_where_they_are: "is told about .* depends on what it cannot see",
    crash: r"RulesBug: KeyError\('4711'\) \(action \d+, ",
    broken_rule: "RulesBug: the bridge has no end",
    dead_end: "MoveUnit leaves .* nothing to do",
    crashing_explanation: "ZeroDivisionError",
    unknown_target: "is listed, but refused",
    unlisted_action: "is not listed, but would be accepted",
    hasty_list: "is wrongly on the list of MovementSegment",
    writing_past_the_transaction: "changed the position before it|the digest no longer fits",
    preview_that_rolls: "changed the position before it|depends on what it cannot see",
    chance_without_dice: "the replay diverges|the digest no longer fits",
    unregistered_frame: "Stranger is not registered",
}


SPOILS_THE_PAST = {chance_without_dice, preview_that_rolls, writing_past_the_transaction}
"""After these the last positions before the failure may be unsound too; the save then stands before them."""


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of its own in the registry, to be broken."""
    game = type(games.game("toy"))()
    monkeypatch.setattr(games, "game", lambda key: game)
    return game


@pytest.mark.parametrize("sabotage", SABOTAGE, ids=lambda sabotage: sabotage.__name__)
def test_sabotage_is_found_and_saved(
    sabotage: Callable[[pytest.MonkeyPatch, Game], None],
    broken: Game,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    with monkeypatch.context() as patch:
        sabotage(patch, broken)
        report = fuzz("toy", None, 8, None, 3, 1, tmp_path, limit=2000)
    assert report.failures
    told = [failure for failure in report.failures if matches(failure.what, SABOTAGE[sabotage])]
    assert told, [str(failure) for failure in report.failures]
    assert report.summary()["ends"]["failed"] == len(report.failures) == len(report.summary()["failures"])
    for failure in report.failures:
        session = opened(failure.save, broken)
        if sabotage in SPOILS_THE_PAST:
            assert len(session) < failure.action
        else:
            assert len(session) == failure.action - 1
        assert session.choice is not None


def matches(text: str, pattern: str) -> bool:
    return re.search(pattern, text) is not None


def opened(path: str, game: Game) -> Session:
    """The save that the fuzzer left behind, sound in every respect."""
    save = read(Path(path))
    session = restore(save, lambda key: game)
    assert len(replay(save, game)) == len(session)
    return session


def test_a_game_without_end_is_reported(tmp_path: Path) -> None:
    report = fuzz("toy", None, 1, None, 1, 1, tmp_path, limit=15)
    assert [failure.what for failure in report.failures] == ["does not end within 15 actions"]
    assert Path(report.failures[0].save).name == "toy-toy-bridge-1-0.startline"


def test_an_opening_that_breaks_is_reported(
    broken: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def first_state(*_: Any) -> State:
        raise RulesBug("nobody came")

    monkeypatch.setattr(broken, "first_state", first_state)
    report: FuzzReport = fuzz("toy", None, 1, None, 1, 1, tmp_path)
    assert [(failure.action, failure.what) for failure in report.failures] == [
        (0, "cannot be set up: nobody came")
    ]


def test_a_game_without_a_turn_track_says_so(
    broken: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown = broken.view

    def view(state: State, side: str | None) -> View:
        return replace(shown(state, side), tracks=())

    monkeypatch.setattr(broken, "view", view)
    with pytest.raises(BadInput, match="no track called turn"):
        fuzz("toy", None, 1, 2, 1, 1, tmp_path)
