"""A new decision comes into view: the hex it is about, or the units, if nothing of them can be seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from app.map.geometry import HEX_SIZE

if TYPE_CHECKING:
    from app.map.map_view import MapView
    from app.play.table_game import TableGame

AROUND: Final = 160
"""Pixels of map that are seen around a place that comes into view."""
MOST: Final = 12
"""A decision with more targets than this is not about any single place."""


def bring_into_view(view: MapView, game: TableGame, places: Iterable[str]) -> None:
    """Move the map to the first of these places, unless one of them can be seen."""
    scene = view.map_scene()
    shown = [place for place in places if game.is_hex(place)]
    if not shown or scene is None:
        return
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    seen.adjust(HEX_SIZE, HEX_SIZE, -HEX_SIZE, -HEX_SIZE)
    if not any(seen.contains(scene.geometry.centre(place)) for place in shown):
        view.bring(shown[0], AROUND)


class Following:
    """Moves the map only when another question is asked, and never while something of it is in sight."""

    def __init__(self, game: TableGame, view: MapView) -> None:
        self._game, self._view = game, view
        self._asked: object = None

    def follow(self) -> None:
        """Bring the decision into view if it is a new one."""
        controller = self._game.controller
        asked = controller.decision if controller is not None else None
        if asked == self._asked or controller is None or controller.looking_back or controller.correcting:
            return
        self._asked = asked
        bring_into_view(self._view, self._game, self._places())

    def begin(self) -> None:
        """Somebody sees the map first: show the area in play, or that of the counters, and the decision."""
        controller, game = self._game.controller, self._game
        if controller is not None:
            self._view.open_at(sorted({c.place for c in controller.view.counters if game.is_hex(c.place)}))
        self._asked = None
        self.follow()

    def _places(self) -> list[str]:
        """Hexes on the map, the most telling ones: of units that act, of what they act on, of targets.

        A unit that lies off the map is about to come to one of its targets, however many there are.
        """
        controller = self._game.controller
        assert controller is not None
        acting = self._of(controller.subjects())
        about = [place.partition("/")[0] for place in controller.whereabouts()]
        for found in (self._on_map(acting), self._on_map(about)):
            if found:
                return found
        lit = [*controller.lit_hexes(), *self._of(controller.lit_units())]
        lit += [side.partition("/")[0] for side in controller.lit_hexsides()]
        return self._on_map(sorted(lit)) if acting or len(lit) <= MOST else []

    def _of(self, units: Iterable[str]) -> list[str]:
        wanted = frozenset(units)
        view = self._game.controller.view if self._game.controller is not None else None
        return [c.place for c in view.counters if c.id in wanted] if view is not None and wanted else []

    def _on_map(self, places: Iterable[str]) -> list[str]:
        return [place for place in places if self._game.is_hex(place)]
