"""Air, naval and partisan markers that lie on the map or under a headquarters (7.46)."""

from __future__ import annotations

from typing import Final

from engine.games.lebensraum.records import Unit
from engine.record import Record
from engine.referee import State, Transaction, case, derived

AIR: Final = "air"
NAVAL: Final = "naval"
PARTISAN: Final = "partisan"

SUPPORT: Final = "support"
"""An air marker under a headquarters."""
COMMITTED: Final = "committed"
"""An air marker that was put into a combat and stays in the hex."""
BOMBING: Final = "bombing"
ASSAULT: Final = "assault"
"""An air marker with a paratroop unit."""
BOMBARDMENT: Final = "bombardment"
EVACUATION: Final = "evacuation"
FLEET_LOST: Final = "naval marker lost"
"""The mark of a power that has lost the marker of a sea for good, with the sea behind it (11.7-e)."""


class PlacedMarker(Record):
    """A marker that was placed this turn."""

    key: str
    kind: str
    side: str
    power: str
    mission: str = ""
    place: str = ""
    """Its hex; empty if it lies with a unit or a headquarters."""
    under: str = ""
    """The unit or headquarters with which it lies."""
    sea: str = ""


@derived(PlacedMarker)
def by_hex(state: State) -> dict[str, tuple[PlacedMarker, ...]]:
    """The markers that lie in a hex of their own."""
    found: dict[str, tuple[PlacedMarker, ...]] = {}
    for one in state.all(PlacedMarker).values():
        if one.place:
            found[one.place] = (*found.get(one.place, ()), one)
    return found


def under(state: State, key: str, mission: str = "") -> tuple[PlacedMarker, ...]:
    """The markers with a unit or headquarters."""
    found = state.all(PlacedMarker).values()
    return tuple(one for one in found if one.under == key and mission in ("", one.mission))


def in_hex(state: State, here: str, mission: str) -> tuple[PlacedMarker, ...]:
    """The markers in a hex on a mission."""
    return tuple(one for one in by_hex(state).get(here, ()) if one.mission == mission)


def new_key(state: State, power: str, kind: str) -> str:
    """The first name that is free: `axis-air-3`."""
    taken, number = state.all(PlacedMarker), 1
    while f"{power}-{kind}-{number}" in taken:
        number += 1
    return f"{power}-{kind}-{number}"


@case("7.4611-c", "7.462-d")
def leave_markers(tx: Transaction, unit: Unit, here: str) -> None:
    """A unit has left a hex or is gone: the air markers committed there and the ships that bombard are lost,
    unless another unit of its side is in the hex."""
    others = (one for one in tx.state.all(Unit).values() if one.place == here and one.side == unit.side)
    if any(not one.is_hq and one.key != unit.key for one in others):
        return
    for one in by_hex(tx.state).get(here, ()):
        if one.side == unit.side and one.mission in (COMMITTED, BOMBARDMENT):
            tx.remove(one)


@case("7.4611-c")
def lose_markers_under(tx: Transaction, key: str) -> None:
    """Markers with a headquarters or unit that is taken off come off with it."""
    for one in under(tx.state, key):
        tx.remove(one)
