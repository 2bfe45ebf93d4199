"""Losses one step at a time: duties first, asked only where there is a choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from engine.mechanics.losses import TakeLosses, begin_losses
from engine.mechanics.menu import PickOne
from engine.record import Record
from engine.referee import Action, Refusal, Scenario, State, Transaction
from engine.referee.dice import Dice
from engine.referee.game import SHARED_RECORDS


class Chip(Record):
    key: str
    steps: int = 2
    kind: str = ""


class Lose(TakeLosses):
    left: int
    owed: tuple[str, ...] = ()

    ruled_by: ClassVar[str] = "1"
    records: ClassVar[Mapping[str, type]] = {"unit": Chip}

    def prompt(self, state: State) -> str:
        return "Who loses a step?"

    def involved(self, state: State) -> Sequence[Chip]:
        return [chip for chip in state.all(Chip).values() if chip.steps]

    def fulfils(self, unit: Chip, duty: str) -> bool:
        return unit.kind == duty

    def refusals_to_lose(self, state: State, unit: Chip) -> Iterator[Refusal]:
        if unit.steps == 1 and any(chip.steps > 1 for chip in self.involved(state)):
            yield Refusal("2", "stronger units come first")

    def lose(self, tx: Transaction, unit: Chip) -> None:
        tx.put(Chip(unit.key, unit.steps - 1, unit.kind))


class Table(PickOne):
    def prompt(self, state: State) -> str:
        return "What now?"


def begun(steps: int, owed: tuple[str, ...], *chips: Chip) -> Transaction:
    scenario = Scenario("toy", ("red", "blue"), {})
    frames = (Table("red", ("x",)),)
    state = State.new(scenario, (*SHARED_RECORDS, Chip), chips, frames, Dice("seed"))
    tx = Transaction(state)
    begin_losses(tx, Lose("red", left=steps, owed=owed))
    return tx


def legal(tx: Transaction) -> list[str]:
    top = tx.state.frame
    return [action.target for action in top.legal(tx.state)] if isinstance(top, Lose) else []


def take(tx: Transaction, key: str) -> None:
    top = tx.state.frame
    assert isinstance(top, Lose)
    top.apply(tx, Action("lose", "unit", key))


def steps(tx: Transaction) -> list[int]:
    return [chip.steps for chip in tx.state.all(Chip).values()]


def test_the_owner_chooses_until_all_steps_are_lost() -> None:
    tx = begun(2, (), Chip("a"), Chip("b"))
    assert legal(tx) == ["a", "b"]
    take(tx, "b")
    assert steps(tx) == [1, 1], "the second step was no choice: a stronger unit comes first"
    assert isinstance(tx.state.frame, Table)


def test_what_owes_a_step_loses_it_first() -> None:
    tx = begun(3, ("armor",), Chip("a"), Chip("b", kind="armor"), Chip("c", kind="armor"))
    assert legal(tx) == ["b", "c"]
    top = tx.state.frame
    assert isinstance(top, Lose)
    refused = top.refusals(tx.state, Action("lose", "unit", "a"))
    assert [str(refusal) for refusal in refused] == ["armor must lose the first step (1)"]
    take(tx, "b")
    assert legal(tx) == ["a", "c"], "the duty is done"


def test_a_duty_that_nobody_can_fulfil_binds_nobody() -> None:
    assert legal(begun(1, ("armor",), Chip("a"), Chip("b"))) == ["a", "b"]


def test_losses_beyond_the_last_step_are_ignored() -> None:
    tx = begun(9, (), Chip("a", 1), Chip("b", 2))
    assert steps(tx) == [1, 1] and legal(tx) == ["a", "b"]
    take(tx, "a")
    assert steps(tx) == [0, 0]
    assert isinstance(tx.state.frame, Table)
    assert isinstance(begun(0, (), Chip("a")).state.frame, Table)


def test_who_is_not_involved_cannot_lose() -> None:
    tx = begun(1, (), Chip("a"), Chip("b"), Chip("gone", 0))
    top = tx.state.frame
    assert isinstance(top, Lose)
    assert [refusal.case for refusal in top.refusals(tx.state, Action("lose", "unit", "gone"))] == ["1"]
