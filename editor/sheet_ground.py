"""Keeps the drawn ground in step with the working copy, as far as the layers show it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.map.geometry import MapGeometry
from app.map.ground import Ground
from editor.commands.set_records import Changes
from editor.layers import Layers, layer_of_side
from editor.workpiece import SHEET, Workpiece
from engine.bad_input import BadInput
from engine.catalogue.document import Feature, Label


class SheetGround:
    """The ground of a map that is being edited."""

    def __init__(self, work: Workpiece, geometry: MapGeometry, layers: Layers) -> None:
        self._work, self._layers = work, layers
        known = geometry.lattice
        self.ground = Ground(
            geometry,
            dict(work.terrain) if layers.shows("terrain") else {},
            {},
            {side: shown for side in work.hexsides if (shown := self._on_side(side))},
            self._labels(geometry),
            title=work.sheet("title"),
        )
        for here in {*work.features("features"), *work.features("places")}:
            if here in known:
                self._put_features(here)

    def follow(self, changes: Changes) -> tuple[set[str], bool]:
        """Take changes over; the hexes to be painted again, and whether names must be placed anew."""
        ground, lattice = self.ground, self.ground.geometry.lattice
        touched: set[str] = set()
        renamed = "labels" in changes.get(SHEET, ())
        if renamed:
            ground.labels = self._labels(ground.geometry)
        if self._layers.shows("terrain"):
            for here in changes.get("terrain", ()):
                kind = self._work.terrain.get(here)
                if kind is None:
                    ground.terrain.pop(here, None)
                else:
                    ground.terrain[here] = kind
        touched.update(here for here in changes.get("terrain", ()) if here in lattice)
        for table in ("features", "places"):
            for here in changes.get(table, ()):
                if here in lattice:
                    before = ground.features.get(here, ())
                    self._put_features(here)
                    renamed = renamed or _names(before) != _names(ground.features.get(here, ()))
                    touched.add(here)
        for side in changes.get("hexsides", ()):
            before = ground.hexsides.get(side, ())
            now = self._on_side(side)
            if now:
                ground.hexsides[side] = now
            else:
                ground.hexsides.pop(side, None)
            renamed = renamed or _names(before) != _names(now)
            beside = self._beside(side)
            for here in beside:
                ground.sides_of.pop(here, None)
            touched.update(beside)
        return touched, renamed

    def _beside(self, side: str) -> Iterable[str]:
        try:
            return self.ground.geometry.lattice.split(side)
        except BadInput:
            return ()

    def _on_side(self, side: str) -> tuple[Feature, ...]:
        shown = self._layers.shows
        return tuple(f for f in self._work.hexsides.get(side, ()) if shown(layer_of_side(f.kind)))

    def _put_features(self, here: str) -> None:
        found: tuple[Feature, ...] = ()
        for table in ("features", "places"):
            if self._layers.shows(table):
                found += self._work.features(table).get(here, ())
        if not self._layers.shows("names"):
            found = tuple(replace(feature, name="") for feature in found)
        if found:
            self.ground.features[here] = found
        else:
            self.ground.features.pop(here, None)

    def _labels(self, geometry: MapGeometry) -> tuple[Label, ...]:
        if not self._layers.shows("names"):
            return ()
        return tuple(label for label in self._work.sheet("labels") if label.hex in geometry.lattice)


def _names(features: tuple[Feature, ...]) -> list[tuple[str, str]]:
    return [(feature.kind, feature.name) for feature in features if feature.name]
