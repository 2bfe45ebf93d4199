"""What is derived from several tables follows every write, also the second into the same table."""

from __future__ import annotations

from dataclasses import dataclass

from engine.referee.dice import Dice
from engine.referee.state import Scenario, State, derived
from engine.referee.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Piece:
    key: str
    hex: str


@dataclass(frozen=True, slots=True)
class Weather:
    sky: str
    key: str = ""


@derived(Piece, Weather)
def report(state: State, suffix: str = "") -> str:
    return f"{len(state.all(Piece))} under {state.one(Weather).sky}{suffix}"


def table() -> State:
    scenario = Scenario("derived", ("red", "blue"), {})
    return State.new(scenario, (Piece, Weather), [Piece("a", "0101"), Weather("clear")], (), Dice("1"))


def test_a_second_write_into_the_second_table_is_seen() -> None:
    tx = Transaction(table())
    tx.put(Weather("rain"))
    assert report(tx.state) == "1 under rain"
    tx.put(Weather("mud"))
    assert report(tx.state) == "1 under mud"


def test_what_was_derived_in_the_middle_of_an_action_does_not_outlive_it() -> None:
    first = table()
    tx = Transaction(first)
    tx.put(Weather("rain"))
    report(tx.state)
    tx.put(Weather("mud"))
    tx.put(Weather("snow"))
    assert report(tx.state) == "1 under snow"
    assert report(first) == "1 under clear"


def test_named_arguments_are_told_apart() -> None:
    state = table()
    assert report(state, suffix="!") == "1 under clear!"
    assert report(state, suffix="?") == "1 under clear?"
    assert report(state) == "1 under clear"
