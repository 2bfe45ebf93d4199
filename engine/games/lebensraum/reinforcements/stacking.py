"""Reinforcements that share a hex until their first movement segment (6.1-b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.games.lebensraum.headquarters.reserves import end_reserve, in_reserve
from engine.games.lebensraum.movement.march import March
from engine.games.lebensraum.records import ARRIVED, DUE, MOVED, SEGMENT, Clock, Unit, armies
from engine.games.lebensraum.reinforcements.arrivals import REINFORCEMENT
from engine.games.lebensraum.scenario.ground import ground
from engine.mechanics.places import box
from engine.mechanics.telling import tell
from engine.referee import Due, Refusal, State, Transaction, case, mark_value, marked


def crowded(state: State, side: str) -> dict[str, list[Unit]]:
    """The hexes with several units of a side, and these units. Battle groups merge by themselves."""
    found = by_hex(unit for unit in armies(state, side) if not unit.is_group)
    return {here: units for here, units in found.items() if len(units) > 1}


def by_hex(units: Iterable[Unit]) -> dict[str, list[Unit]]:
    """The units in each hex."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        found.setdefault(unit.place, []).append(unit)
    return found


def surplus(state: State, side: str, reserves_only: bool) -> list[Unit]:
    """The units in crowded hexes that have to part in this segment: in the enemy's phase only reinforcements
    in reserve, as it is the first segment of nobody else."""
    return [
        unit
        for units in crowded(state, side).values()
        for unit in units
        if not reserves_only or (in_reserve(state, unit.key) and marked(state, unit.key, ARRIVED))
    ]


def can_move_away(state: State, unit: Unit) -> bool:
    """Has it an affordable hex where it may end?"""
    return not marked(state, unit.key, MOVED) and bool(March(state, unit.key).arrivals().ends)


@case("6.1-b")
def refusals_to_end(state: State, side: str, reserves_only: bool, tanks_only: bool) -> Iterator[Refusal]:
    """A segment in which they could move does not end while units share a hex."""
    if tanks_only:
        return
    for here, units in by_hex(surplus(state, side, reserves_only)).items():
        can_move = any(can_move_away(state, unit) for unit in units)
        way = "move one of them" if can_move else "send one of them back"
        yield Refusal("6.1-b", f"several units are in {here}: {way}")


@case("6.1-b")
def refusals_to_send_back(state: State, side: str, unit: Unit, reserves_only: bool) -> Iterator[Refusal]:
    """A reinforcement of a crowded hex in which no unit can move away."""
    together = crowded(state, side).get(unit.place, [])
    if unit.side != side or unit not in together:
        yield Refusal("6.1-b", f"{unit.name} shares its hex with no other unit of this side")
    elif unit not in surplus(state, side, reserves_only):
        yield Refusal("6.1-b", f"{unit.name} need not leave {unit.place} in this segment")
    elif not marked(state, unit.key, ARRIVED):
        yield Refusal("6.1-b", f"{unit.name} is no reinforcement of this turn")
    elif any(can_move_away(state, one) for one in surplus(state, side, reserves_only) if one in together):
        yield Refusal("6.1-b", f"a unit in {unit.place} can still move away")


@case("6.1-b")
def send_back(tx: Transaction, unit: Unit) -> None:
    """The unit waits for the next turn, with the entry hex that it had."""
    end_reserve(tx, unit.key)
    entry = mark_value(tx.state, unit.key, ARRIVED)
    tx.unmark(unit.key, ARRIVED)
    tx.mark(unit.key, MOVED, SEGMENT)
    tx.put(replace(unit, place=box(DUE, unit.side)))
    tx.put(Due(unit.key, tx.state.one(Clock).turn + 1, REINFORCEMENT, unit.key, entry, unit.side))
    name = ground(tx.state).name_of(unit.place)
    tell(tx, "UnitSentBack", f"{unit.name} finds no room in {name} and waits", "6.1-b", unit=unit.key)


def settle_arrivals(tx: Transaction, side: str) -> None:
    """At the end of a movement segment: whoever has a hex of its own has come in for good."""
    for unit in armies(tx.state, side):
        if marked(tx.state, unit.key, ARRIVED) and unit.place not in crowded(tx.state, side):
            tx.unmark(unit.key, ARRIVED)
