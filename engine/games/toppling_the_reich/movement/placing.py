"""Moving counters from one place to another, with all consequences."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.games.toppling_the_reich import boxes, marks
from engine.games.toppling_the_reich.movement.control import take
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import Composition, Unit, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.special_units.bridgeheads import drop_bridgeheads
from engine.mechanics import box, tell
from engine.referee import State, Transaction, case, derived


def place(tx: Transaction, unit: Unit, where: str) -> Unit:
    """Put a counter into a hex or box, with all consequences."""
    put_down(tx, unit, where)
    lose_lone_assets(tx)
    return tx.state.get(Unit, unit.key)


def place_together(tx: Transaction, keys: Iterable[str], where: str) -> None:
    """Put counters that go together into a hex: none of them is alone on the way."""
    for key in keys:
        put_down(tx, tx.state.get(Unit, key), where)
    lose_lone_assets(tx)


def put_down(tx: Transaction, unit: Unit, where: str) -> None:
    """Put a counter into a hex or box: the only way in which its place changes. Others may still follow it,
    so who is left alone is seen to afterwards."""
    moved = replace(tx.state.get(Unit, unit.key), place=where)
    if not moved.on_map:
        moved = replace(moved, hidden="", letter="")
    tx.put(moved)
    if moved.on_map:
        _enter(tx, moved)
    if moved.is_engineer:
        drop_bridgeheads(tx)


def _enter(tx: Transaction, unit: Unit) -> None:
    if unit.is_combat_unit and not unit.dummy:
        _capture(tx, unit)
        # INTERPRETATION (13.2-b): what is hidden takes no hex before it is shown, or control would tell the
        # marker of a unit from that of a dummy.
        if not unit.hidden:
            take(tx, unit.place, unit.side)


@case("3.4-a", "3.4.2-f", "6.0-c", "10.2.1-c", "10.2.2-c")
def _capture(tx: Transaction, unit: Unit) -> None:
    """Lone leaders and assets of the enemy are removed when a combat unit enters their hex."""
    there = [other for other in units_at(tx.state, unit.place) if other.side != unit.side]
    if there and not any(other.is_combat_unit for other in there):
        shown = unit.name if not unit.hidden else f"marker {unit.letter}" if unit.letter else "the enemy"
        for other in there:
            by = "3.4.2-f" if other.is_leader else "10.2.1-c" if other.side == "allied" else "10.2.2-c"
            eliminate(tx, other, by, f"{shown} has overtaken {other.name}")


@derived(Unit)
def lone_assets(state: State) -> tuple[Unit, ...]:
    """The armored assets on the map without a combat unit in their hex."""
    units = state.all(Unit).values()
    return tuple(
        unit
        for unit in units
        if unit.is_asset
        and unit.on_map
        and not any(other.is_combat_unit for other in units_at(state, unit.place))
    )


@case("10.2.1-c", "10.2.2-c")
def lose_lone_assets(tx: Transaction) -> None:
    """An armored asset alone in an enemy zone of control is lost, whoever has moved."""
    land = ground(tx.state)
    for unit in lone_assets(tx.state):
        if unit.place in zoc(tx.state, land.other(unit.side)):
            by = "10.2.1-c" if unit.side == "allied" else "10.2.2-c"
            eliminate(tx, unit, by, f"{unit.name} is alone in an enemy zone of control")


@case("6.5.3-e", "10.4.5", "10.5-j", "15.5-b")
def box_of_the_dead(unit: Unit) -> str:
    """Where an eliminated counter goes: to the pool if it can be rebuilt, else out for good."""
    never = unit.is_leader or unit.is_engineer or unit.is_asset or unit.dummy or unit.tag in ("Z", "HEYD")
    return box(boxes.OUT if never else boxes.POOL, unit.side)


def eliminate(tx: Transaction, unit: Unit, by: str, why: str) -> None:
    """A counter is destroyed; leaders die with the last unit of their stack.

    The enemy hears of an unknown unit, but not in which hex it was.
    """
    here = unit.place
    made = tx.state.find(Composition, unit.key)
    if made is not None:
        _lose_corps(tx, made)
    grave = box(boxes.UNUSED, unit.side) if made else box_of_the_dead(unit)
    dead = replace(tx.state.get(Unit, unit.key), place=grave, hidden="", letter="")
    tx.put(replace(dead, steps=1 if dead.cf and not dead.is_leader else dead.steps))
    for name in (marks.OOS, marks.OOC, marks.DROPPED, marks.STALEMATED, marks.HQ_RETREATED):
        tx.unmark(unit.key, name)
    where = () if unit.hidden == "unknown" else (here,)
    tell(tx, "UnitEliminated", f"{unit.name} is eliminated: {why}", by, hex=where)
    if unit.is_engineer:
        drop_bridgeheads(tx)
    if unit.is_combat_unit and " " not in here:
        _orphans(tx, here, unit.side)


@case("12.1-b", "12.2-b")
def _lose_corps(tx: Transaction, made: Composition) -> None:
    """The divisions behind a corps counter are gone with it; the counter can be used again."""
    for key in made.units:
        lost = tx.state.get(Unit, key)
        tx.put(replace(lost, place=box_of_the_dead(lost), steps=1))
    tx.remove(made)


@case("3.4.2-f")
def _orphans(tx: Transaction, here: str, side: str) -> None:
    rest = [unit for unit in units_at(tx.state, here) if unit.side == side]
    if rest and not any(unit.is_combat_unit for unit in rest):
        for unit in rest:
            if unit.is_leader:
                eliminate(tx, unit, "3.4.2-f", f"the last unit with {unit.name} was eliminated")
        lose_lone_assets(tx)


@case("2.1.1-a", "7.6-a")
def lose_step(tx: Transaction, unit: Unit, by: str, why: str) -> None:
    """Flip or substitute a counter, or remove it with its last step."""
    unit = tx.state.get(Unit, unit.key)
    if unit.steps <= 1:
        eliminate(tx, unit, by, why)
        return
    weaker = replace(unit, steps=unit.steps - 1)
    tx.put(weaker)
    text = f"{unit.name} loses a step, {weaker.steps} of {weaker.full_steps} left: {why}"
    seen_by = (unit.side,) if unit.hidden else None
    tell(tx, "StepLost", text, by, seen_by, unit=unit.key)


@case("9.0-a", "15.6")
def withdraw(tx: Transaction, unit: Unit, by: str = "15.6") -> None:
    """A unit leaves play for another front; it does not enter the pool."""
    place(tx, unit, box(boxes.WITHDRAWN, unit.side))
    tell(tx, "UnitWithdrawn", f"{unit.name} is withdrawn", by, unit=unit.key)
