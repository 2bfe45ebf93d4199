"""The schedule of units that wait off the map."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.mechanics.arrivals import is_due, put_off, take_off_schedule, turn_due
from engine.referee import Due, Scenario, State, Transaction, due
from engine.referee.dice import Dice
from engine.referee.game import SHARED_RECORDS


def transaction() -> Transaction:
    scenario = Scenario("toy", ("red", "blue"), {})
    entry = Due("tanks", 3, "reinforcement", "tanks", "0101", "red")
    return Transaction(State.new(scenario, SHARED_RECORDS, (entry,), (), Dice("seed")))


def test_a_unit_may_come_from_its_turn_on_and_one_without_a_turn_at_once() -> None:
    state = transaction().state
    assert turn_due(state, "tanks") == 3 and turn_due(state, "staff") is None
    assert [is_due(state, "tanks", turn) for turn in (2, 3, 4)] == [False, True, True]
    assert is_due(state, "staff", 1)


def test_an_arrival_is_put_off_and_taken_off_the_schedule() -> None:
    tx = transaction()
    put_off(tx, "tanks", 5)
    assert tx.state.get(Due, "tanks") == Due("tanks", 5, "reinforcement", "tanks", "0101", "red")
    take_off_schedule(tx, "tanks")
    take_off_schedule(tx, "staff")
    assert tx.state.find(Due, "tanks") is None


@given(st.integers(1, 6), st.sampled_from(["", "before combat", "at night"]))
def test_an_arrival_with_a_moment_waits_for_it_in_its_own_turn_alone(turn: int, moment: str) -> None:
    tx = transaction()
    tx.put(replace(tx.state.get(Due, "tanks"), moment="before combat"))
    has_come = turn > 3 or (turn == 3 and moment == "before combat")
    assert is_due(tx.state, "tanks", turn, moment) == has_come
    assert bool(due(tx.state, turn, "reinforcement", moment)) == has_come
