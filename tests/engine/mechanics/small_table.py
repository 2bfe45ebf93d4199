"""A table with a few counters, for tests of the mechanics."""

from __future__ import annotations

from collections.abc import Iterable

from engine.record import Record
from engine.referee import Frame, Keyed, Scenario, State, Transaction
from engine.referee.dice import Dice
from engine.referee.game import SHARED_RECORDS


class Stand(Record):
    """A counter."""

    key: str
    side: str = "red"
    place: str = "0101"
    hidden: bool = False

    @property
    def on_map(self) -> bool:
        return " " not in self.place

    def __str__(self) -> str:
        return f"Stand {self.key}"


class Below(Frame):
    """The frame that hears how the one above it ended."""

    heard: str = ""

    def resume(self, tx: Transaction, result: object) -> None:
        tx.replace(Below(str(result)))


def table(*records: Keyed, top: Iterable[Frame] = (), loaded: tuple[int, ...] = ()) -> State:
    """A position with these records and frames."""
    scenario = Scenario("test", ("red", "blue"), {})
    frames = (Below(), *top)
    return State.new(scenario, (*SHARED_RECORDS, Stand), records, frames, Dice("seed", loaded=loaded))
