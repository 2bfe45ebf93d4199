"""The window of the balance lab: what is played on the left, what it says on the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QColor
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from editor.files.scenario_store import ScenarioStore, StoredScenario
from editor.lab.heat_page import HeatPage
from editor.lab.lab_run import LabRun, Load, Prepared, Results
from editor.lab.last_runs import LastRuns
from editor.lab.pages import GamesPage, MakeChart, OverviewPage, TurnsPage, WhatIfPage, quiet_label
from editor.lab.result_words import cell_title
from editor.lab.settings_pane import SettingsPane
from editor.window.dialog_widgets import resize_within
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.lab_store import LabStore
from engine.mechanics.plural import counted

PREFERRED_SIZE: Final = QSize(1180, 740)
SETTINGS_PX: Final = 390
OPEN_ONE: Final = ""
"""Stands for the scenario that is open in the editor."""
Snapshot = Callable[[], ScenarioDocument | None]


class LabWindow(QDialog):
    """Stays open beside the editor. Closing it stops a run; what was played stays stored."""

    replay_wanted = Signal(str)
    """The key of a game of the lab that shall be put on the table."""

    def __init__(
        self,
        scenario_store: ScenarioStore,
        snapshot: Snapshot,
        make_chart: MakeChart | None,
        parent: QWidget | None = None,
    ) -> None:
        """`snapshot` gives the scenario in the editor as it is now, or None."""
        super().__init__(parent)
        self.setWindowTitle("Balance lab")
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.setModal(False)
        self.setProperty("help", "editor.lab")
        self._scenario_store, self._snapshot = scenario_store, snapshot
        self._last_runs = LastRuns(scenario_store.folder)
        self._stored: dict[str, StoredScenario] = {}
        self._shown_key: str | None = None
        """The choice that `document` belongs to."""
        self.document: ScenarioDocument | None = None
        """The scenario whose figures are shown."""
        self.results: Results | None = None
        self._problem = ""
        """Why the last run failed."""
        self.lab_run = LabRun(self)
        self._make_head()
        self._make_left()
        self._make_pages(make_chart)
        self._arrange()
        self._connect()
        resize_within(self, PREFERRED_SIZE)
        self._enable()

    def _make_head(self) -> None:
        self.scenario = QComboBox()
        self.scenario.setAccessibleName("Scenario")
        self.scenario.view().setAccessibleName("Scenarios to choose from")
        self.scenario.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.shown = QComboBox()
        self.shown.setAccessibleName("Games that are shown")
        self.shown.view().setAccessibleName("Games to choose from")
        self.shown.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def _make_left(self) -> None:
        self.settings = SettingsPane()
        self.start = QPushButton("Start")
        self.start.setObjectName("primary")
        self.start.setAutoDefault(False)
        self.cancel = QPushButton("Cancel")
        self.cancel.setAccessibleName("Cancel the run")
        self.cancel.setAutoDefault(False)
        self.bar = QProgressBar()
        self.bar.setAccessibleName("Progress of the run")
        self.bar.setFormat("%v of %m games")
        self.status = quiet_label()
        self.status.setMinimumHeight(self.fontMetrics().height() * 3)
        self.status.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _make_pages(self, make_chart: MakeChart | None) -> None:
        self.overview, self.turns = OverviewPage(), TurnsPage(make_chart)
        self.heat, self.what_ifs, self.games = HeatPage(), WhatIfPage(), GamesPage()
        self.pages = QTabWidget()
        self.pages.setDocumentMode(True)
        self.pages.tabBar().setAccessibleName("Pages of the lab")
        for page, title in (
            (self.overview, "Who won"),
            (self.turns, "By turn"),
            (self.heat, "Heat map"),
            (self.what_ifs, "What-ifs"),
            (self.games, "Games"),
        ):
            self.pages.addTab(page, title)

    def _arrange(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 8, 0)
        column.addWidget(QLabel("Scenario"))
        column.addWidget(self.scenario)
        column.addWidget(self.settings, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.start, 1)
        buttons.addWidget(self.cancel)
        column.addLayout(buttons)
        column.addWidget(self.bar)
        column.addWidget(self.status)
        right = QWidget()
        rows = QVBoxLayout(right)
        rows.setContentsMargins(8, 0, 0, 0)
        choice = QHBoxLayout()
        choice.addWidget(QLabel("Show"))
        choice.addWidget(self.shown, 1)
        rows.addLayout(choice)
        rows.addWidget(self.pages, 1)
        splitter = QSplitter()
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([SETTINGS_PX, PREFERRED_SIZE.width() - SETTINGS_PX])
        layout = QVBoxLayout(self)
        layout.addWidget(splitter)

    def _connect(self) -> None:
        self.scenario.activated.connect(lambda _: self._scenario_chosen())
        self.shown.currentIndexChanged.connect(lambda _: self._show_cell())
        self.settings.changed.connect(self.look_up)
        self.start.clicked.connect(self.play)
        self.cancel.clicked.connect(self._cancel)
        self.overview.cell_chosen.connect(self.shown.setCurrentIndex)
        self.pages.currentChanged.connect(lambda _: self._page_turned())
        self.what_ifs.wanted.connect(self.settings.add_what_if)
        self.games.replay_wanted.connect(self.replay_wanted)
        self.lab_run.prepared.connect(self.show_prepared)
        self.lab_run.progressed.connect(self._progressed)
        self.lab_run.changed.connect(self._show_results)
        self.lab_run.failed.connect(self._failed)
        self.lab_run.ended.connect(self._ended)

    # which scenario

    def open_with(self, key: str = OPEN_ONE) -> None:
        """Offer all scenarios, and show the one with this key, or the one in the editor."""
        document = self._snapshot()
        stored = self._scenario_store.scenarios()
        self._stored = {kept.key: kept for kept in stored}
        self.scenario.blockSignals(True)
        self.scenario.clear()
        if document is not None:
            self.scenario.addItem(f"{document.title} (open in the editor)", OPEN_ONE)
        for kept in stored:
            self.scenario.addItem(kept.title, kept.key)
        self.scenario.setCurrentIndex(max(0, self.scenario.findData(key)))
        self.scenario.blockSignals(False)
        if not self.lab_run.is_running:
            self._scenario_chosen()

    def _scenario_chosen(self) -> None:
        self.settings.clear_what_ifs()
        self.look_up()

    def _load(self) -> Load | None:
        """What reads the chosen scenario, in a background thread."""
        key = self.scenario.currentData()
        if key is None:
            return None
        if key == OPEN_ONE:
            document = self._snapshot()
            return (lambda: document) if document is not None else None
        if key == self._shown_key and (shown := self.document) is not None:
            return lambda: shown
        kept = self._stored[key]
        return lambda: self._scenario_store.load(kept)

    def _find(self, key: str) -> ScenarioDocument:
        """A scenario that a what-if names; called in a background thread."""
        kept = self._stored.get(key)
        if kept is None:
            raise BadInput(f"There is no scenario {key!r:.40} to compare with")
        return self._scenario_store.load(kept)

    def _lab_store(self) -> LabStore | None:
        catalogue = self._scenario_store.catalogue
        return LabStore(catalogue) if catalogue is not None else None

    # playing

    def look_up(self) -> None:
        """Show what is stored of what is wanted now."""
        load = self._load()
        if load is not None and not self.lab_run.is_running:
            self.status.setText("Looking up games that were played…")
            self.lab_run.look_up(load, self.settings.wanted(), self._find, self._lab_store())

    def play(self) -> None:
        """Play the games that are not stored yet."""
        load, store = self._load(), self._lab_store()
        if load is None or self.lab_run.is_running:
            return
        if store is None:
            self.status.setText("There is no catalogue to store games in; the start page shows the reason.")
            return
        self._problem = ""
        self._remember()
        self.status.setText("The processes that play are started…")
        self.lab_run.start(load, self.settings.wanted(), self._find, store, self.settings.jobs.value())
        self._enable()

    def _remember(self) -> None:
        """Note what is wanted, so that the run can go on when the window is opened again."""
        if self.document is not None:
            try:
                self._last_runs.remember(self.document.key, self.settings.wanted())
            except BadInput as problem:
                self._problem = str(problem)

    def _cancel(self) -> None:
        self.cancel.setEnabled(False)
        self.status.setText("Cancelling…")
        self.lab_run.cancel()

    def show_prepared(self, prepared: Prepared) -> None:
        """Show a scenario with what is known of its games."""
        if self.lab_run.is_running:
            return
        if self.document is not prepared.document:
            self.document, self._shown_key = prepared.document, self.scenario.currentData()
            self.setWindowTitle(f"Balance lab: {prepared.document.title}")
            self.settings.show_scenario(prepared.document)
            self.heat.show_map(prepared.document, prepared.printed_map)
            last = self._last_runs.of(prepared.document.key)
            if last is not None:
                self.settings.show_wanted(last)
        self._show_results(prepared.results)
        self._say_what_is_left()

    def _progressed(self, done: int, of: int) -> None:
        self.bar.setRange(0, of)
        self.bar.setValue(done)
        if self.cancel.isEnabled():
            self.status.setText("Every game is stored as soon as it is over; Cancel loses those under way.")

    def _failed(self, why: str) -> None:
        self._problem = why
        self.status.setText(why)

    def _ended(self) -> None:
        self._enable()
        self._say_what_is_left()
        if self._problem:
            self.status.setText(self._problem)

    def _say_what_is_left(self) -> None:
        results = self.results
        if results is None:
            return
        played, wanted = len(results.games), results.wanted_games
        left = wanted - played
        self.bar.setRange(0, wanted)
        self.bar.setValue(played)
        self.start.setText(
            "All games are played" if not left else f"Play {counted(left, 'game')}" if not played else "Go on"
        )
        self.start.setEnabled(bool(left) and not self.lab_run.is_running)
        self.status.setText(
            f"{counted(played, 'game')} of {wanted} played and stored."
            + (f" {counted(left, 'game')} left." if left else "")
        )

    def _enable(self) -> None:
        running = self.lab_run.is_running
        self.settings.set_enabled(not running)
        self.scenario.setEnabled(not running)
        self.start.setEnabled(not running)
        self.cancel.setEnabled(running)

    # results

    def _show_results(self, results: Results) -> None:
        self.results = results
        shown = self.shown.currentText()
        titles = [cell_title(report, self.settings.title_of) for report in results.reports]
        self.shown.blockSignals(True)
        self.shown.clear()
        self.shown.addItems(titles)
        self.shown.setCurrentIndex(max(0, self.shown.findText(shown)))
        self.shown.blockSignals(False)
        self.what_ifs.show_results(results, self.settings.title_of)
        self.games.show_results(results, self.settings.title_of)
        self._show_cell()

    def _show_cell(self) -> None:
        results, number = self.results, self.shown.currentIndex()
        if results is None or number < 0:
            return
        self.overview.show_cell(results, number)
        self.turns.show_cell(results, number)
        self.heat.show_cell(results, number)

    def _page_turned(self) -> None:
        if self.pages.currentWidget() is self.turns:
            self.turns.draw()

    def set_look(self, desk: QColor, night: bool) -> None:
        """Apply a light or dark theme."""
        self.heat.set_look(desk, night)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop a run; reopening the window goes on where it was."""
        self.lab_run.cancel()
        super().closeEvent(event)
