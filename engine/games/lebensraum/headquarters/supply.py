"""Supply (11.1): headquarters by transport lines, units by headquarters; then control behind the lines."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.games.lebensraum.combat.overrun import take_off
from engine.games.lebensraum.markers.bombed import bombed_hexes
from engine.games.lebensraum.movement.weather import effect, weather_at
from engine.games.lebensraum.records import (
    ALLIED,
    AXIS,
    SEGMENT,
    SOVIET,
    TURN_E,
    WESTERN,
    Clock,
    Control,
    Unit,
    armies,
    army_places,
    hqs,
    occupied,
)
from engine.games.lebensraum.scenario.ground import Ground, ground
from engine.games.lebensraum.special.entry import FINNISH
from engine.games.lebensraum.special.landing_hexes import chosen_heads
from engine.games.lebensraum.standard.control import control, controller, starting_control
from engine.games.lebensraum.standard.steps import lose_steps
from engine.games.lebensraum.standard.tracing import within_range
from engine.games.lebensraum.standard.zoc import zoc
from engine.mechanics.telling import tell
from engine.referee import Procedure, State, Transaction, case, derived

HELSINKI: Final = "E1320"
NEUTRAL_NATIONS: Final = frozenset(("Sweden", "Turkey", "Spain", "Switzerland", "Portugal"))


@case("11.1-b", "11.1-g")
def printed_sources(land: Ground, power: str) -> tuple[str, ...]:
    """Where the lines of a power may lead: the edges in the East, the printed supply heads in the West."""
    chart = land.charts.supply_heads
    if power == SOVIET:
        return chart.edge_hexes["east"]
    if power == WESTERN:
        return chart.western
    if land.has_west:
        return chart.axis_west
    return (*chart.edge_hexes["west"], *chart.edge_hexes["west_outside_germany_supply_only"])


@case("11.1-g", "12.3-c")
def sources(state: State, power: str) -> frozenset[str]:
    """Where the lines of a power lead now: supply heads only under control, landing hexes from turn E on."""
    land = ground(state)
    found = frozenset(printed_sources(land, power)) & land.playable
    if power == WESTERN:
        chosen = chosen_heads(state)
        if state.one(Clock).turn < TURN_E or chosen is not None:
            found -= frozenset(land.charts.supply_heads.western_from_pre_e)
        found |= chosen or frozenset()
    if lines_leave_the_map(land, power):
        return found
    return frozenset(here for here in found if controller(state, here) == land.powers.side_of(power))


@case("11.1-h")
def finnish_sources(state: State) -> frozenset[str]:
    """Helsinki, while the Axis controls it: for Finns only."""
    return frozenset((HELSINKI,)) if controller(state, HELSINKI) == AXIS else frozenset()


def lines_leave_the_map(land: Ground, power: str) -> bool:
    """Do the lines of a power lead to an edge of the map, and not to supply heads?"""
    return power == SOVIET or (power == AXIS and not land.has_west)


@case("11.1-c")
def usable(state: State, side: str) -> frozenset[str]:
    """The hexes through which a line may run: no enemy unit, and no enemy zone unless a friendly unit is
    there; a bombed hex carries no line."""
    enemy = ground(state).other(side)
    closed = occupied(state, enemy) | (zoc(state, enemy) - occupied(state, side)) | bombed_hexes(state)
    return ground(state).playable - closed


@derived()
@case("11.1-g", "7.4612-b")
def supplied_lines(state: State, power: str, finnish: bool = False) -> frozenset[str]:
    """The hexes from which a transport line of a power can be followed to a source. A supply head by itself
    is one, too, even if it is bombed and no line leads to it."""
    land = ground(state)
    side = land.powers.side_of(power)
    begin = finnish_sources(state) if finnish else sources(state, power)
    lines = flooded(begin, usable(state, side), land)
    if lines_leave_the_map(land, power) and not finnish:
        return lines
    return lines | (begin & usable_for_control(state, side))


def flooded(begin: frozenset[str], within: frozenset[str], land: Ground) -> frozenset[str]:
    """The hexes that lines join to these."""
    found = {here for here in begin if here in within}
    ring = list(found)
    while ring:
        here = ring.pop()
        for there in land.rail.get(here, ()):
            if there not in found and there in within:
                found.add(there)
                ring.append(there)
    return frozenset(found)


@case("8.0-f")
def supply_range(state: State, hq: Unit, here: str) -> int:
    """The range of a headquarters for supply to or from a hex: less for the Axis in snow."""
    if hq.power != AXIS:
        return hq.range
    return min(hq.range, effect(ground(state), weather_at(state, here)).axis_supply_range)


@case("11.1-b", "11.1-h")
def hq_supplied(state: State, hq: Unit) -> bool:
    """A line within its range leads to a source; the Finland headquarters also lives on Helsinki. Western
    ones in London are in supply."""
    if hq.power == WESTERN and hq.place == ground(state).capital(WESTERN):
        # INTERPRETATION (11.1-g): they wait and are created in London, which they do only if they can stay.
        return True
    near = within_range(state, hq.side, hq.place, supply_range(state, hq, hq.place))
    lines = supplied_lines(state, hq.power)
    if hq.nation == FINNISH:
        lines |= supplied_lines(state, hq.power, finnish=True)
    return not lines.isdisjoint(near)


@case("11.1-a", "11.1-h", "11.1-i", "11.2-i")
def unit_supplied(state: State, unit: Unit) -> bool:
    """A headquarters of its power that is in supply is near enough; neutrals are always in supply.

    Their names bind nobody. The Finland headquarters supplies only Finns.
    """
    if unit.nation in NEUTRAL_NATIONS:
        return True
    for hq in hqs(state, unit.side):
        if hq.power != unit.power or (hq.nation == FINNISH and unit.nation != FINNISH):
            continue
        limit = supply_range(state, hq, unit.place)
        if unit.place in within_range(state, unit.side, hq.place, limit) and hq_supplied(state, hq):
            return True
    return False


@derived()
def supplied_area(state: State, side: str) -> frozenset[str]:
    """The hexes within range of the supplied headquarters of a side."""
    return frozenset(
        here
        for hq in hqs(state, side)
        if hq_supplied(state, hq)
        for here, far in within_range(state, side, hq.place, hq.range).items()
        if far <= supply_range(state, hq, here)
    )


@case("11.1-d", "11.6-h")
def judge_headquarters(tx: Transaction, frame: SupplySegment) -> None:
    """Headquarters out of supply are removed; their leaders roll on the Overrun column."""
    lost = [hq for side in (AXIS, ALLIED) for hq in hqs(tx.state, side) if not hq_supplied(tx.state, hq)]
    for hq in lost:
        tell(tx, "HqLost", f"{hq.name} is out of supply and removed", "11.1-d", unit=hq.key, hex=hq.place)
        take_off(tx, hq, "11.1-d")


@case("11.1-e")
def is_partial(state: State, unit: Unit) -> bool:
    """A unit in a city rated 2 or 3 that was friendly at the start of the game is in partial supply."""
    land = ground(state)
    return land.cities.get(unit.place, 0) >= 2 and starting_control(land).get(unit.place) == unit.side


@case("11.1-f", "11.1-e")
def judge_units(tx: Transaction, frame: SupplySegment) -> None:
    """Units out of supply lose two steps, in partial supply one; the Axis chooses first."""
    cut_off = [
        unit
        for side in (AXIS, ALLIED)
        for unit in armies(tx.state, side)
        if not unit_supplied(tx.state, unit)
    ]
    for unit in reversed(cut_off):
        partial = is_partial(tx.state, unit)
        what = "in partial supply" if partial else "out of supply"
        tell(tx, "OutOfSupply", f"{unit.name} in {unit.place} is {what}", "11.1-f", unit=unit.key)
        lose_steps(tx, unit.key, 1 if partial else 2, "11.1-e" if partial else "11.1-f")


@lru_cache(maxsize=4)
def land_ways(land: Ground) -> dict[str, tuple[str, ...]]:
    """The neighbouring land hexes of each land hex that no sea or lake separates from it."""
    closed = land.all_sea | land.lake_sides
    return {
        here: tuple(
            there for there in land.neighbors[here] if there in land.land and (here, there) not in closed
        )
        for here in land.land
    }


def joined(land: Ground, begin: frozenset[str], own: frozenset[str], open_: frozenset[str]) -> frozenset[str]:
    """The hexes of a side from which a chain of its hexes leads to a source; the first need not be open."""
    ways = land_ways(land)
    found = {here for here in begin if here in own}
    ring = [here for here in found if here in open_]
    while ring:
        here = ring.pop()
        for there in ways.get(here, ()):
            if there not in found and there in own:
                found.add(there)
                if there in open_:
                    ring.append(there)
    return frozenset(found)


def all_sources(state: State, side: str) -> frozenset[str]:
    """The sources of all powers of a side, Helsinki included."""
    found = frozenset().union(*(sources(state, power) for power in ground(state).powers.of(side)))
    return found | {HELSINKI} if side == AXIS and ground(state).has_east else found


@case("11.5-c")
def settle_control(tx: Transaction, frame: SupplySegment) -> None:
    """A hex without a unit that has been cut off from its owner's sources, beside a hex joined to the
    enemy's, changes hands. Neutral and closed countries change only by occupation."""
    state, land = tx.state, ground(tx.state)
    held = control(state)
    own = {side: frozenset(here for here, who in held.items() if who == side) for side in land.sides}
    begin = {side: all_sources(state, side) for side in land.sides}
    reached = {
        side: joined(land, begin[side], own[side], usable_for_control(state, side)) for side in land.sides
    }
    units, ways = army_places(state), land_ways(land)
    closed = land.charts.neutrals.closed
    for here in sorted(land.land):
        side = held.get(here, "")
        if not side or here in reached[side] or here in units or land.country[here].title() in closed:
            continue
        enemy = land.other(side)
        was_joined = here in joined_at_start(land, side)
        if was_joined and any(there in reached[enemy] for there in ways[here]):
            tx.put(Control(here, enemy))
            text = f"{land.name_of(here)} lies behind the lines of the {land.title_of(enemy)} and is theirs"
            tell(tx, "HexTaken", text, "11.5-c", hex=here)


def usable_for_control(state: State, side: str) -> frozenset[str]:
    """As for lines, but bombs do not matter."""
    enemy = ground(state).other(side)
    return ground(state).playable - occupied(state, enemy) - (zoc(state, enemy) - occupied(state, side))


@lru_cache(maxsize=8)
def joined_at_start(land: Ground, side: str) -> frozenset[str]:
    """The hexes joined to a side's sources by the control at the start, whatever it has lost since."""
    # INTERPRETATION (11.5-c): at the start borders stop all zones, so units are left out of account.
    own = frozenset(here for here, who in starting_control(land).items() if who == side)
    printed = (printed_sources(land, power) for power in land.powers.of(side))
    begin = frozenset().union(*printed, (HELSINKI,) if side == AXIS else ())
    return joined(land, begin, own, land.land)


class SupplySegment(Procedure):
    """Segments 2.I and 4.I: both players check headquarters, then units; then control is settled."""

    side: str

    title = "Supply"
    scope = SEGMENT
    steps = (judge_headquarters, judge_units, settle_control)


FRAMES: Final = (SupplySegment,)
