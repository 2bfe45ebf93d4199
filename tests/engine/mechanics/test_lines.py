"""Supply and command as they were judged last."""

from __future__ import annotations

from engine.mechanics.lines import judge
from engine.referee import Scenario, State, Transaction, marked
from engine.referee.dice import Dice
from engine.referee.game import SHARED_RECORDS


def test_a_cut_line_is_marked_until_it_is_judged_again() -> None:
    tx = Transaction(State.new(Scenario("toy", ("red", "blue"), {}), SHARED_RECORDS, (), (), Dice("seed")))
    assert not judge(tx, "tanks", "out of supply", False)
    assert judge(tx, "tanks", "out of supply", True) and marked(tx.state, "tanks", "out of supply")
    assert not judge(tx, "tanks", "out of supply", True)
    assert judge(tx, "tanks", "out of supply", False) and not marked(tx.state, "tanks", "out of supply")
