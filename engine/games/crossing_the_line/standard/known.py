"""What a side knows of the enemy (5.3.4): the top of each stack, and what lies below a headquarters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engine.games.crossing_the_line.records import Unit, combat_units, stacks
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.standard.stack_order import on_top
from engine.games.crossing_the_line.standard.zoc import has_zoc, reaches_into
from engine.referee import Event, Mark, State, Transaction, case, derived, marked

SHOWN: Final = "shown"
"""until it moves; on a unit that took part in a combat"""
UNTIL_IT_MOVES: Final = "until it moves"


@derived(Unit)
@case("5.3.4-a", "5.3.4-b")
def open_counters(state: State, here: str) -> tuple[str, ...]:
    """The counters of a stack that everybody sees."""
    pile = sorted(stacks(state).get(here, ()), key=lambda unit: -unit.level)
    seen = 2 if pile and pile[0].is_hq else 1
    return tuple(unit.key for unit in pile[:seen])


@case("5.3.4-a")
def is_identified(state: State, unit: Unit, side: str | None) -> bool:
    """Does this side know which unit a counter is? Those that fight are shown until they move."""
    # INTERPRETATION (5.3.4-a): the attacker examines the defenders, and both sides work out the odds
    # together, so that all units of a combat are shown.
    if side in (None, unit.side) or not unit.on_map or marked(state, unit.key, SHOWN):
        return True
    return unit.key in open_counters(state, unit.place)


@derived(Unit, Mark)
@case("5.3.4-a", "5.4-a")
def known_zoc(state: State, side: str) -> frozenset[str]:
    """The hexes that the enemy of a side can know to be in its zones of control."""
    enemy = ground(state).other(side)
    found: set[str] = set()
    for unit in combat_units(state, side):
        if has_zoc(unit) and is_identified(state, unit, enemy):
            found.add(unit.place)
            found.update(
                there for there in ground(state).neighbors[unit.place] if reaches_into(state, unit, there)
            )
    return frozenset(found)


@derived(Unit)
def beside(state: State, side: str) -> frozenset[str]:
    """The hexes next to any unit of a side, headquarters included; where counters lie everybody sees."""
    land = ground(state)
    return frozenset(there for here in _places(state, side) for there in land.neighbors[here])


@derived(Unit)
def _places(state: State, side: str) -> frozenset[str]:
    return frozenset(unit.place for unit in state.all(Unit).values() if unit.side == side and unit.on_map)


@case("5.3.4-a")
def all_see(state: State, keys: Iterable[str]) -> bool:
    """Do both sides know which units these are?"""
    units = [state.get(Unit, key) for key in keys]
    return all(is_identified(state, unit, ground(state).other(unit.side)) for unit in units)


def show(tx: Transaction, units: Iterable[Unit]) -> None:
    """Units are shown to the enemy until they move."""
    tx.reveal()
    for unit in units:
        tx.mark_until(unit.key, SHOWN, UNTIL_IT_MOVES)


def march_to(tx: Transaction, unit: Unit, there: str) -> None:
    """A unit moves to another hex; what was shown of it counts no more, unlike after a retreat."""
    tx.end_scope(UNTIL_IT_MOVES, unit.key)
    put_in(tx, unit, there)


def put_in(tx: Transaction, unit: Unit, there: str) -> Unit:
    """A unit comes to another hex, on top of the stack."""
    moved = on_top(tx.state, replace(unit, place=there))
    tx.put(moved)
    return moved


@case("5.3.4-a")
def together(units: Iterable[Unit]) -> tuple[str, str]:
    """Units that come to a hex together, as their own side reads it and as the enemy does: the top one."""
    top, *others = sorted(units, key=lambda unit: -unit.level)
    if not others:
        return str(top), str(top)
    return f"{top} with {', '.join(map(str, others))}", f"{top} with {len(others)} more"


@case("5.3.4-a")
def tell_of(tx: Transaction, unit: Unit, what: str, happens: str, case_id: str, publicly: str = "") -> None:
    """Log what happens to a unit; the enemy reads it only of a unit that it sees, as far as it may know."""
    about = (("unit", unit.key), ("hex", unit.place))
    if not is_identified(tx.state, unit, ground(tx.state).other(unit.side)):
        tx.emit(Event(what, f"{unit} {happens}", case_id, (unit.side,), about=about))
    elif publicly:
        tx.emit(Event(what, f"{unit} {happens}", case_id, (unit.side,), f"{unit} {publicly}", about))
    else:
        tx.emit(Event(what, f"{unit} {happens}", case_id, about=about))
