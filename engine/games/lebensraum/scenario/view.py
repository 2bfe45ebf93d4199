"""The table: everything is open but the leader pools, which lie face down (5.5-d)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.games.lebensraum.combat import part as combat_part
from engine.games.lebensraum.economy import part as economy_part
from engine.games.lebensraum.economy.freight import RESOURCES
from engine.games.lebensraum.headquarters.reserves import in_reserve
from engine.games.lebensraum.records import (
    DUE,
    LOST,
    PILE,
    STOCK,
    WITHDRAWN,
    Clock,
    OpenBorder,
    Unit,
    Weather,
    leader_of,
    staff_with,
    units_at,
)
from engine.games.lebensraum.reinforcements.arrivals import TRAINING
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.control import control
from engine.games.lebensraum.turn import turn_title
from engine.mechanics import pools
from engine.mechanics.places import boxes
from engine.referee import Counter, Marker, State, Track, View, case

BOXES: Final[Mapping[str, str]] = {
    DUE: "Reinforcements",
    PILE: "Pile",
    STOCK: "Headquarters in stock",
    LOST: "Eliminated",
    WITHDRAWN: "Withdrawn",
    TRAINING: "In training for the Guards",
    RESOURCES: "Resources off the map",
    "west": "Set up in the West on turn 9",
}


@case("5.5-d")
def view(state: State, side: str | None) -> View:
    """What this side may see: all units and markers of both."""
    return View(
        side,
        turn_title(state),
        counters=tuple(counters(state)),
        markers=tuple(markers(state)),
        tracks=tuple(tracks(state)),
        boxes=tuple(boxes(state, side, BOXES, units_at)),
        control=control(state),
    )


def counters(state: State) -> Iterator[Counter]:
    """Every unit and headquarters; armies lie on top."""
    for unit in sorted(state.all(Unit).values(), key=lambda unit: (not unit.is_hq, unit.key)):
        yield counter(state, unit)


def counter(state: State, unit: Unit) -> Counter:
    """A unit with strength and class of the side that is up, a headquarters with its range and leader."""
    symbol = ground(state).symbols.get(unit.type, unit.type)
    return Counter(
        unit.key,
        unit.side,
        unit.place,
        unit.name,
        kind=symbol,
        size=unit.size,
        formation=unit.formation,
        ratings=tuple(ratings(state, unit)),
        steps=max(unit.steps_left, 1),
        full_steps=max(len(unit.classes) + (not unit.is_group), 1),
        statuses=tuple(statuses(state, unit)),
        short=unit.name.removesuffix(" HQ"),
        power=unit.power,
    )


def ratings(state: State, unit: Unit) -> Iterator[tuple[str, str]]:
    """Strength and class, or range and leader."""
    if not unit.is_hq:
        yield "strength", str(unit.strength)
        yield "class", unit.cls
        return
    yield "range", str(unit.range)
    leader = leader_of(state).get(unit.key)
    if leader is not None:
        yield "leader", f"{leader.name} {leader.stars}"
    if staff := staff_with(state, unit.key):
        yield "staff", ", ".join(f"{one.name} {one.stars}" for one in staff)


def statuses(state: State, unit: Unit) -> Iterator[str]:
    """Reduced, in reserve, battle group."""
    if unit.flipped and not unit.is_group:
        yield "reduced"
    if in_reserve(state, unit.key):
        yield "reserve"
    if unit.is_group:
        parent = state.find(Unit, unit.parent)
        yield f"battle group of {parent.name if parent else unit.parent}"


def markers(state: State) -> Iterator[Marker]:
    """What the chapters of economy and combat put on the map."""
    yield from economy_part.markers(state)
    yield from combat_part.markers(state)


def tracks(state: State) -> Iterator[Track]:
    """The turn, the segment, movement points, weather, and what the other chapters keep."""
    land, clock = ground(state), state.one(Clock)
    numbers = range(land.first_turn, land.last_turn + 1)
    rows = land.charts.turn_track.turns
    cells = tuple(str(turn) if land.has_east else rows[turn - 1].west for turn in numbers)
    at = min(clock.turn, land.last_turn) - land.first_turn
    yield Track("turn", "Turn", cells[at], at=at, cells=cells)
    yield Track("phase", "Phase", state.place_in_sequence)
    for section in state.all(Weather).values():
        yield Track(f"weather.{section.key}", f"Weather: {section.key}", section.kind)
    opened = ", ".join(one.key.replace("|", " and ") for one in state.all(OpenBorder).values())
    yield Track("borders", "Borders that have been crossed", opened or "none")
    yield from pools.tracks(state, land.powers)
    yield from economy_part.tracks(state)
    yield from combat_part.tracks(state)
