"""Procedures run their steps in the printed order; the sides answer in secret or by turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from engine.referee.action import Action
from engine.referee.dice import Dice
from engine.referee.event import Event
from engine.referee.frame import PASS, Alternating, Choice, Frame, Procedure, Simultaneous, settle
from engine.referee.marks import Mark
from engine.referee.preview import Preview
from engine.referee.refusal import Refusal, RulesBug
from engine.referee.state import Scenario, State
from engine.referee.transaction import Transaction
from tests.engine.referee.drill import SIDES, Clock


def say(word: str) -> Callable[[Transaction, Any], None]:
    return lambda tx, frame: tx.emit(Event("Said", word))


class Ask(Choice):
    def prompt(self, state: State) -> str:
        return "well?"

    def candidates(self, state: State) -> Iterable[Action]:
        return (Action("yes"), Action(PASS))

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        return iter(())

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.pop(action.verb)


class Listener(Ask):
    """The bottom of the stack: hears how what stood on it ended."""

    heard: str = "nothing yet"

    def resume(self, tx: Transaction, result: object) -> None:
        tx.replace(Listener(self.side, str(result)))


class AskNorth(Ask):
    """Left out of the sequence when south has the turn."""

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        return cls("north") if getattr(parent, "side", "") == "north" else None


class Sequence(Procedure):
    side: str
    steps = (say("first"), Ask, say("second"), AskNorth, say("third"))


class ThreeRounds(Procedure):
    steps = (lambda tx, frame: tx.put(Clock(tx.state.one(Clock).round + 1)),)

    def again(self, state: State) -> bool:
        return state.one(Clock).round < 3

    def result(self, state: State) -> str:
        return f"{state.one(Clock).round} rounds"


class Secret(Simultaneous):
    def ask(self, state: State, side: str) -> Choice:
        return Ask(side)

    def reveal(self, tx: Transaction, answers: dict[str, str]) -> None:
        tx.emit(Event("Revealed", ", ".join(f"{side} {answer}" for side, answer in answers.items())))


class ByTurns(Alternating):
    silent: str = ""

    def ask(self, state: State, side: str) -> Choice | None:
        return None if side == self.silent else Ask(side)


def start(*frames: Frame) -> Transaction:
    """A table with these frames on it, run up to the first decision."""
    bottom = Listener("north")
    scenario = Scenario("square", SIDES, {})
    tx = Transaction(State.new(scenario, (Mark, Clock), (Clock(),), (bottom, *frames), Dice("seed")))
    settle(tx)
    return tx


def answer(tx: Transaction, verb: str) -> None:
    choice = tx.state.frame
    assert isinstance(choice, Choice)
    choice.apply(tx, Action(verb))
    settle(tx)


def said(tx: Transaction) -> list[str]:
    return [event.text for event in tx.events]


def asked(tx: Transaction) -> str:
    assert isinstance(tx.state.frame, Ask)
    return tx.state.frame.side


def test_a_sequence_goes_step_by_step_and_waits_at_decisions() -> None:
    tx = start(Sequence("north"))
    assert said(tx) == ["first"]
    assert tx.state.frame == Ask("north"), "a step takes the side of the procedure it belongs to"
    answer(tx, "yes")
    assert said(tx) == ["first", "second"] and isinstance(tx.state.frame, AskNorth)
    answer(tx, "yes")
    assert said(tx) == ["first", "second", "third"]
    assert tx.state.frame == Listener("north", "None")


def test_a_step_that_does_not_begin_is_left_out() -> None:
    tx = start(Sequence("south"))
    answer(tx, "yes")
    assert said(tx) == ["first", "second", "third"]


def test_a_sequence_starts_over_as_often_as_it_says() -> None:
    tx = start(ThreeRounds())
    assert tx.state.frame == Listener("north", "3 rounds")


def test_secret_answers_are_shown_together() -> None:
    tx = start(Secret())
    assert asked(tx) == "north"
    answer(tx, "yes")
    assert asked(tx) == "south" and not tx.events and not tx.barrier
    answer(tx, PASS)
    assert said(tx) == ["north yes, south pass"] and tx.barrier
    assert isinstance(tx.state.frame, Listener)


def test_the_sides_choose_by_turns_until_both_pass_in_a_row() -> None:
    tx = start(ByTurns(side="south"))
    order = []
    for verb in ("yes", PASS, "yes", PASS, PASS):
        order.append(asked(tx))
        answer(tx, verb)
    assert order == ["south", "north", "south", "north", "south"]
    assert isinstance(tx.state.frame, Listener)


def test_a_side_without_a_choice_passes() -> None:
    tx = start(ByTurns(side="south", silent="south"))
    assert asked(tx) == "north"
    answer(tx, "yes")
    assert asked(tx) == "north"
    answer(tx, PASS)
    assert isinstance(tx.state.frame, Listener)


class Endless(Procedure):
    def run(self, tx: Transaction) -> None:
        tx.replace(self)


def test_what_runs_in_circles_or_into_nothing_is_a_bug() -> None:
    with pytest.raises(RulesBug, match="Endless runs in circles"):
        start(Endless())
    tx = start()
    with pytest.raises(RulesBug, match="nothing is going on and nobody has won"):
        answer(tx, "yes")


def test_what_a_choice_says_if_the_game_says_nothing() -> None:
    choice, tx = Ask("north"), start()
    assert choice.preview(tx.state, Action("yes")) == Preview()
    assert choice.label(tx.state, Action("send_back", "unit", "R1")) == "Send back R1"
    assert choice.label(tx.state, Action("pass")) == "Pass"
    assert list(choice.reminders(tx.state, Action("yes"))) == []
