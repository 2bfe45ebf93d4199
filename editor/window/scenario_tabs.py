"""The tabs of a scenario: map, order of battle, turns, victory, table, scenario, charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Final, TypeVar

from PySide6.QtWidgets import QScrollArea, QTabWidget, QVBoxLayout, QWidget

from app.background.idle_queue import IdleQueue
from editor.document.game_vocabulary import has_table_parts
from editor.document.open_document import OpenDocument
from editor.map.canvas import EditorCanvas
from editor.panels.charts_page import ChartsPage
from editor.panels.lazy_panel import LazyPanel
from editor.panels.order_of_battle_page import OrderOfBattlePage
from editor.panels.scenario_page import ScenarioPage
from editor.panels.schedule_page import SchedulePage
from editor.panels.table_page import TablePage
from editor.panels.tool_options import ToolOptions
from editor.panels.victory_page import VictoryPage
from editor.window.scroll_area import scrolling

Part = TypeVar("Part", bound=LazyPanel)

_TITLES: Final = {
    "forces": "Order of battle",
    "schedule": "Turns and set-up",
    "victory": "Victory",
    "table": "Table",
    "scenario": "Scenario",
    "charts": "Charts",
}
PREPARE_PAUSE_MS: Final = 100
"""Pause between two tabs that are built ahead, so that the map can be painted."""


class ScenarioTabs(QTabWidget):
    """One tab per part; its page is built during idle time or when first shown."""

    def __init__(
        self,
        open_document: OpenDocument,
        canvas: EditorCanvas,
        options: ToolOptions,
        selected: Callable[[], Sequence[str]],
        folder: Path,
        parent: QWidget | None = None,
    ) -> None:
        """`selected` are the hexes selected on the map; `folder` is where choices are remembered."""
        super().__init__(parent)
        self._open = open_document
        self._selected, self._folder = selected, folder
        self.setDocumentMode(True)
        self.setAccessibleName("Parts of the scenario")
        self.tabBar().setAccessibleName("Map, forces, turns, victory, scenario or charts")
        self.map = QWidget()
        column = QVBoxLayout(self.map)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(options)
        column.addWidget(canvas, 1)
        self.addTab(self.map, "Map")
        self._areas = {name: scrolling() for name in _TITLES}
        for name, title in _TITLES.items():
            self.addTab(self._areas[name], title)
        self.currentChanged.connect(self._make_page)
        self._show_table_tab()
        open_document.opened.connect(self._show_table_tab)

    def _make_page(self, at: int) -> None:
        """Build the page of a tab that is shown."""
        name = next((name for name, area in self._areas.items() if area is self.widget(at)), "")
        if name:
            getattr(self, name)

    def _show_table_tab(self) -> None:
        """The tab of the table is there for games that leave its parts to the author."""
        document = self._open.document
        shown = document is not None and has_table_parts(document.game)
        self.setTabVisible(self.indexOf(self._areas["table"]), shown)

    def prepare_pages(self, idle_queue: IdleQueue) -> None:
        """Queue the building of all pages."""
        idle_queue.add(*(partial(getattr, self, name) for name in _TITLES), delay_ms=PREPARE_PAUSE_MS)

    def _add_page(self, name: str, kind: Callable[[OpenDocument, QWidget], Part]) -> Part:
        """Build a page on its tab and connect it to the open document."""
        area = self._areas[name]
        made = kind(self._open, area.viewport())
        made.setProperty("help", f"editor.{name}")
        made.follow_document()
        area.setWidget(made)
        return made

    @cached_property
    def forces(self) -> OrderOfBattlePage:
        """The order of battle."""
        return self._add_page("forces", partial(OrderOfBattlePage, folder=self._folder))

    @cached_property
    def schedule(self) -> SchedulePage:
        """Turns, schedule, allotments and set-up."""
        return self._add_page("schedule", SchedulePage)

    @cached_property
    def victory(self) -> VictoryPage:
        """The victory conditions."""
        return self._add_page("victory", partial(VictoryPage, selected=self._selected))

    @cached_property
    def table(self) -> TablePage:
        """Ratings, dice, markers, decks and tracks, in a game whose author names them."""
        return self._add_page("table", TablePage)

    @cached_property
    def scenario(self) -> ScenarioPage:
        """Title, turns, description, options, special rules."""
        return self._add_page("scenario", partial(ScenarioPage, selected=self._selected))

    @cached_property
    def charts(self) -> ChartsPage:
        """The charts with the scenario's changes."""
        return self._add_page("charts", ChartsPage)

    def show_part(self, part: QWidget) -> None:
        """Show the tab of a page."""
        at = next((n for n in range(self.count()) if self.part(n) is part), -1)
        self.setCurrentIndex(at)

    def part(self, at: int) -> QWidget:
        """The page of a tab without its scroll area."""
        shown = self.widget(at)
        assert shown is not None
        return (shown.widget() or shown) if isinstance(shown, QScrollArea) else shown

    @property
    def is_drawing(self) -> bool:
        """Whether the map tab is shown."""
        return self.currentWidget() is self.map
