"""The panel with the rules and the charts of the current game."""

from __future__ import annotations

from PySide6.QtWidgets import QTabWidget

from app.rules.chart_viewer import ChartReader
from app.rules.rule_library import RuleLibrary, rule_library
from app.rules.rule_reader import RuleReader
from app.window.current_game import CurrentGame
from engine.catalogue.chart_changes import Changes, chart_changes


class RulesDock(QTabWidget):
    """Two tabs; only the current one is loaded."""

    def __init__(self, game: CurrentGame) -> None:
        super().__init__()
        self._game = game
        self.rules = RuleReader()
        self.charts = ChartReader()
        self.setAccessibleName("Rules and charts")
        self.setDocumentMode(True)
        self.addTab(self.rules, "Rules")
        self.addTab(self.charts, "Charts")
        self.tabBar().setAccessibleName("Rules or charts")
        self.currentChanged.connect(self.load_current)

    def open_at(self, page: RuleReader | ChartReader) -> None:
        """Show one of the tabs."""
        self.setCurrentWidget(page)
        self.load_current()

    def load_current(self) -> None:
        """Load the current tab."""
        library, page = self._library(), self.currentWidget()
        if library is not None and isinstance(page, RuleReader):
            page.set_library(library)
        elif library is not None and isinstance(page, ChartReader):
            page.set_library(library, self._changes())

    def _library(self) -> RuleLibrary | None:
        key = self._game.game_key
        return rule_library(key) if key else None

    def _changes(self) -> Changes:
        """The changes of the current scenario to the charts."""
        controller = self._game.controller
        document = controller.document if controller is not None else None
        return chart_changes(document) if document is not None else {}
