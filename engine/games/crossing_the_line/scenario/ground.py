"""What never changes during a game: the map, the charts, the formations, the scenario's own rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final

from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument, hexside
from engine.catalogue.document_scenario import DocumentScenario
from engine.catalogue.plain_data import read
from engine.games.crossing_the_line.records import GERMAN, US
from engine.games.crossing_the_line.scenario.charts import Charts, FormationRatings, TerrainRow, charts_for
from engine.games.crossing_the_line.scenario.special_rules import SpecialRules, in_force, special_rules
from engine.referee import Refusal, State, case

STREAM: Final = "stream"
DRAGONS_TEETH: Final = "dragons_teeth"
ROER: Final = "roer"
PILLBOX: Final = "pillbox"
HQ_TERRAIN: Final = frozenset(("town", "city", "industrial"))
NO_STREAM: Final = frozenset(("town", "industrial"))
"""Terrain at which a stream costs nothing (3.1.2-b)."""


def formation_ratings(document: ScenarioDocument, charts: Charts) -> dict[str, FormationRatings]:
    """The ratings of each formation: those of the chart, as the scenario changes them."""
    found = {}
    for formation in document.formations:
        printed = charts.formation_ratings.formation.get(formation.key)
        if printed is not None:
            values = {name: getattr(printed, name) for name in FormationRatings.__struct_fields__}
            changed = values | dict(formation.ratings)
            found[formation.key] = read(FormationRatings, changed, f"formation {formation.key}")
    return found


class Ground(DocumentScenario):
    """The ground of one scenario."""

    def __init__(self, document: ScenarioDocument, options: Mapping[str, Any]) -> None:
        super().__init__(document, options)
        if self.sides != (US, GERMAN):
            raise BadInput(f"{document.title!r:.60} should have the sides us and german, in this order")
        self.charts: Charts = charts_for(document)
        self.special = in_force(document, self.options)
        self.rules: SpecialRules = special_rules(self.special)
        self.terrain = {here: self._terrain(here) for here in self.grid.hexes}
        self.formations = formation_ratings(document, self.charts)
        self.first_turn, self.last_turn = document.turns.first, document.turns.last
        self.nearest_first = lru_cache(maxsize=256)(self._nearest_first)
        """The hexes in play with their distances from a hex."""

    def _terrain(self, here: str) -> str:
        kind = self.document.map.terrain.get(here, "clear")
        if any(feature.kind == PILLBOX for feature in self.document.features_at(here)):
            kind = f"pillbox_{kind}"
        if kind not in self.charts.terrain_effects.terrain:
            raise BadInput(f"{here} is {kind!r:.40}, which is not terrain of this game")
        return kind

    def row(self, here: str) -> TerrainRow:
        """The line of the terrain chart for a hex."""
        return self.charts.terrain_effects.terrain[self.terrain[here]]

    # the map

    @cached_property
    @case("map.grid")
    def neighbors(self) -> Mapping[str, tuple[str, ...]]:
        """The adjacent hexes in play."""
        return {
            here: tuple(there for there in self.grid.adjacency[here] if there in self.playable)
            for here in self.playable
        }

    @case("10-a")
    def refusals_outside(self, there: str, ruled: str = "10-a") -> Iterator[Refusal]:
        """A scenario on a part of the map ends at its border."""
        if there not in self.playable:
            yield Refusal(ruled, f"{self.name_of(there)} lies outside the part of the map in play")

    @cached_property
    def _kinds(self) -> Mapping[str, frozenset[str]]:
        return {
            side: frozenset(feature.kind for feature in features)
            for side, features in self.document.map.hexsides.items()
        }

    def between(self, here: str, there: str) -> str:
        """The hexside terrain between neighbours: roer, dragons_teeth, stream, or none."""
        return self._counted_kind.get(hexside(here, there), "")

    @cached_property
    @case("7.5.1.2-A2")
    def _counted_kind(self) -> Mapping[str, str]:
        """A hexside with dragon's teeth counts as such even if a stream runs along it."""
        found = {}
        for side, kinds in self._kinds.items():
            if "major_river" in kinds:
                found[side] = ROER
            elif DRAGONS_TEETH in kinds:
                found[side] = DRAGONS_TEETH
            elif STREAM in kinds:
                found[side] = STREAM
        return found

    def has_stream(self, here: str, there: str) -> bool:
        """Does a stream run between neighbours, with or without dragon's teeth?"""
        return STREAM in self._kinds.get(hexside(here, there), frozenset())

    def has_road(self, here: str, there: str) -> bool:
        """Does a road lead from a hex to its neighbour?"""
        return "road" in self._kinds.get(hexside(here, there), frozenset())

    def has_bridge(self, here: str, there: str) -> bool:
        """Is this one of the two crossings of the Roer?"""
        return "bridge" in self._kinds.get(hexside(here, there), frozenset())

    @case("5.8.2-b", "7.3.7-b", "7.3.7-c")
    def may_cross_roer(self, side: str, here: str, there: str) -> bool:
        """US units never cross the Roer, German ones only at its two bridges; every other hexside is open."""
        return self.between(here, there) != ROER or (side == GERMAN and self.has_bridge(here, there))

    @cached_property
    def path_steps(self) -> Mapping[str, Mapping[str, tuple[tuple[str, int], ...]]]:
        """The steps of the paths of each side, the enemy left out: hex → neighbours, one hex each."""
        return {
            side: {
                here: tuple((there, 1) for there in around if self.may_cross_roer(side, here, there))
                for here, around in self.neighbors.items()
            }
            for side in self.sides
        }

    def _nearest_first(self, here: str) -> tuple[tuple[int, str], ...]:
        distance = self.grid.distance
        return tuple(sorted((distance(here, there), there) for there in self.playable))

    def region(self, key: str) -> frozenset[str]:
        """The hexes of a region of the map; none if it has no such region."""
        found = self.document.region(key)
        return frozenset(found.hexes) if found else frozenset()

    @cached_property
    @case("3.1.4")
    def supply_edge(self) -> Mapping[str, frozenset[str]]:
        """The map-edge hexes beside the supply areas of each side, on the whole sheet."""
        return {
            US: self.region("supply-us-south") | self.region("supply-us-west"),
            GERMAN: self.region("supply-german"),
        }

    @cached_property
    @case("7.3.8")
    def banned(self) -> frozenset[str]:
        """The hexes north-west of the outer pillbox line, the bulge of Kerkrade left out."""
        column = {here[:2]: here[2:] for here in self.region("outer-line")}
        beyond = {here for here in self.grid.hexes if here[2:] < column.get(here[:2], "")}
        return frozenset(beyond) - self.region("kerkrade-bulge")

    @cached_property
    def place_names(self) -> Mapping[str, str]:
        return {
            here: feature.name
            for here in self.grid.hexes
            for feature in self.document.features_at(here)
            if feature.name
        }

    @case("10.1-c")
    def is_static(self, side: str) -> bool:
        """Does the side never act, react or decide anything in this scenario?"""
        return self.rules.static_side is not None and self.rules.static_side.side == side

    def has_rule(self, case_id: str) -> bool:
        """Does the scenario have this special rule?"""
        return case_id in self.special

    def titles(self, formation: str) -> str:
        """The name of a formation."""
        return self.formations[formation].name if formation in self.formations else formation


def ground(state: State) -> Ground:
    """The ground of this game."""
    return state.scenario  # type: ignore[return-value]  # asked too often for a cast
