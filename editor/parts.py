"""The parts of a scenario side by side: the map, the order of battle, turns, victory, the head."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QScrollArea, QTabWidget, QVBoxLayout, QWidget

from editor.bench import Bench
from editor.panels.charts_page import ChartsPage
from editor.panels.forces_page import ForcesPage
from editor.panels.scenario_page import ScenarioPage
from editor.panels.schedule_page import SchedulePage
from editor.panels.tool_options import ToolOptions
from editor.panels.victory_page import VictoryPage


class Parts(QTabWidget):
    """A tab for each part; further parts may be added."""

    def __init__(self, bench: Bench, options: ToolOptions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDocumentMode(True)
        self.setAccessibleName("Parts of the scenario")
        self.tabBar().setAccessibleName("Map, forces, turns, victory, scenario or charts")
        self.map = QWidget()
        column = QVBoxLayout(self.map)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(options)
        column.addWidget(bench.canvas, 1)
        self.forces = ForcesPage(bench)
        self.schedule = SchedulePage(bench)
        self.victory = VictoryPage(bench)
        self.scenario = ScenarioPage(bench)
        self.charts = ChartsPage(bench)
        for part, title in (
            (self.map, "Map"),
            (self.forces, "Order of battle"),
            (self.schedule, "Turns and set-up"),
            (self.victory, "Victory"),
            (self.scenario, "Scenario"),
            (self.charts, "Charts"),
        ):
            self.addTab(part if part is self.map else _scrolled(part), title)

    def bring(self, part: QWidget) -> None:
        """Bring a part to the front."""
        at = next((n for n in range(self.count()) if self.part(n) is part), -1)
        self.setCurrentIndex(at)

    def part(self, at: int) -> QWidget:
        """The part on a tab, without what scrolls it."""
        shown = self.widget(at)
        assert shown is not None
        return (shown.widget() or shown) if isinstance(shown, QScrollArea) else shown

    @property
    def is_drawing(self) -> bool:
        """Whether the map is in front."""
        return self.currentWidget() is self.map


def _scrolled(part: QWidget) -> QScrollArea:
    """Tables and forms need room once the text is large: where the window has less, they are scrolled."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setWidget(part)
    return area
