"""Boxes off the map: units go from one to the next, and the reserve has room for one of each side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from engine.mechanics.box_links import BoxLinks, Link
from engine.mechanics.menu import Menu, PickOne, end, offer, order, way_out
from engine.mechanics.telling import tell
from engine.referee import Frame, Refusal, State, Transaction, case, marked
from tests.toy.records import BOX, DEPOT, Piece, pieces_at

LINKS = BoxLinks((Link(DEPOT, BOX),), capacity={BOX: 1})
TITLES = {BOX: "Reserve", DEPOT: "Depot"}


class DepotOrders(Menu):
    """Which unit goes from box to box?"""

    title = "Depot"
    ruled_by = "10.1"
    records: ClassVar = {"unit": Piece}

    def prompt(self, state: State) -> str:
        return f"{self.side}: which unit in a box goes on?"

    @order("transfer", "unit", "Transfer")
    def transfer(self, tx: Transaction, piece: Piece) -> None:
        tx.push(ChooseBox(self.side, unit=piece.key))

    @transfer.targets
    def in_boxes(self, state: State) -> Iterable[str]:
        return [p.key for box in LINKS.exits for p in pieces_at(state, box) if p.side == self.side]

    @transfer.against
    @case("10.1")
    def refusals_to_transfer(self, state: State, piece: Piece) -> Iterator[Refusal]:
        if marked(state, piece.key, "transferred"):
            yield Refusal("10.1", f"{piece.key} has been transferred in this turn")

    done = end("done")


class ChooseBox(PickOne):
    """Into which box?"""

    unit: str = ""

    title = "Depot"
    ruled_by = "10.1"
    verb: ClassVar[str] = "to"
    kind: ClassVar[str] = "box"
    otherwise = "@ is not a box beside that of the unit"

    def prompt(self, state: State) -> str:
        return f"{self.side}: where does {self.unit} go?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def options(self, state: State) -> Iterable[str]:
        here = state.get(Piece, self.unit).place
        return [box for box in LINKS.within(here, 1).cost if box != here]

    @case("10.1")
    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        there = [piece for piece in pieces_at(state, target) if piece.side == self.side]
        yield from LINKS.refusals_to_enter("10.1", target, TITLES.get(target, target), len(there) + 1)

    def picked(self, tx: Transaction, target: str) -> None:
        tx.put(replace(tx.state.get(Piece, self.unit), place=target))
        tx.mark(self.unit, "transferred", "game turn")
        tell(
            tx, "UnitTransferred", f"{self.unit} goes to the {TITLES[target].lower()}", "10.1", unit=self.unit
        )
        tx.pop()

    cancel = way_out()


def ask_depots(tx: Transaction, frame: Frame) -> None:
    """Red has a depot; blue is asked as soon as it has units in boxes, too."""
    for side in tx.state.scenario.sides:
        offer(tx, DepotOrders(side))
