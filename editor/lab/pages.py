"""The pages of results: who won, by turn, what-ifs, games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.map.counters.counter_style import CounterStyle
from editor.lab.figure_table import FigureTable
from editor.lab.lab_run import Results
from editor.lab.result_words import DRAW, headline, pairing_of, percent, side_titles
from engine.bots.names import title_of
from engine.bots.rates import Share
from engine.lab.summary import CellReport

WhatIfTitle = Callable[[str], str]


class TurnChart(Protocol):
    """A chart of one line for each side; the application supplies it."""

    def widget(self) -> QWidget:
        """What is shown."""

    def is_drawn(self) -> bool:
        """Does it show its lines already?"""

    def show_lines(self, lines: Sequence[tuple[str, str, Sequence[float]]], turns: Sequence[str]) -> None:
        """Lines with name, colour and a value for each turn."""


MakeChart = Callable[[str], TurnChart]


def quiet_label(text: str = "") -> QLabel:
    """A label with small, wrapped text."""
    label = QLabel(text)
    label.setObjectName("quiet")
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def heading(text: str) -> QLabel:
    """The heading above a table or a chart."""
    label = QLabel(text)
    label.setObjectName("panelHeading")
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


def _column(*parts: tuple[QWidget, int]) -> QWidget:
    column = QWidget()
    layout = QVBoxLayout(column)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(6)
    for widget, stretch in parts:
        layout.addWidget(widget, stretch)
    return column


class OverviewPage(QWidget):
    """The matrix of bots, the results and the last turns of the cell that is shown."""

    cell_chosen = Signal(int)
    """The number of a cell that was chosen in the matrix."""

    def __init__(self) -> None:
        super().__init__()
        self.words = QLabel("No game has been played yet.")
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self._matrix_title = heading("Bot against bot")
        self.matrix = FigureTable("Bot against bot", ())
        self.matrix.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.matrix.clicked.connect(lambda index: self._choose(index.row(), index.column()))
        self.matrix.activated.connect(lambda index: self._choose(index.row(), index.column()))
        self._numbers: list[list[int]] = []
        """The cell at each place of the matrix."""
        self.levels = FigureTable("Results", ("Result", "Games", "Share (95 %)"))
        self.turns = FigureTable("Last turns", ("Turn of the end", "Games"))
        below = QSplitter()
        below.setChildrenCollapsible(False)
        below.addWidget(_column((heading("Results"), 0), (self.levels, 1)))
        below.addWidget(_column((heading("When the games ended"), 0), (self.turns, 1)))
        below.setSizes([600, 300])
        layout = QVBoxLayout(self)
        layout.addWidget(self.words)
        layout.addWidget(self._matrix_title)
        layout.addWidget(self.matrix, 2)
        layout.addWidget(below, 3)

    def show_cell(self, results: Results, number: int) -> None:
        """Show the cell with this number, and the matrix of its what-if."""
        report = results.reports[number]
        titles = side_titles(results.plan.document)
        summary = report.summary
        self.words.setText(headline(report, titles))
        self._show_matrix(results, report, titles)
        self.levels.show_rows(
            [(level, games, percent(Share(games, summary.games))) for level, games in summary.levels.items()]
        )
        self.turns.show_rows(list(summary.turns.items()))

    def _show_matrix(self, results: Results, shown: CellReport, titles: Mapping[str, str]) -> None:
        words = shown.cell.variant.words
        cells = {
            report.cell.bots: (number, report)
            for number, report in enumerate(results.reports)
            if report.cell.variant.words == words
        }
        sides = list(titles)
        first = list(dict.fromkeys(bots[0] for bots in cells))
        if len(sides) != 2:
            self._numbers = [[number] * len(sides) for number, _ in cells.values()]
            self._matrix_title.setText("Games won by each side")
            self.matrix.show_rows(
                [[percent(report.summary.winners[side]) for side in sides] for _, report in cells.values()],
                list(titles.values()),
                [pairing_of(report) for _, report in cells.values()],
            )
            return
        second = list(dict.fromkeys(bots[1] for bots in cells))
        one, other = titles.values()
        self._matrix_title.setText(f"How often {one} (rows) won against {other} (columns)")
        self._numbers = [[cells[row, column][0] for column in second] for row in first]
        self.matrix.show_rows(
            [
                [percent(cells[row, column][1].summary.winners[sides[0]]) for column in second]
                for row in first
            ],
            [title_of(bot) for bot in second],
            [title_of(bot) for bot in first],
        )

    def _choose(self, row: int, column: int) -> None:
        self.cell_chosen.emit(self._numbers[row][column])


class TurnsPage(QWidget):
    """What was left of each side and what it held after each turn: two charts, and the same as a table."""

    def __init__(self, make_chart: MakeChart | None) -> None:
        super().__init__()
        self._make_chart = make_chart
        self._charts: dict[str, TurnChart] = {}
        self._drawn: Callable[[], None] = lambda: None
        self.table = FigureTable("Figures by turn", ("Turn",))
        self._row = QHBoxLayout()
        self._row.setSpacing(12)
        layout = QVBoxLayout(self)
        layout.addLayout(self._row, 3)
        layout.addWidget(self.table, 2)

    def show_cell(self, results: Results, number: int) -> None:
        """Show the means of a cell by turn."""
        document, summary = results.plan.document, results.reports[number].summary
        titles, style = side_titles(document), CounterStyle.of(document)
        longest = max(map(len, summary.strength.values()), default=0)
        turns = [str(document.turns.first + at) for at in range(longest)]
        head = ["Turn", *(f"{titles[side]}: {what}" for side in titles for what in ("strength", "hexes"))]
        rows = [
            (turn, *_of_turn(summary.strength, summary.held, titles, at)) for at, turn in enumerate(turns)
        ]
        self.table.show_rows(rows, head)

        def draw() -> None:
            left = {side: [100 * value for value in line] for side, line in summary.strength.items()}
            for title, values in (
                ("Strength (beginning = 100)", left),
                ("Hexes held", summary.held),
            ):
                lines = [(titles[side], style.colour(side), values[side]) for side in titles if values[side]]
                self._chart(title).show_lines(lines, turns)

        self._drawn = draw
        if self.isVisible():
            self.draw()

    def draw(self) -> None:
        """Draw the charts; they are made when the page is first looked at."""
        if self._make_chart is not None:
            self._drawn()

    def is_drawn(self) -> bool:
        """Do all charts show their lines?"""
        return all(chart.is_drawn() for chart in self._charts.values())

    def _chart(self, title: str) -> TurnChart:
        if title not in self._charts:
            assert self._make_chart is not None
            chart = self._charts[title] = self._make_chart(title)
            self._row.addWidget(_column((heading(title), 0), (chart.widget(), 1)))
        return self._charts[title]


def _of_turn(
    strength: Mapping[str, Sequence[float]],
    held: Mapping[str, Sequence[float]],
    sides: Mapping[str, str],
    at: int,
) -> list[str]:
    found = []
    for side in sides:
        found.append(f"{100 * strength[side][at]:.0f} %" if at < len(strength[side]) else "")
        found.append(f"{held[side][at]:.1f}" if at < len(held[side]) else "")
    return found


class WhatIfPage(QWidget):
    """What each what-if changes, and what the lab suggests."""

    wanted = Signal(str)
    """The words of a what-if that shall be tried."""

    def __init__(self) -> None:
        super().__init__()
        self._suggested = ""
        """The words of the what-if that the lab suggests."""
        self.table = FigureTable("What-ifs", ())
        self.words = quiet_label()
        self.suggested = quiet_label("No other limits are suggested.")
        self.try_it = QPushButton("Try it as a what-if")
        self.try_it.setAutoDefault(False)
        self.try_it.clicked.connect(lambda: self.wanted.emit(self._suggested))
        self.try_it.hide()
        layout = QVBoxLayout(self)
        layout.addWidget(self.words)
        layout.addWidget(self.table, 1)
        layout.addWidget(heading("Suggestion"))
        layout.addWidget(self.suggested)
        layout.addWidget(self.try_it, alignment=Qt.AlignmentFlag.AlignLeft)

    def show_results(self, results: Results, what_if: WhatIfTitle) -> None:
        """Show all cells that were compared, and the suggestion."""
        first = next(iter(side_titles(results.plan.document).values()), "")
        self.words.setText(
            "Each what-if is played with the same seeds as the scenario as it is, and compared game by game. "
            f"The difference is in games won by {first} of 100, a draw being half a win; an interval "
            "(95 %) that does not reach 0 is a clear effect."
        )
        self.table.show_rows(
            [
                (
                    what_if(report.cell.variant.words),
                    pairing_of(report),
                    report.summary.games,
                    percent(next(iter(report.summary.winners.values()))),
                    "" if report.difference is None else str(report.difference),
                    "" if report.difference is None else "yes" if report.difference.is_clear else "not sure",
                )
                for report in results.reports
            ],
            ("What-if", "Bots", "Games", f"{first} won (95 %)", "Difference (95 %)", "Clear?"),
        )
        found = results.suggestion
        self._suggested = found.words if found is not None else ""
        self.suggested.setText(found.sentence if found is not None else "No other limits are suggested.")
        self.try_it.setVisible(found is not None)


class GamesPage(QWidget):
    """All games of the run; each can be opened on the table."""

    replay_wanted = Signal(str)
    """The key of a game."""

    def __init__(self) -> None:
        super().__init__()
        self._keys: list[str] = []
        self.table = FigureTable("Games", ("Seed", "What-if", "Bots", "Winner", "Result", "Turn", "Actions"))
        self.table.row_activated.connect(lambda row: self.replay_wanted.emit(self._keys[row]))
        self.replay = QPushButton("Replay on the table")
        self.replay.setAutoDefault(False)
        self.replay.setToolTip("The same as Enter or a double click on a game")
        self.replay.clicked.connect(self._replay_selected)
        layout = QVBoxLayout(self)
        layout.addWidget(quiet_label("Enter or a double click opens a game on the table, at its beginning."))
        layout.addWidget(self.table, 1)
        layout.addWidget(self.replay, alignment=Qt.AlignmentFlag.AlignLeft)

    def show_results(self, results: Results, what_if: WhatIfTitle) -> None:
        """List the games of the run."""
        titles = {**side_titles(results.plan.document), "": DRAW}
        cells = [(what_if(r.cell.variant.words), pairing_of(r)) for r in results.reports]
        self._keys = [key for key, *_ in results.games]
        self.table.show_rows(
            [
                (
                    seed,
                    *cells[number],
                    titles.get(figures.winner, figures.winner),
                    figures.level,
                    "" if figures.turn is None else figures.turn,
                    figures.actions,
                )
                for _, number, seed, figures in results.games
            ]
        )
        self.replay.setEnabled(bool(self._keys))

    def _replay_selected(self) -> None:
        row = self.table.currentIndex().row()
        if self._keys:
            self.replay_wanted.emit(self._keys[max(0, row)])
