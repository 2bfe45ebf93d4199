"""Decisions made of orders: what is listed, refused, done and shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from inspect import unwrap
from typing import ClassVar

import pytest
from msgspec.structs import replace

from engine.mechanics.menu import Menu, Order, PickOne, ask_again, change, end, offer, order, way_out
from engine.record import Record
from engine.referee import Action, Frame, Preview, Refusal, RulesBug, Scenario, State, Transaction
from engine.referee.dice import Dice
from engine.referee.game import SHARED_RECORDS


class Chip(Record):
    key: str
    place: str = "0101"


class Wave(Order):
    """An order that several menus share."""

    verb = "wave"
    kind = "none"

    def candidates(self, menu: Menu, state: State) -> Iterable[Action]:
        return (Action("wave"),)

    def apply(self, menu: Menu, tx: Transaction, action: Action) -> None:
        tx.pop("waved")


class Gather(Menu):
    side: str
    group: tuple[str, ...] = ()

    ruled_by = "1.1"
    records: ClassVar = {"unit": Chip}
    shared: ClassVar = (Wave(),)
    words: ClassVar = {"add": "Add @ to the group"}

    def prompt(self, state: State) -> str:
        return "Who comes along?"

    @order("add", "unit")
    def add(self, tx: Transaction, chip: Chip) -> None:
        tx.replace(replace(self, group=(*self.group, chip.key)))

    @add.targets
    def chips_here(self, state: State) -> Iterable[str]:
        return [chip.key for chip in state.all(Chip).values() if chip.place == "0101"]

    @add.against
    def refusals_to_add(self, state: State, chip: Chip) -> Iterator[Refusal]:
        if chip.key in self.group:
            yield Refusal("1.2", f"{chip.key} is in the group already")

    @add.shows
    def larger(self, state: State, chip: Chip) -> str:
        return f"{len(self.group) + 1} in the group"

    @order("face", "number", "Face")
    def face(self, tx: Transaction, number: int) -> None:
        tx.pop(number)

    @face.targets
    def facings(self, state: State) -> Iterable[int]:
        return range(6)

    cancel = way_out()
    finish = end("finish", "Finish the group", result="finished")

    @finish.reminds
    def alone(self, state: State) -> Iterator[str]:
        if len(self.group) < 2:
            yield "nobody else comes along"


class GatherQuietly(Gather):
    """Without facings; cancelling takes the last one out."""

    face = None  # type: ignore[assignment]

    @order("cancel", ends=True)
    def cancel(self, tx: Transaction) -> None:
        tx.replace(replace(self, group=self.group[:-1]))


class Recruit(Gather):
    """Adding is all that can be done, and shows what the group has become."""

    face = None  # type: ignore[assignment]
    shared: ClassVar = ()

    @change("add", "unit")
    def add(self, chip: Chip) -> Recruit:
        return replace(self, group=(*self.group, chip.key))

    add.targets(Gather.chips_here)
    add.against(Gather.refusals_to_add)

    def summary(self, state: State) -> Preview:
        return Preview(" and ".join(self.group))


class GatherAtOnce(Gather):
    """Lists nobody against whom there is a reason, and counts how often it is asked for one."""

    asked: ClassVar[list[str]] = []

    @order("add", "unit")
    def add(self, tx: Transaction, chip: Chip) -> None:
        tx.replace(replace(self, group=(*self.group, chip.key)))

    @add.legal_targets
    def others_here(self, state: State) -> Iterable[str]:
        return [key for key in self.chips_here(state) if key not in self.group]

    @add.against
    def refusals_to_add_another(self, state: State, chip: Chip) -> Iterator[Refusal]:
        self.asked.append(chip.key)
        return self.refusals_to_add(state, chip)


class ChooseChip(PickOne):
    verb = "lose"
    ruled_by = "1.3"
    otherwise = "Name one of the listed chips"
    records: ClassVar = {"unit": Chip}
    cancel = way_out()

    def prompt(self, state: State) -> str:
        return "Which one is lost?"


class Below(Frame):
    heard: str = ""

    def resume(self, tx: Transaction, result: object) -> None:
        tx.replace(Below(str(result)))


def state_with(top: Frame) -> State:
    chips = (Chip("a"), Chip("b"), Chip("far", "0505"))
    scenario = Scenario("toy", ("red", "blue"), {})
    return State.new(scenario, (*SHARED_RECORDS, Chip), chips, (Below(), top), Dice("seed"))


def after(top: Menu, text: str) -> tuple[Frame, ...]:
    tx = Transaction(state_with(top))
    top.apply(tx, Action.parse(text))
    return tx.state.frames


def reasons(top: Menu, text: str) -> list[str]:
    return [refusal.case for refusal in top.refusals(state_with(top), Action.parse(text))]


def test_what_is_listed_is_legal_and_nothing_else_is() -> None:
    menu = Gather("red", ("a",))
    state = state_with(menu)
    legal = menu.legal(state)
    assert [str(action) for action in legal] == [
        "wave",
        "add unit b",
        *(f"face number {number}" for number in range(6)),
        "cancel",
        "finish",
    ]
    assert all(not list(menu.refusals(state, action)) for action in legal)
    assert [a for a in menu.candidates(state) if not list(menu.refusals(state, a))] == legal


def test_targets_that_are_legal_are_not_asked_for_reasons_again() -> None:
    menu = GatherAtOnce("red", ("a",))
    state = state_with(menu)
    assert menu.legal(state) == Gather("red", ("a",)).legal(state) and menu.add.has_any(menu, state)
    assert menu.asked == []
    assert reasons(menu, "add unit a") == ["1.2"] and reasons(menu, "add unit far") == ["1.1"]
    assert menu.asked == ["a", "far"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add unit a", ["1.2"]),
        ("add unit far", ["1.1"]),
        ("add unit unknown", ["1.1"]),
        ("add hex 0101", ["1.1"]),
        ("face number 6", ["1.1"]),
        ("dance", ["1.1"]),
    ],
)
def test_what_is_not_listed_is_refused(text: str, expected: list[str]) -> None:
    assert reasons(Gather("red", ("a",)), text) == expected


def test_orders_are_carried_out_with_their_targets() -> None:
    assert after(Gather("red"), "add unit b") == (Below(), Gather("red", ("b",)))
    assert after(Gather("red"), "face number 4") == (Below("4"),)
    assert after(Gather("red"), "wave") == (Below("waved"),)
    assert after(Gather("red"), "cancel") == (Below("None"),)
    assert after(Gather("red"), "finish") == (Below("finished"),)


def test_previews_words_and_reminders() -> None:
    menu = Gather("red", ("a",))
    state = state_with(menu)
    assert menu.preview(state, Action("add", "unit", "b")) == Preview("2 in the group")
    assert menu.preview(state, Action("cancel")) == Preview()
    assert menu.label(state, Action("add", "unit", "b")) == "Add b to the group"
    assert menu.heading(state, "add") == "Add … to the group"
    assert menu.label(state, Action("face", "number", "3")) == "Face 3"
    assert menu.label(state, Action("finish")) == "Finish the group"
    assert list(menu.reminders(state, Action("finish"))) == ["nobody else comes along"]


def test_the_way_out_and_what_ends() -> None:
    menu = Gather("red")
    assert menu.way_out(state_with(menu)) == Action("cancel")
    assert [verb for verb in ("cancel", "finish", "wave", "add") if menu.is_ending(Action(verb))] == [
        "cancel",
        "finish",
    ]


def test_the_method_below_an_order_is_found_by_whoever_takes_rules_out() -> None:
    assert unwrap(Gather.add).__qualname__ == "Gather.add"  # type: ignore[arg-type]


def test_a_subclass_replaces_and_leaves_out_orders_by_name() -> None:
    menu = GatherQuietly("red", ("a",))
    assert reasons(menu, "face number 1") == ["1.1"]
    assert after(menu, "cancel") == (Below(), GatherQuietly("red"))


def test_two_orders_of_one_verb_and_kind_are_a_mistake() -> None:
    with pytest.raises(RulesBug, match="same verb"):

        class Twice(Gather):
            stop = end("cancel")


def test_an_order_that_changes_the_decision_shows_what_becomes_of_it() -> None:
    assert after(Recruit("red", ("a",)), "add unit b") == (Below(), Recruit("red", ("a", "b")))
    menu = Recruit("red", ("a",))
    assert menu.preview(state_with(menu), Action.parse("add unit b")) == Preview("a and b")


def test_a_decision_is_asked_while_there_is_something_to_do() -> None:
    everybody = Recruit("red", ("a", "b"))
    tx = Transaction(state_with(Recruit("red", ("a",))))
    ask_again(tx)
    offer(tx, everybody)
    assert tx.state.frames == (Below(), Recruit("red", ("a",)))
    tx.push(everybody)
    ask_again(tx)
    assert tx.state.frames == (Below(), Recruit("red", ("a",)))


def test_one_is_picked_from_a_list() -> None:
    menu = ChooseChip("red", ("a", "b"))
    assert [str(action) for action in menu.legal(state_with(menu))] == [
        "lose unit a",
        "lose unit b",
        "cancel",
    ]
    far = Action.parse("lose unit far")
    assert list(menu.refusals(state_with(menu), far)) == [Refusal("1.3", "Name one of the listed chips")]
    assert after(menu, "lose unit b") == (Below("b"),)
