"""The printed map as shown: the map sheet with the features of the scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from PySide6.QtCore import QRectF

from app.map.geometry import MapGeometry
from app.map.terrain.board_art import BoardArt
from app.map.terrain.map_art import MapArt
from app.map.terrain.terrain_style import TerrainStyle
from engine.bad_input import BadInput
from engine.catalogue.board import BOARD
from engine.catalogue.document import Feature, Label, MapSheet, ScenarioDocument
from engine.catalogue.own_art import ART
from engine.hexes.joined import lattice_from_dict
from engine.hexes.lattice import Lattice

CLEAR = "clear"
T = TypeVar("T")


def lattice_of(sheet: MapSheet) -> Lattice:
    """The grid of a map sheet."""
    grid: object = sheet.grid
    return lattice_from_dict(grid if isinstance(grid, Mapping) else grid.to_dict())  # type: ignore[attr-defined]


class Sides(dict[str, dict[int, tuple[Feature, ...]]]):
    """The features on the hexsides of each hex, by direction; computed on first access."""

    def __init__(self, lattice: Lattice, hexsides: Mapping[str, tuple[Feature, ...]]) -> None:
        self._lattice = lattice
        self._hexsides = hexsides
        self._renamed: dict[str, str] | None = None
        """Hexsides stored under another name than the canonical one, as where sheets share hexes."""

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
        """The features on the hexsides of a hex, or the default."""
        if hex_id in self:
            return self[hex_id]
        return default

    def invalidate(self, hexes: Iterable[str]) -> None:
        """Compute the hexsides of these hexes again."""
        for hex_id in hexes:
            before = self.pop(hex_id, None)
            if before != self[hex_id]:
                for near in self._lattice.neighbors(hex_id):
                    self.pop(near, None)


def _renamed(lattice: Lattice, sides: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The canonical name of each hexside stored under another name."""
    edges, aliased = frozenset(lattice.direction_names), lattice.aliased
    for side in sides:
        first, _, second = side.partition("/")
        if first < second and second not in edges and not aliased:
            continue
        try:
            name = lattice.canonical(side)
        except BadInput:
            continue  # The hexes of this hexside may have been removed from the map.
        if name != side:
            yield name, side


@dataclass(slots=True)
class PrintedMap:
    """Everything drawn below the counters. The editor changes the tables and reports the changed hexes."""

    geometry: MapGeometry
    terrain: dict[str, str] = field(default_factory=dict)
    features: dict[str, tuple[Feature, ...]] = field(default_factory=dict)
    hexsides: dict[str, tuple[Feature, ...]] = field(default_factory=dict)
    labels: tuple[Label, ...] = ()
    out_of_play: frozenset[str] = frozenset()
    title: str = ""
    laid: dict[str, tuple[Feature, ...]] = field(default_factory=dict)
    """The features that the scenario adds to its map, if the difference matters."""
    art: MapArt = field(default_factory=MapArt)
    """Looks that the author gave to kinds."""
    board: BoardArt | None = None
    """The picture that lies in place of the terrain."""
    sides_of: Sides = field(init=False)
    """The features on the hexsides of each hex, by direction, found from both hexes."""

    def __post_init__(self) -> None:
        self.sides_of = Sides(self.geometry.lattice, self.hexsides)

    @classmethod
    def of(cls, document: ScenarioDocument, lattice: Lattice | None = None) -> PrintedMap:
        """The printed map of a scenario."""
        sheet = document.map
        geometry = MapGeometry(lattice or lattice_of(sheet))
        features = dict(sheet.features)
        for hex_id, added in document.features.items():
            features[hex_id] = (*features.get(hex_id, ()), *added)
        area = document.region(document.area) if document.area else None
        outside: Iterable[str] = ()
        if area is not None and area.hexes:
            outside = set(geometry.lattice.hexes) - set(area.hexes)
        known, board = geometry.lattice, BoardArt.of(sheet.data) if BOARD in sheet.data else None
        return cls(
            geometry,
            _on_map(known, sheet.terrain),
            _on_map(known, features),
            dict(sheet.hexsides),
            tuple(label for label in sheet.labels if label.hex in known),
            frozenset(outside),
            sheet.title,
            _on_map(known, document.features) if board is not None else {},
            MapArt.of(document.data) if ART in document.data else MapArt(),
            board,
        )

    def kind(self, hex_id: str) -> str:
        """The terrain of a hex; the default is clear."""
        return self.terrain.get(hex_id, CLEAR)

    def style(self, hex_id: str) -> TerrainStyle:
        """The style of the terrain of a hex."""
        return self.art.style(self.terrain.get(hex_id, CLEAR))

    @property
    def bounds(self) -> QRectF:
        """The whole map with the margins of its board."""
        return self.geometry.bounds if self.board is None else self.geometry.bounds | self.board.rect

    def area_in_play(self) -> QRectF:
        """The rectangle around the hexes in play; the whole map if all of them are."""
        if not self.out_of_play:
            return self.bounds
        area = QRectF()
        for hex_id in self.geometry.lattice.hexes:
            if hex_id not in self.out_of_play:
                area = area.united(self.geometry.rect(hex_id))
        return area


def _on_map(lattice: Lattice, table: Mapping[str, T]) -> dict[str, T]:
    """The entries of a table for hexes on the map."""
    return {hex_id: said for hex_id, said in table.items() if hex_id in lattice}
