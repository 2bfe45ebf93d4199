"""The statistics page: curves by turn and a table of totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.background.progress import Progress
from app.play.play_controller import PlayController
from app.report.background_bar import BackgroundBar
from app.report.measure_charts import MeasureCharts
from app.report.plot_style import (
    Colours,
    Curve,
    bare_plot,
    draw_curves,
    plotting,
    side_numbers,
    signed,
    style_plot,
)
from app.report.statistics import Statistics, read_game
from app.theme.theme import TITLE, enlarge
from engine.mechanics.plural import counted
from engine.referee import save as saves

_EACH_TURN: Final = "at the end of each turn"
GROUND: Final = "held"
OVERVIEW: Final = "Overview"
CHARTS: Final = ("strength", "lost", "ground", "luck")
FIGURES: Final = ("Strength", "Steps lost", "Hexes held", "Fights", "Luck", "Dice", "Above mean")


class StatisticsPage(QWidget):
    """Computes the statistics in a background thread."""

    back_wanted = Signal()
    report_wanted = Signal()
    ready = Signal()
    """The statistics are shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("help", "statistics")
        self.setAutoFillBackground(True)
        self._controller: PlayController | None = None
        self.statistics: Statistics | None = None
        self._plots: dict[str, Any] = {}
        self._undrawn_pages: set[str] = set()
        self._undrawn: list[str] = []
        """Charts still to be drawn, one at a time while the window is idle."""
        self._drawing = QTimer(self)
        self._drawing.setSingleShot(True)  # Each chart is painted before the next is drawn.
        self._drawing.timeout.connect(self._draw_next)
        self._titles: dict[str, QLabel] = {}
        self._headline = QLabel("Statistics")
        self._headline.setObjectName("title")
        enlarge(self._headline, TITLE)
        self._headline.setTextFormat(Qt.TextFormat.PlainText)
        self._headline.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._summary = QLabel()
        self._summary.setObjectName("quiet")
        self._summary.setWordWrap(True)
        self._summary.setTextFormat(Qt.TextFormat.PlainText)
        self.background = BackgroundBar("statistics")
        self.background.done.connect(self.show_statistics)
        self.background.failed.connect(self._failed)
        self.background.cancelled.connect(lambda: self._summary.setText("Cancelled."))
        self._back = self._button("Back to the table", "Back to the table", self.back_wanted.emit)
        self._report = self._button(
            "Write a report…", "Write an after-action report", self.report_wanted.emit
        )
        self._report.setEnabled(False)
        self.track = QComboBox()
        self.track.setAccessibleName("What the third chart shows")
        self.track.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.track.view().setAccessibleName("Charts to choose from")
        self.track.currentIndexChanged.connect(self._draw_chosen_track)
        self.tabs = QTabBar()
        self.tabs.setAccessibleName("Pages of the statistics")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.currentChanged.connect(self._turn_to)
        self._stack = QStackedWidget()
        self.pages: dict[str, MeasureCharts] = {}
        """What the game measures, by page."""
        self._charts = QGridLayout()
        self.table = self._make_table()
        self._arrange()

    def _button(self, text: str, name: str, handler: Any) -> QPushButton:
        button = QPushButton(text)
        button.setAccessibleName(name)
        button.clicked.connect(lambda _=False: handler())
        return button

    def _make_table(self) -> QTableWidget:
        table = QTableWidget(0, len(FIGURES))
        table.setAccessibleName("Figures by side")
        table.setHorizontalHeaderLabels(FIGURES)
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        return table

    def _arrange(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._headline)
        words.addWidget(self._summary)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addLayout(words, 1)
        for widget in (self.background, self._report, self._back):
            top.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 18, 24, 18)
        layout.setSpacing(12)
        layout.addLayout(top)
        overview = QWidget()
        inside = QVBoxLayout(overview)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(12)
        inside.addLayout(self._charts, 1)
        inside.addWidget(self.table)
        self._stack.addWidget(overview)
        layout.addWidget(self.tabs)
        layout.addWidget(self._stack, 1)
        self._charts.setSpacing(12)
        for number, key in enumerate(CHARTS):
            title = self._titles[key] = QLabel()
            title.setObjectName("panelHeading")
            head = QHBoxLayout()
            title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            head.addWidget(title, 1)
            if key == "ground":
                head.addWidget(self.track)
            row, column = divmod(number, 2)
            self._charts.addLayout(head, 2 * row, column)
            self._charts.setRowStretch(2 * row + 1, 1)
            self._charts.setColumnStretch(column, 1)
        self._titles["strength"].setText(f"Strength: steps on the map {_EACH_TURN}")
        self._titles["lost"].setText("Steps lost since the game began")
        self._titles["ground"].setText("By turn")
        self._titles["luck"].setText("Luck: steps gained compared with the expected losses")
        self.setTabOrder(self._report, self._back)
        self.setTabOrder(self._back, self.track)
        self.setFocusProxy(self._back)

    # computing

    def show_game(self, controller: PlayController) -> None:
        """Compute the statistics of the game so far, as the viewing side may know them."""
        self.stop()
        self._controller = controller
        self.statistics = None
        self._headline.setText(f"{controller.title}: statistics")
        self._summary.setText("Computing statistics…")
        self._report.setEnabled(False)
        save, game, viewing_side = (
            saves.recorder(controller.session),
            controller.session.game,
            controller.viewing_side,
        )

        def count(progress: Progress) -> Statistics:
            plotting()
            return read_game(save, game, viewing_side, progress)

        self.background.run(count)

    @property
    def is_counting(self) -> bool:
        """Whether the statistics are not complete yet."""
        return self.background.is_running or bool(self._undrawn)

    def stop(self) -> None:
        """Cancel the computation."""
        self.background.stop()

    def _failed(self, why: str) -> None:
        self._summary.setText(f"The statistics cannot be computed: {why}")

    # showing

    def show_statistics(self, statistics: Statistics) -> None:
        """Show these statistics."""
        self.statistics = statistics
        self._report.setEnabled(True)
        self._summary.setText(self._summary_text(statistics))
        self._fill_table(statistics)
        self._offer_tracks(statistics)
        self._offer_pages(statistics)
        self._draw()

    def _summary_text(self, statistics: Statistics) -> str:
        controller = self._controller
        assert controller is not None
        parts = [f"{counted(statistics.length, 'turn')}, {counted(statistics.actions, 'action')}."]
        if statistics.outcome is not None:
            parts.insert(0, f"{statistics.outcome.text}.".replace("..", "."))
        if statistics.viewing_side is not None:
            side = controller.side_title(statistics.viewing_side)
            seen = f"As {side} sees it: only visible enemy units, and the luck of attacks made by {side}."
            parts.append(seen if statistics.viewing_side else "As everybody may see it.")
        return " ".join(parts)

    def _fill_table(self, statistics: Statistics) -> None:
        controller, table = self._controller, self.table
        assert controller is not None
        table.setRowCount(len(statistics.sides))
        table.setVerticalHeaderLabels([controller.side_title(side) for side in statistics.sides])
        for row, side in enumerate(statistics.sides):
            for column, text in enumerate(figures(statistics, side)):
                item = QTableWidgetItem(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                table.setItem(row, column, item)
        for row in range(table.rowCount()):
            table.setRowHeight(row, table.fontMetrics().height() + 12)
        height = table.horizontalHeader().sizeHint().height() + 2 * table.frameWidth()
        table.setFixedHeight(height + sum(table.rowHeight(row) for row in range(table.rowCount())))

    def _offer_tracks(self, statistics: Statistics) -> None:
        chosen = self.track.currentData()
        self.track.blockSignals(True)
        self.track.clear()
        if any(any(turn.held.values()) for turn in statistics.turns):
            self.track.addItem("Hexes held", GROUND)
        for name, title in statistics.track_titles.items():
            self.track.addItem(title, f"track {name}")
        self.track.setCurrentIndex(max(0, self.track.findData(chosen)))
        self.track.blockSignals(False)
        self.track.setVisible(self.track.count() > 0)

    def _offer_pages(self, statistics: Statistics) -> None:
        """A tab for each page of what the game measures; the chosen one stays in front."""
        chosen = self.tabs.tabText(self.tabs.currentIndex())
        names = list(dict.fromkeys(chart.page for chart in statistics.measured()))
        for page in self.pages.values():
            self._stack.removeWidget(page)
            page.deleteLater()
        self.pages = {name: MeasureCharts(name) for name in names}
        for page in self.pages.values():
            self._stack.addWidget(page)
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for name in (OVERVIEW, *names):
            self.tabs.addTab(name)
        self.tabs.setCurrentIndex(names.index(chosen) + 1 if chosen in names else 0)
        self.tabs.blockSignals(False)
        self.tabs.setVisible(bool(names))
        self._undrawn_pages = set(names)
        self._turn_to(self.tabs.currentIndex())

    def _turn_to(self, number: int) -> None:
        self._stack.setCurrentIndex(max(0, number))
        name, statistics, controller = self.tabs.tabText(number), self.statistics, self._controller
        if name in self._undrawn_pages and statistics is not None and controller is not None:
            self._undrawn_pages.discard(name)
            charts = [chart for chart in statistics.measured() if chart.page == name]
            self.pages[name].show_charts(charts, [turn.mark for turn in statistics.turns], controller)

    def _draw(self) -> None:
        self._undrawn = list(CHARTS)
        self._drawing.start(0)

    def _draw_next(self) -> None:
        key = self._undrawn.pop(0)
        if key not in self._plots:
            self._make_plot(key)
        self._draw_chart(key)
        if self._undrawn:
            self._drawing.start(0)
        else:
            self.ready.emit()

    def _make_plot(self, key: str) -> None:
        plot = self._plots[key] = bare_plot(self._titles[key].text(), Colours.of(self))
        plot.setMinimumHeight(110)
        row, column = divmod(CHARTS.index(key), 2)
        self._charts.addWidget(plot, 2 * row + 1, column)

    def _draw_chart(self, key: str) -> None:
        statistics = self.statistics
        if statistics is None:
            return
        turns, sides = statistics.turns, statistics.sides
        if key == "strength":
            self._curves(key, {side: [turn.strength[side] for turn in turns] for side in sides})
        elif key == "lost":
            self._curves(key, {side: [turn.lost[side] for turn in turns] for side in sides})
        elif key == "luck":
            self._curves(key, {side: statistics.luck_by_turn(side) for side in sides})
        else:
            self._draw_chosen_track()

    def _draw_chosen_track(self) -> None:
        statistics, shown = self.statistics, self.track.currentData()
        if statistics is None or "ground" not in self._plots:
            return
        self._titles["ground"].setText(f"{self.track.currentText() or 'By turn'} {_EACH_TURN}")
        if shown is None:
            self._curves("ground", {})
        elif shown == GROUND:
            held = {side: [turn.held.get(side, 0) for turn in statistics.turns] for side in statistics.sides}
            self._curves("ground", held)
        else:
            name = str(shown).removeprefix("track ")
            self._curves("ground", {side: statistics.track_by_turn(name, side) for side in statistics.sides})

    def _curves(self, key: str, values: Mapping[str, Sequence[int | Fraction]]) -> None:
        statistics, controller = self.statistics, self._controller
        assert statistics is not None and controller is not None
        numbers = side_numbers(statistics.sides)
        curves = [
            Curve(
                controller.side_title(side),
                controller.counter_style.colour(side),
                numbers[side],
                tuple(map(float, line)),
            )
            for side, line in values.items()
        ]
        plot = self._plots[key]
        draw_curves(plot, Colours.of(self), curves, [turn.mark for turn in statistics.turns])
        ends = [f"{curve.name} {curve.values[-1]:g}" for curve in curves if curve.values]
        plot.setAccessibleDescription(f"{self._titles[key].text()}: {', '.join(ends)}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.back_wanted.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and getattr(self, "_plots", None):
            colours = Colours.of(self)
            if any(plot.backgroundBrush().color() != colours.paper for plot in self._plots.values()):
                for plot in self._plots.values():
                    style_plot(plot, colours)
                if self.statistics is not None:
                    self._offer_pages(self.statistics)
                self._draw()


def figures(statistics: Statistics, side: str) -> tuple[str, ...]:
    """The row of a side in the table."""
    last = statistics.turns[-1]
    rolled = statistics.rolled.get(side)
    luck = statistics.luck_by_turn(side)[-1]
    fights = sum(combat.side == side for combat in statistics.combats)
    return (
        str(last.strength[side]),
        str(last.lost[side]),
        str(last.held.get(side, 0)),
        str(fights),
        signed(luck) if statistics.combats else "–",
        str(rolled.dice) if rolled else "0",
        signed(rolled.surplus) if rolled else "–",
    )
