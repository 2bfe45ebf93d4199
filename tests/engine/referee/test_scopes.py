"""Marks end with the frame they were made in, however frames are nested, replaced or opened elsewhere."""

from __future__ import annotations

from engine.referee.frame import Frame
from engine.referee.marks import Mark, marked
from engine.referee.transaction import Transaction
from tests.engine.referee.test_transaction import GameTurn, Segment, state


class PlayerTurn(Frame):
    scope = "player turn"


class Attack(Frame):
    """A frame without a scope."""


class Barrage(Frame):
    scope = "segment"


def table(*frames: Frame) -> Transaction:
    return Transaction(state(frames=frames))


def test_frames_of_one_scope_inside_one_another_keep_their_marks_apart() -> None:
    tx = table(GameTurn(), Segment(), Attack(), Segment())
    tx.mark("N1", "inner", "segment")
    tx.pop()
    assert not marked(tx.state, "N1", "inner")
    tx.mark("N1", "outer", "segment")
    tx.push(Barrage())
    tx.pop()
    assert marked(tx.state, "N1", "outer")
    tx.pop()
    tx.pop()
    assert not tx.state.all(Mark)


def test_turns_are_counted_wherever_the_next_frame_of_the_scope_is_opened() -> None:
    tx = table(GameTurn(), Attack(), PlayerTurn())
    tx.mark("N1", "disrupted", "player turn", turns=3)
    tx.pop()
    tx.replace(PlayerTurn())
    tx.pop()
    assert marked(tx.state, "N1", "disrupted"), "two of three player turns have ended"
    for frame in (Attack(), Attack(), Attack(), PlayerTurn()):
        tx.push(frame)
    tx.pop()
    assert not marked(tx.state, "N1", "disrupted")


def test_a_turn_inside_a_turn_does_not_count_for_the_outer_one() -> None:
    tx = table(GameTurn())
    tx.mark("N1", "disrupted", "game turn", turns=2)
    tx.push(GameTurn())
    tx.pop()
    assert tx.state.get(Mark, "N1|disrupted").left == 2
    tx.push(GameTurn())
    tx.mark("N2", "disrupted", "game turn", turns=2)
    tx.pop()
    tx.pop()
    assert tx.state.get(Mark, "N1|disrupted").left == 1
    assert not marked(tx.state, "N2", "disrupted"), "it ended with the inner and with the outer turn"


def test_a_scope_ends_when_its_frame_becomes_another_thing() -> None:
    tx = table(GameTurn(), Segment())
    tx.mark("N1", "moved", "segment")
    tx.replace(Barrage())
    assert marked(tx.state, "N1", "moved"), "the same scope goes on"
    tx.replace(Attack())
    assert not marked(tx.state, "N1", "moved")


def test_what_is_ended_by_hand_does_not_end_with_a_frame_of_that_name() -> None:
    tx = table(GameTurn(), Segment())
    tx.mark_until("N1", "dug in", "segment")
    tx.pop()
    assert marked(tx.state, "N1", "dug in")
    tx.end_scope("segment", "N2")
    assert marked(tx.state, "N1", "dug in")
    tx.end_scope("segment")
    assert not marked(tx.state, "N1", "dug in")


def test_many_marks_end_at_once() -> None:
    tx = table(GameTurn(), Segment())
    for number in range(50):
        tx.mark(f"N{number}", "moved", "segment", turns=1 + number % 2)
    tx.pop()
    assert len(tx.state.all(Mark)) == 25
    assert {mark.left for mark in tx.state.all(Mark).values()} == {1}
