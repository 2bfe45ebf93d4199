"""The stack of what is going on: the end of the game inside it, its bottom, and questions asked by turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from engine.referee.action import Action
from engine.referee.event import Event
from engine.referee.frame import PASS, Alternating, Choice, Frame, Procedure, Simultaneous
from engine.referee.game import Opening
from engine.referee.refusal import Refusal, RulesBug
from engine.referee.save import loads, restore, saved
from engine.referee.schedule import Cup
from engine.referee.session import Session, Start
from engine.referee.state import State
from engine.referee.transaction import Transaction
from tests.engine.referee.drill import SIDES, Clock, Drill
from tests.engine.referee.test_frames import Ask, Listener, answer, asked, start
from tests.engine.referee.test_transaction import state as table


class LastStand(Ask):
    """Decides the game in the middle of its own work, as a rule that calls other rules does."""

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.finish("north", "It is over", "9.1")
        tx.push(Ask("south"))
        tx.replace(Ask("south"))
        tx.pop("a result")
        tx.pop()
        tx.finish("south", "It is over again", "9.2")


def test_when_the_game_is_over_nothing_goes_on_whatever_the_rules_still_do() -> None:
    tx = start(LastStand("north"))
    answer(tx, "yes")
    assert tx.state.frames == ()
    assert tx.state.outcome is not None and tx.state.outcome.winner == "north", "the first verdict stands"
    assert [event.what for event in tx.events] == ["GameEnded"]


def test_ending_the_same_thing_twice_is_a_bug() -> None:
    tx = start()
    tx.pop()
    with pytest.raises(RulesBug, match="a frame has ended twice"):
        tx.pop()


class Nothing(Frame):
    """Neither runs nor asks."""


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        (Nothing(), "Nothing is on top"),
        (Ask("east"), "Ask asks 'east', who does not"),
    ],
)
def test_the_game_does_not_stop_where_nobody_can_go_on(frame: Frame, said: str) -> None:
    with pytest.raises(RulesBug, match=said):
        start(frame)


class Sided(Procedure):
    side: str = "north"
    steps = ()


class Sideless(Procedure):
    steps = (Sided, Ask)


def test_a_step_that_needs_a_side_says_so() -> None:
    with pytest.raises(RulesBug, match=r"Ask needs a `begin` to be a step of Sideless: .*'side'"):
        start(Sideless())


# questions by turns


class AskThenResolve(Ask):
    """Answers, and only then opens what follows from the answer."""

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.pop(action.verb)
        if action.verb != PASS:
            tx.push(Resolve(tx.state.scenario.other(self.side)))


class Resolve(Ask):
    """What the other side has to say to a mission; its end is not an answer to the question below."""


class Missions(Alternating):
    def ask(self, state: State, side: str) -> Choice | None:
        return AskThenResolve(side)

    def result(self, state: State) -> str:
        return "missions flown"


def test_what_is_resolved_after_an_answer_does_not_cost_the_other_side_its_turn() -> None:
    tx = start(Missions(side="north"))
    order = []
    for verb in ("yes", "yes", "yes", PASS, PASS, PASS):
        order.append((type(tx.state.frame).__name__, asked(tx)))
        answer(tx, verb)
    assert order == [
        ("AskThenResolve", "north"),
        ("Resolve", "south"),
        ("AskThenResolve", "south"),
        ("Resolve", "north"),
        ("AskThenResolve", "north"),
        ("AskThenResolve", "south"),
    ]
    assert tx.state.frame == Listener("north", "missions flown")


class FinalMissions(Missions):
    pass_is_final = True
    planes: int = 9

    def ask(self, state: State, side: str) -> Choice | None:
        return Ask(side) if state.one(Clock).round < self.planes else None


def test_where_a_pass_is_final_the_other_side_goes_on_alone() -> None:
    tx = start(FinalMissions(side="north"))
    order = []
    for verb in ("yes", "yes", PASS, "yes", "yes", PASS):
        order.append(asked(tx))
        answer(tx, verb)
    assert order == ["north", "south", "north", "south", "south", "south"]
    assert isinstance(tx.state.frame, Listener)


def test_a_side_that_has_nothing_to_choose_is_out_as_well() -> None:
    tx = start(FinalMissions(side="south", planes=0))
    assert tx.state.frame == Listener("north", "missions flown")


# secret answers


class Allocate(Choice):
    """A secret choice of several steps, which leaves something to do behind."""

    planes: int = 0

    def is_secret(self, state: State) -> bool:
        return True

    def prompt(self, state: State) -> str:
        return "how many?"

    def candidates(self, state: State) -> list[Action]:
        return [Action("add"), Action("done")]

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        return iter(())

    def apply(self, tx: Transaction, action: Action) -> None:
        if action.verb == "add":
            tx.replace(Allocate(self.side, self.planes + 1))
        else:
            tx.pop(self.planes)
            tx.push(Ask(self.side))


class Allocation(Simultaneous):
    absent: str = ""

    def ask(self, state: State, side: str) -> Choice | None:
        return None if side == self.absent else Allocate(side)

    def reveal(self, tx: Transaction, answers: dict[str, str]) -> None:
        tx.emit(Event("Revealed", str(answers)))
        for side in SIDES:
            tx.push(Ask(side))

    def result(self, state: State) -> Any:
        return "allocated"


def test_only_the_answer_itself_counts_as_a_secret_answer() -> None:
    tx = start(Allocation())
    for verb in ("add", "add", "done", "yes", "done"):
        assert not tx.events and not tx.barrier
        answer(tx, verb)
    assert asked(tx) == "south", "what south has left to do comes before the answers are shown"
    answer(tx, "yes")
    assert [event.text for event in tx.events] == ["{'north': '2', 'south': '0'}"] and tx.barrier
    answer(tx, "yes")
    answer(tx, "yes")
    assert tx.state.frame == Listener("north", "allocated")


def test_a_side_with_nothing_to_allocate_is_not_asked() -> None:
    tx = start(Allocation(absent="north"))
    assert isinstance(tx.state.frame, Allocate) and tx.state.frame.side == "south"
    answer(tx, "done")
    answer(tx, "yes")
    assert [event.text for event in tx.events] == ["{'north': '', 'south': '0'}"]


def test_a_cup_that_was_looked_up_before_is_drawn_from_as_it_is_now() -> None:
    for seed in range(20):
        tx = Transaction(table(Cup("lots", tuple("abcdef")), Clock(seed)))
        cup = tx.state.get(Cup, "lots")
        drawn = [tx.draw(cup, "1", "Lot") for _ in range(6)]
        assert sorted(drawn) == list("abcdef")


# interrupts


class Interrupt(Ask):
    """Each side may interrupt the other's interruption; every one hears how the one above it ended."""

    depth: int = 0
    heard: int = -1

    def apply(self, tx: Transaction, action: Action) -> None:
        if action.verb == "yes":
            tx.push(Interrupt(tx.state.scenario.other(self.side), self.depth + 1))
        else:
            tx.pop(self.depth)

    def resume(self, tx: Transaction, result: Any) -> None:
        tx.replace(Interrupt(self.side, self.depth, result))


class Interruptions(Drill):
    key = "interruptions"
    frames = (Interrupt,)

    def open(self, text: str, options: Mapping[str, Any]) -> Opening:
        return replace(Drill.open(self, text, options), frames=(Interrupt("north"),))


def test_interrupts_inside_interrupts_are_saved_and_unwound_at_any_depth() -> None:
    game = Interruptions()
    session = Session.begin(game, Start("interruptions", "scenario", "square", "squads = 1", "seed"))
    for depth in range(60):
        assert session.choice is not None and session.choice.side == SIDES[depth % 2]
        session.submit(session.choice.side, Action("yes"))
    session = restore(loads(saved(session).dumps()), lambda key: game)
    assert len(session.state.frames) == 61
    for depth in range(60, 0, -1):
        session.submit(SIDES[depth % 2], Action(PASS))
        assert session.choice == Interrupt(SIDES[(depth - 1) % 2], depth - 1, depth)
