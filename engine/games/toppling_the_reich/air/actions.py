"""Air Actions: what is left, what exhausts, and the markers that lie on the map (11.0, 11.3, 11.4)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.games.toppling_the_reich.records import army
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import CAP, INTERDICTION, AirMarker, air_marker
from engine.games.toppling_the_reich.weather.conditions import HARD_WINTER, grounds_air, is_anywhere
from engine.mechanics import counted
from engine.referee import Event, Preview, Price, Refusal, State, Transaction, case, derived


@case("11.9-table")
def least(state: State, mission: str) -> int:
    """The Air Actions that a mission of the chart takes at least."""
    return ground(state).charts.air_missions.rows[mission].least


def strengths(state: State, mission: str) -> range:
    """The numbers of Air Actions with which a mission of the chart can be flown."""
    row = ground(state).charts.air_missions.rows[mission]
    return range(row.least, row.most + 1)


def preview_cost(state: State, side: str, actions: int, by: str, text: str = "") -> Preview:
    """What a mission brings, and what it takes of the Air Actions that are left."""
    return Preview(text, prices=(Price("Air Actions", actions, by, army(state, side).air),))


@case("11.0-a", "11.1-a", "5.1.1")
def refusals_to_fly(state: State, side: str, actions: int, by: str, here: str = "") -> Iterator[Refusal]:
    """Why a mission with this number of Air Actions, over a hex if one is named, cannot be flown."""
    left = army(state, side).air
    if left < actions:
        yield Refusal(by, f"The mission takes {counted(actions, 'Air Action')}, {left} left")
    if is_anywhere(state, HARD_WINTER):
        yield Refusal("11.1-a", "No missions are flown in hard winter")
    elif here and grounds_air(state, here):
        yield Refusal("11.1-a", f"{ground(state).name_of(here)} lies under cloud")


@case("11.0-a", "11.1-f", "11.9-table")
def spend(tx: Transaction, side: str, actions: int, mission: str, by: str, where: str = "") -> None:
    """Use up Air Actions on a mission of the chart; those that exhaust are counted."""
    held = army(tx.state, side)
    exhausting = actions if ground(tx.state).charts.air_missions.rows[mission].exhausting else 0
    tx.put(replace(held, air=held.air - actions, exhausting=held.exhausting + exhausting))
    target = f" over {ground(tx.state).name_of(where)}" if where else ""
    flown = f"{counted(actions, 'Air Action')} for {mission.replace('_', ' ')}"
    text = f"{ground(tx.state).title_of(side)}: {flown}{target}"
    tx.emit(Event("AirMission", text, by, about=(("hex", where),) if where else (("side", side),)))


@case("11.4")
def has_cap(state: State, side: str, here: str) -> bool:
    """Does the side fly combat air patrol over the hex?"""
    return state.find(AirMarker, air_marker(CAP, side, here)) is not None


@derived(AirMarker)
@case("11.3-a", "6.0-c")
def interdicted(state: State, side: str) -> frozenset[str]:
    """The hexes that the enemy of this side has interdicted."""
    return frozenset(
        marker.place
        for marker in state.all(AirMarker).values()
        if marker.kind == INTERDICTION and marker.side != side
    )
