"""The ground of a game that begins from a scenario document: what every such game asks of it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from engine.catalogue.document import Region, ScenarioDocument, Setup
from engine.catalogue.left_open import set_ups_by_unit
from engine.catalogue.placing import Placing
from engine.catalogue.victory import PlacesOfScenario
from engine.mechanics.powers import Powers
from engine.referee.action import Action
from engine.referee.state import Scenario


def symbols_of(document: ScenarioDocument) -> dict[str, str]:
    """What the symbols of unit types are drawn from, for types that say it."""
    return {kind.key: kind.symbol for kind in document.unit_types if kind.symbol}


class DocumentScenario(Scenario):
    """The document with the options that were chosen, its grid, and its names for sides and hexes."""

    def __init__(self, document: ScenarioDocument, options: Mapping[str, Any]) -> None:
        chosen = {option.key: option.default for option in document.options} | dict(options)
        super().__init__(document.key, tuple(side.key for side in document.sides), chosen)
        self.document = document
        self.grid = document.map.lattice()
        self.hexes = frozenset(self.grid.hexes)

    @cached_property
    def playable(self) -> frozenset[str]:
        """The hexes of the part of the map that is in play."""
        area = self.document.region(self.document.area)
        return frozenset(area.hexes if area else self.grid.hexes)

    @cached_property
    def hexsides(self) -> frozenset[str]:
        """Every hexside between two hexes."""
        return frozenset(self.grid.all_hexsides(edges=False))

    @cached_property
    def map_targets(self) -> Mapping[str, Sequence[str]]:
        """Every hex, hexside and region of the map, also those that the scenario leaves out."""
        places = {"hex": sorted(self.hexes), "hexside": sorted(self.hexsides)}
        return {**places, "region": list(self._regions)} if self._regions else places

    @cached_property
    def _regions(self) -> Mapping[str, Region]:
        """All regions by key; one of the scenario takes the place of one of its map."""
        return {region.key: region for region in (*self.document.map.regions, *self.document.regions)}

    def region_hexes(self, region: str) -> Sequence[str]:
        return self.placing.region(region) if region in self._regions else ()

    def region_title(self, region: str) -> str:
        found = self._regions.get(region)
        return found.title or region if found else region

    @cached_property
    def powers(self) -> Powers:
        """The powers below each side: a side's data may hold `powers`, a table of keys and titles."""
        listed = {side.key: side.data.get("powers") for side in self.document.sides}
        return Powers(
            {
                side: {power: str(title) for power, title in found.items()}
                for side, found in listed.items()
                if isinstance(found, Mapping)
            }
        )

    @cached_property
    def placing(self) -> Placing:
        """Where the scenario lets units be put."""
        return Placing(self.document, self.grid)

    @cached_property
    def places(self) -> PlacesOfScenario:
        """The places that conditions of victory name."""
        return PlacesOfScenario(self.document, self.placing.hexes_of)

    def has_option(self, key: str) -> bool:
        """Did the players agree on this rule before the game?"""
        return self.options.get(key) is True

    @cached_property
    def symbols(self) -> Mapping[str, str]:
        """What the symbols of unit types are drawn from, for types that say it."""
        return symbols_of(self.document)

    @cached_property
    def set_ups(self) -> Mapping[str, list[Setup]]:
        """The set-ups of each unit in their order."""
        return set_ups_by_unit(self.document)

    def has_target(self, action: Action) -> bool:
        """Is what the action names a hex, hexside or region of the map, a side, or a number?"""
        match action.kind:
            case "hex":
                return action.target in self.hexes
            case "hexside":
                return action.target in self.hexsides
            case "region":
                return action.target in self._regions
            case "side":
                return action.target in self.sides
        return action.kind == "number"

    # words

    def title_of(self, side: str) -> str:
        """The name that the document gives a side; empty for nobody."""
        return next((entry.title for entry in self.document.sides if entry.key == side), side)

    def name_of(self, here: str) -> str:
        """The printed name of a hex, with its number."""
        name = self.place_names.get(here)
        return f"{name} ({here})" if name else here

    @property
    @abstractmethod
    def place_names(self) -> Mapping[str, str]:
        """The printed names of hexes."""
