"""The graphics scene of the map: its layers in order, and the methods to change them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from time import perf_counter

from PySide6.QtCore import QRectF
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
from engine.referee.view_change import ViewChange

STAGE = "#d9480f"
AREAS_BUDGET_SECONDS = 0.006
"""Time per frame for computing the shapes of large areas."""
MARGIN = 30.0
"""Margin around the map in scene units."""


def with_margin(area: QRectF) -> QRectF:
    """An area of the map with the margin around it."""
    return area.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)


class MapScene(QGraphicsScene):
    """The printed map with counters and overlays."""

    def __init__(self, printed_map: PrintedMap, counter_style: CounterStyle) -> None:
        super().__init__()
        geometry = printed_map.geometry
        self.printed_map = printed_map
        self.counter_style = counter_style
        self.geometry = geometry
        self.setSceneRect(with_margin(printed_map.bounds))
        self.deadline = inf
        """End of the time budget of the current frame."""
        self.terrain = TerrainLayer(self, printed_map)
        self.lit = HexOverlay(geometry, GLOW, 64, rim=2.0, each=True, gentle=True)
        self.stage = HexOverlay(geometry, STAGE, 22, rim=4.0)
        """The hexes and hexsides of the current decision."""
        self.draft = HexOverlay(geometry, STAGE, 0)
        """The hexsides that an action would draw."""
        self.way = PathOverlay(geometry)
        self.aim = HexOverlay(geometry, STAGE, 40, rim=5.0)
        """The target that is pointed at or chosen."""
        self.aims = PathOverlay(geometry, core="#ff8a5c")
        """Arrows from those who act to the target."""
        self.hover = HexOverlay(geometry, "#ffffff", 26, rim=1.6)
        self.cursor = HexOverlay(geometry, "#0b57d0", 0, rim=4.0)
        self.counters = CounterLayer(geometry, counter_style)
        self._overlays: dict[str, GameOverlay] = {}
        self.control: ControlLayer | None = None
        self.start_lines: StartLineLayer | None = None
        for height, item in enumerate(
            (self.lit, self.counters, self.way, self.hover, self.cursor, self.aims)
        ):
            item.setZValue(30 + 10 * height)
            self.addItem(item)
        for lines in (self.stage, self.draft, self.aim):
            lines.setZValue(LINES)
            self.addItem(lines)

    def set_look(self, desk: QColor, night: bool) -> None:
        """Apply a light or dark theme."""
        self.setBackgroundBrush(desk)
        self.terrain.set_look(desk, night)

    def show_view(self, view: View, change: ViewChange | None = None) -> None:
        """Show counters and markers of a view; with a change, only what differs from the view before."""
        if change is None:
            self.counters.show(view.counters, view.markers)
        else:
            self.counters.show_change(view, change)

    def light(
        self,
        hexes: Mapping[str, str] | Iterable[str],
        units: Iterable[str],
        hexsides: Iterable[str] = (),
        chosen: Iterable[str] = (),
    ) -> None:
        """Highlight possible targets, and ring the selected units."""
        self.lit.set_hexes(hexes, hexsides)
        self.counters.light(units, chosen)

    def point_out(self, places: Iterable[str]) -> None:
        """Highlight the hexes and hexsides of the decision."""
        found = list(places)
        self.stage.set_hexes([p for p in found if "/" not in p], [p for p in found if "/" in p])

    def show_draft(self, hexsides: Iterable[str], hexes: Iterable[str] = ()) -> None:
        """Show the hexsides that an action would draw, and outline its region; none removes them."""
        self.draft.set_hexes(hexes, hexsides)

    def show_way(self, path: Sequence[str], text: str = "") -> None:
        """Show the path of a move; an empty path removes it."""
        self.way.set_paths([path] if path else [], text)

    def show_overlays(self, overlays: Iterable[tuple[int, Overlay]]) -> None:
        """Show exactly these overlays; the number selects colour and pattern."""
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
        """Tint the hexes by controlling side and flag the victory hexes; None removes both."""
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
        """Start the time budget of a frame; an infinite budget paints everything at once."""
        self.deadline = perf_counter() + (AREAS_BUDGET_SECONDS if budget is None else budget)
        self.terrain.begin_frame(*() if budget is None else (budget,))
        self.counters.begin_frame(*() if budget is None else (budget,))

    @property
    def is_finished(self) -> bool:
        """Whether the last frame showed everything in full."""
        return not self.terrain.unfinished and not self.counters.unfinished
