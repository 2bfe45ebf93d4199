"""The game on the table, for the parts of the window that read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from app.map.terrain.printed_map import PrintedMap
    from app.play.play_controller import PlayController


class TableGame(QObject):
    """Its controller and its printed map, and signals that tell when something else is shown."""

    about_to_change = Signal()
    """The controller has something else to show, and nothing of it is on the screen yet."""
    changed = Signal()
    """The table shows what the controller says now."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.controller: PlayController | None = None
        """None while the table is empty."""
        self.printed_map: PrintedMap | None = None
        """None if the table is empty or the game has no map."""

    def is_hex(self, place: str) -> bool:
        """True if this place is a hex of the printed map."""
        return self.printed_map is not None and self.printed_map.geometry.is_hex(place)
