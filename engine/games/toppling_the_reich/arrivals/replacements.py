"""Replacements: steps restored on the map, units rebuilt out of the pool (6.5.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.toppling_the_reich.arrivals.entry import (
    enter,
    finds_it_taken,
    open_places,
    places,
    refusals_to_enter_at,
)
from engine.games.toppling_the_reich.movement.movement_orders import Order
from engine.games.toppling_the_reich.movement.placing import place
from engine.games.toppling_the_reich.records import (
    ALLIED,
    COMZ,
    DUE,
    GAME_TURN,
    GERMAN,
    OOC,
    OOS,
    POOL,
    REPLACED,
    STALEMATED,
    Clock,
    Unit,
    army,
    forces,
    units_at,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics.places import box
from engine.referee import Action, Event, Preview, Price, Refusal, State, Transaction, case, marked

IMPROVISED: Final = "improvised"
"""game turn, on the side; the step of 16.1.7-c has been given"""
INFANTRY, ARMOR = "infantry", "armor"
CANCEL, HELD = Action("cancel"), Action("hold")


def left(state: State, side: str, kind: str) -> int:
    """Replacements of a kind that are left in this turn."""
    held = army(state, side)
    return held.infantry if kind == INFANTRY else held.armor


def replacement_price(state: State, side: str, kind: str, by: str) -> Price:
    """One of the replacements of a kind that are left."""
    return Price(f"{kind} replacements", 1, by, left(state, side, kind))


@case("6.5.3-a")
def use(tx: Transaction, side: str, kind: str) -> None:
    """One replacement less."""
    held = army(tx.state, side)
    if kind == INFANTRY:
        tx.put(replace(held, infantry=held.infantry - 1))
    else:
        tx.put(replace(held, armor=held.armor - 1))


def never_replaced(unit: Unit) -> str:
    """The case by which a unit receives no replacements: its own, or the general one."""
    if unit.is_engineer:
        return "10.4.5"
    return {"Z": "10.3-b", "HEYD": "10.5-j"}.get(unit.tag, "6.5.3-e")


@case("6.5.3-b", "6.5.3-e", "6.5.3-a", "10.3-b", "10.5-j", "10.4.5")
def refusals_to_replace(state: State, side: str, unit: Unit, kind: str) -> Iterator[Refusal]:
    """A replacement of the right kind for a unit that can have one, once in a game turn."""
    kinds = ground(state).charts.replacement_eligibility.kinds(unit.type, unit.name)
    if not kinds or unit.dummy:
        yield Refusal(never_replaced(unit), f"{unit} is never replaced")
    elif kind not in kinds:
        yield Refusal("6.5.3-b", f"{unit} takes {' or '.join(kinds)} replacements, not {kind}")
    if left(state, side, kind) <= 0:
        yield Refusal("6.5.3-a", f"no {kind} replacements are left this turn")
    if marked(state, unit.key, REPLACED):
        yield Refusal("6.5.3-c", f"{unit} has already received its step for this game turn")


@case("6.5.3-c", "3.6-b")
def refusals_of_state(state: State, unit: Unit, kind: str) -> Iterator[Refusal]:
    """Supply, command, and no stalemate; an enemy zone of control does not matter."""
    if marked(state, unit.key, OOS):
        yield Refusal("6.5.3-c", f"{unit} is out of supply")
    if marked(state, unit.key, OOC) and not may_improvise(state, unit, kind):
        yield Refusal("3.6-b", f"{unit} is out of command")
    if marked(state, unit.key, STALEMATED):
        yield Refusal("7.7-f", f"{unit} is locked in a stalemate")


@case("16.1.7-c")
def may_improvise(state: State, unit: Unit, kind: str) -> bool:
    """Early in the first scenario the Germans give one step a turn to a unit out of command."""
    rule = ground(state).rules.improvisation
    if rule is None or unit.side != GERMAN or kind != INFANTRY:
        return False
    now = rule.first_turn <= state.one(Clock).turn <= rule.last_turn
    return now and not marked(state, GERMAN, IMPROVISED)


class Restore(Order):
    """A step for a reduced unit on the map."""

    replacement: ClassVar[str]

    def candidates(self, state: State, side: str) -> Iterable[Action]:
        if left(state, side, self.replacement):
            for unit in forces(state, side):
                if not unit.is_full:
                    yield Action(self.verb, "unit", unit.key)

    @case("6.5.3-a", "6.5.3-c")
    def refusals(self, state: State, side: str, action: Action) -> Iterator[Refusal]:
        unit = state.get(Unit, action.target)
        if unit.side != side or not unit.on_map or unit.is_full:
            yield Refusal("6.5.3-a", f"{unit} is not a reduced {side.title()} unit on the map")
            return
        yield from refusals_to_replace(state, side, unit, self.replacement)
        yield from refusals_of_state(state, unit, self.replacement)

    def apply(self, tx: Transaction, side: str, action: Action) -> None:
        unit = tx.state.get(Unit, action.target)
        use(tx, side, self.replacement)
        if marked(tx.state, unit.key, OOC):
            tx.mark(GERMAN, IMPROVISED, GAME_TURN)
        stronger = replace(unit, steps=unit.steps + 1)
        tx.put(stronger)
        tx.mark(unit.key, REPLACED, GAME_TURN)
        seen = None if not unit.hidden else (side,)
        text = f"{unit} has {stronger.steps} of {stronger.full_steps} steps again"
        tx.emit(Event("StepRestored", text, "6.5.3-a", seen, about=(("unit", unit.key),)))

    def preview(self, state: State, side: str, action: Action) -> Preview:
        unit = state.get(Unit, action.target)
        price = replacement_price(state, side, self.replacement, "6.5.3-a")
        return Preview(f"{unit}: {unit.steps + 1} of {unit.full_steps} steps", prices=(price,))


class RestoreInfantry(Restore):
    verb = "restore_infantry"
    words = "Give an infantry step to"
    replacement = INFANTRY


class RestoreArmor(Restore):
    verb = "restore_armor"
    words = "Give an armor step to"
    replacement = ARMOR


class Rebuild(Order):
    """An eliminated unit comes back with its last step."""

    replacement: ClassVar[str]

    def candidates(self, state: State, side: str) -> Iterable[Action]:
        if left(state, side, self.replacement):
            for unit in units_at(state, box(POOL, side)):
                yield Action(self.verb, "unit", unit.key)

    @case("6.5.3-d", "3.5.5-b", "15.5-b")
    def refusals(self, state: State, side: str, action: Action) -> Iterator[Refusal]:
        unit = state.get(Unit, action.target)
        if unit.side != side or unit.place != box(POOL, side):
            yield Refusal("6.5.3-d", f"{unit} is not in the {side.title()} replacement pool")
            return
        yield from refusals_to_replace(state, side, unit, self.replacement)

    def apply(self, tx: Transaction, side: str, action: Action) -> None:
        tx.push(PlaceRebuilt(side, action.target, self.replacement))

    def preview(self, state: State, side: str, action: Action) -> Preview:
        price = replacement_price(state, side, self.replacement, "6.5.3-d")
        return Preview(f"{state.get(Unit, action.target)} comes back with one step", prices=(price,))


class RebuildInfantry(Rebuild):
    verb = "rebuild_infantry"
    words = "Rebuild @ with infantry"
    replacement = INFANTRY


class RebuildArmor(Rebuild):
    verb = "rebuild_armor"
    words = "Rebuild @ with armor"
    replacement = ARMOR


class PlaceRebuilt(Question):
    """Where does the rebuilt unit appear?"""

    unit: str
    kind: str

    title = "Rebuilding"
    words: ClassVar[Mapping[str, str]] = {
        "enter": "Place in",
        "hold": "Hold off the map",
        "cancel": "Not now",
    }

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def prompt(self, state: State) -> str:
        return f"Where does {state.get(Unit, self.unit)} appear with its last step?"

    def way_out(self, state: State) -> Action:
        return CANCEL

    def candidates(self, state: State) -> Iterable[Action]:
        for here in sorted(places(state, state.get(Unit, self.unit))):
            yield Action("enter", "hex", here)
        yield HELD
        yield CANCEL

    @case("6.5.3-d", "6.5.3-f")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action in (HELD, CANCEL):
            return
        if action.verb != "enter" or action.kind != "hex":
            yield Refusal("6.5.3-d", f"{action} is not a place for a rebuilt unit")
        else:
            yield from refusals_to_enter_at(state, state.get(Unit, self.unit), action.target)

    def legal(self, state: State) -> list[Action]:
        here = open_places(state, state.get(Unit, self.unit))
        return [*(Action("enter", "hex", place) for place in here), HELD, CANCEL]

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.pop()
        if action != CANCEL and not (action.target and finds_it_taken(tx, self.side, action.target)):
            rebuild(tx, self.unit, self.kind, action.target)


@case("6.5.3-d", "6.5.2-e", "3.5.5-b")
def rebuild(tx: Transaction, key: str, kind: str, here: str) -> None:
    """The reduced step of an eliminated unit, in a hex or off the map, the Allies' in the COM Z."""
    unit = replace(tx.state.get(Unit, key), steps=1)
    use(tx, unit.side, kind)
    tx.put(unit)
    tx.mark(key, REPLACED, GAME_TURN)
    tx.emit(Event("UnitRebuilt", f"{unit} is rebuilt", "6.5.3-d", about=(("unit", key),)))
    if here:
        enter(tx, unit, here, "6.5.3-d")
    else:
        place(tx, unit, box(COMZ if unit.side == ALLIED else DUE, unit.side))


FRAMES = (PlaceRebuilt,)
