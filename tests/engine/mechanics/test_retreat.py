"""Going back hex by hex: only ways that can be finished are offered, and only where there is a choice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from engine.mechanics.menu import PickOne
from engine.mechanics.retreat import Retreat, begin_retreat
from engine.referee import Action, Refusal, Scenario, State, Transaction
from engine.referee.dice import Dice
from engine.referee.game import SHARED_RECORDS

WAYS = {
    "start": ("left", "right", "back", "wall"),
    "left": ("start", "far left"),
    "far left": ("left",),
    "right": ("start", "far right"),
    "far right": ("right",),
    "back": ("start",),
    "wall": ("start",),
}


class Flee(Retreat):
    """Two steps; the wall is closed, the far hexes may be full, and far right may be better."""

    path: tuple[str, ...]
    full: tuple[str, ...] = ()
    better: str = ""

    ruled_by: ClassVar[str] = "1"
    ambush: ClassVar[str] = ""

    def prompt(self, state: State) -> str:
        return "Where to?"

    def neighbors(self, state: State, here: str) -> Iterable[str]:
        return WAYS[here]

    def refusals_to_step(self, state: State, path: tuple[str, ...], there: str) -> Iterator[Refusal]:
        if there == "wall":
            yield Refusal("2", "a wall")
        if there in path:
            yield Refusal("3", "not twice")

    def ends(self, state: State, path: tuple[str, ...]) -> bool:
        return len(path) == 3 and path[-1] not in self.full

    def refusal_of_dead_end(self, state: State, there: str) -> Refusal:
        return Refusal("4", f"{there} leads nowhere")

    def preferred(self, state: State, ways: list[str]) -> list[str]:
        return [way for way in ways if way == self.better] or ways

    def refusal_of_worse(self, state: State, there: str) -> Refusal:
        return Refusal("5", f"{there} is worse")

    def arrive(self, tx: Transaction) -> None:
        tx.pop(self.path)

    def perish(self, tx: Transaction) -> None:
        tx.pop("lost")


class Table(PickOne):
    heard: object = None

    def prompt(self, state: State) -> str:
        return "What now?"

    def resume(self, tx: Transaction, result: object) -> None:
        tx.replace(Table("red", ("x",), heard=result))


def begun(retreat: Flee) -> Transaction:
    scenario = Scenario("toy", ("red", "blue"), {})
    tx = Transaction(State.new(scenario, SHARED_RECORDS, (), (Table("red", ("x",)),), Dice("seed")))
    begin_retreat(tx, retreat)
    return tx


def top(tx: Transaction) -> Flee:
    frame = tx.state.frame
    assert isinstance(frame, Flee)
    return frame


def heard(tx: Transaction) -> object:
    frame = tx.state.frame
    assert isinstance(frame, Table)
    return frame.heard


def cases(tx: Transaction, there: str) -> list[str]:
    return [refusal.case for refusal in top(tx).refusals(tx.state, Action("retreat", "hex", there))]


def test_the_owner_chooses_among_ways_that_can_be_finished_and_the_rest_follows_by_itself() -> None:
    tx = begun(Flee("red", path=("start",)))
    assert [action.target for action in top(tx).legal(tx.state)] == ["left", "right"]
    assert cases(tx, "wall") == ["2"]
    assert cases(tx, "back") == ["4"], "open, but nothing behind it"
    assert cases(tx, "far left") == ["1"], "not adjacent"
    top(tx).apply(tx, Action("retreat", "hex", "left"))
    assert heard(tx) == ("start", "left", "far left")


def test_a_single_way_is_taken_without_asking() -> None:
    assert heard(begun(Flee("red", ("start",), ("far left",)))) == ("start", "right", "far right")


def test_without_a_way_they_perish() -> None:
    assert heard(begun(Flee("red", ("start",), ("far left", "far right")))) == "lost"


def test_better_ways_come_first() -> None:
    assert heard(begun(Flee("red", better="right", path=("start",)))) == ("start", "right", "far right")
    frame = Flee("red", better="right", path=("start",))
    tx = Transaction(begun(Flee("red", path=("start",))).state)
    tx.replace(frame)
    assert cases(tx, "left") == ["5"]


def test_whoever_is_kept_from_a_hex_is_asked_again() -> None:
    class Ambushed(Flee):
        def step(self, tx: Transaction, there: str) -> bool:
            if there == "left" and not self.full:
                tx.replace(Ambushed("red", self.path, ("far left",)))
                return False
            return True

    tx = begun(Ambushed("red", path=("start",)))
    top(tx).apply(tx, Action("retreat", "hex", "left"))
    assert heard(tx) == ("start", "right", "far right")
