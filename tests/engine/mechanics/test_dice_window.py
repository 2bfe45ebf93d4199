"""Dice on the table: rolled, offered to those who may change them, and then counted."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.mechanics.dice_window import KeepDice, Reroll, RollAgain, RollOneAgain, Throw
from engine.mechanics.menu import PickOne
from engine.record import Record
from engine.referee import Action, Scenario, State, Transaction
from engine.referee.dice import Dice
from engine.referee.frame import settle
from engine.referee.game import SHARED_RECORDS


class Marker(Record):
    """Whoever uses it hands it to the other side."""

    side: str
    key: str = ""


class Battle(Throw):
    fallen: tuple[int, ...]

    def faces(self) -> tuple[int, ...]:
        return self.fallen

    def with_faces(self, faces: tuple[int, ...]) -> Battle:
        return replace(self, fallen=faces)

    def windows(self, state: State) -> Sequence[str]:
        return state.scenario.sides

    def offer(self, state: State, side: str) -> UseMarker | None:
        return UseMarker(side, "2d6", self.fallen) if state.one(Marker).side == side else None


class UseMarker(Reroll):
    notation: str
    faces: tuple[int, ...]

    ruled_by = "1.1"

    one = RollOneAgain("one_again", "Roll again die")
    all = RollAgain("all_again")
    keep = KeepDice("keep")

    def prompt(self, state: State) -> str:
        return "Roll again?"

    def dice(self) -> tuple[str, tuple[int, ...]]:
        return self.notation, self.faces

    def pay(self, tx: Transaction) -> None:
        tx.put(Marker(tx.state.scenario.other(self.side)))

    def why_again(self) -> str:
        return f"{self.side} rolls again"


class Table(PickOne):
    heard: object = None

    def prompt(self, state: State) -> str:
        return "What now?"

    def resume(self, tx: Transaction, result: object) -> None:
        tx.replace(Table("red", ("x",), heard=result))


class TwoSides(Scenario):
    def other(self, side: str) -> str:
        return "blue" if side == "red" else "red"


def thrown(marker: str, *loaded: int) -> Transaction:
    frames = (Table("red", ("x",)),)
    records = (Marker(marker),)
    scenario = TwoSides("toy", ("red", "blue"), {})
    dice = Dice("seed", loaded=loaded)
    tx = Transaction(State.new(scenario, (*SHARED_RECORDS, Marker), records, frames, dice))
    tx.push(Battle(tx.roll("2d6", "1.0", "Battle").faces))
    settle(tx)
    return tx


def say(tx: Transaction, text: str) -> None:
    top = tx.state.frames[-1]
    assert isinstance(top, UseMarker)
    action = Action.parse(text)
    assert action in top.legal(tx.state)
    top.apply(tx, action)
    settle(tx)


def heard(tx: Transaction) -> object:
    top = tx.state.frames[-1]
    assert isinstance(top, Table), "somebody is still asked"
    return top.heard


def test_without_an_offer_the_dice_count_at_once() -> None:
    tx = thrown("nobody", 3, 4)
    assert heard(tx) == 7
    assert [event.text for event in tx.events] == ["Battle: 2d6 shows 3, 4"]


def test_the_dice_wait_until_they_are_kept() -> None:
    tx = thrown("blue", 3, 4)
    assert tx.state.frames[-1] == UseMarker("blue", "2d6", (3, 4))
    say(tx, "keep")
    assert heard(tx) == 7


def test_one_die_or_all_are_rolled_again_and_the_marker_changes_hands() -> None:
    tx = thrown("blue", 3, 4, 6)
    say(tx, "one_again number 2")
    assert heard(tx) == 9
    assert tx.state.one(Marker).side == "red"
    assert tx.events[-1].text == "blue rolls again: 1d6 shows 6"
    tx = thrown("blue", 3, 4, 1, 2)
    say(tx, "all_again")
    assert heard(tx) == 3


def test_the_next_window_sees_the_new_dice() -> None:
    tx = thrown("red", 3, 4, 6, 5)
    say(tx, "one_again number 1")
    assert tx.state.frames[-1] == UseMarker("blue", "2d6", (6, 4)), "the marker is now the other side's"
    say(tx, "one_again number 2")
    assert heard(tx) == 11
