"""Positions are values: they can be kept, copied, written, read, taken back and played again."""

from __future__ import annotations

import json

from msgspec.structs import replace

from engine import games
from engine.bots import scrutiny
from engine.referee.frame import Choice
from engine.referee.save import loads, replay, restore, saved
from engine.referee.session import Accepted, Refused, Session
from engine.referee.state import State
from engine.referee.transaction import Transaction
from tests.contract.sample import SEED, Sample, begin, play


def test_playing_leaves_the_old_position_alone(played: Sample) -> None:
    for table, choice, legal in played.decisions():
        state = table.state
        before, prompt = played.encoded(state), choice.prompt(state)
        for action in played.chance("old position").sample(legal, min(6, len(legal))):
            branch = table.branch(len(table))
            assert isinstance(branch.submit(choice.side, action), Accepted)
            assert branch.state is not state
        assert played.encoded(state) == before
        assert choice.legal(state) == legal and choice.prompt(state) == prompt


def test_a_clone_is_equal_and_independent(played: Sample) -> None:
    for table in played.tables():
        state = table.state
        before = played.encoded(state)
        clone = state.clone()
        assert played.encoded(clone) == before
        tx = Transaction(clone)
        for records in list(clone.tables.values()):
            for record in list(records.values()):
                tx.remove(record)
        assert not any(tx.state.tables.values()) or not any(state.tables.values())
        assert played.encoded(clone) == before and played.encoded(state) == before


def through_json(played: Sample, state: State) -> State:
    """A position as it comes back from a file."""
    text = json.dumps(played.encoded(state), ensure_ascii=False)
    return played.game.codec.decode_state(json.loads(text), state.scenario, played.game.kinds)


def test_json_brings_back_the_same_position(played: Sample) -> None:
    codec = played.game.codec
    for table in played.tables():
        state = table.state
        back = through_json(played, state)
        assert back.tables == state.tables and back.frames == state.frames
        assert back.dice == state.dice and back.outcome == state.outcome
        assert codec.digest(back, codec.weigh_tables(back)) == table.history.digest(len(table))
        if isinstance(choice := table.choice, Choice):
            again = back.frames[-1]
            assert isinstance(again, Choice) and again.prompt(back) == choice.prompt(state)
            assert again.legal(back) == table.legal()
        for side in (None, *played.sides):
            assert played.game.view(back, side) == played.game.view(state, side)


def test_every_class_met_in_play_is_registered(played: Sample) -> None:
    records, frames = set(), set()
    for step in played.session.history.all():
        frames |= {type(frame) for frame in step.state.frames}
        records |= {change.kind for change in step.changes}
    records |= {kind for kind, content in played.session.state.tables.items() if content}
    assert records <= set(played.game.kinds)
    assert frames <= set(played.game.frames)
    for step in played.session.history.all():
        played.encoded(step.state)


def test_the_digest_follows_every_change(played: Sample) -> None:
    for table in played.tables():
        assert list(scrutiny.drift(table)) == []
        for records in table.state.tables.values():
            for key, record in records.items():
                assert record.key == key


def test_undo_and_redo_lead_back_and_forth(played: Sample) -> None:
    table = played.session.branch(len(played.session))
    count = min(60, len(table))
    logged = table.log(None)
    positions = [played.encoded(table.at(at)) for at in range(len(table) + 1)]
    for _ in range(count):
        assert table.undo(consent=played.sides) is None
        assert played.encoded(table.state) == positions[len(table)]
    for _ in range(count):
        assert table.can_redo and table.redo() is None
        assert played.encoded(table.state) == positions[len(table)]
    assert not table.can_redo and isinstance(table.redo(), Refused)
    assert [line for line in table.log(None) if line[1].what != "ActionTakenBack"] == logged


def test_what_was_taken_back_falls_the_same_way_again(played: Sample) -> None:
    steps = played.session.history.all()
    rolled = [at for at, step in enumerate(steps) if at and any(e.dice for e in step.events)][:5]
    for at in rolled:
        table = played.session.branch(at)
        side, action = steps[at].side, steps[at].action
        assert action is not None
        assert table.undo(consent=played.sides) is None
        answer = table.submit(side, action)
        assert isinstance(answer, Accepted)
        assert [e.dice for e in answer.events if e.dice] == [e.dice for e in steps[at].events if e.dice]
        assert played.encoded(table.state) == played.encoded(steps[at].state)


def test_a_new_side_takes_nothing_of_another_back_without_consent(played: Sample) -> None:
    steps = played.session.history.all()
    deciding = [step.outline.frames[-1].side if step.outline.frames else "" for step in steps]
    handed_over = [at for at in range(1, len(steps)) if steps[at].side not in ("", deciding[at])]
    for at in handed_over:
        table = played.session.branch(at)
        assert table.undo_needs_consent()
        for consent in ((), (deciding[at],)):
            assert isinstance(table.undo(consent), Refused)
        table.go_to_length(0)
        assert len(table) == at
    for at in handed_over[:5]:
        table = played.session.branch(at)
        assert table.undo(consent=played.sides) is None and len(table) == at - 1
        told = [event.text for _, event in table.log(None) if event.what == "ActionTakenBack"]
        assert len(told) == 1 and f"Action {at} was taken back" in told[0]


def test_undo_past_dice_needs_the_consent_of_all(played: Sample) -> None:
    steps = played.session.history.all()
    for at in played.numbers:
        table = played.session.branch(at)
        if at == 0:
            assert isinstance(table.undo(consent=played.sides), Refused)
            continue
        barrier = steps[at].barrier or steps[at].state.dice.fallen > steps[at - 1].state.dice.fallen
        barrier = barrier or table.choice is None or table.choice.side != steps[at].side
        assert table.undo_needs_consent() == barrier
        if not barrier:
            assert table.undo() is None and len(table) == at - 1 and table.takebacks == []
            continue
        for consent in ((), *((side,) for side in played.sides if len(played.sides) > 1), ("nobody", "")):
            assert isinstance(table.undo(consent), Refused) and len(table) == at
        assert table.undo(consent=played.sides) is None and len(table) == at - 1
        assert [(taken.at, taken.consent) for taken in table.takebacks] == [(at, tuple(sorted(played.sides)))]
        again = restore(loads(saved(table).dumps()), games.game)
        assert again.takebacks == table.takebacks


def test_saves_open_and_replay_to_the_same_game(played: Sample) -> None:
    for at in {0, len(played.session) // 2, len(played.session)}:
        assert list(scrutiny.lost_in_saving(played.session.branch(at), games.game)) == []


def test_a_replay_passes_through_the_same_positions(played: Sample) -> None:
    again = replay(loads(saved(played.session).dumps()), played.game)
    for at in range(len(played.session) + 1):
        assert again.history.digest(at) == played.session.history.digest(at)
        assert again.history[at].events == played.session.history[at].events


def test_a_save_of_older_rules_is_replayed(played: Sample) -> None:
    save = replace(
        saved(played.session), rules_version=played.game.rules_version - 1, snapshot={"is": "ignored"}
    )
    assert played.encoded(restore(save, games.game).state) == played.encoded(played.session.state)


def test_a_branch_goes_its_own_way(played: Sample) -> None:
    at = len(played.session) // 2
    before = played.encoded(played.session.state), len(played.session)
    other = played.session.branch(at)
    assert played.encoded(other.state) == played.encoded(played.session.at(at))
    play(other, 10, "another way")
    assert (played.encoded(played.session.state), len(played.session)) == before
    assert list(scrutiny.lost_in_saving(other, games.game)) == []


def test_the_same_seed_is_the_same_game(played: Sample) -> None:
    again = play(begin(played.key, played.scenario), 40)
    for at in range(len(again) + 1):
        assert again.history.digest(at) == played.session.history.digest(at)


def test_every_option_can_be_set(played: Sample) -> None:
    start = played.session.start
    for name, values in played.game.options(start.text).items():
        assert name and values
        for value in values:
            session = play(Session.begin(played.game, replace(start, options={name: value})), 10, SEED)
            assert list(scrutiny.lost_in_saving(session, games.game)) == []
