"""A card that lies on the map beside the hex it is about, and stays there when the map is moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize
from PySide6.QtWidgets import QFrame, QWidget

from app.map.map_view import MapView

GAP: Final = 12
"""Pixels between the hex and the card."""
MARGIN: Final = 14
"""Pixels between the card and the edge of the map."""


class MapCard(QFrame):
    """Takes the first place that has room: right of its hex, left of it, below, above, else a corner."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self._hexes: tuple[str, ...] = ()
        self._avoided: tuple[QWidget, ...] = ()
        view.horizontalScrollBar().valueChanged.connect(self.settle)
        view.verticalScrollBar().valueChanged.connect(self.settle)
        view.zoomed.connect(self.settle)
        view.viewport().installEventFilter(self)
        self.hide()

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes that the card is about."""
        return self._hexes

    def avoid(self, *cards: QWidget) -> None:
        """Do not lie on these, which lie on the map, too."""
        self._avoided += cards

    def lie_beside(self, hexes: Iterable[str]) -> None:
        """Show the card beside these hexes; without any that is in sight, in a corner of the map."""
        self._hexes = tuple(hexes)
        self.show()
        self.settle()
        self.raise_()

    def settle(self, *_: object) -> None:
        """Find the place of the card as the map lies now."""
        if self.isHidden():
            return
        self.fit_to(self._view.viewport().size() - QSize(2 * MARGIN, 2 * MARGIN))
        taken = [card.geometry() for card in self._avoided if not card.isHidden()]
        about = self._area()
        free = [place for place in self._places(about) if not any(place.intersects(rect) for rect in taken)]
        self.setGeometry(free[0] if free else QRect(self.resting_place(self._room()), self.size()))

    def fit_to(self, room: QSize) -> None:
        """Take the size that the content needs, within the map."""
        self.adjustSize()
        self.resize(self.size().boundedTo(room))

    def _room(self) -> QRect:
        return self._view.viewport().rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)

    def _area(self) -> QRect:
        """Where the hexes are in the window; empty if none of them is in sight."""
        scene, seen = self._view.map_scene(), self._view.viewport().rect()
        area = QRect()
        if scene is not None:
            for place in self._hexes:
                if scene.geometry.is_hex(place):
                    shown = self._view.mapFromScene(scene.geometry.rect(place)).boundingRect()
                    area = area.united(shown) if seen.intersects(shown) else area
        return area

    def _places(self, about: QRect) -> Iterator[QRect]:
        """The places beside the hexes that lie inside the map, then its corners, the best first."""
        room, size = self._room(), self.size()
        if not about.isEmpty():
            level = min(max(about.center().y() - size.height() // 2, room.top()), self.lowest(room))
            middle = min(max(about.center().x() - size.width() // 2, room.left()), self.rightmost(room))
            for corner in (
                QPoint(about.right() + GAP, level),
                QPoint(about.left() - GAP - size.width(), level),
                QPoint(middle, about.bottom() + GAP),
                QPoint(middle, about.top() - GAP - size.height()),
            ):
                if room.contains(QRect(corner, size)):
                    yield QRect(corner, size)
        for corner in (
            self.resting_place(room),
            QPoint(self.rightmost(room), room.top()),
            room.topLeft(),
            QPoint(room.left(), self.lowest(room)),
        ):
            if not about.intersects(QRect(corner, size)):
                yield QRect(corner, size)

    def lowest(self, room: QRect) -> int:
        """The upper edge of the card at the bottom of the map."""
        return room.bottom() - self.height() + 1

    def rightmost(self, room: QRect) -> int:
        """The left edge of the card at the right of the map."""
        return room.right() - self.width() + 1

    def resting_place(self, room: QRect) -> QPoint:
        """Where the card lies without a hex: at the bottom right, as notes lie on the left, banners above."""
        return QPoint(self.rightmost(room), self.lowest(room))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.settle()
        return super().eventFilter(watched, event)
