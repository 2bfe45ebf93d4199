"""A loss that may be taken by turning a counter over or by changing it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.mechanics.step_ladder import FLIP, LOWER, Rung, after_losses, steps_left, ways_down


def test_the_steps_of_a_unit() -> None:
    assert steps_left(3, Rung(0)) == 4
    assert steps_left(3, Rung(2)) == 2
    assert steps_left(3, Rung(2, flipped=True)) == 1
    assert steps_left(1, Rung(0)) == 2


def test_a_loss_turns_the_counter_over_or_changes_it() -> None:
    assert ways_down(3, Rung(0)) == {FLIP: Rung(0, True), LOWER: Rung(1)}
    assert ways_down(3, Rung(2)) == {FLIP: Rung(2, True)}
    assert ways_down(3, Rung(0, True)) == {LOWER: Rung(1, True)}
    assert ways_down(3, Rung(2, True)) == {}


def test_a_counter_is_turned_over_once_in_any_mix_of_losses() -> None:
    assert after_losses(3, Rung(0), 2) == {Rung(2), Rung(1, True)}
    assert after_losses(1, Rung(0), 1) == {Rung(0, True)}
    assert after_losses(3, Rung(0), 4) == frozenset()


@given(st.integers(1, 5), st.integers(0, 4), st.booleans(), st.integers(0, 7))
def test_each_loss_takes_one_step(counters: int, rank: int, flipped: bool, losses: int) -> None:
    rung = Rung(min(rank, counters - 1), flipped)
    left = after_losses(counters, rung, losses)
    assert bool(left) == (losses < steps_left(counters, rung))
    assert all(steps_left(counters, one) == steps_left(counters, rung) - losses for one in left)
