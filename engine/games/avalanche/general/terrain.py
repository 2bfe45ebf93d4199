"""What a step costs by the terrain chart, before zones of control: hex, hexside, climb, road."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from engine.catalogue.document import hexside
from engine.games.avalanche.records import Crossing
from engine.games.avalanche.scenario.ground import Ground, ground
from engine.games.avalanche.scenario.unit_charts import Costs
from engine.record import Record
from engine.referee import Modifier, Refusal, State, case, derived

BLOWN = "blown"
BLOCK = "block"
CLIFF_ROAD = "cliff road"
HEXSIDES = {"river": "major_river", "stream": "stream", "cliff": "cliff"}
"""Names of hexsides in the chart, and their kinds on the map."""


class Step(Record):
    """A step to a neighbour for one class of movement."""

    to: str
    road: str
    """highway, road or nothing: what it follows."""
    cost: int | None
    """Movement points; None where the class may not go."""


@derived(Crossing)
def road(state: State, here: str, there: str) -> str:
    """The road across a hexside as it is now: highway, road or nothing."""
    changed = state.find(Crossing, hexside(here, there))
    if changed is None:
        return ground(state).printed_road(here, there)
    return "road" if changed.kind == CLIFF_ROAD else ""


@derived(Crossing)
def is_bridged(state: State, here: str, there: str) -> bool:
    """Does an intact bridge cross the hexside?"""
    changed = state.find(Crossing, hexside(here, there))
    return "bridge" in ground(state).between(here, there) and (changed is None or changed.kind != BLOWN)


@case("move.worst-cost")
def parts(land: Ground, cls: str, here: str, there: str, along: str, across: str = "") -> Iterator[Modifier]:
    """The parts of the cost of a step: the road alone, or the dearest terrain of the hex with what lies on
    the hexside and the climb. `across` is another line of the chart for the river, with an engineer say.
    Terrain that is closed to the class has no price: `bars` says that it is closed."""
    table = land.charts.terrain
    if along:
        yield Modifier("move.worst-cost", along, _points(table.path[along], cls))
        return
    dearest = max(land.rows(there), key=lambda row: (is_closed(row[1], cls), _points(row[1], cls)))
    yield Modifier("move.worst-cost", dearest[0], _points(dearest[1], cls))
    for name in _hexsides(land, here, there):
        row = table.hexside[across if name == "river" and across else name]
        yield Modifier("move.worst-cost", name, _points(row, cls))
    if (climb := land.level(there) - land.level(here)) > 0:
        yield Modifier("move.worst-cost", "climb", climb * _points(table.hexside["up_one_level"], cls))


def bars(land: Ground, cls: str, here: str, there: str, along: str, across: str = "") -> Iterator[Refusal]:
    """Every terrain that is prohibited to a class of movement on this step."""
    table = land.charts.terrain
    if along:
        return
    for name, row in land.rows(there):
        if is_closed(row, cls):
            yield Refusal("move.worst-cost", f"{there} ({name}) is closed to {WORDS[cls]} units off the road")
    for name in _hexsides(land, here, there):
        if is_closed(table.hexside[across if name == "river" and across else name], cls):
            text = f"the {name} between {here} and {there} is closed to {WORDS[cls]} units off the road"
            yield Refusal("move.worst-cost", text)


WORDS = {"foot": "foot", "mot": "motorized", "mech": "mech"}


def _hexsides(land: Ground, here: str, there: str) -> list[str]:
    kinds = land.between(here, there)
    return [name for name, kind in HEXSIDES.items() if kind in kinds] if kinds else []


def is_closed(row: Costs, cls: str) -> bool:
    """Does a line of the chart prohibit its terrain to a class of movement?"""
    return bool(getattr(row, cls) == "P")


def _points(row: Costs, cls: str) -> int:
    return 0 if is_closed(row, cls) else int(getattr(row, cls))


def _step(land: Ground, cls: str, here: str, there: str, along: str) -> Step:
    barred = next(bars(land, cls, here, there, along), None) is not None
    cost = None if barred else sum(int(part.amount) for part in parts(land, cls, here, there, along))
    return Step(there, along, cost)


class _PrintedSteps(dict[str, tuple[Step, ...]]):
    """The steps of one class as the map is printed, each hex worked out when it is first asked for."""

    def __init__(self, land: Ground, cls: str) -> None:
        super().__init__()
        self.land = land
        self.cls = cls

    def __missing__(self, here: str) -> tuple[Step, ...]:
        land = self.land
        found = self[here] = tuple(
            _step(land, self.cls, here, there, land.printed_road(here, there))
            for there in land.land_neighbors[here]
        )
        return found


@lru_cache(maxsize=64)
def _printed_steps(land: Ground, cls: str) -> _PrintedSteps:
    return _PrintedSteps(land, cls)


@derived(Crossing)
def _changed_steps(state: State, cls: str) -> Mapping[str, tuple[Step, ...]]:
    """The steps from hexes with a hexside that play has changed."""
    land = ground(state)
    touched = {here for side in state.all(Crossing) for here in side.split("/") if here in land.land}
    return {
        here: tuple(
            _step(land, cls, here, there, road(state, here, there)) for there in land.land_neighbors[here]
        )
        for here in touched
    }


def steps_from(state: State, cls: str, here: str) -> tuple[Step, ...]:
    """The steps of a class of movement from a land hex to its land neighbours, as the map is now."""
    return _changed_steps(state, cls).get(here) or _printed_steps(ground(state), cls)[here]


def may_cross(state: State, cls: str, here: str, there: str) -> bool:
    """May a class of movement take this step, whatever it costs?"""
    return any(step.to == there and step.cost is not None for step in steps_from(state, cls, here))
