"""A walk: step by step, with windows for others, to its end or as far as it is let."""

from __future__ import annotations

from typing import ClassVar

import pytest
from msgspec.structs import replace

from engine.mechanics.menu import PickOne
from engine.mechanics.walk import Walk, tell_move
from engine.record import Record
from engine.referee import Action, Event, Scenario, State, Transaction, marked
from engine.referee.dice import Dice
from engine.referee.frame import settle
from engine.referee.game import SHARED_RECORDS

PATH = ("01", "02", "03", "04")


class Chip(Record):
    key: str
    place: str


class Watch(PickOne):
    """Somebody may stop the walkers."""

    verb = "say"
    kind = "text"

    def prompt(self, state: State) -> str:
        return "May they pass?"

    def picked(self, tx: Transaction, target: str) -> None:
        if target == "halt":
            tx.mark("walkers", "halted")
        tx.pop()


class Stroll(Walk):
    movers: tuple[str, ...]
    watched_before: str = ""
    watched_after: str = ""

    crowded: ClassVar[frozenset[str]] = frozenset(("03",))

    def goes_on(self, state: State) -> bool:
        return not marked(state, "walkers", "halted")

    def before_step(self, tx: Transaction, here: str, there: str) -> None:
        if there == self.watched_before:
            tx.push(Watch("blue", ("pass", "halt")))

    def step(self, tx: Transaction, here: str, there: str) -> None:
        for key in self.movers:
            tx.put(replace(tx.state.get(Chip, key), place=there))

    def after_step(self, tx: Transaction, here: str, there: str) -> None:
        if there == self.watched_after:
            tx.push(Watch("blue", ("pass", "halt")))

    def may_stay(self, state: State, here: str) -> bool:
        return here not in self.crowded

    def end(self, tx: Transaction, path: tuple[str, ...]) -> None:
        tell_move(tx, "1.1", "Two chips", f"go by {' '.join(path)}", self.movers, path)


class Table(PickOne):
    heard: str = ""

    def prompt(self, state: State) -> str:
        return "What now?"

    def resume(self, tx: Transaction, result: object) -> None:
        tx.replace(replace(self, heard=str(result)))


def begin(walk: Stroll) -> Transaction:
    state = State.new(
        Scenario("toy", ("red", "blue"), {}),
        (*SHARED_RECORDS, Chip),
        (Chip("a", "01"), Chip("b", "01")),
        (Table("red", ("x",)), walk),
        Dice("seed"),
    )
    tx = Transaction(state)
    settle(tx)
    return tx


def answer(tx: Transaction, said: str) -> None:
    top = tx.state.frames[-1]
    assert isinstance(top, Watch)
    top.apply(tx, Action("say", "text", said))
    settle(tx)


def places(tx: Transaction) -> list[str]:
    return [chip.place for chip in tx.state.all(Chip).values()]


def ended_in(tx: Transaction) -> str:
    top = tx.state.frames[-1]
    assert isinstance(top, Table)
    return top.heard


def test_all_walk_to_the_end_and_the_frame_below_hears_where() -> None:
    tx = begin(Stroll(("a", "b"), path=PATH))
    assert places(tx) == ["04", "04"]
    assert ended_in(tx) == "04"
    assert [event.text for event in tx.events] == ["Two chips go by 01 02 03 04"]


@pytest.mark.parametrize(
    ("walk", "stands", "ends"),
    [
        (Stroll(("a", "b"), watched_before="03", path=PATH), "02", "02"),
        (Stroll(("a", "b"), watched_after="02", path=PATH), "02", "02"),
        (Stroll(("a", "b"), watched_before="02", path=PATH), "01", "01"),
        (Stroll(("a", "b"), watched_after="03", path=PATH), "03", "02"),
        (Stroll(("a", "b"), watched_after="04", path=PATH), "04", "04"),
    ],
)
def test_a_window_opens_before_and_after_each_step_and_can_end_the_walk(
    walk: Stroll, stands: str, ends: str
) -> None:
    tx = begin(walk)
    assert places(tx) == [stands, stands]
    answer(tx, "halt")
    assert places(tx) == [ends, ends], "from a crowded hex they go back to the last one where they may stay"
    assert ended_in(tx) == ends
    passed = begin(walk)
    answer(passed, "pass")
    assert ended_in(passed) == "04"


def test_a_walk_of_no_step_ends_where_it_began() -> None:
    tx = begin(Stroll(("a",), path=("01",)))
    assert ended_in(tx) == "01"


def told(known_as: str) -> Event:
    tx = begin(Stroll(("a",), path=("01",)))
    tell_move(tx, "1.2", "The guards", "go from 01 to 02", ("a", "b"), ("01", "02"), ("red",), known_as)
    return tx.events[-1]


def test_the_other_side_reads_only_what_it_may_know() -> None:
    event = told("Marker C")
    assert event.about == (("unit", "a"), ("unit", "b"), ("hex", "01"), ("hex", "02"))
    seen = event.for_side("blue")
    assert seen is not None and seen.text == "Marker C go from 01 to 02"
    assert not seen.about
    assert told("").for_side("blue") is None
    own = told("").for_side("red")
    assert own is not None and own.text == "The guards go from 01 to 02"
