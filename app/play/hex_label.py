"""The hex under the pointer, in the status bar: its numbers, names, terrain and who holds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy

if TYPE_CHECKING:
    from app.map.map_view import MapView
    from app.map.terrain.printed_map import PrintedMap
    from app.play.play_controller import PlayController
    from app.play.table_game import TableGame

MARGIN: Final = 8
"""Pixels between the edge of the window and the words."""


class HexLabel(QLabel):
    """Follows the pointer; empty while it is on no hex."""

    def __init__(self, game: TableGame, view: MapView) -> None:
        super().__init__()
        self.setAccessibleName("Hex under the pointer")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setContentsMargins(MARGIN, 0, 0, 0)
        self._game = game
        view.hex_hovered.connect(self._show)

    def _show(self, hex_id: str, _point: QPointF) -> None:
        controller, printed_map = self._game.controller, self._game.printed_map
        if not hex_id or controller is None or printed_map is None:
            self.setText("")
        else:
            self.setText(describe_hex(hex_id, printed_map, controller))


def describe_hex(place: str, printed_map: PrintedMap, controller: PlayController) -> str:
    """A hex in a line."""
    features = printed_map.features.get(place, ())
    names = [feature.name for feature in features if feature.name]
    kinds = [printed_map.kind(place), *(feature.kind for feature in features)]
    parts = [printed_map.geometry.numbers(place), *names, ", ".join(dict.fromkeys(filter(None, kinds)))]
    holder = controller.view.control.get(place, "")
    if holder:
        parts.append(f"held by {controller.side_title(holder)}")
    return "   ".join(dict.fromkeys(parts))
