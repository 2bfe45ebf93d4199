"""How many units a zone holds, and the only way in which a unit changes its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.records import Earthwork, Unit, occupied, units_at
from engine.games.dday_to_berlin.scenario.control import enter_zone
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics import Stacking, box
from engine.mechanics.telling import tell
from engine.referee import Refusal, State, Transaction, case


@case("scale.stand", "map.stacking")
def worth(state: State, unit: Unit) -> int:
    """Stacking points by the size of the stand: battalion, detachment or neither."""
    return ground(state).charts.stacking.points[unit.size]


def points(state: State, units: Iterable[Unit]) -> int:
    """Stacking points of several units."""
    return sum(worth(state, unit) for unit in units)


@case("map.stacking")
def refusals_to_share(state: State, here: str, units: Sequence[Unit]) -> Iterator[Refusal]:
    """A zone holds a limited number of stacking points of one side."""
    limit, wanted = ground(state).charts.stacking.limit, points(state, units)
    if wanted > limit:
        yield Refusal("map.stacking", f"{here} would hold {wanted} of {limit} stacking points")


STACKING: Final = Stacking(units_at, refusals_to_share)


@case("map.stacking")
def refusals_to_stop(state: State, unit: Unit, place: str) -> Iterator[Refusal]:
    """A zone has room for a unit, and never holds both sides."""
    yield from STACKING.refusals(state, place, (unit,))
    if place in occupied(state, ground(state).other(unit.side)):
        yield Refusal("map.stacking", f"{place} is occupied by the enemy, and both sides never share a zone")


def room(state: State, place: str, unit: Unit) -> bool:
    """May the unit stop there?"""
    return next(refusals_to_stop(state, unit, place), None) is None


def place(tx: Transaction, unit: Unit, here: str, facing: int | None = None) -> Unit:
    """Put a unit into another zone, with everything that follows from leaving the one it was in."""
    put = replace(unit, place=here, facing=unit.facing if facing is None else facing)
    tx.put(put)
    leave(tx, unit)
    enter_zone(tx, put, here)
    return put


def take_off(tx: Transaction, unit: Unit, box_kind: str) -> Unit:
    """Take a unit off the map into a box of its side."""
    off = replace(unit, place=box(box_kind, unit.side))
    tx.put(off)
    leave(tx, unit)
    tx.unmark(unit.key, marks.COLUMN)
    # INTERPRETATION (5.trace): a unit that comes back later is in supply until the next check of its side.
    tx.unmark(unit.key, marks.OUT_OF_SUPPLY)
    return off


def leave(tx: Transaction, unit: Unit) -> None:
    """Remove the unfinished work of a unit that leaves its zone."""
    tx.unmark(unit.key, marks.BRIDGING)
    if unit.on_map:
        abandon_works(tx, unit.place)
        ambush = ground(tx.state).rules.ambush
        if ambush is not None and ambush.unit == unit.key:
            tx.mark(unit.key, marks.STIRRED)


@case("3.dig")
def abandon_works(tx: Transaction, here: str) -> None:
    """A works marker goes when no friendly unit is left in the zone; a prepared position stays."""
    work = tx.state.find(Earthwork, here)
    if work is None or work.finished or any(unit.side == work.side for unit in units_at(tx.state, here)):
        return
    tx.remove(work)
    tell(tx, "WorksAbandoned", f"The works in {here} are abandoned", "3.dig", hex=here)
