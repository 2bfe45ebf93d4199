"""The Communications Zone: the two rolls of each turn and what they let through (6.5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.toppling_the_reich import boxes, marks
from engine.games.toppling_the_reich.arrivals.entry import (
    GROUP_SOUTH,
    GROUP_WEST,
    entry_group,
    listed_now,
    names,
)
from engine.games.toppling_the_reich.movement.placing import place
from engine.games.toppling_the_reich.records import ALLIED, Clock, Herbstnebel, Unit, engineers, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.supply import antwerp
from engine.mechanics import box, counted, tell
from engine.referee import Frame, Modifier, State, Transaction, case, mark_value, total

ENTRIES: Final = "entries"
"""segment, on a group of entry hexes; how many more units its roll lets in"""
UK: Final = "UK"
"""The entry of units that wait in England."""
COMPOSITE: Final = "US CMP"


def waiting(state: State) -> list[Unit]:
    """The units in the COM Z."""
    return list(units_at(state, box(boxes.COMZ, ALLIED)))


@case("6.5.2-a")
def in_force(state: State) -> bool:
    """From the turn that the scenario names; before it reinforcements come in directly."""
    first = ground(state).document.data.get("comz_from")
    return not isinstance(first, int) or state.one(Clock).turn >= first


@case("6.5.2-d")
def bypasses(unit: Unit) -> bool:
    """Headquarters and leaders neither need the COM Z nor count against its rolls."""
    return unit.is_hq or unit.is_leader


@case("6.5.2.1", "16.4.7-d")
def is_composite(unit: Unit) -> bool:
    """US CMP A and B, which the rolls never let through."""
    return unit.name.startswith(COMPOSITE)


def herbstnebel_declared(state: State) -> bool:
    """Has the German counteroffensive begun?"""
    plan = state.find(Herbstnebel, "")
    return plan is not None and plan.turn <= state.one(Clock).turn


def counts(unit: Unit) -> bool:
    """Does a unit need one of the entries that a roll allows?"""
    return not (bypasses(unit) or unit.is_engineer or is_composite(unit))


@case("6.5.2-a")
def receive(tx: Transaction, side: str) -> None:
    """The Allied combat units of this turn go to the COM Z; those in England wait for an order."""
    listed = listed_now(tx.state, ALLIED)
    arriving = [unit for unit in listed if not bypasses(unit) and unit.entry != UK]
    for unit in arriving:
        place(tx, unit, box(boxes.COMZ, ALLIED))
    if arriving:
        tell(tx, "UnitsInComZ", f"In the COM Z: {names(arriving)}", "6.5.2-a", side=side)


@case("6.5.2-c")
def roll_modifiers(state: State, group: str) -> tuple[Modifier, ...]:
    """Ports help entries 1 to 6; engineers on the map and the distance to entry 7 reduce the roll."""
    chart = ground(state).charts.comz
    on_map = len(engineers(state))
    true = {
        "antwerp": antwerp.holds_port(state, antwerp.ANTWERP),
        "rotterdam": antwerp.holds_port(state, antwerp.ROTTERDAM),
        "few_engineers": 0 < on_map < chart.many_engineers_from,
        "many_engineers": on_map >= chart.many_engineers_from,
        "entry_7": True,
    }
    return tuple(
        Modifier("6.5.2-c", row.condition, row.drm)
        for name, row in chart.modifiers.items()
        if true[name] and row.applies_to in (group, "both")
    )


@case("6.5.2-b", "6.5.2-e")
def roll_for_entries(tx: Transaction, frame: Frame) -> None:
    """Two dice for entries 1 to 6, one for entry 7, where units are waiting; 0 or less lets none in."""
    if getattr(frame, "side", "") != ALLIED or not in_force(tx.state):
        return
    receive(tx, ALLIED)
    chart = ground(tx.state).charts.comz
    for group, dice in ((GROUP_WEST, chart.entries_1_6_dice), (GROUP_SOUTH, chart.entry_7_dice)):
        if any(counts(unit) and entry_group(unit) == group for unit in waiting(tx.state)):
            modifiers = roll_modifiers(tx.state, group)
            listed = "; ".join(map(str, modifiers))
            why = f"COM Z, entry {group}" + (f" ({listed})" if listed else "")
            rolled = tx.roll(f"{dice}d6", "6.5.2-b", why).total
            let_in(tx, group, max(rolled + int(total(modifiers)), 0))


def let_in(tx: Transaction, group: str, number: int) -> None:
    """Let this number of units of a group enter."""
    tx.mark(group, ENTRIES, marks.SEGMENT, value=str(number))
    tell(tx, "ComZRolled", f"{counted(number, 'unit')} may enter from the COM Z at entry {group}", "6.5.2-b")


def entries_left(state: State, unit: Unit) -> int:
    """How many more units of this one's group the roll lets in."""
    return int(mark_value(state, entry_group(unit), ENTRIES) or 0)


def left_over(state: State) -> Iterator[str]:
    """What the rolls still allow, in words."""
    for group in (GROUP_WEST, GROUP_SOUTH):
        if left := int(mark_value(state, group, ENTRIES) or 0):
            yield f"{left} may enter from the COM Z at entry {group}"
