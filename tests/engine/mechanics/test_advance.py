"""Going forward hex by hex, until one may or will not go farther."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.mechanics.advance import Advance
from engine.mechanics.menu import PickOne
from engine.record import Record
from engine.referee import Action, Refusal, Scenario, State, Transaction
from engine.referee.dice import Dice
from engine.referee.game import SHARED_RECORDS


class Chip(Record):
    key: str
    place: int


class March(Advance):
    """Along a row of numbers; 4 stops it, 7 is the enemy."""

    left: int

    ruled_by = "1"

    def prompt(self, state: State) -> str:
        return "How far?"

    def ahead(self, state: State) -> Iterable[str]:
        return (str(state.get(Chip, "a").place + 1),)

    def refusals_to_enter(self, state: State, there: str) -> Iterator[Refusal]:
        if there == "7":
            yield Refusal("2", "the enemy")

    def enter(self, tx: Transaction, there: str) -> bool:
        tx.put(Chip("a", int(there)))
        return there != "4"


class Table(PickOne):
    def prompt(self, state: State) -> str:
        return "What now?"


def begun(place: int, left: int) -> Transaction:
    scenario = Scenario("toy", ("red", "blue"), {})
    frames = (Table("red", ("x",)), March("red", left=left))
    return Transaction(
        State.new(scenario, (*SHARED_RECORDS, Chip), (Chip("a", place),), frames, Dice("seed"))
    )


def go(tx: Transaction, text: str) -> bool:
    """Do it; is the side asked again?"""
    top = tx.state.frame
    assert isinstance(top, March) and not list(top.refusals(tx.state, Action.parse(text)))
    top.apply(tx, Action.parse(text))
    return isinstance(tx.state.frame, March)


def test_it_is_asked_as_long_as_it_may_go_on() -> None:
    tx = begun(1, 2)
    assert go(tx, "advance hex 2")
    assert not go(tx, "advance hex 3"), "that was all"
    assert tx.state.get(Chip, "a").place == 3


def test_it_stops_where_it_must_where_nothing_is_open_and_where_it_likes() -> None:
    assert not go(begun(3, 5), "advance hex 4")
    assert not go(begun(5, 5), "advance hex 6"), "the enemy is ahead"
    assert not go(begun(1, 5), "halt")


def test_only_what_is_ahead_and_open_is_accepted() -> None:
    tx = begun(6, 5)
    top = tx.state.frame
    assert isinstance(top, March)
    assert [str(refusal) for refusal in top.refusals(tx.state, Action("advance", "hex", "9"))] == [
        "9 is not ahead (1)"
    ]
    assert [refusal.case for refusal in top.refusals(tx.state, Action("advance", "hex", "7"))] == ["2"]
    done = begun(1, 0).state
    spent = done.frame
    assert isinstance(spent, March) and not spent.is_open(done)
    assert list(spent.refusals(done, Action("advance", "hex", "2"))), "no hexes are left"
