"""What never changes during a game: the map, the charts, the switches and the scenario's own rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from engine.bad_input import BadInput
from engine.catalogue.document import Feature, ScenarioDocument, StartLine, hexside
from engine.catalogue.document_scenario import DocumentScenario
from engine.catalogue.left_open import LeftOpen
from engine.catalogue.plain_data import Plain
from engine.catalogue.start_line import halves, region_hexes
from engine.games.toppling_the_reich.records import ALLIED, GERMAN
from engine.games.toppling_the_reich.scenario.charts import Charts, charts_for
from engine.games.toppling_the_reich.scenario.special_rules import in_force, special_rules
from engine.hexes.crossings import Crossings
from engine.referee import State, case

WATER: Final = ("sea", "neutral")
"""Terrain that no unit may enter."""
ZONES: Final = ("holland", "ardennes", "black_forest")
PLACES: Final = ("city", "ruhr", "town", "village")
"""The kinds of features that name a hex."""
FRONT: Final = "front"
"""The key of a scenario's start line."""


class Entry(NamedTuple):
    """A map entry hex: 1 to 7 are Allied, N and E German."""

    name: str
    hex: str
    side: str
    edge: str


class Ground(DocumentScenario):
    """The ground of one scenario."""

    def __init__(self, document: ScenarioDocument, options: Mapping[str, Any]) -> None:
        super().__init__(document, options)
        if set(self.sides) != {ALLIED, GERMAN} or len(self.sides) != 2:
            raise BadInput(f"{document.title!r:.60} should have two sides, allied and german")
        self.charts: Charts = charts_for(document)
        self.terrain: Mapping[str, str] = {
            here: document.map.terrain.get(here, "clear") for here in self.grid.hexes
        }
        unknown = set(self.terrain.values()) - set(self.charts.tec_hexes.base)
        if unknown:
            raise BadInput(f"The map has {sorted(unknown)[0]!r:.40}, which is not terrain of the chart")
        self.land = frozenset(here for here, kind in self.terrain.items() if kind not in WATER)
        self.first_turn, self.last_turn = document.turns.first, document.turns.last
        self.special: Mapping[str, Mapping[str, Plain]] = in_force(document, self.options)
        self.rules = special_rules(self.special)
        self.crossings = lru_cache(maxsize=64)(self._crossings)
        """Which hexsides a line may cross, by what is open and whether the Roer is closed."""

    # hexsides

    def _sides_with(self, kind: str) -> Mapping[str, Feature]:
        return {
            side: feature
            for side, features in self.document.map.hexsides.items()
            for feature in features
            if feature.kind == kind
        }

    @cached_property
    def major_rivers(self) -> Mapping[str, str]:
        """Major River hexsides with the name of the river."""
        return {side: feature.name for side, feature in self._sides_with("major_river").items()}

    @cached_property
    def minor_rivers(self) -> Mapping[str, str]:
        """Minor river hexsides with the name of the river; canals are not among them."""
        return {side: feature.name for side, feature in self._sides_with("minor_river").items()}

    @cached_property
    def canals(self) -> frozenset[str]:
        return frozenset(self._sides_with("canal"))

    @cached_property
    def printed_bridges(self) -> Mapping[str, str]:
        """Bridges over Major Rivers with their names."""
        return {side: feature.name for side, feature in self._sides_with("bridge").items()}

    @cached_property
    def dotted(self) -> frozenset[str]:
        return frozenset(self._sides_with("dotted"))

    @cached_property
    def estuaries(self) -> frozenset[str]:
        return frozenset(self._sides_with("estuary"))

    @cached_property
    def dams(self) -> Mapping[str, str]:
        """The Roer dams: name → hexside."""
        return {feature.name: side for side, feature in self._sides_with("dam").items()}

    @cached_property
    def roer(self) -> frozenset[str]:
        """The hexsides that a blown dam makes impassable."""
        return frozenset(side for side, name in self.minor_rivers.items() if name == "Roer")

    @cached_property
    def rails(self) -> frozenset[str]:
        """Hexsides that a railroad crosses."""
        return frozenset(self._sides_with("rail"))

    @cached_property
    def rail_net(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes with a railroad and where it leads from each."""
        return {
            here: leads
            for here in self.grid.hexes
            if (leads := tuple(b for b in self.grid.adjacency[here] if hexside(here, b) in self.rails))
        }

    @cached_property
    def land_neighbors(self) -> Mapping[str, tuple[str, ...]]:
        """The neighbours of each land hex that are land, whatever lies on the hexside."""
        return {
            here: tuple(other for other in self.grid.adjacency[here] if other in self.land)
            for here in self.land
        }

    @cached_property
    def rails_over_water(self) -> frozenset[str]:
        """Hexsides where a railroad crosses what a line cannot always cross."""
        return self.rails & (self.major_rivers.keys() | self.dotted | self.estuaries | self.roer)

    @case("3.2-b", "6.1-a", "6.1.1-c", "5.1.3-c")
    def is_open_side(self, side: str, open_sides: frozenset[str], roer_closed: bool) -> bool:
        """May a line cross this hexside? Major Rivers and dotted hexsides only where they are open."""
        if side in self.major_rivers or side in self.dotted:
            return side in open_sides
        return side not in self.estuaries and not (roer_closed and side in self.roer)

    @case("3.2-b", "6.1-a", "6.1.1-c", "5.1.3-c")
    def _crossings(self, open_sides: frozenset[str], roer_closed: bool) -> Crossings:
        opened = [side for side in self._waters if self.is_open_side(side, open_sides, roer_closed)]
        return self._open_ground.opened(self.steps_over(opened))

    @cached_property
    def _waters(self) -> tuple[str, ...]:
        """The hexsides between land hexes that lines can cross at times."""
        waters = self.major_rivers.keys() | self.dotted | self.roer
        return tuple(side for side in sorted(waters) if self.land.issuperset(side.split("/")))

    @cached_property
    def _open_ground(self) -> Crossings:
        """Over the hexsides between land hexes that lines can always cross."""
        none: frozenset[str] = frozenset()

        def is_open(here: str, other: str) -> bool:
            between_land = here in self.land and other in self.land
            return between_land and self.is_open_side(hexside(here, other), none, roer_closed=True)

        return Crossings(self.grid, is_open)

    @cached_property
    def no_crossings(self) -> Crossings:
        """Over no hexside at all."""
        return Crossings(self.grid, lambda here, other: False)

    def steps_over(self, sides: Iterable[str]) -> Iterator[tuple[str, str]]:
        """The steps over hexsides, in both directions."""
        for side in sides:
            here, there = side.split("/")
            if here in self.grid and there in self.grid:
                yield here, there
                yield there, here

    # hexes

    def _hexes_with(self, kind: str) -> frozenset[str]:
        return frozenset(self.document.hexes_with(kind))

    @cached_property
    def towns(self) -> frozenset[str]:
        return self._hexes_with("town")

    @cached_property
    def westwall(self) -> frozenset[str]:
        return self._hexes_with("westwall")

    @cached_property
    def fortifications(self) -> frozenset[str]:
        """Fortifications that are not of the Westwall."""
        return self._hexes_with("fortification")

    @cached_property
    def scheldt(self) -> frozenset[str]:
        """The shore hexes of the Scheldt (6.5.4-e)."""
        return self._hexes_with("scheldt")

    @cached_property
    def ports(self) -> Mapping[str, str]:
        """Antwerp and Rotterdam: name → hex."""
        return {feature.name: here for here, feature in self.document.hexes_with("port").items()}

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """The map entry hexes by name."""
        edges = {"N": "north", "E": "east", "7": "south"}
        return {
            feature.name: Entry(feature.name, here, feature.side, edges.get(feature.name[:1], "west"))
            for here, feature in sorted(self.document.hexes_with("entry").items())
        }

    @cached_property
    def zone(self) -> Mapping[str, str]:
        """The weather zone of each hex that lies in one."""
        found = {}
        for key in ZONES:
            region = self.document.region(key)
            for here in region_hexes(self.grid, region) if region else ():
                found[here] = key
        return found

    def edge_supply(self, side: str) -> frozenset[str]:
        """The hexes on the map edge that supply a side (3.3.1-c)."""
        region = self.document.region(f"supply-{side}")
        return frozenset(region_hexes(self.grid, region)) & self.land if region else frozenset()

    @cached_property
    def start_line(self) -> StartLine | None:
        """The line between the two sides, if the scenario draws one."""
        return next((line for line in self.document.start_lines if line.key == FRONT), None)

    @cached_property
    def start_control(self) -> Mapping[str, str]:
        """Who holds each land hex at the start."""
        held = halves(self.grid, self.start_line) if self.start_line else {}
        return {here: held.get(here, GERMAN) for here in self.grid.hexes if here in self.land}

    @cached_property
    @case("15.4-a")
    def left_open(self) -> LeftOpen:
        """The units that stood in no single hex, but are placed by their side."""
        found = {
            unit: [setup.place for setup in setups if setup.place.kind != "box"]
            for unit, setups in self.set_ups.items()
            if setups[0].place.kind not in ("hex", "box")
        }
        return LeftOpen(self.placing, found, self.name_of)

    @cached_property
    def rows(self) -> tuple[int, int]:
        """The northernmost and the southernmost row."""
        rows = [self.row(here) for here in self.grid.hexes]
        return min(rows), max(rows)

    def sides_south_of(self, row: int) -> tuple[str, ...]:
        """The line of hexsides on land between a row and the next."""
        return self._sides_south.get(row, ())

    @cached_property
    def _sides_south(self) -> Mapping[int, tuple[str, ...]]:
        found: dict[int, list[str]] = {}
        for side in sorted(self.hexsides):
            banks = side.split("/")
            one, other = (self.row(here) for here in banks)
            if one != other and self.land & set(banks):
                found.setdefault(min(one, other), []).append(side)
        return {row: tuple(sides) for row, sides in found.items()}

    def row(self, here: str) -> int:
        """The hex row, which runs west to east."""
        return int(here[2:])

    def distance(self, a: str, b: str) -> int:
        """Hexes on the shortest path over anything."""
        return self.grid.distance(a, b)

    # switches

    @property
    def is_campaign(self) -> bool:
        return self.has_rule("17.3")

    @case("15.7")
    def has_rule(self, rule: str) -> bool:
        """Is this special rule in force in the scenario?"""
        return rule in self.special

    @case("12.0", "13.0")
    def has_option(self, key: str) -> bool:
        """Did the players agree on this rule before the game?"""
        return super().has_option(key)

    # words

    @cached_property
    def place_names(self) -> Mapping[str, str]:
        found = {}
        for kind in reversed(PLACES):
            for here, feature in self.document.hexes_with(kind).items():
                if feature.name:
                    found[here] = feature.name
        return found


def ground(state: State) -> Ground:
    """The ground of this game."""
    return state.scenario  # type: ignore[return-value]  # asked too often for a cast
