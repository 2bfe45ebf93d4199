"""The fuzzer plays every game without finding anything, and finds what is put there to be found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine import games
from engine.bad_input import BadInput
from engine.bots import detours, scrutiny
from engine.bots.coverage import Coverage, decision_kinds, total
from engine.bots.example_play import as_written
from engine.bots.fuzz import ROUND, FuzzReport, Plan, fuzz
from engine.bots.fuzz_game import Played, drawn_options
from engine.referee import correction as correction_module
from engine.referee import save as saves
from engine.referee.action import Action
from engine.referee.event import Event
from engine.referee.game import Game
from engine.referee.position import Position
from engine.referee.preview import Preview
from engine.referee.refusal import Refusal, RulesBug
from engine.referee.save import Divergence, Lookup, Save, read, replay, restore
from engine.referee.session import Answer, Session, Start
from engine.referee.state import State
from engine.referee.transaction import Transaction
from tests.toy.movement import MovementSegment, MoveUnit
from tests.toy.records import Clock, Piece, pieces_at


@pytest.mark.parametrize("key", games.keys())
def test_random_play_finds_nothing(key: str, tmp_path: Path) -> None:
    scenarios = games.game(key).scenarios()
    told: list[tuple[int, int]] = []
    number = len(scenarios)
    plan = Plan(scenarios=scenarios, games=number, turns=1, seed=7)
    report = fuzz(key, plan, 1, tmp_path, lambda done, of, played: told.append((done, of)))
    assert [str(failure) for failure in report.failures] == []
    assert list(tmp_path.iterdir()) == []
    assert told == [(n + 1, number) for n in range(number)]
    summary = report.summary()
    assert summary["games"] == number == sum(summary["ends"].values())
    assert set(summary["scenarios"]) == set(scenarios)
    assert summary["actions"] == sum(part["actions"] for part in summary["scenarios"].values()) > 0


def test_the_toy_game_survives_many_games(tmp_path: Path) -> None:
    report = fuzz("toy", Plan(games=40, seed=2024), 1, tmp_path)
    assert [str(failure) for failure in report.failures] == []
    summary = report.summary()
    assert "turn limit" not in summary["ends"]
    assert summary["decisions_never_reached"] == []


def test_it_tells_what_never_came_up(tmp_path: Path) -> None:
    summary = fuzz("toy", Plan(scenarios=["toy-bridge"], games=1, seed=2, turns=1), 1, tmp_path).summary()
    kinds = decision_kinds(games.game("toy"))
    never = summary["decisions_never_reached"]
    assert set(never) == {kind for kind in kinds if not summary["decisions"][kind]}
    assert never and set(never) < set(kinds)
    told = summary["cases"] - len(summary["cases_never_told"])
    assert 0 < told < summary["cases"]
    assert "7.1" not in summary["cases_never_told"], "it is cited above a function alone"


def test_options_are_drawn_from_the_seed_and_kept(tmp_path: Path) -> None:
    report = fuzz("toy", Plan(scenarios=["toy-bridge"], games=12, turns=1, seed=4), 1, tmp_path)
    drawn = [played.options for played in report.played]
    assert {options["fog"] for options in drawn} == {True, False}
    game = games.game("toy")
    text = game.scenario_text("toy-bridge")
    assert drawn == [drawn_options(game, text, played.seed) for played in report.played]


def test_one_game_of_a_run_is_played_again_alone(tmp_path: Path) -> None:
    run = fuzz("toy", Plan(games=12, seed=9, turns=1), 1, tmp_path)
    last = run.played[-1]
    sought = first_round(run).missing_decisions(games.game("toy"))
    plan = Plan(examples=[last.scenario], games=1, first=11, seed=9, turns=1, seek=sought)
    assert fuzz("toy", plan, 1, tmp_path).played == (last,)


def first_round(run: FuzzReport) -> Coverage:
    return total(played.coverage for played in run.played[:ROUND])


def test_games_begin_from_examples_that_lead_to_a_sought_decision(tmp_path: Path) -> None:
    report = fuzz("toy", Plan(games=8, seed=3, seek=["SendBack"]), 1, tmp_path)
    begun = [played.scenario for played in report.played if played.scenario.endswith(".toml")]
    assert set(begun) == {"2.5-opponent-chooses.toml", "5.1-overstacked.toml"}
    assert report.coverage.decisions["SendBack"]
    assert not report.failures


def test_players_follow_an_example_in_what_is_legal() -> None:
    toy = games.game("toy")
    text = (toy.examples_path() / "2.5-opponent-chooses.toml").read_text(encoding="utf-8")
    text += '[[do]]\naction = "until combat; dance; end"\n'
    session, done = Session.begin(toy, Start("toy", "position", "", text, "a")), []
    for action in as_written(session, Position.loads(text).tries):
        assert session.choice is not None
        done.append(str(action))
        session.submit(session.choice.side, action)
    assert done[0] == "send_back unit R1", "the refused one before it is left out"
    assert done[1:] == ["hold", "hold", "pass", "pass", "end", "end"]


def test_an_interrupted_run_answers_with_what_it_has(tmp_path: Path) -> None:
    def interrupt(done: int, of: int, played: Played) -> None:
        if done == 3:
            raise KeyboardInterrupt

    report = fuzz("toy", Plan(games=12, seed=9, turns=1), 1, tmp_path, interrupt)
    assert report.interrupted and len(report.played) == 3
    assert report.summary()["interrupted"] and report.summary()["games"] == 3


def test_a_game_that_is_interrupted_counts_as_far_as_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(session: Session) -> Iterator[str]:
        if len(session) == 5:
            raise KeyboardInterrupt
        return iter(())

    monkeypatch.setattr(scrutiny, "broken_invariants", interrupted)
    report = fuzz("toy", Plan(games=12, seed=9), 1, tmp_path)
    assert report.interrupted and [played.end for played in report.played] == ["interrupted"]
    assert report.played[0].coverage.decisions.total() == 5


def test_jobs_do_not_change_the_games(tmp_path: Path) -> None:
    alone, together = (fuzz("toy", Plan(games=10, seed=5), jobs, tmp_path) for jobs in (1, 2))
    assert alone.played == together.played
    assert len({played.digest for played in alone.played}) == 10
    assert alone.played[:6] != fuzz("toy", Plan(games=6, seed=6), 1, tmp_path).played


def test_a_limit_of_turns_cuts_the_game(tmp_path: Path) -> None:
    report = fuzz("toy", Plan(scenarios=["toy-bridge", "toy-mud"], games=4, turns=1), 1, tmp_path)
    assert report.summary()["ends"] == {"turn limit": 4}


def test_unknown_names_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no game 'nonsense'"):
        fuzz("nonsense", Plan(), 1, tmp_path)
    with pytest.raises(BadInput, match="no scenario 'nonsense'"):
        fuzz("toy", Plan(scenarios=["nonsense"]), 1, tmp_path)
    with pytest.raises(BadInput, match="no worked example 'nonsense'"):
        fuzz("toy", Plan(examples=["nonsense"]), 1, tmp_path)
    with pytest.raises(BadInput, match="no decision 'Nonsense'; it has WriteMine"):
        fuzz("toy", Plan(seek=["Nonsense"]), 1, tmp_path)


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
    patch.setattr(MoveUnit, "legal", lambda self, state: [])


def crashing_explanation(patch: pytest.MonkeyPatch, game: Game) -> None:
    patch.setattr("tests.toy.movement.OnFoot.refusal_of_distance", lambda *_: 1 // 0)


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


def log_that_names_everybody(patch: pytest.MonkeyPatch, game: Game) -> None:
    def say(tx: Transaction, piece: Piece, what: str, text: str, case_id: str) -> None:
        tx.emit(Event(what, text, case_id))

    patch.setattr("tests.toy.movement.say", say)


def log_that_hints_at_places(patch: pytest.MonkeyPatch, game: Game) -> None:
    """No name, but where somebody whom nobody sees has gone."""

    def say(tx: Transaction, piece: Piece, what: str, text: str, case_id: str) -> None:
        seen_by = (piece.side,) if piece.concealed else None
        tx.emit(Event(what, text, case_id, seen_by, redacted=f"Twigs break in {piece.place}"))

    patch.setattr("tests.toy.movement.say", say)


def undo_that_hints_at_places(patch: pytest.MonkeyPatch, game: Game) -> None:
    """A concealed unit in the west bars the way back, which the other side would notice."""

    def say(tx: Transaction, piece: Piece, what: str, text: str, case_id: str) -> None:
        tx.emit(Event(what, text, case_id, (piece.side,) if piece.concealed else None))
        if piece.concealed and piece.place < "03":
            tx.reveal()

    patch.setattr("tests.toy.movement.say", say)


def refusal_that_knows_too_much(patch: pytest.MonkeyPatch, game: Game) -> None:
    """Only somebody who points at hexes where nothing lies finds this."""
    explained = MovementSegment.refusals

    def refusals(self: MovementSegment, state: State, action: Action) -> Iterator[Refusal]:
        yield from explained(self, state, action)
        if action.kind == "hex" and any(piece.concealed for piece in pieces_at(state, action.target)):
            yield Refusal("2.3", "somebody is there")

    patch.setattr(MovementSegment, "refusals", refusals)


def prompt_that_knows_too_much(patch: pytest.MonkeyPatch, game: Game) -> None:
    def whereabouts(self: MovementSegment, state: State) -> list[str]:
        return sorted(piece.place for piece in state.all(Piece).values())

    patch.setattr(MovementSegment, "whereabouts", whereabouts)


def undo_that_does_nothing(patch: pytest.MonkeyPatch, game: Game) -> None:
    patch.setattr(Session, "undo", lambda self, consent=(): None)


def undo_that_asks_nobody(patch: pytest.MonkeyPatch, game: Game) -> None:
    patch.setattr(Session, "_take_back", lambda self, consent=(): self._undone.append(self.history.pop()))


def group_that_forgets(patch: pytest.MonkeyPatch, game: Game) -> None:
    honest = Session.submit

    def submit(session: Session, side: str, *actions: Action, auto: bool = False) -> Answer:
        return honest(session, side, actions[0], auto=auto)

    patch.setattr(Session, "submit", submit)


def group_that_is_done_in_part(patch: pytest.MonkeyPatch, game: Game) -> None:
    honest = Session.submit

    def submit(session: Session, side: str, *actions: Action, auto: bool = False) -> Answer:
        answers = [honest(session, side, action, auto=auto) for action in actions]
        return answers[-1]

    patch.setattr(Session, "submit", submit)


def redo_that_does_nothing(patch: pytest.MonkeyPatch, game: Game) -> None:
    patch.setattr(Session, "redo", lambda self: None)


def opening_that_forgets(patch: pytest.MonkeyPatch, game: Game) -> None:
    """What is loaded is the game before its last action."""

    def restore(save: Save, lookup: Lookup) -> Session:
        opened = saves.restore(save, lookup)
        return opened.branch(max(0, len(opened) - 1))

    patch.setattr(detours, "restore", restore)


def correction_that_can_be_taken_back(patch: pytest.MonkeyPatch, game: Game) -> None:
    honest = Session.why_consent

    def careless(session: Session, at: int | None = None) -> str:
        number = len(session) if at is None else at
        return "" if number and session.history[number].ruling is not None else honest(session, at)

    patch.setattr(Session, "why_consent", careless)


def correction_that_breaks_the_game(patch: pytest.MonkeyPatch, game: Game) -> None:
    """Whatever is agreed to is done: the checks that keep the position sound are left out."""

    def varied(record: Any, chance: Random) -> Any:
        return replace(record, steps=3) if isinstance(record, Piece) else None

    patch.setattr(correction_module, "new_faults", lambda game, before, after: [])
    patch.setattr(detours, "_varied", varied)


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
    log_that_names_everybody: "the log of (red|blue) names",
    log_that_hints_at_places: "the log of (red|blue) betrays what it cannot see .*Twigs break",
    undo_that_hints_at_places: "can be taken back freely depends on what (red|blue) cannot see",
    refusal_that_knows_too_much: "is told about .* depends on what it cannot see",
    prompt_that_knows_too_much: "is asked depends on what it cannot see",
    undo_that_does_nothing: "undo.*: taking an action back does not bring back|consent",
    undo_that_asks_nobody: "undo.*: an action that needs consent was taken back without it",
    group_that_forgets: "group: .* together lead to another position|group: a group goes on behind",
    group_that_is_done_in_part: "group: a group goes on behind",
    redo_that_does_nothing: "undo and redo: taking back . actions and doing them again leads to another",
    opening_that_forgets: "save and load: the save opens with another position",
    correction_that_can_be_taken_back: "correction: a correction can be taken back without the consent",
    correction_that_breaks_the_game: r"\(after a correction of the position\)",
}


SPOILS_THE_PAST = {chance_without_dice, preview_that_rolls, writing_past_the_transaction}
"""After these, positions before the failure may be unsound too, also those only looked ahead from."""


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
        number = 16 if sabotage in SPOILS_THE_PAST else 32
        plan = Plan(scenarios=broken.scenarios(), games=number, seed=3, limit=2000)
        report = fuzz("toy", plan, 1, tmp_path)
    assert report.failures
    told = [failure for failure in report.failures if matches(failure.what, SABOTAGE[sabotage])]
    assert told, [str(failure) for failure in report.failures]
    assert report.summary()["ends"]["failed"] == len(report.failures) == len(report.summary()["failures"])
    for failure in report.failures:
        try:
            session = opened(failure.save, broken)
        except Divergence:
            assert sabotage in SPOILS_THE_PAST, "the save is sound"
            continue
        note = Path(failure.save).with_suffix(".txt").read_text(encoding="utf-8")
        assert failure.what in note and f"seed: {failure.seed}\n" in note and failure.command in note
        assert session.start.seed == failure.seed and session.start.options == failure.options
        assert len(session) < failure.action, "what failed is not in it, with its whole group"
        assert (session.choice is None) == (session.state.outcome is not None)


def matches(text: str, pattern: str) -> bool:
    return re.search(pattern, text) is not None


def opened(path: str, game: Game) -> Session:
    """The save that the fuzzer left behind, sound in every respect."""
    save = read(Path(path))
    session = restore(save, lambda key: game)
    assert len(replay(save, game)) == len(session)
    return session


def test_a_game_without_end_is_reported(tmp_path: Path) -> None:
    report = fuzz("toy", Plan(games=1, limit=15), 1, tmp_path)
    assert [failure.what for failure in report.failures] == ["does not end within 15 actions"]
    assert Path(report.failures[0].save).name == "toy-toy-bridge-1-0.startline"


def test_an_opening_that_breaks_is_reported(
    broken: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def first_state(*_: Any) -> State:
        raise RulesBug("nobody came")

    monkeypatch.setattr(broken, "first_state", first_state)
    report: FuzzReport = fuzz("toy", Plan(games=1), 1, tmp_path)
    assert [(failure.action, failure.what) for failure in report.failures] == [
        (0, "cannot be set up: nobody came")
    ]


def test_a_game_that_does_not_number_its_turns_says_so(
    broken: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(broken, "turn_number", lambda state: None)
    with pytest.raises(BadInput, match="does not number its turns"):
        fuzz("toy", Plan(games=1, turns=2), 1, tmp_path)
