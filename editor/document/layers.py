"""The layers of the editor: visible, locked, opacity."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from engine.catalogue.check_map import is_path


class Layer(Struct, frozen=True):
    """`opacity` in percent."""

    key: str
    title: str
    shown: bool = True
    locked: bool = False
    opacity: int = 100


LAYERS: Final = (
    Layer("units", "Units"),
    Layer("start_lines", "Start lines"),
    Layer("regions", "Regions"),
    Layer("names", "Names"),
    Layer("places", "Victory and set-up hexes"),
    Layer("board", "Board picture"),
    Layer("features", "Features"),
    Layer("roads", "Roads and railways"),
    Layer("hexsides", "Rivers and hexsides"),
    Layer("grid", "Grid and numbers"),
    Layer("terrain", "Terrain"),
    Layer("sheet", "Printed map"),
)
"""From top to bottom."""


PRINTED: Final = ("names", "places", "board", "features", "roads", "hexsides", "grid", "terrain")
"""Layers of the printed map that can be faded."""
NOT_LOCKABLE: Final = ("board", "grid", "sheet")
"""Layers that no tool changes; they cannot be locked."""


class Layers(QObject):
    """The state of all layers; the layers panel changes it."""

    changed = Signal(str)
    """The key of the layer that changed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._layers = {layer.key: layer for layer in LAYERS}

    def all(self) -> tuple[Layer, ...]:
        """All layers, topmost first."""
        return tuple(self._layers.values())

    def __getitem__(self, key: str) -> Layer:
        return self._layers[key]

    def set(self, key: str, **values: bool | int) -> None:
        """Show, lock or fade a layer."""
        layer = replace(self._layers[key], **values)
        if layer != self._layers[key]:
            self._layers[key] = layer
            self.changed.emit(key)

    def strength(self) -> dict[str, float]:
        """The opacity of faded layers of the printed map."""
        printed = {key: self._layers[key] for key in PRINTED}
        found = {key: layer.opacity / 100 for key, layer in printed.items()}
        found |= {key: 0.0 for key in ("board", "grid") if not self.shows(key)}
        return {key: value for key, value in found.items() if value < 1.0}

    def objection(self, key: str) -> str:
        """Why a layer cannot be changed, as a sentence; empty if it can."""
        layer = self._layers[key]
        if layer.locked:
            return f"The layer “{layer.title}” is locked; unlock it in the layers panel."
        return "" if layer.shown else f"The layer “{layer.title}” is hidden; show it in the layers panel."

    def shows(self, key: str) -> bool:
        return self._layers[key].shown

    def add(self, layer: Layer, above: str = "sheet") -> None:
        """Add a layer, such as a backdrop, unless it exists."""
        if layer.key in self._layers:
            return
        listed = list(self._layers.values())
        at = next(n for n, known in enumerate(listed) if known.key == above)
        listed.insert(at, layer)
        self._layers = {known.key: known for known in listed}
        self.changed.emit(layer.key)


def layer_of_side(kind: str) -> str:
    """The layer on which a kind of hexside is drawn."""
    return "roads" if is_path(kind) else "hexsides"
