"""The books beside the map: rules and charts of the game on the table."""

from __future__ import annotations

from PySide6.QtWidgets import QTabWidget

from app.play.play_page import PlayPage
from app.rules.chart_viewer import ChartReader
from app.rules.rule_library import RuleLibrary, rule_library
from app.rules.rule_reader import RuleReader
from engine.catalogue.chart_changes import Changes, chart_changes


class RulesDock(QTabWidget):
    """Two books, of which only the one that is looked at is read."""

    def __init__(self, table: PlayPage) -> None:
        super().__init__()
        self._table = table
        self.rules = RuleReader()
        self.charts = ChartReader()
        self.setAccessibleName("Rules and charts")
        self.setDocumentMode(True)
        self.addTab(self.rules, "Rules")
        self.addTab(self.charts, "Charts")
        self.tabBar().setAccessibleName("Rules or charts")
        self.currentChanged.connect(self.open_front)

    def open_at(self, page: RuleReader | ChartReader) -> None:
        """Bring one of the books to the front."""
        self.setCurrentWidget(page)
        self.open_front()

    def open_front(self) -> None:
        """Read the book that is looked at."""
        room, page = self._room(), self.currentWidget()
        if room is not None and isinstance(page, RuleReader):
            page.set_room(room)
        elif room is not None and isinstance(page, ChartReader):
            page.set_room(room, self._changes())

    def _room(self) -> RuleLibrary | None:
        controller = self._table.controller
        return rule_library(controller.session.game.key) if controller is not None else None

    def _changes(self) -> Changes:
        """What the scenario on the table changes in the charts."""
        controller = self._table.controller
        document = controller.document if controller is not None else None
        return chart_changes(document) if document is not None else {}
