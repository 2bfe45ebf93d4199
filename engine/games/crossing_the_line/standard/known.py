"""What a side knows of the enemy (5.3.4): the top of each stack, and what lies below a headquarters."""

from __future__ import annotations

from typing import Final

from engine.games.crossing_the_line.records import Unit, combat_units, stacks
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.standard.zoc import has_zoc, reaches_into
from engine.referee import Event, Mark, State, Transaction, case, derived, marked

EXAMINED: Final = "examined"
"""action; on a hex whose defenders the attacker has looked at (5.3.4-a)"""


@derived(Unit)
@case("5.3.4-a", "5.3.4-b")
def open_counters(state: State, here: str) -> tuple[str, ...]:
    """The counters of a stack that everybody sees."""
    pile = sorted(stacks(state).get(here, ()), key=lambda unit: -unit.level)
    seen = 2 if pile and pile[0].is_hq else 1
    return tuple(unit.key for unit in pile[:seen])


@case("5.3.4-a")
def is_identified(state: State, unit: Unit, side: str | None) -> bool:
    """Does this side know which unit a counter is? All of a hex after an attack on it was declared."""
    if side in (None, unit.side) or not unit.on_map or marked(state, unit.place, EXAMINED):
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
def public_name(state: State, unit: Unit) -> str:
    """What everybody may read of a unit: its name, or only where it is."""
    if is_identified(state, unit, ground(state).other(unit.side)):
        return unit.name
    return f"a {ground(state).title_of(unit.side)} unit in {unit.place}"


@case("5.3.4-a")
def tell_of(tx: Transaction, unit: Unit, what: str, happens: str, case_id: str, publicly: str = "") -> None:
    """Log what happens to a unit: its owner reads its name and all of it, the enemy only what it may know."""
    known, about = public_name(tx.state, unit), (("unit", unit.key), ("hex", unit.place))
    if known == unit.name and not publicly:
        tx.emit(Event(what, f"{unit} {happens}", case_id, about=about))
        return
    told = f"{known} {publicly or happens}"
    tx.emit(Event(what, f"{unit} {happens}", case_id, (unit.side,), told[0].upper() + told[1:], about))
