"""What never changes during a game: the map, the charts, the switches and the scenario's own rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.bad_input import BadInput
from engine.catalogue.document import Placement, ScenarioDocument, hexside
from engine.catalogue.document_scenario import DocumentScenario
from engine.catalogue.left_open import LeftOpen
from engine.games.dday_to_berlin.records import FACINGS, Unit
from engine.games.dday_to_berlin.scenario.charts import Charts, Zone, charts_for
from engine.games.dday_to_berlin.scenario.special_rules import in_force, special_rules
from engine.referee import State, case

ZONE_METRES = 2450
"""A hex of two square miles from side to side, unless the map says otherwise."""
SETTLED = ("town", "village", "peak")
"""The kinds of labels that name a zone."""


class Ground(DocumentScenario):
    """The ground of one scenario."""

    def __init__(self, document: ScenarioDocument, options: Mapping[str, Any]) -> None:
        super().__init__(document, options)
        if len(set(self.sides)) != 2 or len(self.sides) != 2:
            raise BadInput(f"{document.title!r:.60} should have two sides")
        self.charts: Charts = charts_for(document)
        sides = document.map.hexsides
        self.roads = frozenset(side for side in sides if self._has(side, "road"))
        self.rivers = frozenset(side for side in sides if self._has(side, "river"))
        self.printed_bridges = frozenset(side for side in sides if self._has(side, "bridge"))
        kinds = self.charts.terrain.zones
        for here, kind in document.map.terrain.items():
            if kind not in kinds:
                raise BadInput(f"{here} is {kind!r:.40}, which is not terrain; there is {', '.join(kinds)}")
        self.terrain: Mapping[str, Zone] = {
            here: kinds[document.map.terrain.get(here, "open")] for here in self.grid.hexes
        }
        self._within: dict[tuple[str, int], frozenset[str]] = {}
        self.objectives = document.hexes_with("objective")
        self.supply_points = {here: point.side for here, point in document.hexes_with("supply").items()}
        self.special = in_force(document, self.options)
        self.rules = special_rules(self.special)
        self.first_turn = document.turns.first
        short = self.special.get("scn.seelow-short", {}).get("turns")
        self.last_turn = short if isinstance(short, int) else document.turns.last
        self.first_player = str(document.data.get("first_player", ""))
        if self.first_player not in (*self.sides, ""):
            raise BadInput(f"The first player {self.first_player!r:.40} is not a side of the scenario")
        self.commanded = frozenset(
            (unit.side, unit.formation) for unit in document.units if unit.type == "HQ"
        )

    def _has(self, side: str, kind: str) -> bool:
        return any(feature.kind == kind for feature in self.document.map.hexsides.get(side, ()))

    @cached_property
    def dry_neighbors(self) -> Mapping[str, frozenset[str]]:
        """The adjacent zones that are not water."""
        return {
            here: frozenset(other for other in self.grid.adjacency[here] if not self.is_water(other))
            for here in self.grid.hexes
        }

    @cached_property
    def road_net(self) -> Mapping[str, tuple[str, ...]]:
        """The zones that a road leads to from each zone."""
        return {
            here: tuple(other for other in self.grid.adjacency[here] if hexside(here, other) in self.roads)
            for here in self.grid.hexes
        }

    @cached_property
    def rivers_around(self) -> Mapping[str, tuple[str, ...]]:
        """The rivers along each zone, bridged or not."""
        return {
            here: tuple(
                side for other in self.grid.adjacency[here] if (side := hexside(here, other)) in self.rivers
            )
            for here in self.grid.hexes
        }

    # set-up

    @cached_property
    @case("scn.setup")
    def open_places(self) -> Mapping[str, list[Placement]]:
        """The units for which the scenario does not list one zone, but several to choose from."""
        found: dict[str, list[Placement]] = {}
        for unit, setups in self.set_ups.items():
            places = [setup.place for setup in setups if setup.place.kind != "box"]
            if places and [place.kind for place in places] != ["hex"]:
                found[unit] = places
        return found

    @cached_property
    def left_open(self) -> LeftOpen:
        """These units with the zones that are open to each."""
        return LeftOpen(self.placing, self.open_places, self.name_of)

    # switches

    @case("scn.carentan-first")
    def has_option(self, key: str) -> bool:
        """Did the players choose this option? The first game leaves all others out."""
        first_game = "scn.carentan-first" in self.special and key != "first-game"
        return not first_game and self.options.get(key) is True

    # the map

    @case("map.distance")
    def distance(self, a: str, b: str) -> int:
        """Zones on the shortest path, whatever the terrain and whoever is in between."""
        return self.grid.distance(a, b)

    def within(self, here: str, zones: int) -> frozenset[str]:
        """The zones up to this distance, the zone itself included."""
        known = self._within.get((here, zones))
        if known is None:
            known = self._within[here, zones] = frozenset(self.grid.within(here, zones))
        return known

    @case("map.terrain")
    def is_rough(self, here: str) -> bool:
        """Rough for combat, even if a road runs through the zone."""
        return self.terrain[here].combat == "rough"

    def is_water(self, here: str) -> bool:
        """No unit may enter."""
        return self.terrain[here].combat == "none"

    def could_enter(self, mobility: str, here: str) -> bool:
        """Is there any way into the zone, be it by road alone?"""
        going = self.terrain[here].going[mobility]
        return going != "never" and (going != "road" or bool(self.road_net[here]))

    def has_river(self, a: str, b: str) -> bool:
        """Does a river run between two neighbours, bridged or not?"""
        return hexside(a, b) in self.rivers

    def has_name(self, side: str, name: str) -> bool:
        """Does anything on a hexside bear this name?"""
        return any(feature.name == name for feature in self.document.map.hexsides.get(side, ()))

    @case("map.facing")
    def aspect(self, unit: Unit, other: str) -> str:
        """Whether a neighbouring zone lies to the front, flank or rear of a unit."""
        k = (self.grid.direction(unit.place, other) - unit.facing) % len(FACINGS)
        facing = self.charts.facing
        return "front" if k in facing.front else "rear" if k in facing.rear else "flank"

    @case("scale.zone")
    def kilometres(self, zones: int) -> str:
        """The length of this number of zones in kilometres."""
        scale = self.document.map.data.get("scale_metres")
        metres = zones * (scale if isinstance(scale, int) else ZONE_METRES)
        return f"{metres // 1000}.{metres % 1000 // 10:02}".rstrip("0").rstrip(".") + " km"

    def edges(self, here: str) -> frozenset[str]:
        """The map edges that a zone lies on."""
        north, north_east, south_east, south, south_west, north_west = self.grid.around(here)
        beyond = {
            "N": north is None,
            "S": south is None,
            "E": north_east is None and south_east is None,
            "W": north_west is None and south_west is None,
        }
        return frozenset(edge for edge, is_there in beyond.items() if is_there)

    @cached_property
    def place_names(self) -> Mapping[str, str]:
        return {label.hex: label.text for label in self.document.map.labels if label.kind in SETTLED}


def ground(state: State) -> Ground:
    """The ground of this game."""
    return state.scenario  # type: ignore[return-value]  # asked too often for a cast


@case("terms.formation")
def is_independent(state: State, unit: Unit) -> bool:
    """Units of a formation for which the scenario gives no headquarters may use any friendly one."""
    return (unit.side, unit.formation) not in ground(state).commanded
