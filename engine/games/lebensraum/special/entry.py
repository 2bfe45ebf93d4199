"""Hexes that are closed to a unit, whether it moves, retreats, advances, is carried or jumps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from engine.games.lebensraum.records import AXIS, PRE, SOVIET, WESTERN, Clock, Control, Unit
from engine.games.lebensraum.scenario.ground import Ground, ground
from engine.games.lebensraum.standard.control import control
from engine.referee import Mark, Refusal, State, case, derived, marked

FINNISH: Final = "Finnish"
ITALIAN: Final = "Italian"
NEUTRAL_COUNTRIES: Final = {
    "Sweden": "sweden",
    "Turkey": "turkey",
    "Spain": "spain",
    "Switzerland": "switzerland",
    "Portugal": "portugal",
}
"""The nations of neutral units, and their countries on the map."""
YUGOSLAVIA: Final = "yugoslavia"
OPEN: Final = "open"
"""The mark of Yugoslavia when units may enter it."""
BEYOND_THE_HALT_LINE: Final = "beyond-the-halt-line"
HALT_LINE: Final = "11.92-a"


class Ban(NamedTuple):
    """Hexes that a unit may not enter."""

    case: str
    hexes: frozenset[str]
    why: str


def country(land: Ground, name: str) -> frozenset[str]:
    """The hexes of a country."""
    return land.region(f"country-{name}")


@lru_cache(maxsize=8)
def closed_countries(land: Ground, with_yugoslavia: bool) -> frozenset[str]:
    """The hexes of Norway, Denmark, Albania and Greece, and of Yugoslavia until it opens."""
    names = (name.lower() for name in land.charts.neutrals.closed)
    wanted = (name for name in names if with_yugoslavia or name != YUGOSLAVIA)
    return frozenset().union(*(country(land, name) for name in wanted))


@derived(Control)
def neutral_hexes(state: State) -> frozenset[str]:
    """The hexes of the countries that are still neutral."""
    land, held = ground(state), control(state)
    hexes = frozenset().union(*(country(land, name) for name in NEUTRAL_COUNTRIES.values()))
    return frozenset(here for here in hexes if not held.get(here))


@lru_cache(maxsize=16)
def outside(land: Ground, *names: str) -> frozenset[str]:
    """All land but some countries."""
    return land.land - frozenset().union(*(country(land, name) for name in names))


def bans(state: State, unit: Unit, retreating: bool = False) -> Iterator[Ban]:
    """Everything that keeps a unit out of some hexes."""
    land = ground(state)
    yield from ban_of_finland(land, unit)
    yield from ban_of_neutrals(state, unit)
    yield from ban_of_closed_countries(state, unit)
    if unit.power == WESTERN:
        yield from ban_of_halt_line(land, unit)
    if unit.power == AXIS and not retreating:
        yield from ban_of_garrisons(state, unit)


@case("9.6-a")
def ban_of_finland(land: Ground, unit: Unit) -> Iterator[Ban]:
    """The headquarters of Finland stays there."""
    if unit.is_hq and unit.nation == FINNISH:
        yield Ban("9.6-a", outside(land, "finland"), f"{unit.name} does not leave Finland")


@case("11.7-c", "11.7-a")
def ban_of_neutrals(state: State, unit: Unit) -> Iterator[Ban]:
    """Neutral units stay in their country. A headquarters does not enter a neutral country before a unit
    has: INTERPRETATION (11.7-a), only units make it join a side."""
    if unit.nation in NEUTRAL_COUNTRIES:
        home = outside(ground(state), NEUTRAL_COUNTRIES[unit.nation])
        yield Ban("11.7-c", home, f"{unit.name} stays at home")
    elif unit.is_hq:
        yield Ban("11.7-a", neutral_hexes(state), f"{unit.name} does not enter a neutral country")


@case("11.7-d")
def ban_of_closed_countries(state: State, unit: Unit) -> Iterator[Ban]:
    """No unit enters them; the Italian 8th Army may cross them on its way home."""
    if unit.nation != ITALIAN:
        closed = closed_countries(ground(state), not marked(state, YUGOSLAVIA, OPEN))
        yield Ban("11.7-d", closed, "no unit may enter its country")


@case("11.92-a", "11.92-b", "13.0-j")
def ban_of_halt_line(land: Ground, unit: Unit) -> Iterator[Ban]:
    """In the West-only scenarios the Allies stay west of the Halt Line."""
    if land.has_rule(HALT_LINE):
        yield Ban("11.92-a", land.region(BEYOND_THE_HALT_LINE), "it lies beyond the Halt Line")


@case("12.1-e", "12.3-e", "13.0-d", "5.7-d")
def ban_of_garrisons(state: State, unit: Unit) -> Iterator[Ban]:
    """Before turn E units in France, Belgium and the Netherlands stay in these countries, if the scenario
    ties them down; in the combination game only those that were set up there, and their battle groups."""
    land = ground(state)
    rule, set_up = land.rules.garrisons, land.rules.west_set_up
    if rule is None or state.one(Clock).turn > rule.last_turn or unit.is_hq:
        return
    tied = land.land - outside(land, *rule.countries)
    began = set_up.places.get(unit.parent or unit.key, "") if set_up else unit.place
    if began in tied and unit.place in tied:
        yield Ban("12.1-e", land.land - tied, f"{unit.name} is a garrison until turn E")


def closed_to(state: State, unit: Unit, retreating: bool = False) -> frozenset[str]:
    """The hexes that a unit may not enter."""
    return _closed(state, unit.key, retreating) if unit.key in state.tables[Unit] else frozenset()


@derived(Unit, Mark, Clock, Control)
def _closed(state: State, key: str, retreating: bool) -> frozenset[str]:
    unit = state.get(Unit, key)
    return frozenset().union(*(ban.hexes for ban in bans(state, unit, retreating)))


def refusals_to_enter(state: State, unit: Unit, there: str, retreating: bool = False) -> Iterator[Refusal]:
    """Every reason why a hex is closed to a unit."""
    for ban in bans(state, unit, retreating):
        if there in ban.hexes:
            yield Refusal(ban.case, f"{there} is closed: {ban.why}")


@case("12.1-c")
def tether(state: State, unit: Unit) -> frozenset[str] | None:
    """Where a unit may end on turn A at Salerno: at most one hex from where it began; None if anywhere."""
    land = ground(state)
    rule = land.rules.salerno
    if rule is None or unit.key not in rule.units or state.one(Clock).turn != rule.turn:
        return None
    places = land.rules.west_set_up.places if land.rules.west_set_up else {}
    begin = places.get(unit.key) or land.set_ups[unit.key][0].place.at
    return frozenset((begin, *land.neighbors[begin]))


@case("12.1-c")
def refusals_to_end(state: State, unit: Unit, there: str) -> Iterator[Refusal]:
    """On turn A the army group in Italy stays near Salerno; advances count, too."""
    allowed = tether(state, unit)
    if allowed is not None and there not in allowed:
        yield Refusal("12.1-c", f"{unit.name} may not end more than one hex from where it began on turn A")


@case("13.0-c", "11.8-b")
def refusals_to_act(state: State, unit: Unit) -> Iterator[Refusal]:
    """In the combination game the Axis units of the West take no part in the Axis phase of turn 9, and the
    Soviets none in the surprise attack before turn E."""
    rules, clock = ground(state).rules, state.one(Clock)
    late = rules.west_set_up
    if late and unit.key in late.places and clock.turn == late.turn and in_axis_phase(state):
        yield Refusal("13.0-c", f"{unit.name} was set up on this turn and takes no part in the Axis phase")
    if unit.power == SOVIET and is_pre_e(state):
        yield Refusal("11.8-b", f"{unit.name} is Soviet: the western Allies alone attack before turn E")


def in_axis_phase(state: State) -> bool:
    """Is this the player phase of the Axis?"""
    return any(
        type(one).__name__ == "PlayerPhase" and getattr(one, "side", "") == AXIS for one in state.frames
    )


def is_pre_e(state: State) -> bool:
    """Is this the surprise attack before turn E?"""
    rule, clock = ground(state).rules.pre_e, state.one(Clock)
    return rule is not None and (clock.turn, clock.moment) == (rule.turn, PRE)


@case("11.7-d")
def opens_yugoslavia(state: State, unit: Unit, there: str) -> bool:
    """Has a Soviet unit entered Romania, Hungary or Bulgaria?"""
    return unit.power == SOVIET and ground(state).country.get(there) in ("romania", "hungary", "bulgaria")
