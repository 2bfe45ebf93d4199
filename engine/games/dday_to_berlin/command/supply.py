"""Supply lines, in the advanced game."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.catalogue.document import hexside
from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.combat.die_roll import throw
from engine.games.dday_to_berlin.combat.save_rolls import base_save, is_saved
from engine.games.dday_to_berlin.morale.losses import shatter
from engine.games.dday_to_berlin.movement.step import ROAD, steps
from engine.games.dday_to_berlin.movement.zoc import deadly_zoc
from engine.games.dday_to_berlin.records import MOBILITIES, Bridge, Held, Unit, forces, occupied
from engine.games.dday_to_berlin.scenario.control import controller
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.hexes.tracing import flood
from engine.mechanics import lines
from engine.mechanics.telling import tell
from engine.referee import Frame, Procedure, State, Transaction, case, derived, marked, side_of


def has_supply_rules(state: State) -> bool:
    """Is the advanced game played?"""
    return ground(state).has_option("advanced")


@case("5.points")
def supply_sources(state: State, side: str) -> tuple[str, ...]:
    """The side's own supply points that it controls; captured ones give no supply."""
    points = ground(state).supply_points
    return tuple(here for here, owner in points.items() if owner == side == controller(state, here))


@derived(Bridge)
def supply_steps(state: State) -> dict[str, tuple[tuple[str, int], ...]]:
    """Steps of a supply line: roads and bridges are free, other ground counts 1, rivers and water bar it."""
    land, roads = ground(state), steps(state, MOBILITIES[0])
    found = {}
    for here in land.grid.hexes:
        ways = []
        for there in land.dry_neighbors[here]:
            if roads[here].get(there) == ROAD:
                ways.append((there, 0))
            elif hexside(here, there) not in land.rivers:
                ways.append((there, 1))
        found[here] = tuple(ways)
    return found


@case("5.trace")
@derived(Unit, Held, Bridge)
def supplied_zones(state: State, side: str) -> frozenset[str]:
    """All zones from which a supply line of the side leads to one of its points: one flood for all."""
    land = ground(state)
    barred = occupied(state, land.other(side)) | deadly_zoc(state, side)
    sources = supply_sources(state, side)
    ways = supply_steps(state)
    reached = flood(
        [point for point in sources if point not in barred],
        ways.__getitem__,
        land.charts.supply.off_road_steps,
        barred.__contains__,
    )
    return frozenset(reached.cost) | frozenset(sources)


@case("5.trace")
def check_supply(tx: Transaction, phase: SupplyPhase) -> None:
    """The side's units are in supply or out of it until its next supply phase."""
    zones = supplied_zones(tx.state, phase.side)
    for unit in forces(tx.state, phase.side):
        is_cut = unit.place not in zones
        if lines.judge(tx, unit.key, marks.OUT_OF_SUPPLY, is_cut) and is_cut:
            text = f"{unit} in {unit.place} is out of supply"
            tell(tx, "OutOfSupply", text, "5.trace", unit=unit.key)


class SupplyPhase(Procedure):
    """Only in the advanced game."""

    side: str

    title = "Supply"
    steps = (check_supply,)

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        return cls(side_of(parent)) if has_supply_rules(state) else None


class Isolation(Procedure):
    """At the end of the night every battalion out of supply saves with its base value or is shattered."""

    units: tuple[str, ...]

    title = "Isolated units"

    @classmethod
    @case("5.isolated")
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        # INTERPRETATION (5.isolated): battalions and detachments; headquarters are neither.
        isolated = tuple(
            unit.key
            for unit in state.all(Unit).values()
            if unit.on_map and not unit.is_hq and marked(state, unit.key, marks.OUT_OF_SUPPLY)
        )
        return cls(isolated) if has_supply_rules(state) and isolated else None

    def run(self, tx: Transaction) -> None:
        if self.at >= len(self.units):
            tx.pop()
            return
        unit = tx.state.get(Unit, self.units[self.at])
        throw(tx, unit.side, "5.isolated", f"{unit}, out of supply, saves on {base_save(tx.state, unit)}")

    @case("5.isolated")
    def resume(self, tx: Transaction, result: Any) -> None:
        unit = tx.state.get(Unit, self.units[self.at])
        tx.replace(replace(self, at=self.at + 1))
        if not is_saved(tx.state, result, base_save(tx.state, unit)):
            shatter(tx, unit, "5.isolated", "it failed its save after a night out of supply")
