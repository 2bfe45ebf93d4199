"""Powers below a side, and the points that they hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mechanics.pools import Pool, fill, left, price, refusals_to_spend, spend, tracks
from engine.mechanics.powers import Powers
from engine.record import Record
from engine.referee import RulesBug, Scenario, State, Transaction
from engine.referee.dice import Dice
from engine.referee.game import SHARED_RECORDS

POWERS = Powers({"allied": {"west": "the West", "east": "the East"}, "axis": {"reich": "the Reich"}})
POINTS = "movement points"


class Army(Record):
    key: str
    power: str


def table(*pools: Pool) -> State:
    scenario = Scenario("test", ("allied", "axis"), {})
    return State.new(scenario, (*SHARED_RECORDS, Pool), pools, (), Dice("seed"))


def test_a_power_belongs_to_a_side_and_has_a_name() -> None:
    assert list(POWERS) == ["west", "east", "reich"]
    assert POWERS.of("allied") == ("west", "east") and POWERS.of("nobody") == ()
    assert POWERS.side_of("reich") == "axis"
    assert (POWERS.title_of("east"), POWERS.title_of("moon")) == ("the East", "moon")
    assert "west" in POWERS and "allied" not in POWERS


def test_powers_that_do_not_act_together() -> None:
    both = [Army("1", "west"), Army("2", "east"), Army("3", "west")]
    assert [str(why) for why in POWERS.refusals_to_combine("7.1", both, "attack")] == [
        "the West and the East cannot attack together (7.1)"
    ]
    assert not list(POWERS.refusals_to_combine("7.1", both[::2], "attack"))


@given(st.integers(0, 50), st.integers(0, 50))
def test_nobody_spends_more_than_there_is(there: int, amount: int) -> None:
    state = table(Pool("west", POINTS, there))
    tx = Transaction(state)
    if list(refusals_to_spend(state, "5.1", "west", POINTS, amount)):
        assert amount > there
        with pytest.raises(RulesBug):
            spend(tx, "west", POINTS, amount)
    else:
        spend(tx, "west", POINTS, amount)
        assert left(tx.state, "west", POINTS) == there - amount


def test_each_owner_has_a_pool_of_its_own_for_each_kind_of_points() -> None:
    tx = Transaction(table())
    fill(tx, "west", POINTS, 9)
    fill(tx, "east", POINTS, 7)
    fill(tx, "west", "steps", 2)
    spend(tx, "west", POINTS, 4)
    fill(tx, "east", POINTS, 3)
    found = {pool.key: pool.left for pool in tx.state.all(Pool).values()}
    assert found == {"west: movement points": 5, "east: movement points": 3, "west: steps": 2}
    assert left(tx.state, "reich", POINTS) == 0


def test_what_is_said_of_a_pool() -> None:
    state = table(Pool("west", POINTS, 3), Pool("axis", "steps", 1))
    assert [str(why) for why in refusals_to_spend(state, "5.1", "west", POINTS, 4, "the West")] == [
        "the West has 3 of 4 movement points that this takes (5.1)"
    ]
    assert str(price(state, "5.1", "west", POINTS, 2)) == "2 of 3 movement points"
    shown = [(track.title, track.value, track.side, track.power) for track in tracks(state, POWERS)]
    assert shown == [("the West: movement points", "3", "allied", "west"), ("axis: steps", "1", "axis", "")]
