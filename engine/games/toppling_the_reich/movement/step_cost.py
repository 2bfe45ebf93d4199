"""What a step from hex to hex costs: terrain, hexsides, weather, the Westwall (6.0, 6.1)."""

from __future__ import annotations

from typing import Final

from engine.catalogue.document import hexside
from engine.games.toppling_the_reich.movement.control import holder
from engine.games.toppling_the_reich.movement.rivers import (
    DOTTED,
    MAJOR,
    NONE,
    between,
    lies_on,
    open_ferries,
)
from engine.games.toppling_the_reich.records import ALLIED, Clock, Control, Weather
from engine.games.toppling_the_reich.scenario.ground import Ground, ground
from engine.games.toppling_the_reich.scenario.map_records import (
    Bridgehead,
    BrokenBridge,
    RoerFlood,
    TemporaryBridge,
)
from engine.games.toppling_the_reich.weather.conditions import conditions_at
from engine.referee import Modifier, State, case, derived, total

GROUND: Final = (Weather, Bridgehead, TemporaryBridge, BrokenBridge, RoerFlood, Clock)
"""The tables that decide what a step costs, besides control."""
Exits = dict[str, tuple[tuple[str, int], ...]]


@case("5.1-b")
def weather_charges(state: State, here: str) -> list[Modifier]:
    """What mud or hard winter adds to the terrain of a hex."""
    land = ground(state)
    effects = land.charts.weather_effects.rows
    return [
        Modifier("5.1-b", condition.replace("_", " "), effects[condition].mp_extra)
        for condition in sorted(conditions_at(state, here))
        if land.terrain[here] in effects[condition].terrain
        and not (effects[condition].spares_towns and here in land.towns)
    ]


@case("6.0-a")
def terrain_charges(state: State, here: str) -> list[Modifier]:
    """The terrain of a land hex with the weather on it; costs are the same for all types."""
    land = ground(state)
    kind = land.terrain[here]
    return [Modifier("6.0-a", kind, land.charts.tec_hexes.base[kind].mp), *weather_charges(state, here)]


def westwall_surcharge(state: State, side: str, here: str) -> int:
    """The chart's extra for an Allied unit that enters a Westwall hex not yet in Allied hands."""
    land = ground(state)
    if side != ALLIED or here not in land.westwall or holder(state, here) == side:
        return 0
    return land.charts.tec_hexes.overlay["westwall"].mp_extra


def hex_charges(state: State, side: str, here: str) -> list[Modifier]:
    """Everything that entering a land hex costs a unit of a side, hexsides left out."""
    found = terrain_charges(state, here)
    wall = westwall_surcharge(state, side, here)
    return [*found, Modifier("6.0-a", "Westwall", wall)] if wall else found


def hex_cost(state: State, side: str, here: str) -> int:
    """The same as a sum."""
    return int(total(hex_charges(state, side, here)))


@case("6.0-a", "6.1-a")
def step_charges(state: State, side: str, here: str, there: str) -> list[Modifier]:
    """What a step to a neighbour costs, whether it is possible or not: the hex, and what lies between."""
    found, what = hex_charges(state, side, there), between(state, here, there)
    extra = ground(state).charts.tec_hexsides.rows[what].mp_extra if what != NONE else 0
    return [*found, Modifier("6.1-a", f"over a {what.replace('_', ' ')}", extra)] if extra else found


Neighbors = dict[str, tuple[tuple[str, ...], tuple[tuple[str, str], ...]]]


def _plain_and_crossed(land: Ground) -> Neighbors:
    """The neighbours of each land hex: those over open ground, and those with something on the hexside."""
    known: Neighbors = land.__dict__.setdefault("_neighbours", {})
    if not known:
        crossed = (
            land.major_rivers.keys() | land.minor_rivers.keys() | land.canals | land.dotted | land.estuaries
        )
        for here, around in land.land_neighbors.items():
            sides = [(there, hexside(here, there)) for there in around]
            plain = tuple(there for there, side in sides if side not in crossed)
            known[here] = (plain, tuple(pair for pair in sides if pair[1] in crossed))
    return known


def _entering(state: State) -> dict[str, int]:
    """What each land hex costs; hexes of one kind in one weather zone cost the same, towns apart."""
    land = ground(state)
    known: dict[tuple[str, str, bool], int] = {}
    found = {}
    for here in land.land:
        kind = (land.terrain[here], land.zone.get(here, ""), here in land.towns)
        if kind not in known:
            known[kind] = int(total(terrain_charges(state, here)))
        found[here] = known[kind]
    return found


@derived(*GROUND)
def _open_ground(state: State) -> Exits:
    """The exits of every land hex but those over dotted hexsides, without the extra for the Westwall."""
    land = ground(state)
    rows = land.charts.tec_hexsides.rows
    entering = _entering(state)
    extra: dict[str, int | None] = {}
    found: Exits = {}
    for here, (plain, crossed) in _plain_and_crossed(land).items():
        ways = [(there, entering[there]) for there in plain]
        for there, side in crossed:
            if side not in extra:
                what = lies_on(state, side)
                extra[side] = rows[what].mp_extra if what != DOTTED and rows[what].passable else None
            more = extra[side]
            if more is not None:
                ways.append((there, entering[there] + more))
        found[here] = tuple(ways)
    return found


@case("6.0-a", "6.1-a", "6.1.1-a")
@derived(*GROUND, Control)
def exits(state: State, side: str) -> Exits:
    """The hexes that units of a side can step into from each hex, with the cost; who stands there is not
    asked."""
    land = ground(state)
    found = dict(_open_ground(state))
    if side == ALLIED:
        walls = {here: westwall_surcharge(state, side, here) for here in land.westwall & land.land}
        walls = {here: extra for here, extra in walls.items() if extra}
        for here in {beside for wall in walls for beside in land.land_neighbors[wall]}:
            found[here] = tuple((there, cost + walls.get(there, 0)) for there, cost in found[here])
    extra = land.charts.tec_hexsides.rows[DOTTED].mp_extra
    for ferry in open_ferries(state, side):
        a, b = ferry.split("/")
        for here, there in ((a, b), (b, a)):
            found[here] = (*found[here], (there, hex_cost(state, side, there) + extra))
    return found


def unbridged(state: State, here: str) -> tuple[str, ...]:
    """The neighbours on the other bank of a Major River without a bridge."""
    crossed = _plain_and_crossed(ground(state))[here][1]
    return tuple(there for there, side in crossed if lies_on(state, side) == MAJOR)
