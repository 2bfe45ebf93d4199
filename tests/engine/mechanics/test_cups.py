"""Chits in a cup."""

from __future__ import annotations

from fractions import Fraction

from engine.mechanics.cups import chances, empty_into, peek, put_back
from engine.referee import Cup, Transaction
from tests.engine.mechanics.small_table import table

CUP = Cup("fate", ("+1", "+1", "0", "-1"))


def test_a_chit_that_was_drawn_goes_back() -> None:
    tx = Transaction(table(CUP, loaded=(3,)))
    chit = tx.draw(CUP, "7.5", "Combat chit")
    assert chit == "0"
    assert sorted(tx.state.get(Cup, "fate").chits) == ["+1", "+1", "-1"]
    put_back(tx, "fate", (chit,))
    assert sorted(tx.state.get(Cup, "fate").chits) == sorted(CUP.chits)


def test_only_who_looks_sees_the_chit() -> None:
    tx = Transaction(table(CUP, loaded=(4,)))
    assert peek(tx, "fate", "blue", "8.3", "A look at the plans") == "-1"
    told = [[event.for_side(side) for event in tx.events] for side in ("blue", "red")]
    assert ["-1" in event.text for events in told for event in events if event] == [True, False]
    assert sorted(tx.state.get(Cup, "fate").chits) == sorted(CUP.chits)
    assert tx.barrier


def test_how_likely_each_chit_is() -> None:
    assert chances(table(CUP), "fate") == {
        "+1": Fraction(1, 2),
        "0": Fraction(1, 4),
        "-1": Fraction(1, 4),
    }


def test_used_chits_fill_the_cup_again() -> None:
    tx = Transaction(table(Cup("fate"), Cup("used", ("a", "b"))))
    empty_into(tx, "used", "fate", "1.4", "The cup is filled again")
    assert tx.state.get(Cup, "fate").chits == ("a", "b")
    assert tx.state.get(Cup, "used").chits == ()
