"""Pictures of counters beside the lines of a tree: many take a while, so they come a few at a time."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QTreeWidgetItem
from shiboken6 import Shiboken

from app.map.counters.counter_art import CounterArt, Face

PICTURE: Final = 44
"""Pixels of an edge."""
SLICE: Final = 0.01
"""Seconds of drawing between two looks at the window's events."""


class Pictures(QObject):
    """Hangs a picture at once if it is at hand; one that must be drawn keeps its room until it is."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._art = CounterArt()
        self._room = QPixmap(PICTURE, PICTURE)
        self._room.fill(Qt.GlobalColor.transparent)
        self._undrawn: dict[int, tuple[QTreeWidgetItem, Face]] = {}
        """By the identity of the line, which wants the last of several."""
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._draw_some)

    def hang(self, item: QTreeWidgetItem, face: Face) -> None:
        """Beside this line."""
        self._undrawn.pop(id(item), None)
        if self._art.has(face, PICTURE):
            item.setIcon(0, QIcon(self._art.pixmap(face, PICTURE)))
        else:
            item.setIcon(0, QIcon(self._room))
            self._undrawn[id(item)] = item, face
            self._timer.start()

    @property
    def all_hang(self) -> bool:
        """Is nothing left to be drawn?"""
        return not self._undrawn

    def _draw_some(self) -> None:
        until = perf_counter() + SLICE
        while self._undrawn and perf_counter() < until:
            item, face = self._undrawn.pop(next(iter(self._undrawn)))
            if Shiboken.isValid(item):
                item.setIcon(0, QIcon(self._art.pixmap(face, PICTURE)))
        if self._undrawn:
            self._timer.start()
