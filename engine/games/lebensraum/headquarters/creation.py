"""Headquarters are created, replaced and dissolved (11.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.lebensraum.headquarters.reserves import end_reserve
from engine.games.lebensraum.headquarters.staff import return_staff
from engine.games.lebensraum.headquarters.supply import HELSINKI, sources
from engine.games.lebensraum.leaders.posts import draw_leader, leader_to_pool
from engine.games.lebensraum.markers.records import lose_markers_under
from engine.games.lebensraum.movement.points import accounts, pay, refusals_to_pay
from engine.games.lebensraum.records import ALLIED, AXIS, LOST, SEGMENT, STOCK, WESTERN, Unit, hqs, units_at
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.combination import has_west_begun
from engine.games.lebensraum.special.entry import FINNISH
from engine.games.lebensraum.standard.control import controller
from engine.mechanics.menu import Menu, PickOne, end, offer, order
from engine.mechanics.places import box
from engine.mechanics.telling import tell
from engine.referee import Procedure, Refusal, State, Transaction, case, marked

CREATED: Final = "created an HQ"


def was_lost(unit: Unit) -> bool:
    """Was this headquarters overrun or removed for lack of supply?"""
    return unit.place == box(LOST, unit.side)


@case("11.2-a", "11.2-d", "11.2-h", "9.6-a")
def places_for(state: State, hq: Unit) -> tuple[str, ...]:
    """Where a headquarters can be placed: in the capital, a western one also in a supply head, that of
    Finland in Helsinki; nowhere while the capital is not under control."""
    capital = ground(state).capital(hq.power)
    if controller(state, capital) != hq.side:
        return ()
    wanted: Iterable[str] = (capital,)
    if hq.nation == FINNISH:
        wanted = (HELSINKI,)
    elif hq.power == WESTERN:
        wanted = (capital, *sorted(sources(state, WESTERN)))
    return tuple(here for here in wanted if controller(state, here) == hq.side)


def where_created(state: State, hq: Unit) -> str:
    """In words."""
    land = ground(state)
    capital = land.name_of(land.capital(hq.power))
    return f"{capital} or {land.name_of(HELSINKI)}" if hq.nation == FINNISH else capital


@case("13.0-c")
def waits_for_the_west(state: State, hq: Unit) -> bool:
    """Is it one of the headquarters of the West in stock, before the West is set up?"""
    names = (f"{name} HQ" for name in ground(state).charts.hqs.axis_west_stock)
    return hq.name in names and not has_west_begun(state)


@case("11.2-a", "11.2-b", "11.2-c", "11.2-d", "11.2-h")
def refusals_to_create(state: State, side: str, hq: Unit) -> Iterator[Refusal]:
    """One new headquarters for each power and segment, and besides those that were lost."""
    if hq.side != side or not hq.is_hq or hq.on_map:
        yield Refusal("11.2-a", f"{hq.name} is no headquarters that can be created")
        return
    if hq.place not in (box(STOCK, side), box(LOST, side)):
        yield Refusal("11.2-a", f"{hq.name} comes into play later, and not by creation")
    if waits_for_the_west(state, hq):
        yield Refusal("13.0-c", f"{hq.name} belongs to the West, which is set up on turn 9")
    price = ground(state).charts.mp_prices.hq_creation
    if not places_for(state, hq):
        yield Refusal("11.2-d", f"{where_created(state, hq)} is not under control")
    if not was_lost(hq):
        if hq.power == WESTERN:
            yield Refusal("11.2-h", f"{hq.name}: the western power only replaces headquarters that were lost")
        if marked(state, hq.power, CREATED):
            yield Refusal("11.2-b", "one new headquarters has been created in this segment")
    yield from refusals_to_pay(state, "11.2-a", hq.power, price)


@case("11.2-e", "11.2-h")
def refusals_to_dissolve(state: State, side: str, hq: Unit) -> Iterator[Refusal]:
    """Any headquarters on the map but a western one."""
    if hq.side != side or not hq.is_hq or not hq.on_map:
        yield Refusal("11.2-e", f"{hq.name} is no headquarters on the map")
    elif hq.power == WESTERN:
        yield Refusal("11.2-h", f"{hq.name}: the western power dissolves no headquarters")


def create(tx: Transaction, hq: Unit, here: str) -> None:
    """Pay, place and draw a leader."""
    if not was_lost(hq):
        tx.mark(hq.power, CREATED, SEGMENT)
    pay(tx, hq.power, ground(tx.state).charts.mp_prices.hq_creation)
    placed = replace(hq, place=here)
    tx.put(placed)
    tell(tx, "HqCreated", f"{hq.name} is created in {ground(tx.state).name_of(here)}", "11.2-a", unit=hq.key)
    draw_leader(tx, placed)


class PlaceHq(PickOne):
    """Where is a western headquarters created?"""

    hq: str = ""

    verb = "place"
    kind = "hex"
    ruled_by = "11.2-h"
    otherwise = "it is placed in London or in a supply head under control"

    def prompt(self, state: State) -> str:
        return f"Where is {state.get(Unit, self.hq).name} created?"

    def picked(self, tx: Transaction, target: str) -> None:
        tx.pop()
        create(tx, tx.state.get(Unit, self.hq), target)


class ArrangeHqs(Menu):
    """A side creates and dissolves headquarters."""

    title = "Headquarters"
    ruled_by = "4.1-a"
    otherwise = "@ is not possible while headquarters are created and dissolved"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return "Which headquarters are created or dissolved?"

    def spends(self, state: State) -> Iterable[str]:
        return accounts(state, self.side)

    @order("create", "unit", "Create")
    def create(self, tx: Transaction, unit: Unit) -> None:
        places = places_for(tx.state, unit)
        if len(places) > 1:
            tx.push(PlaceHq(self.side, places, hq=unit.key))
        else:
            create(tx, unit, places[0])

    @create.targets
    def in_stock(self, state: State) -> Iterable[str]:
        kinds = (box(STOCK, self.side), box(LOST, self.side))
        return [unit.key for kind in kinds for unit in units_at(state, kind) if unit.is_hq]

    @create.against
    def refusals_to_create(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return refusals_to_create(state, self.side, unit)

    @order("dissolve", "unit", "Dissolve")
    def dissolve(self, tx: Transaction, unit: Unit) -> None:
        leader_to_pool(tx, unit)
        return_staff(tx, unit.key, "11.6-c")
        lose_markers_under(tx, unit.key)
        end_reserve(tx, unit.key)
        tx.put(replace(unit, place=box(STOCK, unit.side)))
        tell(tx, "HqDissolved", f"{unit.name} is dissolved", "11.2-e", unit=unit.key)

    @dissolve.targets
    def on_map(self, state: State) -> Iterable[str]:
        return [unit.key for unit in hqs(state, self.side)]

    @dissolve.against
    def refusals_to_dissolve(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return refusals_to_dissolve(state, self.side, unit)

    end = end("end", "End headquarters")


@case("4.1-b")
def ask(tx: Transaction, side: str) -> None:
    """A side creates and dissolves headquarters, if it can."""
    offer(tx, ArrangeHqs(side))


class HqSegment(Procedure):
    """Segments 1.F and 3.A: the Axis first, then the Allies."""

    title = "Headquarters"
    scope = SEGMENT
    steps = (lambda tx, frame: ask(tx, AXIS), lambda tx, frame: ask(tx, ALLIED))


FRAMES: Final = (HqSegment, ArrangeHqs, PlaceHq)
