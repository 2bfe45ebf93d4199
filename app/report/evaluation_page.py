"""The evaluation of the game over its course: luck told apart from decisions, and the turning points."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.background.progress import Progress
from app.play.play_controller import PlayController
from app.report.background_bar import BackgroundBar
from app.report.course_text import summary_of, turning_text
from app.report.plot_style import Colours, bare_plot, plotting, style_plot, turn_ticks
from app.theme.theme import TITLE, enlarge
from engine.bots.course import Course, course_of
from engine.referee import save as saves

_STEP: Final = Qt.ItemDataRole.UserRole
NOT_KNOWN: Final = (
    "No evaluation: the scenario has no victory conditions that can be judged, or bots play every side and "
    "the game is not over yet."
)


class EvaluationPage(QWidget):
    """Evaluates the game in a background thread."""

    back_wanted = Signal()
    replay_wanted = Signal(int)
    """Show this step on the table."""
    ready = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("help", "evaluation")
        self.setAutoFillBackground(True)
        self._controller: PlayController | None = None
        self.course: Course | None = None
        self._plot: Any = None
        self._headline = QLabel("Evaluation")
        self._headline.setObjectName("title")
        enlarge(self._headline, TITLE)
        self._headline.setTextFormat(Qt.TextFormat.PlainText)
        self._headline.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.summary = QLabel()
        self.summary.setObjectName("quiet")
        self.summary.setWordWrap(True)
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.background = BackgroundBar("evaluation")
        self.background.done.connect(self._evaluated)
        self.background.failed.connect(self._failed)
        self.background.cancelled.connect(lambda: self.summary.setText("Cancelled."))
        self._back = QPushButton("Back to the table")
        self._back.clicked.connect(self.back_wanted)
        self._heading = QLabel("Turning points: Enter or double-click replays one")
        self._heading.setObjectName("panelHeading")
        self.turning = QListWidget()
        self.turning.setAccessibleName("Turning points")
        self.turning.itemActivated.connect(lambda item: self.replay_wanted.emit(item.data(_STEP)))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._headline)
        words.addWidget(self.summary)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addLayout(words, 1)
        for widget in (self.background, self._back):
            top.addWidget(widget)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(24, 18, 24, 18)
        self._layout.setSpacing(12)
        self._layout.addLayout(top)
        self._layout.addWidget(self._heading)
        self._layout.addWidget(self.turning, 2)
        self.setFocusProxy(self._back)

    # computing

    def show_game(self, controller: PlayController) -> None:
        """Evaluate the game so far, as the viewing side may know it."""
        self.stop()
        self._controller, self.course = controller, None
        self._headline.setText(f"{controller.title}: evaluation")
        self.summary.setText("Evaluating the game…")
        self.turning.clear()
        if self._plot is not None:
            self._plot.clear()
        recorded, game = saves.recorder(controller.session), controller.session.game
        viewing_side = controller.viewing_side

        def work(progress: Progress) -> Course | None:
            plotting()
            session = saves.replay(
                recorded(), game, lambda done, of: progress(done, of, "Replaying the game")
            )
            return course_of(session, viewing_side, progress)

        self.background.run(work)

    def stop(self) -> None:
        """Cancel the evaluation."""
        self.background.stop()

    def _failed(self, why: str) -> None:
        self.summary.setText(f"The game cannot be evaluated: {why}")

    def _evaluated(self, course: Course | None) -> None:
        self.course = course
        if course is None:
            self.summary.setText(NOT_KNOWN)
        else:
            self._show(course)
        self.ready.emit()

    # showing

    def _show(self, course: Course) -> None:
        controller = self._controller
        assert controller is not None
        self.summary.setText(summary_of(course, controller.side_title))
        for turning in course.turning_points:
            item = QListWidgetItem(turning_text(turning, controller.side_title))
            item.setData(_STEP, turning.point.step_number)
            self.turning.addItem(item)
        self._draw(course)

    def _draw(self, course: Course) -> None:
        controller = self._controller
        assert controller is not None
        colours = Colours.of(self)
        if self._plot is None:
            self._plot = bare_plot("Evaluation", colours)
            self._plot.setMinimumHeight(160)
            self._layout.insertWidget(1, self._plot, 5)
        plot, pg = self._plot, plotting()
        plot.clear()
        numbers = [point.step_number for point in course.points]
        tone = colours.readable(controller.counter_style.colour(course.side))
        solid, dashed = QPen(tone, 2.2), QPen(colours.quiet, 1.6, Qt.PenStyle.DashLine)
        for pen in (solid, dashed):
            pen.setCosmetic(True)
        luck = [100 * value for value in course.summed_luck()]
        values = [100 * point.value for point in course.points]
        for name, line, pen in (("Evaluation", values, solid), ("Luck, summed", luck, dashed)):
            plot.plot(numbers, line, pen=pen)
            label = pg.TextItem(name, color=colours.ink, anchor=(0, 0.5))
            label.setFont(plot.font())
            label.setPos(numbers[-1] * 1.01, line[-1])
            plot.addItem(label)
        marked = [turning.point for turning in course.turning_points]
        plot.plot(
            [point.step_number for point in marked],
            [100 * point.value for point in marked],
            pen=None,
            symbol="o",
            symbolSize=10,
            symbolBrush=tone,
            symbolPen=pg.mkPen(colours.paper, width=1),
        )
        plot.getAxis("bottom").setTicks([_ticks(course)])
        plot.getAxis("bottom").setLabel("Turn")
        plot.setRange(xRange=(0, max(1, numbers[-1]) * 1.15), yRange=(-100, 100), padding=0.03)
        plot.showGrid(y=True, alpha=0.18)
        plot.setAccessibleDescription(self.summary.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.back_wanted.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and getattr(self, "_plot", None) is not None:
            style_plot(self._plot, Colours.of(self))
            if self.course is not None:
                self._draw(self.course)


def _ticks(course: Course) -> list[tuple[int, str]]:
    """The step with which each turn begins."""
    begun: dict[int, int] = {}
    for point in course.points:
        if point.turn is not None:
            begun.setdefault(point.turn, point.step_number)
    thinned = turn_ticks([str(turn) for turn in begun])
    steps = list(begun.values())
    return [(steps[at], mark) for at, mark in thinned]
