"""Engineers that help others across a river."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.avalanche.records import DEMORALIZED, MECH, SEGMENT, Unit, ground_at
from engine.referee import State, Transaction, case, mark_value, marked

ASSISTS: Final = "assists"
"""The mark of an engineer that has helped; its value lists the units."""
MOVED: Final = "moved"
"""A unit that has left its hex in this segment."""
COMPANIES: Final = 6
"""What one engineer unit can help across in a turn: two battalions or six companies."""
COMPANIES_OF_BATTALION: Final = 3


def _size(unit: Unit) -> int:
    """In companies; leaders and staffs are no burden."""
    if unit.is_leader or unit.is_hq:
        return 0
    return COMPANIES_OF_BATTALION if unit.is_battalion else 1


def assisted(state: State, engineer: Unit) -> tuple[str, ...]:
    """The units that an engineer has helped in this segment."""
    return tuple(mark_value(state, engineer.key, ASSISTS).split())


def is_assisting(state: State, unit: Unit) -> bool:
    return marked(state, unit.key, ASSISTS)


@case("river.engineer", "river.engineer-stay", "river.assist-limit")
def assistant(state: State, units: Sequence[Unit], here: str, there: str) -> Unit | None:
    """The engineer unit at a crossing that can still help all of these units: in either hex, not demoralized,
    not moved in this phase."""
    return next(_assistants(state, units, here, there), None)


def _assistants(state: State, units: Sequence[Unit], here: str, there: str) -> Iterator[Unit]:
    if any(unit.cls == MECH for unit in units):
        return
    coming = {unit.key: unit for unit in units}
    for place in (here, there):
        for engineer in ground_at(state, place, units[0].side):
            if engineer.branch != "engineer" or engineer.state == DEMORALIZED or engineer.key in coming:
                continue
            if marked(state, engineer.key, MOVED):
                continue
            helped = {key: state.find(Unit, key) for key in assisted(state, engineer)} | coming
            if sum(_size(unit) for unit in helped.values() if unit) <= COMPANIES:
                yield engineer


@case("river.engineer-stay", "river.assist-limit")
def note_assistance(tx: Transaction, engineer: Unit, units: Sequence[Unit]) -> None:
    """The engineer has helped these units and stays for the whole phase."""
    helped = dict.fromkeys((*assisted(tx.state, engineer), *(unit.key for unit in units)))
    tx.mark(engineer.key, ASSISTS, SEGMENT, value=" ".join(helped))
