"""Reinforcements: units that come into play from the schedule or the COM Z (6.5.1, 6.5.2, 4.2-b)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from engine.games.toppling_the_reich import boxes, marks
from engine.games.toppling_the_reich.arrivals.comz import (
    ENTRIES,
    UK,
    bypasses,
    counts,
    entries_left,
    herbstnebel_declared,
    is_composite,
)
from engine.games.toppling_the_reich.arrivals.entry import (
    enter,
    entry_group,
    finds_it_taken,
    has_open_place,
    is_rebuilt,
    listed_now,
    may_come,
    names,
    places,
    refusals_to_enter_at,
)
from engine.games.toppling_the_reich.movement.placing import place
from engine.games.toppling_the_reich.movement.rail import entries, line_from
from engine.games.toppling_the_reich.movement.walk import has_begun
from engine.games.toppling_the_reich.records import ALLIED, GERMAN, Clock, Unit, engineers, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.supply import attack_supply
from engine.mechanics import article, box, counted, order, put_off, tell, turn_due, way_out
from engine.referee import Frame, Preview, Refusal, State, Transaction, case, marked, side_of

RECALLED: Final = "recalled"
"""segment; an engineer that has just gone to the COM Z"""
CHECK: Final = "entry-check"
"""The option of 4.2-b."""
PASSES_FROM: Final = 3
"""The die that lets German reinforcements in."""


def keys_in(state: State, side: str, what: str) -> list[str]:
    """The Allied units in a box; the Germans have no orders for them."""
    return [unit.key for unit in units_at(state, box(what, ALLIED))] if side == ALLIED else []


@order("bring", "unit", "Bring in")
def bring(menu: Question, tx: Transaction, unit: Unit) -> None:
    """A unit enters without Attack Supply: listed for this turn, let in by a roll, or without need of one."""
    tx.push(PickEntry(menu.side, unit.key))


@bring.targets
def off_map(menu: Question, state: State) -> list[str]:
    """The units of a side that wait to come into play."""
    due = [unit.key for unit in units_at(state, box(boxes.DUE, menu.side)) if may_come(state, unit)]
    return [*due, *keys_in(state, menu.side, boxes.COMZ)]


@case("6.5", "6.5.1-a", "6.5.2-a")
def refusals_to_come(state: State, side: str, unit: Unit) -> Iterator[Refusal]:
    """Off the map, due, and with a place that can take it."""
    if unit.side != side:
        yield Refusal("6.5", f"{unit} is not {article(side)} {side.title()} unit")
    elif unit.place not in (box(boxes.DUE, side), box(boxes.COMZ, side)):
        yield Refusal("6.5", f"{unit} is not waiting to come into play")
    elif not may_come(state, unit):
        yield Refusal("6.5.1-a", f"{unit} is due on turn {turn_due(state, unit.key)}")
    elif unit.entry == UK and unit.place == box(boxes.DUE, side):
        yield Refusal("6.5.2-a", f"{unit} is in England: send it to the airdrop box or to the COM Z")
    elif marked(state, unit.key, RECALLED):
        yield Refusal("10.4-a", f"{unit} went to the COM Z in this segment")
    elif not has_open_place(state, unit):
        for here in sorted(places(state, unit)):
            yield from refusals_to_enter_at(state, unit, here)


@bring.against
@case("6.5.2-b", "6.5.2-d", "6.5.2.1", "10.4-a", "6.5.2-e")
def refusals_to_bring(menu: Question, state: State, unit: Unit) -> Iterator[Refusal]:
    """Out of the COM Z only as many as the roll lets in, composite divisions never."""
    yield from refusals_to_come(state, menu.side, unit)
    if unit.place == box(boxes.COMZ, ALLIED):
        if is_composite(unit) and not herbstnebel_declared(state):
            yield Refusal("6.5.2.1", f"{unit} leaves the COM Z only if Attack Supply is spent")
        elif counts(unit) and not entries_left(state, unit):
            yield Refusal("6.5.2-b", f"the roll lets no more units in at entry {entry_group(unit)}")


@order("buy", "unit", "Bring in @ for Attack Supply")
def buy(menu: Question, tx: Transaction, unit: Unit) -> None:
    """Attack Supply brings in one unit more, once the roll is used up."""
    tx.push(PickEntry(menu.side, unit.key, bought=True))


@buy.targets
def in_comz(menu: Question, state: State) -> list[str]:
    """The units in the COM Z."""
    return keys_in(state, menu.side, boxes.COMZ)


@buy.against
@case("6.5.2-f", "6.5.2.1", "16.4.7-d")
def refusals_to_buy(menu: Question, state: State, unit: Unit) -> Iterator[Refusal]:
    """Composite divisions, and others when the roll lets no more of them in."""
    yield from refusals_to_come(state, menu.side, unit)
    if unit.place != box(boxes.COMZ, ALLIED):
        yield Refusal("6.5.2-f", f"{unit} is not in the COM Z")
    elif is_composite(unit):
        if herbstnebel_declared(state):
            yield Refusal("16.4.7-d", f"{unit} enters without Attack Supply since Herbstnebel")
    elif not counts(unit):
        yield Refusal("6.5.2-d", f"{unit} enters without Attack Supply")
    elif entries_left(state, unit):
        yield Refusal("6.5.2-f", f"the roll still lets {counted(entries_left(state, unit), 'unit')} in")
    cost = price(state, unit)
    yield from attack_supply.refusals_to_spend(state, menu.side, cost, "6.5.2-f", f"the entry of {unit}")


@buy.shows
def preview_of_price(menu: Question, state: State, unit: Unit) -> Preview:
    """What the entry costs."""
    return attack_supply.preview_cost(state, menu.side, price(state, unit), "6.5.2-f")


@case("6.5.2-f", "6.5.2.1")
def price(state: State, unit: Unit) -> int:
    """Attack Supply Points for an entry beyond the rolls."""
    return attack_supply.cost_of(state, "composite_division" if is_composite(unit) else "comz_unit")


@order("hold", "unit", "Hold @ in the COM Z")
def hold(menu: Question, tx: Transaction, unit: Unit) -> None:
    """A headquarters, a leader or a unit in England goes to the COM Z for later."""
    place(tx, unit, box(boxes.COMZ, menu.side))
    tell(tx, "UnitHeld", f"{unit} goes to the COM Z", "6.5.2-d", unit=unit.key)


@hold.targets
def due_now(menu: Question, state: State) -> list[str]:
    """The Allied units that are to arrive and whose turn has come."""
    waiting = units_at(state, box(boxes.DUE, ALLIED)) if menu.side == ALLIED else ()
    return [unit.key for unit in waiting if may_come(state, unit)]


@hold.against
@case("6.5.2-d")
def refusals_to_hold(menu: Question, state: State, unit: Unit) -> Iterator[Refusal]:
    """Only those that need not enter on this turn."""
    if menu.side != ALLIED or unit.place != box(boxes.DUE, ALLIED) or not may_come(state, unit):
        yield Refusal("6.5.2-d", f"{unit} is not among the Allied units that arrive now")
    elif not bypasses(unit) and unit.entry != UK:
        yield Refusal("6.5.2-a", f"{unit} enters on this turn")


@order("recall", "unit", "Send @ to the COM Z")
def recall(menu: Question, tx: Transaction, unit: Unit) -> None:
    """An engineer goes back to the COM Z."""
    # INTERPRETATION (10.4-a): one that goes to the COM Z comes back on a later turn.
    place(tx, unit, box(boxes.COMZ, menu.side))
    tx.mark(unit.key, RECALLED, marks.SEGMENT)
    tell(tx, "UnitRecalled", f"{unit} goes to the COM Z", "10.4-a", unit=unit.key)


@recall.targets
def engineers_on_map(menu: Question, state: State) -> list[str]:
    """The Allied engineers."""
    return [unit.key for unit in engineers(state)] if menu.side == ALLIED else []


@recall.against
@case("10.4-a", "10.4-b")
def refusals_to_recall(menu: Question, state: State, unit: Unit) -> Iterator[Refusal]:
    """From open track, in supply, and before it moves."""
    if menu.side != ALLIED:
        yield Refusal("10.4-b", "the Germans have no engineers")
        return
    if unit.side != ALLIED or not unit.is_engineer or not unit.on_map:
        yield Refusal("10.4-a", f"{unit} is not an Allied engineer on the map")
        return
    if marked(state, unit.key, marks.OOS):
        yield Refusal("10.4-a", f"{unit} is out of supply")
    if marked(state, unit.key, marks.STALEMATED):
        yield Refusal("7.7-a", f"{unit} is locked in a stalemate")
    if has_begun(state, unit):
        yield Refusal("10.4-a", f"{unit} has moved in this segment")
    lines = {here for door in entries(state, ALLIED) for here in line_from(state, ALLIED, door.hex)}
    if unit.place not in lines:
        yield Refusal("10.4-a", f"{ground(state).name_of(unit.place)} is not on open track")


class ChooseEntry(Question):
    """Where does a unit come into play?"""

    unit: str

    words: ClassVar[Mapping[str, str]] = {"enter": "Enter in"}

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    @abstractmethod
    def arrive(self, tx: Transaction, unit: Unit, here: str) -> None:
        """Bring it in."""

    @order("enter", "hex")
    def enter_at(self, tx: Transaction, here: str) -> None:
        tx.pop()
        if not finds_it_taken(tx, self.side, here):
            self.arrive(tx, tx.state.get(Unit, self.unit), here)

    @enter_at.targets
    def places_of_entry(self, state: State) -> Iterable[str]:
        return sorted(places(state, state.get(Unit, self.unit)))

    @enter_at.against
    @case("6.5.1-a", "6.5.1-b", "6.5.1-c", "6.5.3-d", "6.5.3-f")
    def refusals_to_enter(self, state: State, here: str) -> Iterator[Refusal]:
        yield from refusals_to_enter_at(state, state.get(Unit, self.unit), here)


class PickEntry(ChooseEntry):
    """Where does a reinforcement come into play?"""

    bought: bool = False

    title = "Entry"
    ruled_by = "6.5.1-a"
    otherwise = "@ is not a place of entry"

    def prompt(self, state: State) -> str:
        return f"Where does {state.get(Unit, self.unit)} come into play?"

    @case("6.5.2-b", "6.5.2-f")
    def arrive(self, tx: Transaction, unit: Unit, here: str) -> None:
        """It is paid for, or uses one of the entries of its roll."""
        from_comz = unit.place == box(boxes.COMZ, ALLIED)
        if self.bought:
            attack_supply.spend(tx, self.side, price(tx.state, unit), "6.5.2-f", f"the entry of {unit}")
        elif from_comz and counts(unit):
            left = entries_left(tx.state, unit) - 1
            tx.mark(entry_group(unit), ENTRIES, marks.SEGMENT, value=str(left))
        by = "6.5.3-d" if is_rebuilt(tx.state, unit) else "6.5.2-b" if from_comz else "6.5.1-a"
        enter(tx, unit, here, by)

    cancel = way_out(words="Not now")


class EntryCheck(Question):
    """Attack Supply or a die: do the German reinforcements of this turn come in?"""

    title = "Entry check"
    ruled_by = "4.2-b"
    otherwise = "@: spend Attack Supply or roll"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        side = side_of(parent)
        asked = side == GERMAN and ground(state).has_option(CHECK) and listed_now(state, GERMAN)
        return cls(side) if asked else None

    def prompt(self, state: State) -> str:
        choice = f"spend Attack Supply, or roll (they enter on {PASSES_FROM} or more)?"
        return f"{names(listed_now(state, GERMAN))}: {choice}"

    @order("spend", words="Spend Attack Supply")
    @case("4.2-b")
    def spend(self, tx: Transaction) -> None:
        tx.pop()
        cost = attack_supply.cost_of(tx.state, "german_entry")
        attack_supply.spend(tx, self.side, cost, "4.2-b", "the entry of reinforcements")

    @spend.against
    def refusals_to_spend(self, state: State) -> Iterator[Refusal]:
        cost = attack_supply.cost_of(state, "german_entry")
        return attack_supply.refusals_to_spend(state, self.side, cost, "4.2-b", "the entry")

    @order("roll", words="Roll the die")
    @case("4.2-b")
    def roll(self, tx: Transaction) -> None:
        tx.pop()
        if tx.roll("1d6", "4.2-b", "German entry check").total < PASSES_FROM:
            delay(tx)


@case("4.2-b")
def delay(tx: Transaction) -> None:
    """The units of this turn wait for the next one."""
    units = listed_now(tx.state, GERMAN)
    for unit in units:
        put_off(tx, unit.key, tx.state.one(Clock).turn + 1)
    tell(tx, "UnitsDelayed", f"Delayed by one turn: {names(units)}", "4.2-b")


FRAMES = (PickEntry, EntryCheck)
