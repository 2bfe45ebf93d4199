"""Where reinforcements and rebuilt units enter the map (6.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.lebensraum.economy.totals import holds
from engine.games.lebensraum.records import AXIS, SOVIET, WESTERN, Clock, Unit, army_places
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.landing_hexes import landing_hexes
from engine.games.lebensraum.standard.zoc import zoc
from engine.referee import Due, Refusal, State, case

BERLIN: Final = "E2031"
BUDAPEST: Final = "E3030"
TIRANA: Final = "E4032"
HELSINKI: Final = "E1320"
BY_NATION: Final = {"German": BERLIN, "Finnish": HELSINKI, "Italian": TIRANA}
LARGE: Final = 2
"""The least rating of a city in which Soviet units enter."""


@case("6.11-c")
def home_of(unit: Unit) -> str:
    """Where a rebuilt Axis unit enters: Germans in Berlin, Finns in Helsinki, others like reinforcements."""
    return BY_NATION.get(unit.nation, BUDAPEST)


def given_place(state: State, unit: Unit) -> str:
    """The hex of the schedule; empty if it gives none, and for the western power in the campaign."""
    entry = state.find(Due, unit.key)
    free = unit.power == WESTERN and ground(state).rules.landings is not None
    return entry.place if entry and not free else ""


@case("6.11-a", "6.12-d", "6.12-e", "6.13-b")
def entry_hexes(state: State, unit: Unit) -> tuple[str, ...]:
    """The hexes by which a unit of its kind enters, whether they are open or not."""
    land = ground(state)
    if unit.power == AXIS:
        return (given_place(state, unit) or home_of(unit),)
    edge = land.charts.supply_heads.edge_hexes["east"]
    if unit.power == SOVIET:
        large = () if unit.type == "shock" else (h for h, rating in land.cities.items() if rating >= LARGE)
        return (*edge, *sorted(large))
    if given := given_place(state, unit):
        return (given,)
    coast = land.region("coast")
    ports = (here for here in land.cities if here in coast and holds(state, WESTERN, here))
    return tuple(dict.fromkeys((*sorted(landing_hexes(state)), *sorted(ports))))


def where_to_enter(state: State, unit: Unit) -> str:
    """The entry hexes in words."""
    if unit.power == SOVIET:
        edge = "on the east edge, on a transport line"
        return edge if unit.type == "shock" else f"in a city rated 2 or 3 or {edge}"
    if unit.power == AXIS or given_place(state, unit):
        return f"in {ground(state).name_of(entry_hexes(state, unit)[0])}"
    return "in a landing hex or a coastal city under control"


@case("6.42-c")
def refusals_of_withdrawn(state: State, unit: Unit) -> Iterator[Refusal]:
    """The Italian 8th Army does not come into play after its deadline."""
    rules = ground(state).rules
    leaves = rules.withdrawal or rules.to_italy
    if leaves is not None and unit.key == leaves.unit and state.one(Clock).turn > leaves.turn:
        yield Refusal("6.42-c", f"{unit.name} may not come into play after turn {leaves.turn}")


@case("6.11-b", "6.12-d", "6.12-e", "6.13-c", "6.41-a", "6.42-c")
def refusals_to_enter_at(state: State, unit: Unit, here: str) -> Iterator[Refusal]:
    """The hex is of the right kind and under control; for Axis and Soviets outside enemy zones, too.

    No reinforcement enters where an enemy unit is. On the east edge zones do not matter.
    """
    land = ground(state)
    ruled = {AXIS: "6.11-a", SOVIET: "6.12-d" if unit.type == "shock" else "6.12-e"}.get(unit.power, "6.13-b")
    name = land.name_of(here)
    if here not in entry_hexes(state, unit):
        yield Refusal(ruled, f"{unit.name} does not enter in {name}, but {where_to_enter(state, unit)}")
        return
    yield from refusals_of_withdrawn(state, unit)
    closed = {AXIS: "6.11-b", SOVIET: ruled}.get(unit.power, "6.13-c")
    other = army_places(state).get(here)
    if not holds(state, unit.power, here) or (other is not None and other.side != unit.side):
        yield Refusal(closed, f"{name} is not under control of the {land.powers.title_of(unit.power)}")
    is_edge = unit.power == SOVIET and here not in land.cities
    if unit.power in (AXIS, SOVIET) and not is_edge and here in zoc(state, land.other(unit.side)):
        yield Refusal(closed, f"{name} is in an enemy zone of control")


def open_entries(state: State, unit: Unit) -> list[str]:
    """The hexes by which it may enter now."""
    return [
        here
        for here in entry_hexes(state, unit)
        if next(refusals_to_enter_at(state, unit, here), None) is None
    ]
