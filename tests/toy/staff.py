"""The staff: points allotted in secret, then fire on a sector that somebody sees, and a look into the cup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from engine.hexes.sight import in_the_way
from engine.mechanics.allocation import Allot, allotted
from engine.mechanics.cups import peek
from engine.mechanics.hidden import show_to
from engine.mechanics.menu import Menu, end, order
from engine.mechanics.pools import fill, left, refusals_to_spend, spend
from engine.mechanics.telling import tell
from engine.referee import Choice, Cup, Procedure, Refusal, Simultaneous, State, Transaction, case, marked
from tests.toy.records import BOXES, Mine, Piece, ground

POINTS = 2
GUNS = "gun points"
SCOUTS = "scout points"
HARASSED = "harassed by"
HILL = 1
WOODS = 1


class AllotStaff(Allot):
    """Each side decides in secret how many of its points are for guns and how many for scouts."""

    title = "Staff"
    ruled_by = "8.1"
    points: ClassVar[str] = "staff point"
    purposes: ClassVar = {"guns": "Guns", "scouts": "Scouts"}
    must_spend_all: ClassVar[bool] = True


class StaffPlan(Simultaneous):
    title = "Staff"

    def ask(self, state: State, side: str) -> Choice:
        return AllotStaff(side, POINTS)

    @case("8.1")
    def reveal(self, tx: Transaction, answers: dict[str, str]) -> None:
        for side, answer in answers.items():
            plan = allotted(answer)
            fill(tx, side, GUNS, plan.get("guns", 0))
            fill(tx, side, SCOUTS, plan.get("scouts", 0))
            text = f"{side}: {plan.get('guns', 0)} for guns, {plan.get('scouts', 0)} for scouts"
            tell(tx, "StaffPlanRevealed", text, "8.1")


def sectors(state: State) -> list[str]:
    """The regions of the map that can be fired at."""
    return [region.key for region in ground(state).document.map.regions if region.kind == "sector"]


@case("8.2")
def hidden_by(state: State, observer: str, target: str) -> tuple[str, ...]:
    """The hexes in the way of a look: woods and hills rise one level each above the ground."""
    land = ground(state)
    terrain = land.document.map.terrain

    def height(here: str) -> int:
        return HILL if terrain[here].startswith("hill") else 0

    def cover(here: str) -> int:
        return WOODS if terrain[here] == "woods" else 0

    return in_the_way(land.grid, observer, target, height, cover)


@case("8.2")
def refusals_to_harass(state: State, side: str, sector: str) -> Iterator[Refusal]:
    if marked(state, sector, HARASSED):
        yield Refusal("8.2", f"{state.scenario.region_title(sector)} is harassed already")
    own = [p for p in state.all(Piece).values() if p.side == side and p.place not in BOXES]
    observers = [p.place for p in own if not p.concealed]
    hexes = state.scenario.region_hexes(sector)
    if not any(not hidden_by(state, here, there) for here in observers for there in hexes):
        yield Refusal("8.2", f"no unit of {side} sees any hex of {state.scenario.region_title(sector)}")


class StaffOrders(Menu):
    """What the points of a side are used for."""

    title = "Staff"
    ruled_by = "8.1"

    def prompt(self, state: State) -> str:
        guns, scouts = left(state, self.side, GUNS), left(state, self.side, SCOUTS)
        return f"{self.side}: {guns} for guns, {scouts} for scouts. What does the staff order?"

    @order("harass", "region", "Harass")
    def harass(self, tx: Transaction, sector: str) -> None:
        spend(tx, self.side, GUNS, 1)
        tx.mark(sector, HARASSED, "game turn", value=self.side)
        text = f"{self.side} harasses {tx.state.scenario.region_title(sector)}"
        tell(tx, "SectorHarassed", text, "8.2", hex=tuple(tx.state.scenario.region_hexes(sector)))

    @harass.targets
    def all_sectors(self, state: State) -> Iterable[str]:
        return sectors(state)

    @harass.against
    def refusals_to_fire(self, state: State, sector: str) -> Iterator[Refusal]:
        yield from refusals_to_spend(state, "8.1", self.side, GUNS, 1)
        if sector in sectors(state):
            yield from refusals_to_harass(state, self.side, sector)

    @harass.shows
    def price_of_walking(self, state: State, sector: str) -> str:
        return f"Every hex of {state.scenario.region_title(sector)} costs the enemy 1 more this turn"

    @order("scout", words="Look into the cup")
    def scout(self, tx: Transaction) -> None:
        spend(tx, self.side, SCOUTS, 1)
        peek(tx, "fate", self.side, "8.3", f"{self.side} looks into the cup")

    @scout.against
    @case("8.3")
    def refusals_to_scout(self, state: State) -> Iterator[Refusal]:
        yield from refusals_to_spend(state, "8.3", self.side, SCOUTS, 1)
        if not state.get(Cup, "fate").chits:
            yield Refusal("8.3", "the cup is empty")

    @order("search", "region", "Search")
    def search(self, tx: Transaction, sector: str) -> None:
        spend(tx, self.side, SCOUTS, 1)
        search_for_mines(tx, self.side, sector)

    @search.targets
    def searchable(self, state: State) -> Iterable[str]:
        return sectors(state)

    @search.against
    @case("8.4")
    def refusals_to_search(self, state: State, sector: str) -> Iterator[Refusal]:
        yield from refusals_to_spend(state, "8.4", self.side, SCOUTS, 1)

    done = end("done")


@case("8.4")
def search_for_mines(tx: Transaction, side: str, sector: str) -> None:
    """What is found is known to the side that searches, and nobody else learns whether anything was."""
    title = tx.state.scenario.region_title(sector)
    mine = tx.state.find(Mine, ground(tx.state).other(side))
    there = mine is not None and mine.hex in tx.state.scenario.region_hexes(sector)
    if mine is not None and there:
        show_to(tx, mine, side)
    found = f"the mines in {mine.hex}" if mine is not None and there else "nothing"
    tx.reveal()
    tell(
        tx, "SectorSearched", f"{side} searches {title}: {found}", "8.4", (side,), f"{side} searches {title}"
    )


class StaffPhase(Procedure):
    """First both allot, then red and blue give their orders."""

    title = "Staff"
    steps = (
        StaffPlan,
        lambda tx, frame: give_orders(tx, 0),
        lambda tx, frame: give_orders(tx, 1),
    )


def give_orders(tx: Transaction, number: int) -> None:
    tx.push(StaffOrders(tx.state.scenario.sides[number]))
