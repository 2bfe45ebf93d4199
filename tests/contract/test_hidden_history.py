"""What a side can look up about the past does not depend on what it cannot see.

Two games are compared that differ only in what is hidden from a side and whose tables look alike to it: what
the window tells of them, in recap, chapters, undo list and statistics, must be alike too.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from app.play.history.chapters import chapters
from app.play.history.recap import recap, traces
from app.play.history.undo_list import describe
from app.report.statistics import count
from engine import games
from engine.bots import scrutiny, secrecy
from engine.referee.event import Event
from engine.referee.seat import Seat
from engine.referee.session import Session
from engine.referee.transaction import Transaction
from engine.referee.view_change import ViewChange
from tests.contract.hidden_tables import hidden_tables, some_legal, twins
from tests.toy.records import Piece


def logged(session: Session, side: str) -> Any:
    return session.log(side)


def recapped(session: Session, side: str) -> Any:
    now = len(session)
    seat = Seat(session, side)
    return recap(seat), traces(seat.view_at(now - 1), seat.view_at(now))


def divided(session: Session, side: str) -> Any:
    return chapters(Seat(session, side))


def undo_list(session: Session, side: str) -> Any:
    """The undo list as it looks when this side sits in the chair."""
    _, *steps = Seat(session, side).steps()
    free = [step.is_barrier for step in steps]
    return [describe(step, str) for step in steps], free, session.undo_needs_consent()


def remembered(session: Session, side: str) -> Any:
    """Everything else that a step tells its reader."""
    return [
        (step.side, step.action, step.is_ruling, step.was_automatic, step.titles, step.decision, step.label())
        for step in Seat(session, side).steps()
    ]


def changed(session: Session, side: str) -> Any:
    """What a window would paint again."""
    seat, now = Seat(session, side), len(session)
    return ViewChange.between(seat.view_at(now - 1), seat.view_at(now))


def counted(session: Session, side: str) -> Any:
    return count(session, side, lambda *_: None)


TELLS: tuple[Callable[[Session, str], Any], ...] = (
    *(logged, recapped, divided, undo_list, counted),
    *(remembered, changed),
)


@pytest.mark.parametrize("key", games.keys())
def test_no_answer_or_log_betrays_what_is_hidden(key: str) -> None:
    for number, table in enumerate(hidden_tables(key)):
        chance = Random(f"answers {key} {number}")
        wild = scrutiny.wild_actions(table, table.legal(), chance, 12)
        for side in table.state.scenario.sides:
            tried = some_legal(table, chance)
            assert list(secrecy.betrayals(table, side, [*tried, *wild], chance)) == []
            assert list(secrecy.leaks(table, side, tried, chance)) == []


@pytest.mark.parametrize("key", games.keys())
def test_no_history_betrays_what_is_hidden(key: str) -> None:
    compared = 0
    for number, table in enumerate(hidden_tables(key)):
        chance = Random(f"history {key} {number}")
        for side in table.state.scenario.sides:
            for one, other, action in twins(table, side, chance):
                compared += 1
                for tells in TELLS:
                    where = f"{tells.__name__} of {side} after {action}, {table.start.key}"
                    assert tells(one, side) == tells(other, side), where
    assert compared or not hidden_tables(key)


def test_a_hint_in_the_log_is_found_in_every_history(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: twigs break where a concealed unit goes."""

    def say(tx: Transaction, piece: Piece, what: str, text: str, case_id: str) -> None:
        seen_by = (piece.side,) if piece.concealed else None
        tx.emit(Event(what, text, case_id, seen_by, redacted=f"Twigs break in {piece.place}"))

    monkeypatch.setattr("tests.toy.movement.say", say)
    found = set()
    for number, table in enumerate(hidden_tables.__wrapped__("toy")):
        chance = Random(f"hint {number}")
        for side in table.state.scenario.sides:
            for one, other, _ in twins(table, side, chance):
                found |= {tells for tells in TELLS if tells(one, side) != tells(other, side)}
    assert found == {logged, recapped, undo_list, counted}
