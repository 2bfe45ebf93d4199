"""Counters that replace others."""

from __future__ import annotations

from engine.mechanics.substitution import hand_on_marks, take_over_marks
from engine.referee import Mark, Transaction, mark_value, marked, marks_on
from tests.engine.mechanics.small_table import Stand, table


def test_each_heir_has_the_marks_and_the_counter_that_goes_has_none() -> None:
    tx = Transaction(table(Stand("corps"), Stand("a"), Stand("b"), Mark("corps", "supplied", value="3")))
    hand_on_marks(tx, "corps", ["a", "b"])
    assert [mark_value(tx.state, key, "supplied") for key in ("a", "b")] == ["3", "3"]
    assert marks_on(tx.state, "corps") == []


def test_one_mark_among_those_replaced_is_enough() -> None:
    tx = Transaction(table(Stand("corps"), Mark("a", "unsupplied"), Mark("b", "moved")))
    take_over_marks(tx, ("a", "b"), "corps", ("unsupplied", "out of command"))
    assert marked(tx.state, "corps", "unsupplied")
    assert not marked(tx.state, "corps", "out of command")
    assert not marked(tx.state, "corps", "moved")
