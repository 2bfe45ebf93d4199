"""What was derived is asked again when something it rests on has changed, and never reads anything else."""

from __future__ import annotations

from typing import Any

import pytest

from engine.record import Record
from engine.referee import state as states
from engine.referee.marks import Mark, marked, marks_on, subjects_with
from engine.referee.refusal import RulesBug
from engine.referee.state import State, derived
from engine.referee.transaction import Transaction
from tests.engine.referee.drill import Clock, Squad
from tests.engine.referee.test_transaction import Segment, state


def test_a_second_write_into_another_of_its_tables_is_noticed() -> None:
    @derived(Squad, Clock)
    def rounds(state: State) -> int:
        return state.one(Clock).round

    tx = Transaction(state())
    found = []
    for number in (5, 6, 7):
        tx.put(Clock(number))
        found.append(rounds(tx.state))
    assert found == [5, 6, 7]


def test_arguments_by_name_are_arguments() -> None:
    @derived(Squad)
    def posts(state: State, *, above: int, at_most: int = 9) -> int:
        return sum(above < squad.post <= at_most for squad in state.all(Squad).values())

    there = state(Squad("N1", "north", 1), Squad("N2", "north", 3))
    assert [posts(there, above=0), posts(there, above=2), posts(there, above=0, at_most=1)] == [2, 1, 1]
    assert posts(there, at_most=1, above=0) == 1


def test_nothing_is_an_answer_too() -> None:
    asked = []

    @derived(Squad)
    def nothing(state: State) -> None:
        asked.append(1)

    there = state()
    assert nothing(there) is None and nothing(there) is None
    assert asked == [1]


def test_what_failed_is_not_remembered() -> None:
    @derived(Squad)
    def fails(state: State) -> int:
        raise ValueError("a hole")

    there = state()
    for _ in range(2):
        with pytest.raises(ValueError, match="a hole"):
            fails(there)


@pytest.mark.parametrize("name", ["frames", "dice", "outcome", "frame"])
def test_what_no_table_holds_cannot_be_read(name: str) -> None:
    @derived(Squad)
    def careless(state: State) -> Any:
        return getattr(state, name)

    with pytest.raises(RulesBug, match="remembered by its tables alone"):
        careless(state())


@derived(Squad, Clock)
def of_both(state: State) -> int:
    return len(state.all(Squad))


@pytest.mark.parametrize(
    "read",
    [
        lambda state: state.get(Clock, ""),
        lambda state: state.find(Clock, ""),
        lambda state: state.all(Clock),
        of_both,
    ],
)
def test_an_undeclared_table_is_named(read: Any) -> None:
    @derived(Squad)
    def careless(state: State) -> Any:
        return read(state)

    there = state()
    for _ in range(2):
        with pytest.raises(RulesBug, match=r"Clock is not a table here: .* declare it in @derived"):
            careless(there)
        assert of_both(there) == 1, "remembered from elsewhere, it is still not declared there"


def test_marks_must_be_declared_like_any_table() -> None:
    @derived(Squad)
    def careless(state: State) -> bool:
        return marked(state, "N1", "tired")

    with pytest.raises(RulesBug, match="Mark is not a table here"):
        careless(state())


def test_what_cannot_be_remembered_is_said() -> None:
    @derived(Squad)
    def count(state: State, among: Any) -> int:
        return len(among)

    with pytest.raises(RulesBug, match=r"count cannot be remembered by \(\['N1'\],\): unhashable"):
        count(state(), ["N1"])
    with pytest.raises(TypeError, match="each is @derived and so answers once"):

        @derived(Squad)
        def each(state: State) -> Any:
            yield from state.all(Squad)


def test_dice_and_the_end_of_the_game_change_what_follows_from_everything() -> None:
    @derived()
    def everything(state: State) -> tuple[int, int, bool]:
        return state.dice.fallen, len(state.frames), state.outcome is not None

    tx = Transaction(state())
    found = [everything(tx.state)]
    tx.roll("2d6", "1", "why")
    found.append(everything(tx.state))
    tx.replace(Segment("on"))
    found.append(everything(tx.state))
    tx.finish("", "over", "1")
    found.append(everything(tx.state))
    assert found == [(0, 2, False), (2, 2, False), (2, 2, False), (2, 0, True)]


def test_a_table_that_never_changes_does_not_remember_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "_MOST", 10)

    @derived(Clock)
    def same(state: State, number: int) -> int:
        return number

    there = state()
    assert [same(there, number) for number in range(100)] == list(range(100))
    assert len(there.tables[Clock].memo) <= 10


def test_marks_are_found_by_what_carries_them() -> None:
    tx = Transaction(state())
    for name in ("tired", "moved"):
        tx.mark("N1", name)
    marks = marks_on(tx.state, "N1")
    marks.clear()
    assert [mark.name for mark in marks_on(tx.state, "N1")] == ["tired", "moved"], "the list is one's own"
    tx.unmark("N1", "tired")
    assert marks_on(tx.state, "N1") == [Mark("N1", "moved")] and marks_on(tx.state, "N2") == []
    tx.mark("N2", "moved")
    assert subjects_with(tx.state, "moved") == ["N1", "N2"] and subjects_with(tx.state, "tired") == []


class Ghost(Record):
    key: str


def test_a_record_of_no_table_cannot_be_written() -> None:
    tx = Transaction(state())
    with pytest.raises(RulesBug, match="Ghost is not a table here: register it"):
        tx.put(Ghost("N1"))
