"""Counters that only their owner sees."""

from __future__ import annotations

from random import Random

from engine.mechanics.hidden import exchanged, is_known_to, scattered, show_to
from engine.record import Record
from engine.referee import Scenario, State, Transaction
from engine.referee.dice import Dice
from engine.referee.game import SHARED_RECORDS
from tests.engine.mechanics.small_table import Stand, table

HIDDEN = [Stand(str(n), "red", f"010{n}", hidden=True) for n in range(1, 6)]
SEEN = Stand("9", "blue", "0109")


def test_hidden_counters_are_exchanged_among_each_other() -> None:
    state = table(*HIDDEN, SEEN)
    other = exchanged(state, Stand, HIDDEN, ("place",), Random(1))
    places = {key: unit.place for key, unit in other.all(Stand).items()}
    assert sorted(places.values()) == sorted(unit.place for unit in (*HIDDEN, SEEN))
    assert places != {key: unit.place for key, unit in state.all(Stand).items()}
    assert places["9"] == "0109"


def test_hidden_counters_are_scattered_over_free_places() -> None:
    state = table(*HIDDEN, SEEN)
    other = scattered(state, Stand, HIDDEN, lambda: ["0201", "0202"], Random(1))
    places = {unit.place for unit in HIDDEN}
    now = [other.get(Stand, unit.key).place for unit in HIDDEN]
    assert set(now) <= {"0201", "0202", *places} and len(set(now)) == len(HIDDEN)


class Plan(Record):
    key: str
    known_to: tuple[str, ...] = ()


def test_a_secret_is_known_to_its_owner_and_to_those_it_was_shown_to() -> None:
    scenario = Scenario("test", ("red", "blue", "green"), {})
    tx = Transaction(State.new(scenario, (*SHARED_RECORDS, Plan), (Plan("a"),), (), Dice("seed")))
    shown = show_to(tx, show_to(tx, tx.state.get(Plan, "a"), "blue"), "blue")
    assert shown == tx.state.get(Plan, "a") and shown.known_to == ("blue",)
    known = [side for side in ("red", "blue", "green", None) if is_known_to(shown, "red", side)]
    assert known == ["red", "blue", None]
    assert tx.barrier, "what was shown cannot be unseen"
