"""What never changes during a game: the map, the charts, the formations, the scenario's own rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, Final

from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument, hexside
from engine.catalogue.document_scenario import DocumentScenario
from engine.games.avalanche.records import HQ, SIDES
from engine.games.avalanche.scenario.arrival_charts import TurnRow
from engine.games.avalanche.scenario.charts import Charts, charts_for
from engine.games.avalanche.scenario.special_rules import SpecialRules, in_force, special_rules
from engine.games.avalanche.scenario.unit_charts import TerrainRow
from engine.referee import State, case

SEA: Final = "sea"
RIVER: Final = "major_river"
STREAM: Final = "stream"
CLIFF: Final = "cliff"
ROADS: Final = ("highway", "road")


class Ground(DocumentScenario):
    """The ground of one scenario."""

    def __init__(self, document: ScenarioDocument, options: Mapping[str, Any]) -> None:
        super().__init__(document, options)
        if self.sides != SIDES:
            raise BadInput(f"{document.title!r:.60} should have the sides allied and german, in this order")
        self.charts: Charts = charts_for(document)
        self.special = in_force(document, self.options)
        self.rules: SpecialRules = special_rules(self.special)
        self.levels = {here: self._level(here) for here in self.grid.hexes}
        self.land = frozenset(here for here in self.playable if self.levels[here])
        self.sea = self.playable - self.land
        self.first_turn, self.last_turn = document.turns.first, self._last_turn()
        self.left_out = frozenset(self.rules.left_out.without if self.rules.left_out else ())
        """What the scenario plays without: replacements, airdrops, off-map moves, naval transport."""
        self.within = lru_cache(maxsize=4096)(self._within)
        """The hexes in play at most so far from a hex, that hex included."""

    @case("scen.length")
    def _last_turn(self) -> int:
        short = self.rules.short_campaign
        return short.last_turn if short else self.document.turns.last

    def _level(self, here: str) -> int:
        kind = self.document.map.terrain.get(here, "level 1")
        if kind == SEA:
            return 0
        word, _, number = kind.partition(" ")
        if word != "level" or number not in tuple("123456"):
            raise BadInput(f"{here} is {kind!r:.40}, which is not terrain of this game")
        return int(number)

    # hexes

    def level(self, here: str) -> int:
        """The height of a hex from 1 to 6; 0 for the sea."""
        return self.levels[here]

    @cached_property
    def settlements(self) -> Mapping[str, str]:
        """Hexes with a town or a city; villages are names only."""
        found = dict.fromkeys(self.document.hexes_with("town"), "town")
        return found | dict.fromkeys(self.document.hexes_with("city"), "city")

    def is_town(self, here: str) -> bool:
        return self.settlements.get(here) == "town"

    def is_city(self, here: str) -> bool:
        return self.settlements.get(here) == "city"

    @cached_property
    def airfields(self) -> frozenset[str]:
        return frozenset(self.document.hexes_with("airfield")) & self.playable

    def rows(self, here: str) -> tuple[tuple[str, TerrainRow], ...]:
        """The lines of the terrain chart that a hex holds: its level, and its town or city."""
        table = self.charts.terrain.hex
        level = self.levels[here]
        found = [(f"level {level}", table[f"level{level}"])] if level else [("sea", table["all_sea"])]
        if here in self.settlements:
            kind = self.settlements[here]
            found.append((kind, table[kind]))
        return tuple(found)

    @cached_property
    def neighbors(self) -> Mapping[str, tuple[str, ...]]:
        """The adjacent hexes in play."""
        return {
            here: tuple(there for there in self.grid.adjacency[here] if there in self.playable)
            for here in self.playable
        }

    @cached_property
    def land_neighbors(self) -> Mapping[str, tuple[str, ...]]:
        """The adjacent land hexes in play."""
        return {
            here: tuple(there for there in around if there in self.land)
            for here, around in self.neighbors.items()
        }

    def distance(self, here: str, there: str) -> int:
        return self.grid.distance(here, there)

    def _within(self, here: str, length: int) -> frozenset[str]:
        found, edge = {here}, {here}
        for _ in range(length):
            edge = {there for one in edge for there in self.neighbors[one]} - found
            found |= edge
        return frozenset(found)

    # hexsides

    @cached_property
    def _kinds(self) -> Mapping[str, frozenset[str]]:
        return {
            side: frozenset(feature.kind for feature in features)
            for side, features in self.document.map.hexsides.items()
        }

    def between(self, here: str, there: str) -> frozenset[str]:
        """What lies on or crosses the hexside between neighbours, as printed."""
        return self._kinds.get(hexside(here, there), frozenset())

    def has_river(self, here: str, there: str) -> bool:
        return RIVER in self.between(here, there)

    def has_stream(self, here: str, there: str) -> bool:
        return STREAM in self.between(here, there)

    def has_cliff(self, here: str, there: str) -> bool:
        return CLIFF in self.between(here, there)

    @case("move.worst-cost")
    def printed_road(self, here: str, there: str) -> str:
        """highway, road or nothing: the better of those printed across the hexside. At water without a bridge
        a road is broken off."""
        kinds = self.between(here, there)
        if "bridge" not in kinds and (RIVER in kinds or STREAM in kinds):
            return ""
        return next((road for road in ROADS if road in kinds), "")

    # the scenario

    def turn_row(self, turn: int) -> TurnRow:
        """The line of the turn track."""
        return self.charts.turn_track.turn[str(turn)]

    @cached_property
    def formations_with_hq(self) -> frozenset[str]:
        """The formations that have a headquarters counter in the game."""
        return frozenset(unit.formation for unit in self.document.units if unit.size == HQ)

    def region(self, key: str) -> frozenset[str]:
        """The hexes of a region of the map or the scenario; none if there is no such region."""
        found = self.document.region(key)
        return frozenset(found.hexes) if found else frozenset()

    @cached_property
    @case("supply.source-german")
    def german_sources(self) -> frozenset[str]:
        """The hexes whose roads lead off the map, as the scenario names them."""
        return self.region("german-sources") & self.land

    @cached_property
    def place_names(self) -> Mapping[str, str]:
        return {
            here: feature.name
            for here in self.grid.hexes
            for feature in self.document.features_at(here)
            if feature.name
        }


def ground(state: State) -> Ground:
    """The ground of this game."""
    return state.scenario  # type: ignore[return-value]  # asked too often for a cast
