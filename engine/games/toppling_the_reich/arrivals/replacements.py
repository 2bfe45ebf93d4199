"""Replacements: steps restored on the map, units rebuilt out of the pool (6.5.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.toppling_the_reich.arrivals.entry import enter
from engine.games.toppling_the_reich.arrivals.reinforcements import ChooseEntry
from engine.games.toppling_the_reich.deception.redaction import tell_of
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
from engine.mechanics import Order, box, order, tell, way_out
from engine.referee import Action, Preview, Price, Refusal, State, Transaction, case, marked

IMPROVISED: Final = "improvised"
"""game turn, on the side; the step of 16.1.7-c has been given"""
INFANTRY, ARMOR = "infantry", "armor"


def left(state: State, side: str, kind: str) -> int:
    """Replacements of a kind that are left in this turn."""
    held = army(state, side)
    return held.infantry if kind == INFANTRY else held.armor


def preview_cost(state: State, side: str, kind: str, by: str, text: str) -> Preview:
    """What an order brings, and the replacement that it takes of those that are left."""
    return Preview(text, prices=(Price(f"{kind} replacements", 1, by, left(state, side, kind)),))


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
    """A step of one kind for a reduced unit on the map."""

    def __init__(self, replacement: str) -> None:
        self.replacement = replacement
        self.verb = f"restore_{replacement}"
        self.words = f"Give an {replacement} step to"

    def candidates(self, menu: Question, state: State) -> Iterable[Action]:
        reduced = [u for u in forces(state, menu.side) if not u.is_full]
        some = left(state, menu.side, self.replacement)
        return [Action(self.verb, "unit", unit.key) for unit in reduced if some]

    @case("6.5.3-a", "6.5.3-c")
    def refusals(self, menu: Question, state: State, action: Action) -> Iterator[Refusal]:
        unit = state.get(Unit, action.target)
        if unit.side != menu.side or not unit.on_map or unit.is_full:
            yield Refusal("6.5.3-a", f"{unit} is not a reduced {menu.side.title()} unit on the map")
            return
        yield from refusals_to_replace(state, menu.side, unit, self.replacement)
        yield from refusals_of_state(state, unit, self.replacement)

    def apply(self, menu: Question, tx: Transaction, action: Action) -> None:
        unit = tx.state.get(Unit, action.target)
        use(tx, menu.side, self.replacement)
        if marked(tx.state, unit.key, OOC):
            tx.mark(GERMAN, IMPROVISED, GAME_TURN)
        tx.put(replace(unit, steps=unit.steps + 1))
        tx.mark(unit.key, REPLACED, GAME_TURN)
        text = f"{unit} has {unit.steps + 1} of {unit.full_steps} steps again"
        tell_of(tx, unit, "StepRestored", text, "6.5.3-a")

    def preview(self, menu: Question, state: State, action: Action) -> Preview:
        unit = state.get(Unit, action.target)
        text = f"{unit}: {unit.steps + 1} of {unit.full_steps} steps"
        return preview_cost(state, menu.side, self.replacement, "6.5.3-a", text)


class Rebuild(Order):
    """An eliminated unit comes back with its last step, of one kind."""

    def __init__(self, replacement: str) -> None:
        self.replacement = replacement
        self.verb = f"rebuild_{replacement}"
        self.words = f"Rebuild @ with {replacement}"

    def candidates(self, menu: Question, state: State) -> Iterable[Action]:
        pool = units_at(state, box(POOL, menu.side)) if left(state, menu.side, self.replacement) else ()
        return [Action(self.verb, "unit", unit.key) for unit in pool]

    @case("6.5.3-d", "3.5.5-b", "15.5-b")
    def refusals(self, menu: Question, state: State, action: Action) -> Iterator[Refusal]:
        unit = state.get(Unit, action.target)
        if unit.side != menu.side or unit.place != box(POOL, menu.side):
            yield Refusal("6.5.3-d", f"{unit} is not in the {menu.side.title()} replacement pool")
            return
        yield from refusals_to_replace(state, menu.side, unit, self.replacement)

    def apply(self, menu: Question, tx: Transaction, action: Action) -> None:
        tx.push(PlaceRebuilt(menu.side, action.target, self.replacement))

    def preview(self, menu: Question, state: State, action: Action) -> Preview:
        text = f"{state.get(Unit, action.target)} comes back with one step"
        return preview_cost(state, menu.side, self.replacement, "6.5.3-d", text)


ORDERS: Final = (Restore(INFANTRY), Restore(ARMOR), Rebuild(INFANTRY), Rebuild(ARMOR))


class PlaceRebuilt(ChooseEntry):
    """Where does the rebuilt unit appear?"""

    kind: str

    title = "Rebuilding"
    ruled_by = "6.5.3-d"
    otherwise = "@ is not a place for a rebuilt unit"
    words: ClassVar[Mapping[str, str]] = {"enter": "Place in"}

    def prompt(self, state: State) -> str:
        return f"Where does {state.get(Unit, self.unit)} appear with its last step?"

    @case("6.5.3-d", "6.5.2-e", "3.5.5-b")
    def arrive(self, tx: Transaction, unit: Unit, here: str) -> None:
        """The reduced step of an eliminated unit, in a hex or off the map, the Allies' in the COM Z."""
        unit = replace(unit, steps=1)
        use(tx, unit.side, self.kind)
        tx.put(unit)
        tx.mark(unit.key, REPLACED, GAME_TURN)
        tell(tx, "UnitRebuilt", f"{unit} is rebuilt", "6.5.3-d", unit=unit.key)
        if here:
            enter(tx, unit, here, "6.5.3-d")
        else:
            place(tx, unit, box(COMZ if unit.side == ALLIED else DUE, unit.side))

    @order("hold", words="Hold off the map")
    def hold(self, tx: Transaction) -> None:
        tx.pop()
        self.arrive(tx, tx.state.get(Unit, self.unit), "")

    cancel = way_out(words="Not now")


FRAMES = (PlaceRebuilt,)
