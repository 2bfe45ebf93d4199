"""What can be laid over the map: zones of control, command, supply, transport lines, weather."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from functools import partial

from engine.games.lebensraum.combat.command import free_places, in_range, nearest, needs_no_command
from engine.games.lebensraum.headquarters.supply import (
    finnish_sources,
    hq_supplied,
    is_partial,
    sources,
    supplied_area,
    supply_range,
    unit_supplied,
    usable,
)
from engine.games.lebensraum.leaders.values import capacity
from engine.games.lebensraum.records import Unit, Weather, armies, hqs
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.entry import FINNISH
from engine.games.lebensraum.standard.control import controller
from engine.games.lebensraum.standard.tracing import within_range
from engine.games.lebensraum.standard.zoc import zoc
from engine.referee import Overlay, State, Zone
from engine.referee.view import Trace


def overlays(state: State, keys: Container[str] | None = None) -> Iterator[Overlay]:
    """All overlays, or only those with these keys: the others are not computed."""
    makers: dict[str, Callable[[], Overlay]] = {}
    for side in ground(state).sides:
        for kind, maker in (("zoc", zones), ("supply", supply), ("command", command), ("lines", lines)):
            makers[f"{kind}.{side}"] = partial(maker, state, side)
    makers["weather"] = partial(weather, state)
    for key, make in makers.items():
        if keys is None or key in keys:
            yield make()


def zones(state: State, side: str) -> Overlay:
    """The zones of control of a side."""
    title = f"Zones of control: {ground(state).title_of(side)}"
    return Overlay(f"zoc.{side}", title, dict.fromkeys(sorted(zoc(state, side)), ""))


# command


def command(state: State, side: str) -> Overlay:
    """The ranges of all headquarters, how many units each can still put in command, and who belongs to it."""
    found = {here for hq in hqs(state, side) for here in within_range(state, side, hq.place, hq.range)}
    places = [
        Trace((hq.place,), f"{free_places(state, hq)} of {capacity(state, hq)} free")
        for hq in hqs(state, side)
    ]
    title = f"Command ranges and places: {ground(state).title_of(side)}"
    traces = (*belonging(state, side), *places)
    return Overlay(f"command.{side}", title, dict.fromkeys(sorted(found), ""), traces=traces)


def belonging(state: State, side: str) -> Iterator[Trace]:
    """A line from each unit to the headquarters it belongs to; cut if it is out of range."""
    for unit in armies(state, side):
        if needs_no_command(state, unit):
            continue
        for hq in nearest(state, unit):
            if hq.place != unit.place:
                yield Trace((unit.place, hq.place), cut=not in_range(state, unit, hq))


# supply


def supply(state: State, side: str) -> Overlay:
    """The hexes in supply, the line of each headquarters to its source, and the units without supply."""
    hexes = dict.fromkeys(sorted(supplied_area(state, side)), "")
    traces = [
        Trace((unit.place,), "partial supply" if is_partial(state, unit) else "no supply", cut=True)
        for unit in armies(state, side)
        if not unit_supplied(state, unit)
    ]
    for hq in hqs(state, side):
        path = line_to_source(state, hq)
        supplied = hq_supplied(state, hq)
        traces.append(Trace(path or (hq.place,), "" if supplied else "no supply", cut=not supplied))
    title = f"Supply: {ground(state).title_of(side)}"
    return Overlay(f"supply.{side}", title, hexes, traces=tuple(traces))


def line_to_source(state: State, hq: Unit) -> tuple[str, ...]:
    """The shortest way of a headquarters to a transport line in its range and along it to a source."""
    land, open_ = ground(state), usable(state, hq.side)
    goal = sources(state, hq.power) | (finnish_sources(state) if hq.nation == FINNISH else frozenset())
    near = within_range(state, hq.side, hq.place, supply_range(state, hq, hq.place))
    ring = [here for here in near if here in open_ and (here in land.rail or here in goal)]
    came_from: dict[str, str] = dict.fromkeys(ring, hq.place)
    for at in ring:  # the list grows while it is read
        if at in goal:
            return _walked_back(came_from, at, hq.place)
        for there in land.rail.get(at, ()):
            if there not in came_from and there in open_:
                came_from[there] = at
                ring.append(there)
    return ()


def _walked_back(came_from: dict[str, str], end: str, start: str) -> tuple[str, ...]:
    path = [end]
    while path[-1] != start and came_from[path[-1]] != path[-1]:
        path.append(came_from[path[-1]])
    return tuple(reversed(path))


# transport


def lines(state: State, side: str) -> Overlay:
    """The hexes of transport lines that a side can use."""
    land = ground(state)
    open_ = usable(state, side)
    found = sorted(here for here in land.rail if here in open_ and controller(state, here) == side)
    title = f"Usable transport lines: {land.title_of(side)}"
    return Overlay(f"lines.{side}", title, dict.fromkeys(found, ""))


def weather(state: State) -> Overlay:
    """The weather of each section."""
    land = ground(state)
    kinds = {one.key: one.kind for one in state.all(Weather).values()}
    sections: dict[str, list[str]] = {}
    for here, section in land.section.items():
        sections.setdefault(section, []).append(here)
    shown = (
        Zone(f"{section}: {kinds[section]}", tuple(sorted(sections[section]))) for section in sorted(sections)
    )
    return Overlay("weather", "Weather", zones=tuple(shown))
