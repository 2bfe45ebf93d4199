"""Leaders who come as reinforcements, come back, or are stood in for by their aides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engine.games.avalanche.combat.leaders import aide_of
from engine.games.avalanche.general.calendar import turn
from engine.games.avalanche.general.formations import headquarters
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import DUE, TURN_TRACK, Unit, leaders, units_at
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.arrivals import take_off_schedule
from engine.mechanics.places import box
from engine.referee import Due, State, Transaction, case

WOUNDED: Final = "wounded"
DISPLACED: Final = "displaced"
RATED: Final = ("foot", "mot", "combat", "tactical")


def staff_hex(state: State, leader: Unit) -> str:
    """The hex of a headquarters of his formation; empty if there is none on the map."""
    staffs = headquarters(state, leader.side, leader.formation)
    return staffs[0].place if staffs else ""


@case("reinf.leader-adc")
def rated(state: State, leader: Unit, is_aide: bool) -> Unit:
    """The leader with the numbers of one side of his counter; one who is not in the chart keeps his own."""
    row = ground(state).charts.leaders.leader.get(leader.name)
    if row is None:
        return replace(leader, flipped=is_aide)
    numbers = {name: getattr(row, f"adc_{name}" if is_aide else name) for name in RATED}
    return replace(leader, flipped=is_aide, **numbers)


@case("reinf.leader-adc", "reinf.leader-displaced")
def bring_leaders(tx: Transaction, side: str) -> None:
    """Aides and leaders are placed on the headquarters of their formations."""
    for leader in list(_waiting(tx.state, side)):
        entry = tx.state.find(Due, leader.key)
        if entry is None or not (here := staff_hex(tx.state, leader)):
            continue
        if not entry.has_come(turn(tx.state), entry.moment):
            if entry.what == WOUNDED and not leader.on_map and has_aide(tx.state, leader):
                tx.put(replace(rated(tx.state, leader, is_aide=True), place=here))
                text = f"The aide of {leader.name} stands in for him"
                tell(tx, "LeaderArrived", text, "reinf.leader-adc", unit=leader.key, hex=here)
        else:
            rule = "reinf.leader-displaced" if entry.what == DISPLACED else "reinf.leader-adc"
            tx.put(replace(rated(tx.state, leader, is_aide=False), place=here))
            take_off_schedule(tx, leader.key)
            take_off_schedule(tx, aide_of(leader))
            text = f"{leader.name} is with his headquarters"
            tell(tx, "LeaderArrived", text, rule, unit=leader.key, hex=here)


@case("reinf.leader-displaced")
def has_aide(state: State, leader: Unit) -> bool:
    """Is there an aide to stand in for him? One who was displaced comes with the next morning."""
    entry = state.find(Due, aide_of(leader))
    return entry is None or entry.has_come(turn(state))


def _waiting(state: State, side: str) -> Iterator[Unit]:
    """Leaders who are away, and those for whom an aide stands in; not those who enter by a hex."""
    for place in (DUE, TURN_TRACK):
        for unit in units_at(state, box(place, side)):
            entry = state.find(Due, unit.key)
            if unit.is_leader and entry is not None and entry.place not in ground(state).land:
                yield unit
    yield from (unit for unit in leaders(state, side) if unit.flipped)
