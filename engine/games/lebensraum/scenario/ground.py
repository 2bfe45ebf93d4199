"""What never changes during a game: the map, the charts, the turns, the scenario's own rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument, hexside
from engine.catalogue.document_scenario import DocumentScenario
from engine.games.lebensraum.records import ALLIED, AXIS, SOVIET, WESTERN
from engine.games.lebensraum.scenario.charts import Charts, charts_for
from engine.games.lebensraum.scenario.special_rules import SpecialRules, in_force, special_rules
from engine.referee import State, case

RIVER: Final = "river"
LAKE: Final = "lake"
SEA: Final = "sea"
MOUNTAIN: Final = "mountain"
CLEAR: Final = "clear"
NORTH: Final = "north"
CENTRAL: Final = "central"
SOUTH: Final = "south"
SECTIONS: Final = (NORTH, CENTRAL, SOUTH)
WINTER: Final = "winter"
CAPITALS: Final = {AXIS: "E2031", SOVIET: "E2312", WESTERN: "E1342"}
"""Berlin, Moscow, London."""
OUT_OF_PLAY: Final = "neutral ground"


class Ground(DocumentScenario):
    """The ground of one scenario."""

    def __init__(self, document: ScenarioDocument, options: Mapping[str, Any]) -> None:
        super().__init__(document, options)
        if self.sides != (AXIS, ALLIED):
            raise BadInput(f"{document.title!r:.60} should have the sides axis and allied, in this order")
        self.charts: Charts = charts_for(document)
        self.special = in_force(document, self.options)
        self.rules: SpecialRules = special_rules(self.special)
        self.terrain = {here: self._terrain(here) for here in self.grid.hexes}
        self.first_turn, self.last_turn = document.turns.first, document.turns.last

    def _terrain(self, here: str) -> str:
        kind = self.document.map.terrain.get(here, CLEAR)
        if kind not in (CLEAR, "forest", "marsh", MOUNTAIN, LAKE, SEA, OUT_OF_PLAY):
            raise BadInput(f"{here} is {kind!r:.40}, which is not terrain of this game")
        return kind

    # theatres and powers

    @cached_property
    @case("1.0")
    def has_east(self) -> bool:
        """Are the Soviets in play?"""
        return SOVIET in self.powers

    @cached_property
    @case("1.0")
    def has_west(self) -> bool:
        """Is the western power in play?"""
        return WESTERN in self.powers

    def capital(self, power: str) -> str:
        """Berlin, Moscow or London."""
        return CAPITALS[power]

    def season(self, turn: int) -> str:
        """Summer, fall, winter or spring."""
        return self.charts.turn_track.turns[turn - 1].season

    def is_winter(self, turn: int) -> bool:
        """Are lakes frozen on this turn?"""
        return self.season(turn) == WINTER

    # the map

    @cached_property
    def land(self) -> frozenset[str]:
        """The hexes in play that are neither sea nor lake nor out of play."""
        closed = (SEA, LAKE, OUT_OF_PLAY)
        return frozenset(here for here in self.playable if self.terrain[here] not in closed)

    @cached_property
    @case("3.1-a", "13.0-a")
    def neighbors(self) -> Mapping[str, tuple[str, ...]]:
        """The adjacent hexes in play."""
        return {
            here: tuple(there for there in self.grid.adjacency[here] if there in self.playable)
            for here in self.playable
        }

    @case("3.1-b")
    def distance(self, here: str, there: str) -> int:
        """In hexes, the target counted and the start not."""
        return self.grid.distance(here, there)

    @cached_property
    def kinds_between(self) -> Mapping[str, frozenset[str]]:
        """What lies on each hexside."""
        return {
            side: frozenset(feature.kind for feature in features)
            for side, features in self.document.map.hexsides.items()
        }

    def has_between(self, kind: str, here: str, there: str) -> bool:
        """Does a river, lake, rail line or wall lie between neighbours?"""
        return kind in self.kinds_between.get(hexside(here, there), frozenset())

    def _pairs_with(self, kind: str) -> frozenset[tuple[str, str]]:
        found = set()
        for side, kinds in self.kinds_between.items():
            if kind in kinds:
                here, there = side.split("/")
                found |= {(here, there), (there, here)}
        return frozenset(found)

    @cached_property
    def lake_sides(self) -> frozenset[tuple[str, str]]:
        """The pairs of neighbouring land hexes with a lake between them."""
        return self._pairs_with(LAKE)

    @cached_property
    def all_sea(self) -> frozenset[tuple[str, str]]:
        """The pairs of neighbouring land hexes with nothing but sea between them."""
        return self._pairs_with("strait")

    @cached_property
    def rivers(self) -> frozenset[tuple[str, str]]:
        """The pairs of neighbours with a river between them."""
        return self._pairs_with(RIVER)

    @cached_property
    def rail(self) -> Mapping[str, frozenset[str]]:
        """The hexes joined to each hex by a transport line."""
        found: dict[str, set[str]] = {}
        for side, kinds in self.kinds_between.items():
            here, _, there = side.partition("/")
            if "rail" in kinds and here in self.playable and there in self.playable:
                found.setdefault(here, set()).add(there)
                found.setdefault(there, set()).add(here)
        return {here: frozenset(joined) for here, joined in found.items()}

    @cached_property
    def country(self) -> Mapping[str, str]:
        """The country of each land hex, `soviet-union`; empty for one that the map gives to none."""
        found = dict.fromkeys(self.land, "")
        for region in self.document.map.regions:
            if region.kind == "country":
                found.update(dict.fromkeys(region.hexes, region.key.removeprefix("country-")))
        return found

    @cached_property
    def cities(self) -> Mapping[str, int]:
        """The population of each city hex in play."""
        cities = self.document.hexes_with("city")
        return {here: city.value or 0 for here, city in cities.items() if here in self.playable}

    @cached_property
    @case("8.0-b")
    def section(self) -> Mapping[str, str]:
        """The weather section of each hex: rows in the east, lines to the north-west further west."""
        section = self.charts.weather_sections.section
        return {here: section(int(here[1:3]), int(here[3:5])) for here in self.playable}

    @cached_property
    def place_names(self) -> Mapping[str, str]:
        """The name of each hex that has one: of its city, else of what else is there."""
        return {
            here: feature.name
            for here in self.grid.hexes
            for feature in sorted(self.document.features_at(here), key=lambda one: one.kind == "city")
            if feature.name
        }

    def region(self, key: str) -> frozenset[str]:
        """The hexes of a region of the map in play; none if it has no such region."""
        return self._region_hexes.get(key, frozenset())

    @cached_property
    def _region_hexes(self) -> Mapping[str, frozenset[str]]:
        regions = (*self.document.map.regions, *self.document.regions)
        return {region.key: frozenset(region.hexes) & self.playable for region in regions}

    def has_rule(self, case_id: str) -> bool:
        """Does the scenario have this special rule?"""
        return case_id in self.special


def ground(state: State) -> Ground:
    """The ground of this game."""
    return state.scenario  # type: ignore[return-value]  # asked too often for a cast
