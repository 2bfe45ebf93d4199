"""Reinforcements: units that come into play from the schedule or the COM Z (6.5.1, 6.5.2, 4.2-b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

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
    names,
    places,
    refusals_to_enter_at,
)
from engine.games.toppling_the_reich.movement.movement_orders import Order
from engine.games.toppling_the_reich.movement.placing import place
from engine.games.toppling_the_reich.movement.rail import entries, line_from
from engine.games.toppling_the_reich.movement.walk import has_begun
from engine.games.toppling_the_reich.records import (
    ALLIED,
    COMZ,
    DUE,
    GERMAN,
    OOS,
    SEGMENT,
    STALEMATED,
    Clock,
    Unit,
    forces,
    units_at,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question, counted, supply_price
from engine.games.toppling_the_reich.supply import attack_supply
from engine.mechanics.places import box
from engine.referee import (
    Action,
    Due,
    Event,
    Frame,
    Preview,
    Refusal,
    State,
    Transaction,
    case,
    marked,
    side_of,
)

RECALLED: Final = "recalled"
"""segment; an engineer that has just gone to the COM Z"""
CHECK: Final = "entry-check"
"""The option of 4.2-b."""
PASSES_FROM: Final = 3
"""The die that lets German reinforcements in."""
CANCEL: Final = Action("cancel")
SPEND, ROLL = Action("spend"), Action("roll")


def is_due(state: State, unit: Unit) -> bool:
    """True if the unit is due."""
    due = state.find(Due, unit.key)
    return due is None or due.turn <= state.one(Clock).turn


def off_map(state: State, side: str) -> list[Unit]:
    """The units of a side that wait to come into play."""
    due = [unit for unit in units_at(state, box(DUE, side)) if is_due(state, unit)]
    return [*due, *(units_at(state, box(COMZ, side)) if side == ALLIED else ())]


@case("6.5", "6.5.1-a", "6.5.2-a")
def refusals_to_come(state: State, side: str, unit: Unit) -> Iterator[Refusal]:
    """Off the map, due, and with a place that can take it."""
    if unit.side != side or unit.place not in (box(DUE, side), box(COMZ, side)):
        yield Refusal("6.5", f"{unit} is not waiting to come into play")
    elif not is_due(state, unit):
        yield Refusal("6.5.1-a", f"{unit} is due on turn {state.get(Due, unit.key).turn}")
    elif unit.entry == UK and unit.place == box(DUE, side):
        yield Refusal("6.5.2-a", f"{unit} is in England: send it to the airdrop box or to the COM Z")
    elif marked(state, unit.key, RECALLED):
        yield Refusal("10.4-a", f"{unit} went to the COM Z in this segment")
    elif not has_open_place(state, unit):
        where = sorted(places(state, unit))
        yield Refusal("6.5.1-c", f"{unit} cannot enter yet: {' '.join(where)} is full or held by the enemy")


class Bring(Order):
    """A unit enters without Attack Supply: listed for this turn, let in by a roll, or without need of one."""

    verb = "bring"
    words = "Bring in"

    def candidates(self, state: State, side: str) -> Iterable[Action]:
        for unit in off_map(state, side):
            yield Action("bring", "unit", unit.key)

    @case("6.5.2-b", "6.5.2-d", "6.5.2.1", "10.4-a", "6.5.2-e")
    def refusals(self, state: State, side: str, action: Action) -> Iterator[Refusal]:
        unit = state.get(Unit, action.target)
        yield from refusals_to_come(state, side, unit)
        if unit.place == box(COMZ, ALLIED):
            if is_composite(unit) and not herbstnebel_declared(state):
                yield Refusal("6.5.2.1", f"{unit} leaves the COM Z only if Attack Supply is spent")
            elif counts(unit) and not entries_left(state, unit):
                group = entry_group(unit)
                yield Refusal("6.5.2-b", f"the roll lets no more units in at entry {group}")

    def apply(self, tx: Transaction, side: str, action: Action) -> None:
        tx.push(PickEntry(side, action.target))


class Buy(Order):
    """Attack Supply brings in one unit more, once the roll is used up."""

    verb = "buy"
    words = "Bring in @ for Attack Supply"

    def candidates(self, state: State, side: str) -> Iterable[Action]:
        if side == ALLIED:
            for unit in units_at(state, box(COMZ, side)):
                yield Action("buy", "unit", unit.key)

    @case("6.5.2-f", "6.5.2.1", "16.4.7-d")
    def refusals(self, state: State, side: str, action: Action) -> Iterator[Refusal]:
        unit = state.get(Unit, action.target)
        yield from refusals_to_come(state, side, unit)
        if unit.place != box(COMZ, ALLIED):
            yield Refusal("6.5.2-f", f"{unit} is not in the COM Z")
        elif is_composite(unit):
            if herbstnebel_declared(state):
                yield Refusal("16.4.7-d", f"{unit} enters without Attack Supply since Herbstnebel")
        elif not counts(unit):
            yield Refusal("6.5.2-d", f"{unit} enters without Attack Supply")
        elif entries_left(state, unit):
            yield Refusal("6.5.2-f", f"the roll still lets {counted(entries_left(state, unit), 'unit')} in")
        cost = price(state, unit)
        yield from attack_supply.refusals_to_spend(state, side, cost, "6.5.2-f", f"the entry of {unit}")

    def apply(self, tx: Transaction, side: str, action: Action) -> None:
        tx.push(PickEntry(side, action.target, bought=True))

    def preview(self, state: State, side: str, action: Action) -> Preview:
        cost = price(state, state.get(Unit, action.target))
        return Preview(prices=(supply_price(state, side, cost, "6.5.2-f"),))


@case("6.5.2-f", "6.5.2.1")
def price(state: State, unit: Unit) -> int:
    """Attack Supply Points for an entry beyond the rolls."""
    return attack_supply.cost_of(state, "composite_division" if is_composite(unit) else "comz_unit")


class Hold(Order):
    """A headquarters, a leader or a unit in England goes to the COM Z for later."""

    verb = "hold"
    words = "Hold @ in the COM Z"

    def candidates(self, state: State, side: str) -> Iterable[Action]:
        if side == ALLIED:
            for unit in units_at(state, box(DUE, side)):
                yield Action("hold", "unit", unit.key)

    @case("6.5.2-d")
    def refusals(self, state: State, side: str, action: Action) -> Iterator[Refusal]:
        unit = state.get(Unit, action.target)
        if side != ALLIED or unit.place != box(DUE, side) or not is_due(state, unit):
            yield Refusal("6.5.2-d", f"{unit} is not among the Allied units that arrive now")
        elif not bypasses(unit) and unit.entry != UK:
            yield Refusal("6.5.2-a", f"{unit} enters on this turn")

    def apply(self, tx: Transaction, side: str, action: Action) -> None:
        unit = tx.state.get(Unit, action.target)
        place(tx, unit, box(COMZ, side))
        tx.emit(Event("UnitHeld", f"{unit} goes to the COM Z", "6.5.2-d", about=(("unit", unit.key),)))


class Recall(Order):
    """An engineer goes back to the COM Z."""

    verb = "recall"
    words = "Send @ to the COM Z"

    def candidates(self, state: State, side: str) -> Iterable[Action]:
        for unit in forces(state, side):
            if unit.is_engineer:
                yield Action("recall", "unit", unit.key)

    @case("10.4-a", "10.4-b")
    def refusals(self, state: State, side: str, action: Action) -> Iterator[Refusal]:
        unit = state.get(Unit, action.target)
        if side != ALLIED:
            yield Refusal("10.4-b", "the Germans have no engineers")
            return
        if unit.side != side or not unit.is_engineer or not unit.on_map:
            yield Refusal("10.4-a", f"{unit} is not an Allied engineer on the map")
            return
        if marked(state, unit.key, OOS) or marked(state, unit.key, STALEMATED):
            yield Refusal("10.4-a", f"{unit} is out of supply or locked in a stalemate")
        if has_begun(state, unit):
            yield Refusal("10.4-a", f"{unit} has moved in this segment")
        lines = {here for door in entries(state, ALLIED) for here in line_from(state, ALLIED, door.hex)}
        if unit.place not in lines:
            yield Refusal("10.4-a", f"{ground(state).name_of(unit.place)} is not on open track")

    def apply(self, tx: Transaction, side: str, action: Action) -> None:
        unit = tx.state.get(Unit, action.target)
        # INTERPRETATION (10.4-a): one that goes to the COM Z comes back on a later turn.
        place(tx, unit, box(COMZ, side))
        tx.mark(unit.key, RECALLED, SEGMENT)
        tx.emit(Event("UnitRecalled", f"{unit} goes to the COM Z", "10.4-a", about=(("unit", unit.key),)))


class PickEntry(Question):
    """Where does the unit come into play?"""

    unit: str
    bought: bool = False

    title = "Entry"
    words: ClassVar[Mapping[str, str]] = {"enter": "Enter in", "cancel": "Not now"}

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def prompt(self, state: State) -> str:
        return f"Where does {state.get(Unit, self.unit)} come into play?"

    def way_out(self, state: State) -> Action:
        return CANCEL

    def candidates(self, state: State) -> Iterable[Action]:
        for here in sorted(places(state, state.get(Unit, self.unit))):
            yield Action("enter", "hex", here)
        yield CANCEL

    @case("6.5.1-a", "6.5.1-b", "6.5.1-c")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == CANCEL:
            return
        if action.verb != "enter" or action.kind != "hex":
            yield Refusal("6.5.1-a", f"{action} is not a place of entry")
        else:
            yield from refusals_to_enter_at(state, state.get(Unit, self.unit), action.target)

    @case("6.5.2-b", "6.5.2-f")
    def apply(self, tx: Transaction, action: Action) -> None:
        tx.pop()
        if action == CANCEL:
            return
        unit = tx.state.get(Unit, self.unit)
        if finds_it_taken(tx, self.side, action.target):
            return
        from_comz = unit.place == box(COMZ, ALLIED)
        if self.bought:
            attack_supply.spend(tx, self.side, price(tx.state, unit), "6.5.2-f", f"the entry of {unit}")
        elif from_comz and counts(unit):
            left = entries_left(tx.state, unit) - 1
            tx.mark(entry_group(unit), ENTRIES, SEGMENT, value=str(left))
        by = "6.5.3-d" if is_rebuilt(tx.state, unit) else "6.5.2-b" if from_comz else "6.5.1-a"
        enter(tx, unit, action.target, by)


class EntryCheck(Question):
    """Attack Supply or a die: do the German reinforcements of this turn come in?"""

    title = "Entry check"
    words: ClassVar[Mapping[str, str]] = {"spend": "Spend Attack Supply", "roll": "Roll the die"}

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        side = side_of(parent)
        asked = side == GERMAN and ground(state).has_option(CHECK) and listed_now(state)
        return cls(side) if asked else None

    def prompt(self, state: State) -> str:
        return (
            f"{names(listed_now(state))}: spend Attack Supply, or roll (they enter on {PASSES_FROM} or more)?"
        )

    def candidates(self, state: State) -> Iterable[Action]:
        return (SPEND, ROLL)

    @case("4.2-b")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == SPEND:
            cost = attack_supply.cost_of(state, "german_entry")
            yield from attack_supply.refusals_to_spend(state, self.side, cost, "4.2-b", "the entry")
        elif action != ROLL:
            yield Refusal("4.2-b", f"{action}: spend Attack Supply or roll")

    @case("4.2-b")
    def apply(self, tx: Transaction, action: Action) -> None:
        tx.pop()
        if action == SPEND:
            cost = attack_supply.cost_of(tx.state, "german_entry")
            attack_supply.spend(tx, self.side, cost, "4.2-b", "the entry of reinforcements")
        elif tx.roll("1d6", "4.2-b", "German entry check").total < PASSES_FROM:
            delay(tx)


@case("4.2-b")
def delay(tx: Transaction) -> None:
    """The units of this turn wait for the next one."""
    units = listed_now(tx.state)
    for unit in units:
        due = tx.state.get(Due, unit.key)
        tx.put(replace(due, turn=tx.state.one(Clock).turn + 1))
    tx.emit(Event("UnitsDelayed", f"Delayed by one turn: {names(units)}", "4.2-b"))


def listed_now(state: State) -> list[Unit]:
    """The German reinforcements whose turn has come."""
    waiting = units_at(state, box(DUE, GERMAN))
    return [unit for unit in waiting if state.find(Due, unit.key) is not None and is_due(state, unit)]


FRAMES = (PickEntry, EntryCheck)
