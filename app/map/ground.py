"""The printed map as the table shows it: what the map sheet and the scenario put on the ground together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from app.map.geometry import MapGeometry
from engine.bad_input import BadInput
from engine.catalogue.document import Feature, Label, MapSheet, ScenarioDocument
from engine.hexes.cubes import opposite
from engine.hexes.joined import lattice_from_dict
from engine.hexes.lattice import Lattice

CLEAR = "clear"


def lattice_of(sheet: MapSheet) -> Lattice:
    """The grid of a map sheet, whichever way the sheet holds it."""
    grid: object = sheet.grid
    return lattice_from_dict(grid if isinstance(grid, Mapping) else grid.to_dict())  # type: ignore[attr-defined]


@dataclass(slots=True)
class Ground:
    """What is drawn below the counters. The editor changes the tables and names the hexes it touched."""

    geometry: MapGeometry
    terrain: dict[str, str] = field(default_factory=dict)
    features: dict[str, tuple[Feature, ...]] = field(default_factory=dict)
    hexsides: dict[str, tuple[Feature, ...]] = field(default_factory=dict)
    labels: tuple[Label, ...] = ()
    out_of_play: frozenset[str] = frozenset()
    title: str = ""
    sides_of: dict[str, dict[int, tuple[Feature, ...]]] = field(init=False, default_factory=dict)
    """What lies on the hexsides of each hex, by direction: the same hexside is found from both hexes."""

    def __post_init__(self) -> None:
        for side in self.hexsides:
            self._index_side(side)

    def _index_side(self, side: str) -> None:
        lattice = self.geometry.lattice
        try:
            hex_id, direction = lattice.locate(side)
        except BadInput:
            return  # A sheet may have been cut down to fewer hexes than its rivers and roads were drawn for.
        features = self.hexsides.get(side, ())
        self.sides_of.setdefault(hex_id, {})[direction] = features
        other = lattice.neighbor(hex_id, direction)
        if other is not None:
            self.sides_of.setdefault(other, {})[opposite(direction)] = features

    @classmethod
    def of(cls, document: ScenarioDocument, lattice: Lattice | None = None) -> Ground:
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
            {hex_id: kind for hex_id, kind in sheet.terrain.items() if hex_id in known},
            {hex_id: there for hex_id, there in features.items() if hex_id in known},
            dict(sheet.hexsides),
            tuple(label for label in sheet.labels if label.hex in known),
            frozenset(outside),
            sheet.title,
        )

    def kind(self, hex_id: str) -> str:
        """The terrain of a hex; paper that says nothing is clear."""
        return self.terrain.get(hex_id, CLEAR)
