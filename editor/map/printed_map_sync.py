"""Keeps the printed map in sync with the working copy and the visible layers."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from msgspec.structs import replace

from app.map.geometry import MapGeometry
from app.map.terrain.board_art import BoardArt
from app.map.terrain.map_art import MapArt
from app.map.terrain.printed_map import PrintedMap, Sides
from editor.commands.set_records import Changes
from editor.document.layers import Layers, layer_of_side
from editor.document.working_copy import BY_PLACE, SHEET, WorkingCopy
from engine.bad_input import BadInput
from engine.catalogue.document import Feature, Label

FULL_SYNC_ENTRIES: Final = 2500
"""From this number of changed entries on, everything is copied again, which is faster."""


class PrintedMapSync:
    """Updates the printed map of the open document."""

    def __init__(self, work: WorkingCopy, geometry: MapGeometry, layers: Layers) -> None:
        self._work, self._layers = work, layers
        art, board = MapArt.of(work.scenario("data")), BoardArt.of(work.sheet("data"))
        self.printed_map = PrintedMap(
            geometry, {}, {}, {}, (), title=work.sheet("title"), art=art, board=board
        )
        self.take_all()

    def take_all(self) -> None:
        """Copy all visible layers."""
        self.printed_map.labels = self._labels(self.printed_map.geometry)
        self._take(BY_PLACE)

    def _take(self, tables: Collection[str]) -> None:
        """Copy the visible content of these tables."""
        work, printed_map, lattice = self._work, self.printed_map, self.printed_map.geometry.lattice
        if "terrain" in tables:
            printed_map.terrain.clear()
            if self._layers.shows("terrain"):
                printed_map.terrain.update(work.terrain)
        if "features" in tables or "places" in tables:
            printed_map.features.clear()
            printed_map.laid.clear()
            for here in {*work.features("features"), *work.features("places")}:
                if here in lattice:
                    self._put_features(here)
        if "hexsides" in tables:
            printed_map.hexsides.clear()
            if self._layers.shows("hexsides") and self._layers.shows("roads"):
                printed_map.hexsides.update(work.hexsides)
            else:
                shown = ((side, self._on_side(side)) for side in work.hexsides)
                printed_map.hexsides.update((side, found) for side, found in shown if found)
            printed_map.sides_of = Sides(lattice, printed_map.hexsides)

    def follow(self, changes: Changes) -> tuple[set[str] | None, bool]:
        """Apply changes; return the hexes to repaint (None for all) and whether to place names again."""
        printed_map, lattice = self.printed_map, self.printed_map.geometry.lattice
        renamed = "labels" in changes.get(SHEET, ())
        if renamed:
            printed_map.labels = self._labels(printed_map.geometry)
        if sum(len(changes.get(table, ())) for table in BY_PLACE) >= FULL_SYNC_ENTRIES:
            self._take([table for table in BY_PLACE if changes.get(table)])
            return None, True
        touched: set[str] = set()
        if self._layers.shows("terrain"):
            for here in changes.get("terrain", ()):
                kind = self._work.terrain.get(here)
                if kind is None:
                    printed_map.terrain.pop(here, None)
                else:
                    printed_map.terrain[here] = kind
        touched.update(here for here in changes.get("terrain", ()) if here in lattice)
        for table in ("features", "places"):
            for here in changes.get(table, ()):
                if here in lattice:
                    before = printed_map.features.get(here, ())
                    self._put_features(here)
                    renamed = renamed or _names(before) != _names(printed_map.features.get(here, ()))
                    touched.add(here)
        for side in changes.get("hexsides", ()):
            before = printed_map.hexsides.get(side, ())
            now = self._on_side(side)
            if now:
                printed_map.hexsides[side] = now
            else:
                printed_map.hexsides.pop(side, None)
            renamed = renamed or _names(before) != _names(now)
            adjacent = self._adjacent(side)
            for here in adjacent:
                printed_map.sides_of.pop(here, None)
            touched.update(adjacent)
        return touched, renamed

    def _adjacent(self, side: str) -> Iterable[str]:
        try:
            lattice = self.printed_map.geometry.lattice
            return lattice.split(side)
        except BadInput:
            return ()

    def _on_side(self, side: str) -> tuple[Feature, ...]:
        shown = self._layers.shows
        return tuple(f for f in self._work.hexsides.get(side, ()) if shown(layer_of_side(f.kind)))

    def _put_features(self, here: str) -> None:
        found: tuple[Feature, ...] = ()
        for table in ("features", "places"):
            shown = self._work.features(table).get(here, ()) if self._layers.shows(table) else ()
            if not self._layers.shows("names"):
                shown = tuple(replace(feature, name="") for feature in shown)
            found += shown
        _put(self.printed_map.features, here, found)
        _put(self.printed_map.laid, here, shown)

    def _labels(self, geometry: MapGeometry) -> tuple[Label, ...]:
        if not self._layers.shows("names"):
            return ()
        return tuple(label for label in self._work.sheet("labels") if label.hex in geometry.lattice)


def _put(table: dict[str, tuple[Feature, ...]], here: str, found: tuple[Feature, ...]) -> None:
    if found:
        table[here] = found
    else:
        table.pop(here, None)


def _names(features: tuple[Feature, ...]) -> list[tuple[str, str]]:
    return [(feature.kind, feature.name) for feature in features if feature.name]
