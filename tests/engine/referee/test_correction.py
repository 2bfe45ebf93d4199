"""Corrections by agreement and new dice: recorded, replayed, refused where the game would break."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import games
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import keep, resume
from engine.referee import ruling as rulings
from engine.referee.correction import _faults, correction_of, describe
from engine.referee.marks import Mark
from engine.referee.refusal import RulesBug
from engine.referee.ruling import Correction, NewDice
from engine.referee.save import Divergence, from_plain, loads, replay, restore, saved
from engine.referee.session import Accepted, Refused, Session, Start
from engine.referee.transaction import Change
from tests.hostile.damage import HOSTILE, ONLY_JSON
from tests.hostile.saves import play_on, says_something
from tests.toy.records import Clock, Piece
from tests.toy.test_demands import beside, play, scenario

BOTH = {"red": "Anna", "blue": "Bert"}


def piece(session: Session, key: str) -> Piece:
    return session.state.get(Piece, key)


def changed(session: Session, record: Piece | Clock | Mark) -> Change:
    return Change(type(record), record.key, session.state.find(type(record), record.key), record)


def correct(
    session: Session, *changes: Change, consent: dict[str, str] | None = None, why: str = ""
) -> Accepted | Refused:
    agreed = BOTH if consent is None else consent
    return session.rule(correction_of(session.game.codec, list(changes), agreed, why))


def reasons(answer: Accepted | Refused) -> str:
    assert isinstance(answer, Refused), answer
    return "; ".join(refusal.why for refusal in answer.refusals)


def corrected_game() -> Session:
    """A game with a correction in its middle that moves, weakens and removes."""
    session = scenario(seed="corrected")
    play_on(session, 12)
    first, second, *_ = (p for p in session.state.all(Piece).values() if p.side == "red")
    moved = Change(Piece, first.key, first, replace(first, place="reserve", steps=1))
    gone = Change(Piece, second.key, second, None)
    assert isinstance(correct(session, moved, gone, why="the set-up was read wrongly"), Accepted)
    play_on(session, 12)
    return session


def test_a_correction_changes_records_and_nothing_else() -> None:
    session = scenario()
    before, decision, dice = piece(session, "R1"), session.decision, session.state.dice
    answer = correct(session, changed(session, replace(before, steps=1)), why="a step too many")
    assert isinstance(answer, Accepted)
    assert piece(session, "R1") == replace(before, steps=1) and len(session) == 1
    assert session.decision == decision and session.state.dice == dice
    (event,) = answer.events
    assert event.text == (
        "The position was corrected, as Anna (Red) and Bert (Blue) agreed: Piece R1: steps 2 → 1."
        " Reason: a step too many"
    )
    assert event.seen_by is None and event.about == (("unit", "R1"),)
    assert (1, event) in session.log("blue")


def test_a_correction_is_saved_and_replayed_like_an_action() -> None:
    session = corrected_game()
    text = saved(session).dumps()
    save = loads(text)
    assert save == saved(session) and sum(isinstance(e.action, Correction) for e in save.steps) == 1
    again = replay(save, session.game)
    assert again.history.saved_steps() == session.history.saved_steps()
    assert again.log(None) == session.log(None)
    loaded = restore(save, games.game)
    assert loaded.log("red") == session.log("red") and loaded.view(None) == session.view(None)
    assert saved(loaded).dumps() == text


def test_a_save_may_end_with_a_ruling() -> None:
    session = scenario()
    correct(session, changed(session, replace(piece(session, "R1"), steps=1)))
    loaded = restore(loads(saved(session).dumps()), games.game)
    assert loaded.history.last.ruling == session.history.last.ruling
    assert loaded.history.last.action is None
    assert loaded.undo() is not None and loaded.undo(BOTH) is None
    assert piece(loaded, "R1").steps == 2


def test_a_correction_is_kept_in_the_catalogue(tmp_path: Path) -> None:
    log = GameStore(store.open(tmp_path / "catalogue.db", create=True))
    session = scenario()
    keep(session, log, "evening")
    play_on(session, 3)
    correct(session, changed(session, replace(piece(session, "R1"), steps=1)), why="“quoted”\nand more")
    play_on(session, 3)
    again = resume(log, "evening", games.game)
    assert again.history.saved_steps() == session.history.saved_steps()
    assert again.log(None) == session.log(None)


def test_it_can_be_taken_back_only_together_and_done_again() -> None:
    session = scenario()
    digest = session.history.digest(0)
    correct(session, changed(session, replace(piece(session, "R1"), steps=1)))
    after = session.history.digest(1)
    assert session.undo_needs_consent() and after != digest
    assert "must consent" in reasons(session.undo() or Accepted((), ()))
    assert session.undo(BOTH) is None and session.history.digest(0) == digest
    assert session.redo() is None and session.history.digest(1) == after


@pytest.mark.parametrize(
    ("consent", "why"),
    [
        ({}, "red and blue must agree"),
        ({"red": "Anna"}, "blue must agree"),
        ({"red": "Anna", "blue": "  "}, "blue must agree"),
        ({**BOTH, "green": "Carl"}, "'green' does not play"),
        ({"red": "A" * 61, "blue": "B"}, "at most 60 letters"),
    ],
)
def test_every_side_agrees_by_name(consent: dict[str, str], why: str) -> None:
    session = scenario()
    answer = correct(session, changed(session, replace(piece(session, "R1"), steps=1)), consent=consent)
    assert why in reasons(answer) and len(session) == 0


def test_what_breaks_the_game_is_refused_with_a_sentence() -> None:
    session = scenario()
    one, enemy = piece(session, "R1"), next(p for p in session.state.all(Piece).values() if p.side == "blue")
    for record, why in (
        (replace(one, steps=3), "R1 has 3 steps"),
        (replace(one, place="9999"), "R1 is in 9999, which is off the map"),
        (replace(one, place=enemy.place), f"both sides stand in {enemy.place}"),
    ):
        assert why in reasons(correct(session, changed(session, record)))
    clock = session.state.one(Clock)
    assert "could not go on from there" in reasons(correct(session, Change(Clock, "", clock, None)))
    assert len(session) == 0


def test_what_is_needed_now_stays() -> None:
    session = play(beside(dice="[5]"), "attack 0402", "add R1", "resolve", "pass", "pass")
    victims = [piece(session, key) for key in ("B1", "B2")]
    answer = correct(session, *(Change(Piece, victim.key, victim, None) for victim in victims))
    assert "Piece B1 takes part in what is going on now" in reasons(answer)
    free = piece(session, "RG")
    assert isinstance(correct(session, Change(Piece, "RG", free, None)), Accepted)


def test_a_position_in_which_nothing_can_be_chosen_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    session = scenario()
    monkeypatch.setattr(type(session.choice), "legal", lambda self, state: [])
    with monkeypatch.context() as patch:
        patch.setattr(
            "engine.referee.correction._faults",
            lambda game, state, faults=_faults: faults(game, state) if state is not session.state else [],
        )
        answer = correct(session, changed(session, replace(piece(session, "R1"), steps=1)))
    assert "red would have nothing to decide any more" in reasons(answer)


def test_a_position_with_an_old_fault_can_be_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    session = scenario()
    old = session.game.invariants
    monkeypatch.setattr(
        type(session.game), "invariants", lambda self, state: iter(["the bridge is gone", *old(state)])
    )
    answer = correct(session, changed(session, replace(piece(session, "R1"), steps=1)))
    assert isinstance(answer, Accepted), "the old fault is not this correction's"


@pytest.mark.parametrize(
    ("ruling", "why"),
    [
        (Correction(('{"is":"Dice","seed":"1"}',)), "not a record of the table"),
        (Correction(('{"is":"WholeGame"}',)), "not a record of the table"),
        (Correction(('{"is":"Piece","key":"R1","side":"red","place":7}',)), "place must be text, not 7"),
        (Correction(('{"is":"Rocket","key":"R1"}',)), "is 'Rocket', which is not known there"),
        (Correction(("[]",)), "must be a table"),
        (Correction(removes=(("Piece", "R77"),)), "no Piece 'R77' that could be removed"),
        (Correction(removes=(("os", "system"),)), "no os 'system' that could be removed"),
        (Correction(removes=(("Piece", "R1"), ("Piece", "R1"))), "corrected twice"),
    ],
)
def test_only_records_of_the_game_can_be_written(ruling: Correction, why: str) -> None:
    session = scenario()
    answer = session.rule(replace(ruling, consent=tuple(BOTH.items())))
    assert why in reasons(answer) and len(session) == 0


def test_a_finished_game_stays_as_it_is() -> None:
    session = scenario(seed="to the end")
    play_on(session, 5000)
    assert session.choice is None
    one = next(iter(session.state.all(Piece).values()))
    assert "The game is over" in reasons(correct(session, Change(Piece, one.key, one, None)))


def test_an_opened_table_is_told_even_if_nothing_is_changed() -> None:
    session = scenario()
    answer = correct(session)
    assert isinstance(answer, Accepted) and answer.events[0].what == "TableOpened"
    assert "nothing was changed" in answer.events[0].text and session.undo_needs_consent()


def test_changes_in_words() -> None:
    session = scenario()
    one = piece(session, "R1")
    assert describe(Change(Piece, "R1", one, None)) == "Piece R1 is removed"
    assert describe(Change(Piece, "R1", None, one)) == "Piece R1 is put back"
    assert describe(Change(Clock, "", Clock(1), Clock(2))) == "Clock: turn 1 → 2"
    assert describe(changed(session, replace(one, concealed=True))) == "Piece R1: concealed no → yes"


# new dice


def faces(session: Session) -> list[tuple[int, ...]]:
    return [event.dice for _, event in session.log(None) if event.dice]


def test_a_branch_with_new_dice_does_not_foretell_the_old_ones() -> None:
    session = scenario(seed="old")
    play_on(session, 20)
    same, other = session.branch(20), session.branch(20, seed="new")
    assert len(other) == 21 and other.state.tables == same.state.tables
    for table in (session, same, other):
        play_on(table, 60)
    assert faces(same) == faces(session) and faces(other) != faces(session)
    told = [event.text for _, event in other.log("red") if event.what == "SeedCommitted"]
    assert len(told) == 2 and told[1].startswith("From here on this game has dice of its own")
    assert "new" not in told[1].split("seal is ")[1]


def test_new_dice_are_saved_where_they_begin() -> None:
    session = scenario(seed="old")
    play_on(session, 20)
    branch = session.branch(20, seed="new")
    play_on(branch, 30)
    save = loads(saved(branch).dumps())
    assert save.start.seed == "old" and save.seed == "new" and save.steps[20].action == NewDice("new")
    assert replay(save, branch.game).history.saved_steps() == branch.history.saved_steps()
    loaded = restore(save, games.game)
    play_on(loaded, 20)
    play_on(branch, 20)
    assert faces(loaded) == faces(branch)
    forged = json.loads(json.dumps(saved(branch).plain()))
    forged["actions"][20][1] = str(NewDice("loaded"))
    with pytest.raises(BadInput, match="does not fit its last action"):
        restore(from_plain(forged), games.game)


def test_new_dice_are_not_taken_back() -> None:
    session = scenario(seed="old").branch(0, seed="new")
    assert "belongs to the game it left" in reasons(session.undo(BOTH) or Accepted((), ()))
    assert len(session) == 1


# damage


def test_rulings_are_read_back_as_they_are_written() -> None:
    entry = next(e for e in saved(corrected_game()).steps if isinstance(e.action, Correction))
    assert rulings.parse(str(entry.action)) == entry.action
    assert rulings.parse(str(NewDice("é\n"))) == NewDice("é\n")


def test_damaged_rulings_give_one_sentence() -> None:
    session = corrected_game()
    tree = json.loads(json.dumps(saved(session).plain()))
    at = next(n for n, row in enumerate(tree["actions"]) if row[1].startswith("{"))
    sound = json.loads(tree["actions"][at][1])
    spoiled = [{**sound, name: value} for name in (*sound, "dice", "more") for value in HOSTILE + ONLY_JSON]
    spoiled += [{k: v for k, v in sound.items() if k != name} for name in sound]
    for field in ("key", "side", "place", "steps", "guns", "is", "more"):
        for value in HOSTILE + ONLY_JSON:
            spoiled.append({**sound, "correct": [{**sound["correct"][0], field: value}]})
    refused = 0
    for damage in spoiled:
        for row in (["", json.dumps(damage), tree["actions"][at][2]], ["red", json.dumps(damage), "0"]):
            actions = [*tree["actions"][:at], row, *tree["actions"][at + 1 :]]
            try:
                replay(from_plain({**tree, "actions": actions, "snapshot": None}), session.game)
            except BadInput as problem:
                says_something(problem)
                refused += 1
    assert refused > len(spoiled)


def test_a_forged_correction_is_found_by_its_digest() -> None:
    session = corrected_game()
    save = saved(session)
    at = next(n for n, e in enumerate(save.steps) if isinstance(e.action, Correction))
    entry = save.steps[at]
    assert isinstance(entry.action, Correction)
    forged = replace(entry, action=replace(entry.action, removes=()))
    entries = (*save.steps[:at], forged, *save.steps[at + 1 :])
    with pytest.raises(
        Divergence, match=f"Action {at + 1} no longer leads where it did: the correction gives"
    ):
        replay(replace(save, steps=entries), session.game)


@pytest.mark.parametrize("key", games.keys())
def test_every_game_can_be_corrected(key: str) -> None:
    """Put each record of the table again with one whole number changed: told, or refused with a sentence."""
    game = games.game(key)
    name = game.scenarios()[0]
    session = Session.begin(game, Start(key, "scenario", name, game.scenario_text(name), "corrected"))
    play_on(session, 25)
    sides = {side: side.title() for side in session.state.scenario.sides}
    counters = session.view(None).counters
    units = {c.id: c.place for c in counters}
    owners = {c.id: c.side for c in counters}
    tried = done = 0
    for kind in game.kinds:
        for unit in list(units)[:6]:
            record = session.state.tables[kind].get(unit)
            if record is None or getattr(record, "place", "") != units[unit]:
                continue
            tried += 1
            for place in sorted({c.place for c in counters if c.side == owners[unit]})[:4]:
                change = Change(kind, unit, record, replace(record, place=place))
                answer = session.branch(len(session)).rule(correction_of(game.codec, [change], sides))
                if isinstance(answer, Refused):
                    assert all(len(refusal.why.split()) > 2 for refusal in answer.refusals)
                else:
                    done += 1
    assert tried and done


def test_what_was_judged_is_entered_only_where_it_was_judged() -> None:
    session = scenario()
    ruling = correction_of(
        session.game.codec, [changed(session, replace(piece(session, "R1"), steps=1))], BOTH
    )
    judged = session.judge(ruling)
    assert not isinstance(judged, Refused) and len(session) == 0 and piece(session, "R1").steps == 2
    play_on(session, 1)
    with pytest.raises(RulesBug, match="the game has gone on since this was judged"):
        session.enter(judged)
    session.undo(BOTH)
    assert isinstance(session.enter(judged), Accepted) and piece(session, "R1").steps == 1
