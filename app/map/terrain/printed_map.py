"""The printed map as the table shows it: what the map sheet and the scenario put on the ground together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from app.map.geometry import MapGeometry
from engine.bad_input import BadInput
from engine.catalogue.document import Feature, Label, MapSheet, ScenarioDocument
from engine.hexes.joined import lattice_from_dict
from engine.hexes.lattice import Lattice

CLEAR = "clear"
T = TypeVar("T")


def lattice_of(sheet: MapSheet) -> Lattice:
    """The grid of a map sheet, whichever way the sheet holds it."""
    grid: object = sheet.grid
    return lattice_from_dict(grid if isinstance(grid, Mapping) else grid.to_dict())  # type: ignore[attr-defined]


class Sides(dict[str, dict[int, tuple[Feature, ...]]]):
    """Hex by hex what lies on its sides, by direction; looked up when a hex is first asked for."""

    def __init__(self, lattice: Lattice, hexsides: Mapping[str, tuple[Feature, ...]]) -> None:
        self._lattice = lattice
        self._hexsides = hexsides
        self._renamed: dict[str, str] | None = None
        """The sides that are written otherwise than by their one name, as where sheets share hexes."""

    def __missing__(self, hex_id: str) -> dict[int, tuple[Feature, ...]]:
        if self._renamed is None:
            self._renamed = dict(_renamed(self._lattice, self._hexsides))
        found: dict[int, tuple[Feature, ...]] = {}
        for direction, side in enumerate(self._lattice.hexsides(hex_id)):
            features = self._hexsides.get(self._renamed.get(side, side))
            if features:
                found[direction] = features
        self[hex_id] = found
        return found

    def __contains__(self, hex_id: object) -> bool:
        return isinstance(hex_id, str) and hex_id in self._lattice and bool(self[hex_id])

    def get(self, hex_id: str, default: Any = None) -> Any:
        """What lies on the sides of a hex, or the default where nothing does."""
        if hex_id in self:
            return self[hex_id]
        return default

    def look_again(self, hexes: Iterable[str]) -> None:
        """The sides of these hexes may have changed."""
        for hex_id in hexes:
            before = self.pop(hex_id, None)
            if before != self[hex_id]:
                for near in self._lattice.neighbors(hex_id):
                    self.pop(near, None)


def _renamed(lattice: Lattice, sides: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The one name of each hexside that was written otherwise."""
    edges, aliased = frozenset(lattice.direction_names), lattice.aliased
    for side in sides:
        first, _, second = side.partition("/")
        if first < second and second not in edges and not aliased:
            continue
        try:
            name = lattice.canonical(side)
        except BadInput:
            continue  # A sheet may have been cut down to fewer hexes than its rivers were drawn for.
        if name != side:
            yield name, side


@dataclass(slots=True)
class PrintedMap:
    """What is drawn below the counters. The editor changes the tables and names the hexes it touched."""

    geometry: MapGeometry
    terrain: dict[str, str] = field(default_factory=dict)
    features: dict[str, tuple[Feature, ...]] = field(default_factory=dict)
    hexsides: dict[str, tuple[Feature, ...]] = field(default_factory=dict)
    labels: tuple[Label, ...] = ()
    out_of_play: frozenset[str] = frozenset()
    title: str = ""
    laid: dict[str, tuple[Feature, ...]] = field(default_factory=dict)
    """Which of the features the scenario lays over its map, where that makes a difference."""
    sides_of: Sides = field(init=False)
    """What lies on the hexsides of each hex, by direction: the same hexside is found from both hexes."""

    def __post_init__(self) -> None:
        self.sides_of = Sides(self.geometry.lattice, self.hexsides)

    @classmethod
    def of(cls, document: ScenarioDocument, lattice: Lattice | None = None) -> PrintedMap:
        """The ground of a scenario."""
        sheet = document.map
        geometry = MapGeometry(lattice or lattice_of(sheet))
        features = dict(sheet.features)
        for hex_id, added in document.features.items():
            features[hex_id] = (*features.get(hex_id, ()), *added)
        area = document.region(document.area) if document.area else None
        outside: Iterable[str] = ()
        if area is not None and area.hexes:
            outside = set(geometry.lattice.hexes) - set(area.hexes)
        known = geometry.lattice
        return cls(
            geometry,
            _on_map(known, sheet.terrain),
            _on_map(known, features),
            dict(sheet.hexsides),
            tuple(label for label in sheet.labels if label.hex in known),
            frozenset(outside),
            sheet.title,
        )

    def kind(self, hex_id: str) -> str:
        """The terrain of a hex; paper that says nothing is clear."""
        return self.terrain.get(hex_id, CLEAR)


def _on_map(lattice: Lattice, table: Mapping[str, T]) -> dict[str, T]:
    """What a table says of hexes that are printed."""
    return {hex_id: said for hex_id, said in table.items() if hex_id in lattice}
