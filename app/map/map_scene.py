"""The layers of the map in their order, and the few verbs with which the table changes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from time import perf_counter

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsScene

from app.map.counters.counter_layer import GLOW, CounterLayer
from app.map.counters.counter_style import CounterStyle
from app.map.overlays.control_layer import ControlLayer
from app.map.overlays.overlay_layer import LINES, UNDER, GameOverlay, HexOverlay, PathOverlay
from app.map.overlays.start_line_layer import StartLineLayer
from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.terrain_layer import TerrainLayer
from engine.catalogue.document import StartLine
from engine.referee.view import Overlay, View

STAGE = "#d9480f"
AREAS_BUDGET = 0.006
"""Seconds of a frame in which large areas may find out how they are drawn."""
MARGIN = 30.0
"""Table that can be seen around the map, in scene units."""


class MapScene(QGraphicsScene):
    """The ground with everything on it."""

    def __init__(self, printed_map: PrintedMap, counter_style: CounterStyle) -> None:
        super().__init__()
        geometry = printed_map.geometry
        self.printed_map = printed_map
        self.counter_style = counter_style
        self.geometry = geometry
        self.setSceneRect(geometry.bounds.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN))
        self.deadline = inf
        """Until when the frame that is being painted may work on what it has not painted before."""
        self.terrain = TerrainLayer(self, printed_map)
        self.lit = HexOverlay(geometry, GLOW, 64, rim=2.0, each=True, gentle=True)
        self.stage = HexOverlay(geometry, STAGE, 22, rim=4.0)
        """What the decision is about."""
        self.draft = HexOverlay(geometry, STAGE, 0)
        """The hexsides that would be drawn."""
        self.way = PathOverlay(geometry)
        self.hover = HexOverlay(geometry, "#ffffff", 26, rim=1.6)
        self.cursor = HexOverlay(geometry, "#0b57d0", 0, rim=4.0)
        self.counters = CounterLayer(geometry, counter_style)
        self._overlays: dict[str, GameOverlay] = {}
        self.control: ControlLayer | None = None
        self.start_lines: StartLineLayer | None = None
        for height, item in enumerate((self.lit, self.counters, self.way, self.hover, self.cursor)):
            item.setZValue(30 + 10 * height)
            self.addItem(item)
        for lines in (self.stage, self.draft):
            lines.setZValue(LINES)
            self.addItem(lines)

    def set_look(self, desk: QColor, night: bool) -> None:
        """Light or dark."""
        self.setBackgroundBrush(desk)
        self.terrain.set_look(desk, night)

    def show_view(self, view: View) -> None:
        """Lay counters and markers out as one side sees them."""
        self.counters.show(view.counters, view.markers)

    def light(
        self,
        hexes: Mapping[str, str] | Iterable[str],
        units: Iterable[str],
        hexsides: Iterable[str] = (),
        chosen: Iterable[str] = (),
    ) -> None:
        """Light what can be acted on, and ring the units that have been chosen."""
        self.lit.set_hexes(hexes, hexsides)
        self.counters.light(units, chosen)

    def point_out(self, places: Iterable[str]) -> None:
        """Ring the hexes and draw along the hexsides that the decision is about."""
        found = list(places)
        self.stage.set_hexes([p for p in found if "/" not in p], [p for p in found if "/" in p])

    def show_draft(self, hexsides: Iterable[str]) -> None:
        """The hexsides that an action would draw; none takes them off again."""
        self.draft.set_hexes((), hexsides)

    def show_way(self, path: Sequence[str], text: str = "") -> None:
        """The way a move would take; no path takes it off again."""
        self.way.set_paths([path] if path else [], text)

    def show_overlays(self, overlays: Iterable[tuple[int, Overlay]]) -> None:
        """Lay exactly these overlays over the map; the number decides colour and pattern."""
        wanted = {overlay.key: (number, overlay) for number, overlay in overlays}
        for key in [key for key in self._overlays if key not in wanted]:
            gone = self._overlays.pop(key)
            for item in gone.items:
                self.removeItem(item)
        for key, (number, overlay) in wanted.items():
            shown = self._overlays.get(key)
            if shown is None:
                shown = self._overlays[key] = GameOverlay(self.geometry, self.counter_style, number, overlay)
                for item in shown.items:
                    self.addItem(item)
            shown.show(overlay)

    def show_control(self, control: Mapping[str, str] | None) -> None:
        """Tint the hexes by who holds them and flag the victory hexes; None takes that off again."""
        if self.control is None and control is not None:
            self.control = ControlLayer(self.printed_map, self.counter_style)
            self.control.setZValue(UNDER - 1)
            self.addItem(self.control)
        if self.control is not None:
            self.control.setVisible(control is not None)
            self.control.show_control(control or {})

    def show_start_lines(self, lines: Sequence[StartLine], titles: Mapping[str, str]) -> None:
        """Draw these start lines, or none; `titles` are the names of the sides."""
        if self.start_lines is not None:
            self.removeItem(self.start_lines)
            self.start_lines = None
        if lines:
            self.start_lines = StartLineLayer(self.geometry, self.counter_style, lines, titles)
            self.start_lines.setZValue(LINES - 1)
            self.addItem(self.start_lines)

    # frames

    def begin_frame(self, budget: float | None = None) -> None:
        """Start the clock of a frame; an infinite budget paints everything at once."""
        self.deadline = perf_counter() + (AREAS_BUDGET if budget is None else budget)
        self.terrain.begin_frame(*() if budget is None else (budget,))
        self.counters.begin_frame(*() if budget is None else (budget,))

    @property
    def is_finished(self) -> bool:
        """Whether the last frame showed everything in full."""
        return not self.terrain.unfinished and not self.counters.unfinished
