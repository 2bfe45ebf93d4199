"""Opens the rules and the charts of the game on the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu

from app.background.task import BackgroundTask
from app.window.current_game import CurrentGame
from app.window.left_docks import LeftDocks
from app.window.messages import Messages
from engine.referee.refusal import REFEREE

if TYPE_CHECKING:
    from app.play.play_page import PlayPage
    from app.rules.chart_viewer import ChartReader
    from app.rules.rule_reader import RuleReader
    from app.rules.rules_dock import RulesDock


class RulesActions(QObject):
    """Owns the rule reader and the chart viewer, which are imported and created on first use."""

    example_wanted = Signal(object)
    """The worked example that the player wants to play."""

    def __init__(self, table: PlayPage, game: CurrentGame, docks: LeftDocks, messages: Messages) -> None:
        super().__init__(table)
        self._table, self._game, self._docks, self._messages = table, game, docks, messages
        # Restoring the window layout may show an empty dock.
        docks.rules.visibilityChanged.connect(lambda seen: seen and self.rules_dock)
        table.note.case_clicked.connect(self.show_case)
        table.odds.case_clicked.connect(self.show_case)
        table.orders.case_clicked.connect(self.show_case)
        table.changed.connect(self._table_changed)
        table.settled.connect(self._fetch_rulebook)
        log = table.log.list
        log.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        log.customContextMenuRequested.connect(self._log_menu)

    @cached_property
    def rules_dock(self) -> RulesDock:
        """The rules and the charts."""
        from app.rules.rules_dock import RulesDock

        rules_dock = RulesDock(self._game)
        rules_dock.rules.chart_wanted.connect(self.show_chart)
        rules_dock.rules.example_wanted.connect(self.example_wanted)
        rules_dock.charts.case_wanted.connect(self.show_case)
        self._docks.rules.setWidget(rules_dock)
        return rules_dock

    @property
    def reader(self) -> RuleReader:
        """The rule reader."""
        return self.rules_dock.rules

    @property
    def charts(self) -> ChartReader:
        """The chart viewer."""
        return self.rules_dock.charts

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries, by action key."""
        return {"rules": self.show_rules, "charts": lambda: self.show_chart("")}

    def show_rules(self) -> None:
        """Open the rule reader with the cursor in its search line."""
        if self._open("rules"):
            self.reader.search.setFocus()
            self.reader.search.selectAll()

    def show_case(self, case_id: str) -> None:
        """Open the rule reader at a case; messages of the referee itself have no case."""
        asked = bool(case_id) and case_id != REFEREE and self._open("rules")
        if asked and not self.reader.show_case(case_id):
            self._messages.notice(f"The rules of this game have no case {case_id}")

    def show_chart(self, name: str) -> None:
        """Open the charts, at this one if it is named."""
        if self._open("charts") and name:
            self.charts.show_chart(name)

    def _open(self, book: str) -> bool:
        if not self._game.game_key:
            return False
        self.rules_dock.open_at(self.reader if book == "rules" else self.charts)
        self._docks.show(self._docks.rules)
        return True

    def _table_changed(self) -> None:
        if not self._docks.rules.isHidden():
            self.rules_dock.load_current()

    def _fetch_rulebook(self) -> None:
        """Read the rulebook in the background before it is needed; it takes a tenth of a second."""
        controller = self._game.controller
        if controller is not None:
            from app.rules.rule_library import rule_library

            library = rule_library(self._game.game_key)
            BackgroundTask(lambda _: library.rulebook, "Reading the rules", controller).start()

    def _log_menu(self, at: QPoint) -> None:
        log = self._table.log.list
        line = log.indexAt(at).data(Qt.ItemDataRole.UserRole)
        case = line.event.case if line is not None else ""
        if case not in ("", REFEREE):
            menu = QMenu(log)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addAction(f"Open rule {case}").triggered.connect(lambda: self.show_case(case))
            menu.popup(log.viewport().mapToGlobal(at))
