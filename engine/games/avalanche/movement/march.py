"""Normal and strategic movement: the rule of a step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from engine.games.avalanche.general.control import is_friendly
from engine.games.avalanche.general.stacking import refusals_of_nations
from engine.games.avalanche.general.terrain import Step, bars, parts, road, steps_from
from engine.games.avalanche.general.zoc import zoc
from engine.games.avalanche.movement.allowance import SPENT, points_left, points_of, spent, zero_reasons
from engine.games.avalanche.movement.assistance import assistant, is_assisting, why_no_help
from engine.games.avalanche.records import (
    ALLIED,
    FOOT,
    MOT,
    UK,
    US,
    Clock,
    Control,
    Crossing,
    Points,
    Unit,
    forces,
    ground_at,
    ground_units,
    held,
    names,
)
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.movement import Arrivals, Movement
from engine.mechanics.plural import counted
from engine.referee import Mark, Modifier, Preview, Refusal, State, case, derived, marked, total
from engine.referee.modifier import Amount

STOPPED: Final = "stopped"
"""It has entered an enemy zone of control in this player turn."""
TAKEN: Final = "taken"
"""A hex that changed hands in this phase."""
STRATEGIC: Final = "moved strategically"
NORMAL: Final = "moved normally"
"""It has spent points in normal movement, limbering included."""
STRATEGIC_DISTANCE: Final = 2


@derived(Unit)
@case("move.overrun-0ds", "move.solo-leader", "def.strongpoint")
def closed_hexes(state: State, side: str) -> frozenset[str]:
    """The hexes that units of a side cannot enter: those with an enemy unit of defence strength above 0."""
    enemy = ground(state).other(side)
    return frozenset(
        unit.place for unit in ground_units(state, enemy) if unit.defence or unit.is_strong_point
    )


@derived(Unit)
@case("move.solo-leader")
def closed_to_leaders(state: State, side: str) -> frozenset[str]:
    """Leaders alone do not go where any enemy is, not even where a unit could overrun him."""
    return frozenset(unit.place for unit in forces(state, ground(state).other(side)) if not unit.is_ship)


@case("strat.cost", "ma.leader")
def refusals_after_strategic(state: State, units: Iterable[Unit]) -> Iterator[Refusal]:
    """A unit moves either strategically or normally; only leaders mix both."""
    for unit in units:
        if marked(state, unit.key, STRATEGIC) and not unit.is_leader:
            yield Refusal("strat.cost", f"{unit.name} has moved strategically in this turn")


class March(Movement[str]):
    """Normal movement of units of one class that start together."""

    ruled_by = "move.worst-cost"
    single_step = "move.minimum"

    def __init__(self, state: State, movers: tuple[str, ...]) -> None:
        super().__init__(state, movers)
        self.units = [state.get(Unit, key) for key in movers]
        self.crossing = self.units
        """The units that go over a river together."""
        self.unit = self.units[0]
        self.side = self.unit.side
        self.cls = self.unit.cls
        self.land = ground(state)
        self.enemy = self.land.other(self.side)
        self.leads = all(unit.is_leader for unit in self.units)

    def start(self) -> str:
        return self.unit.place

    def names(self) -> str:
        return names(self.units)

    def neighbors(self, here: str) -> Iterable[str]:
        return self.land.land_neighbors[here]

    def budget(self) -> Amount:
        return min(points_left(self.state, unit) for unit in self.units)

    @cached_property
    def zone(self) -> frozenset[str]:
        return zoc(self.state, self.enemy)

    @cached_property
    def closed(self) -> frozenset[str]:
        return (closed_to_leaders if self.leads else closed_hexes)(self.state, self.side)

    # what a step costs

    def charges(self, at: str, there: str) -> Iterator[Modifier]:
        along = road(self.state, at, there)
        across = self._across(at, there) if not along else ""
        yield from parts(self.land, self.cls, at, there, along, across)
        yield from self._company_rate(at, there, across)
        yield from self.zone_charges(at, there)

    @case("zoc.cost-stop")
    def zone_charges(self, at: str, there: str) -> Iterator[Modifier]:
        """Entering and leaving enemy zones of control cost extra."""
        chart = self.land.charts.terrain.zoc
        if at in self.zone:
            text = "leaving a zone of control"
            yield Modifier("zoc.cost-stop", text, int(getattr(chart["leave"], self.cls)))
        if there in self.zone:
            text = "entering a zone of control"
            yield Modifier("zoc.cost-stop", text, int(getattr(chart["enter"], self.cls)))

    @case("river.engineer")
    def _across(self, at: str, there: str) -> str:
        """The line of the chart for a river: with an engineer at the crossing it is easier."""
        if not self.land.has_river(at, there):
            return ""
        return "river_with_engineer" if assistant(self.state, self.crossing, at, there) else ""

    @case("river.engineer")
    def _company_rate(self, at: str, there: str, across: str) -> Iterator[Modifier]:
        """Motorized companies cross as cheaply as infantry where an engineer helps."""
        if across and self.cls == MOT and not any(unit.is_battalion for unit in self.units):
            chart = self.land.charts.terrain
            less = chart.river_engineer_company - int(chart.hexside[across].mot)
            yield Modifier("river.engineer", "company", less)

    def exits(self, at: str) -> list[tuple[str, Amount]]:
        if next(self.refusals_to_leave(at), None) is not None:
            return []
        zone, closed, leaving = self.zone, self.closed, at in self.zone
        chart = self.land.charts.terrain.zoc
        leave = int(getattr(chart["leave"], self.cls)) if leaving else 0
        enter = int(getattr(chart["enter"], self.cls))
        found: list[tuple[str, Amount]] = []
        for step in steps_from(self.state, self.cls, at):
            there = step.to
            if there in closed or (leaving and there in zone and not self.leads):
                continue
            cost = self._terrain_cost(at, step)
            if cost is not None:
                found.append((there, cost + leave + (enter if there in zone else 0)))
        return found

    def _terrain_cost(self, at: str, step: Step) -> Amount | None:
        if step.road or not self.land.has_river(at, step.to):
            return step.cost
        if next(self.refusals_of_terrain(at, step.to), None) is not None:
            return None
        across = self._across(at, step.to)
        terrain = parts(self.land, self.cls, at, step.to, "", across)
        return total((*terrain, *self._company_rate(at, step.to, across)))

    # what is against it

    @case("move.worst-cost")
    def refusals(self, there: str) -> Iterator[Refusal]:
        if there not in self.land.land:
            yield Refusal("move.worst-cost", f"{there} is no land hex in play: it is closed to all units")
        else:
            yield from super().refusals(there)

    @case("ma.order", "move.limber-first")
    def refusals_to_set_out(self) -> Iterator[Refusal]:
        for unit in self.units:
            yield from self.refusals_of_unit(unit)
            if unit.is_gun and not unit.limbered:
                yield Refusal("move.limber-first", f"{unit.name} must be limbered first")
        yield from self.refusals_of_kind()

    @case("river.engineer-stay")
    def refusals_of_unit(self, unit: Unit) -> Iterator[Refusal]:
        """Why a unit cannot spend a point in this segment."""
        for part in zero_reasons(self.state, unit):
            yield Refusal(part.case, f"{unit.name} has no movement allowance: {part.text}")
        if is_assisting(self.state, unit):
            why = f"{unit.name} has helped at a river and stays for the whole phase"
            yield Refusal("river.engineer-stay", why)

    @case("zoc.cost-stop")
    def refusals_of_kind(self) -> Iterator[Refusal]:
        """Why normal movement in particular is over for them."""
        yield from refusals_after_strategic(self.state, self.units)
        for unit in self.units:
            if marked(self.state, unit.key, STOPPED):
                where = f"{unit.place}, in an enemy zone of control"
                yield Refusal("zoc.cost-stop", f"{unit.name} has stopped in {where}")

    @case("zoc.cost-stop")
    def refusals_to_leave(self, at: str) -> Iterator[Refusal]:
        if at != self.unit.place and at in self.zone:
            yield Refusal("zoc.cost-stop", f"{self.names()} must stop in {at}, in an enemy zone of control")

    def refusals_to_cross(self, at: str, there: str) -> Iterator[Refusal]:
        yield from self.refusals_of_terrain(at, there)
        yield from self.refusals_of_zones(at, there)

    @case("move.worst-cost", "river.engineer")
    def refusals_of_terrain(self, at: str, there: str) -> Iterator[Refusal]:
        along = road(self.state, at, there)
        across = self._across(at, there) if not along else ""
        found = list(bars(self.land, self.cls, at, there, along, across))
        yield from found
        if found and not across and self.land.has_river(at, there):
            yield from why_no_help(self.state, self.crossing, at, there)

    @case("zoc.cost-stop", "infil.leader", "infil.when")
    def refusals_of_zones(self, at: str, there: str) -> Iterator[Refusal]:
        """From one enemy zone of control straight to another only by infiltration; leaders go freely."""
        if at in self.zone and there in self.zone and not self.leads:
            why = f"{at} and {there} are both in enemy zones of control: infiltrate after other movement"
            yield Refusal("zoc.cost-stop", why)

    @case("move.overrun-0ds", "def.strongpoint")
    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        if there in self.closed:
            units, name = ground_at(self.state, there, self.enemy), self.land.name_of(there)
            if units and all(unit.is_strong_point for unit in units):
                yield Refusal("def.strongpoint", f"A strong point closes {name}")
            else:
                yield Refusal("move.overrun-0ds", f"{name} is held by the enemy")

    @case("post.nation-stack")
    def refusals_to_end(self, there: str) -> Iterator[Refusal]:
        return refusals_of_nations(self.state, there, self.units)

    def ends_among(self, hexes: Iterable[str]) -> frozenset[str]:
        found = frozenset(hexes)
        if self.side != ALLIED:
            return found
        mixed = {US, UK} <= {unit.nation for unit in self.units}
        doubtful = found if mixed else found & held(self.state, self.side)
        return found - {here for here in doubtful if next(self.refusals_to_end(here), None) is not None}

    @case("move.minimum")
    def refusals_to_single_step(self, there: str) -> Iterator[Refusal]:
        """One hex is always possible for a unit that has not moved and spent nothing, even if markers and
        interdiction leave it no point: not over prohibited terrain, not from zone to zone."""
        here = self.unit.place
        for unit in self.units:
            if marked(self.state, unit.key, SPENT):
                yield Refusal("move.minimum", f"{unit.name} has moved or spent movement points already")
        yield from self.refusals_to_cross(here, there)
        yield from self.refusals_to_enter(there)

    @case("move.minimum")
    def price(self, there: str) -> Fraction:
        """What going there costs. In a single step that some of them cannot pay, the others pay the full
        price, and nobody more than it has."""
        found = self.arrivals()
        if there in found.best:
            return Fraction(found.cost_to(there))
        most = max(points_left(self.state, unit) for unit in self.units)
        return min(most, Fraction(self.cost(self.start(), there)))

    def arrivals(self) -> Arrivals[str]:
        return normal_arrivals(self.state, self.movers)

    @case("move.minimum")
    def preview(self, there: str) -> Preview:
        """As ever; of a single step that not all of them can pay the price of those who can."""
        shown = super().preview(there)
        if there not in self.arrivals().single:
            return shown
        text = f"{self.names()}: {self.amount(self.price(there))}, or all that is left"
        return replace(shown, text=text, cost=self.price(there))

    def amount(self, cost: Amount) -> str:
        return counted(cost, "movement point")


class StrategicMarch(March):
    """Strategic movement: along roads, at better rates, away from the enemy."""

    ruled_by = "strat.cost"
    single_step = ""

    @case("strat.foot")
    def budget(self) -> Amount:
        """Foot units have double their allowance on a forced march."""
        return min(
            2 * Fraction(points_of(self.state, unit)) - spent(self.state, unit)
            if unit.cls == FOOT
            else points_left(self.state, unit)
            for unit in self.units
        )

    @case("strat.cost", "strat.foot")
    def charges(self, at: str, there: str) -> Iterator[Modifier]:
        along = road(self.state, at, there)
        rate = self.land.charts.terrain.rate(along, self.cls) if along else None
        if rate is not None:
            yield Modifier("strat.cost", along, rate)
        else:
            yield from super().charges(at, there)

    def exits(self, at: str) -> list[tuple[str, Amount]]:
        if next(self.refusals_to_leave(at), None) is not None:
            return []
        found: list[tuple[str, Amount]] = []
        rates = {along: self.land.charts.terrain.rate(along, self.cls) for along in ("highway", "road")}
        for step in steps_from(self.state, self.cls, at):
            if not step.road and self.cls != FOOT:
                continue
            if not self._is_open(step.to):
                continue
            rate = rates[step.road] if step.road else self._terrain_cost(at, step)
            if rate is not None:
                found.append((step.to, rate))
        return found

    def _is_open(self, there: str) -> bool:
        return (
            there not in self.near_enemy
            and is_friendly(self.state, there, self.side)
            and not marked(self.state, there, TAKEN)
        )

    @cached_property
    @case("strat.distance")
    def near_enemy(self) -> frozenset[str]:
        """The hexes within two hexes of an enemy unit."""
        return near_enemy(self.state, self.side)

    def refusals_to_set_out(self) -> Iterator[Refusal]:
        yield from super().refusals_to_set_out()
        yield from self.refusals_of_calendar()
        if self.unit.place in self.near_enemy:
            text = f"{self.unit.place} is within {STRATEGIC_DISTANCE} hexes of an enemy unit"
            yield Refusal("strat.distance", text)

    @case("strat.allied-ban")
    def refusals_of_calendar(self) -> Iterator[Refusal]:
        row = self.land.turn_row(self.state.one(Clock).turn)
        if self.side == ALLIED and not row.allied_strategic:
            yield Refusal("strat.allied-ban", f"Allied units do not move strategically on {row.date}")

    @case("strat.demolition", "strat.foot", "strat.cost")
    def refusals_of_kind(self) -> Iterator[Refusal]:
        for unit in self.units:
            yield from self._refusals_to_march(unit)

    def _refusals_to_march(self, unit: Unit) -> Iterator[Refusal]:
        if marked(self.state, unit.key, "demolition"):
            yield Refusal("strat.demolition", f"{unit.name} has tried a demolition in this turn")
        if marked(self.state, unit.key, NORMAL) and not unit.is_leader:
            yield Refusal("strat.cost", f"{unit.name} has moved normally in this turn")
        if unit.cls == FOOT:
            if not self.land.has_option("forced_march"):
                yield Refusal("strat.cost", f"{unit.name} is on foot and does not move strategically")
            elif unit.state:
                yield Refusal("strat.foot", f"{unit.name} is {unit.state}: no forced march")

    @case("strat.cost")
    def refusals_to_cross(self, at: str, there: str) -> Iterator[Refusal]:
        if self.cls != FOOT and not road(self.state, at, there):
            yield Refusal("strat.cost", f"no road leads from {at} to {there}")

    @case("strat.distance", "strat.friendly-hexes")
    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        if there in self.near_enemy:
            text = f"{there} is within {STRATEGIC_DISTANCE} hexes of an enemy unit"
            yield Refusal("strat.distance", text)
        if not is_friendly(self.state, there, self.side) or marked(self.state, there, TAKEN):
            text = f"{there} was not friendly at the start of the phase"
            yield Refusal("strat.friendly-hexes", text)

    def arrivals(self) -> Arrivals[str]:
        return strategic_arrivals(self.state, self.movers)


@derived(Unit)
@case("strat.distance")
def near_enemy(state: State, side: str) -> frozenset[str]:
    """The hexes within two hexes of an enemy unit; ships do not count."""
    land = ground(state)
    found: set[str] = set()
    for here in held(state, land.other(side)):
        found |= land.within(here, STRATEGIC_DISTANCE)
    return frozenset(found)


@derived(Unit, Mark, Clock, Control, Crossing, Points)
def normal_arrivals(state: State, movers: tuple[str, ...]) -> Arrivals[str]:
    """Where units can go in normal movement, remembered."""
    return March(state, movers).find_arrivals()


@derived(Unit, Mark, Clock, Control, Crossing, Points)
def strategic_arrivals(state: State, movers: tuple[str, ...]) -> Arrivals[str]:
    """Where units can go strategically, remembered."""
    return StrategicMarch(state, movers).find_arrivals()
