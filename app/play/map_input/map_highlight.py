"""Points at something on the map: a ring that breathes around the hexes to look at."""

from __future__ import annotations

from collections.abc import Iterable
from math import pi, sin

from PySide6.QtCore import QObject, QTimer
from shiboken6 import isValid

from app.map.map_scene import MapScene
from app.map.map_view import MapView
from app.map.overlays.overlay_layer import HexOverlay

COLOUR = "#d9480f"
FRAME = 60
"""Milliseconds between two pictures."""


class MapPointer(QObject):
    """One ring at a time, above everything else on the map."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self._ring: HexOverlay | None = None
        self._scene: MapScene | None = None
        self._beat = 0
        self.breath = 900
        """Milliseconds of one breath; 0 holds still."""
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME)
        self._timer.timeout.connect(self._breathe)

    @property
    def hexes(self) -> frozenset[str]:
        """What is pointed at."""
        return self._ring.hexes if self._ring is not None and isValid(self._ring) else frozenset()

    def point_at(self, hexes: Iterable[str]) -> None:
        """Point at these hexes and bring the first into view; none takes the ring away."""
        wanted = list(dict.fromkeys(hexes))
        scene = self._view.map_scene()
        if scene is not self._scene or self._ring is None or not isValid(self._ring):
            self._scene, self._ring = scene, None
            if scene is not None:
                self._ring = HexOverlay(scene.geometry, COLOUR, 34, rim=5.0)
                self._ring.setZValue(90)
                scene.addItem(self._ring)
        if self._ring is None or scene is None:
            self._timer.stop()
            return
        self._ring.set_hexes(wanted)
        self._ring.setOpacity(1.0)
        if wanted and scene.geometry.is_hex(wanted[0]):
            self._view.ensureVisible(scene.geometry.rect(wanted[0]), 30, 30)
        if wanted and self.breath:
            self._timer.start()
        else:
            self._timer.stop()

    def _breathe(self) -> None:
        if self._ring is None or not isValid(self._ring) or not self._view.isVisible():
            self._timer.stop()
            return
        self._beat += FRAME
        self._ring.setOpacity(0.65 + 0.35 * sin(2 * pi * self._beat / max(1, self.breath)))
