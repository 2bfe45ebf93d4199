"""Where a scenario lets a unit be put: the hexes that a written placement means."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.bad_input import BadInput
from engine.catalogue.document import Placement, Region, ScenarioDocument
from engine.catalogue.start_line import front, halves, region_hexes
from engine.hexes.lattice import Lattice


class Placing:
    """Answers for one scenario; regions and start lines are worked out once."""

    def __init__(self, document: ScenarioDocument, lattice: Lattice | None = None) -> None:
        self.document = document
        self.lattice = lattice or document.map.lattice()
        self._held: dict[str, Mapping[str, str]] = {}
        self._regions: dict[str, tuple[str, ...]] = {}

    def hexes(self, placement: Placement, side: str) -> tuple[str, ...]:
        """All hexes where a unit of the side may be put; a box off the map has none."""
        if placement.kind == "hex":
            return (self.lattice.first_name(placement.at),)
        if placement.kind == "within":
            return self.lattice.within(placement.at, min(placement.distance, self._span))
        if placement.kind == "area":
            return self.region(placement.at)
        if placement.kind == "along":
            return self._along(placement, side)
        return ()

    def region(self, key: str) -> tuple[str, ...]:
        """The hexes of a region of the scenario or of its map."""
        if key not in self._regions:
            region = self.document.region(key)
            if region is None:
                raise BadInput(f"Scenario {self.document.key} has no region {key!r:.60}.")
            self._regions[key] = self.hexes_of(region)
        return self._regions[key]

    def hexes_of(self, region: Region) -> tuple[str, ...]:
        """The hexes of a region object."""
        return region_hexes(self.lattice, region)

    def held(self, line_key: str) -> Mapping[str, str]:
        """Which side holds which hex by a start line."""
        if line_key not in self._held:
            line = next((line for line in self.document.start_lines if line.key == line_key), None)
            if line is None:
                raise BadInput(f"Scenario {self.document.key} has no start line {line_key!r:.60}.")
            self._held[line_key] = halves(self.lattice, line)
        return self._held[line_key]

    @cached_property
    def in_play(self) -> frozenset[str]:
        """The hexes of the scenario's area."""
        return frozenset(self.region(self.document.area) if self.document.area else self.lattice.hexes)

    @cached_property
    def _span(self) -> int:
        """The largest distance on the map; a larger number means the whole map."""
        first = self.lattice.hexes[0]
        return 2 * max(self.lattice.distance(first, here) for here in self.lattice.hexes)

    def _along(self, placement: Placement, side: str) -> tuple[str, ...]:
        held = self.held(placement.at)
        near: set[str] = set()
        for here in front(self.lattice, held, side):
            near.update(self.lattice.within(here, min(placement.distance, self._span)))
        return tuple(here for here in self.lattice.hexes if here in near and held.get(here) == side)
