"""Engineers that help others across a river."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.avalanche.records import DEMORALIZED, MECH, PLAYER_TURN, Unit, ground_at
from engine.referee import Refusal, State, Transaction, case, mark_value, marked

ASSISTS: Final = "assists"
"""The mark of an engineer that has helped; its value lists the units."""
MOVED: Final = "moved"
"""A unit that has left its hex in this segment."""
CAME: Final = ("landed", "carried")
"""Marks of a unit that has come to its hex over a beach on this turn."""
COMPANIES: Final = 6
"""What one engineer unit can help across in a turn: two battalions or six companies."""
COMPANIES_OF_BATTALION: Final = 3


def _size(unit: Unit) -> int:
    """In companies; leaders and staffs are no burden."""
    if unit.is_leader or unit.is_hq:
        return 0
    return COMPANIES_OF_BATTALION if unit.is_battalion else 1


def assisted(state: State, engineer: Unit) -> tuple[str, ...]:
    """The units that an engineer has helped in this player turn."""
    return tuple(mark_value(state, engineer.key, ASSISTS).split())


def is_assisting(state: State, unit: Unit) -> bool:
    return marked(state, unit.key, ASSISTS)


@case("river.engineer", "river.engineer-stay", "river.assist-limit")
def assistant(state: State, units: Sequence[Unit], here: str, there: str) -> Unit | None:
    """The engineer unit at a crossing that can still help all of these units: in either hex, not demoralized,
    not moved in this phase."""
    return next(_assistants(state, units, here, there), None)


def _assistants(state: State, units: Sequence[Unit], here: str, there: str) -> Iterator[Unit]:
    for engineer in _engineers(state, units, here, there):
        if next(_refusals_to_help(state, engineer, units), None) is None:
            yield engineer


def _engineers(state: State, units: Sequence[Unit], here: str, there: str) -> Iterator[Unit]:
    """The engineer units in the two hexes, without those that cross themselves."""
    crossing = {unit.key for unit in units}
    for place in (here, there):
        for unit in ground_at(state, place, units[0].side):
            if unit.branch == "engineer" and unit.key not in crossing:
                yield unit


@case("river.engineer", "river.engineer-stay", "river.assist-limit")
def _refusals_to_help(state: State, engineer: Unit, units: Sequence[Unit]) -> Iterator[Refusal]:
    """Why an engineer unit at a crossing is no help to these units."""
    if any(unit.cls == MECH for unit in units):
        yield Refusal("river.engineer", f"{engineer} cannot help mech units across")
    if engineer.state == DEMORALIZED:
        yield Refusal("river.engineer", f"{engineer} is demoralized and helps nobody across")
    if marked(state, engineer.key, MOVED):
        yield Refusal("river.engineer-stay", f"{engineer} has moved in this phase and helps nobody across")
    if any(marked(state, engineer.key, mark) for mark in CAME):
        yield Refusal("river.engineer-stay", f"{engineer} has landed in this phase and helps nobody across")
    coming = {unit.key: unit for unit in units}
    helped = {key: state.find(Unit, key) for key in assisted(state, engineer)} | coming
    if sum(_size(unit) for unit in helped.values() if unit) > COMPANIES:
        text = f"{engineer} helps 2 battalions or {COMPANIES} companies across in a turn, and no more"
        yield Refusal("river.assist-limit", text)


@case("river.engineer")
def why_no_help(state: State, units: Sequence[Unit], here: str, there: str) -> Iterator[Refusal]:
    """The reasons of the first engineer unit at a crossing where none can help."""
    engineer = next(_engineers(state, units, here, there), None)
    if engineer is not None:
        yield from _refusals_to_help(state, engineer, units)


@case("river.engineer-stay", "river.assist-limit")
def note_assistance(tx: Transaction, engineer: Unit, units: Sequence[Unit]) -> None:
    """The engineer has helped these units and stays for the whole phase."""
    helped = dict.fromkeys((*assisted(tx.state, engineer), *(unit.key for unit in units)))
    tx.mark(engineer.key, ASSISTS, PLAYER_TURN, value=" ".join(helped))
