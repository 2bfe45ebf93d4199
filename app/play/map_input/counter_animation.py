"""Counters glide from where they were to where they are, as long as the player wishes movements to take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QAbstractAnimation, QEasingCurve, QObject, QPointF, QVariantAnimation
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem
from shiboken6 import isValid

from app.map.counters.counter_layer import EDGE
from app.map.map_scene import MapScene
from app.map.map_view import MapView
from engine.referee.view import Counter, View

MOST: Final = 60
"""More counters than that change places at once."""
_HEIGHT: Final = 95
"""Above everything that lies on the map."""


class Glide(QObject):
    """One movement at a time on one map."""

    def __init__(self, view: MapView, shown: Callable[[], View | None]) -> None:
        super().__init__(view)
        self._view = view
        self._shown = shown
        """What the table shows when the movement is over."""
        self.ghosts: list[tuple[QGraphicsPixmapItem, QPointF, QPointF]] = []
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.InOutQuad)
        self._animation.valueChanged.connect(self._move)
        self._animation.finished.connect(self.stop)

    @property
    def running(self) -> bool:
        """Is something on its way?"""
        return self._animation.state() == QAbstractAnimation.State.Running

    @property
    def remaining_ms(self) -> int:
        """How long it is still on its way."""
        return self._animation.duration() - self._animation.currentTime() if self.running else 0

    def show(self, before: View, after: View, duration: int) -> None:
        """Let what moved between two looks at the table move; without a duration it is simply there."""
        self.stop()
        scene = self._view.map_scene()
        moved = _moved(before, after, scene) if scene is not None and duration > 0 else []
        if scene is None or not 0 < len(moved) <= MOST:
            return
        gone = {counter.id for counter, _ in moved}
        scene.counters.show([c for c in after.counters if c.id not in gone], after.markers)
        for counter, start in moved:
            self.ghosts.append((self._ghost(scene, counter), start, scene.geometry.centre(counter.place)))
        self._move(0.0)
        self._animation.setDuration(duration)
        self._animation.start()

    def stop(self) -> None:
        """Everything is where it belongs."""
        self._animation.stop()
        ghosts, self.ghosts = self.ghosts, []
        for ghost, _, _ in ghosts:
            if isValid(ghost) and ghost.scene() is not None:
                ghost.scene().removeItem(ghost)
        scene, view = self._view.map_scene(), self._shown()
        if ghosts and scene is not None and view is not None:
            scene.show_view(view)

    def _ghost(self, scene: MapScene, counter: Counter) -> QGraphicsPixmapItem:
        ratio = self._view.devicePixelRatioF()
        edge = max(3, round(EDGE * self._view.scale_now * ratio))
        picture = scene.counters.art.pixmap(
            scene.counter_style.face(counter), edge, scene.geometry.flat
        ).copy()
        picture.setDevicePixelRatio(ratio)
        ghost = QGraphicsPixmapItem(picture)
        ghost.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        ghost.setOffset(-edge / ratio / 2, -edge / ratio / 2)
        ghost.setZValue(_HEIGHT)
        scene.addItem(ghost)
        return ghost

    def _move(self, share: float) -> None:
        for ghost, start, end in self.ghosts:
            if isValid(ghost):
                ghost.setPos(start + (end - start) * share)


def _moved(before: View, after: View, scene: MapScene) -> list[tuple[Counter, QPointF]]:
    """The counters that are in another hex than they were, and where each comes from."""
    old = {counter.id: counter.place for counter in before.counters}
    is_hex = scene.geometry.is_hex
    return [
        (counter, scene.geometry.centre(start))
        for counter in after.counters
        if (start := old.get(counter.id, counter.place)) != counter.place
        and is_hex(start)
        and is_hex(counter.place)
    ]
