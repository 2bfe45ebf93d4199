"""The end of a game: who won, by what, the turning points, luck, and what to do next."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.background.progress import Progress
from app.background.task import BackgroundTask
from app.map.counters.counter_art import ink_on
from app.map.counters.counter_style import NEUTRAL_COLOUR
from app.play.panels import odds_text
from app.play.panels.buttons import push_button
from app.play.play_controller import PlayController
from app.play.result_text import result_text
from app.report import end_text
from app.report.statistics import Combat, Statistics, read_game
from app.theme.theme import HEADLINE, enlarge
from engine.referee import save as saves


class EndPage(QWidget):
    """Shows how a game ended; the figures are computed in the background."""

    back_wanted = Signal()
    start_wanted = Signal()
    statistics_wanted = Signal()
    report_wanted = Signal()
    rematch_wanted = Signal()
    replay_wanted = Signal(int)
    """Show the game after this number of actions."""
    case_clicked = Signal(str)
    ready = Signal()
    """The figures are shown."""

    def __init__(self, player: Callable[[str], str], parent: QWidget | None = None) -> None:
        """`player` names who played a side."""
        super().__init__(parent)
        self.setProperty("help", "end")
        self.setAccessibleName("End of the game")
        self._player = player
        self._controller: PlayController | None = None
        self._task: BackgroundTask | None = None
        self.chip = QLabel()
        self.chip.setObjectName("sideChip")
        self.chip.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.headline = QLabel()
        self.headline.setObjectName("headline")
        self.headline.setWordWrap(True)
        enlarge(self.headline, HEADLINE)
        self.verdict = self._text("Result of the game")
        self.score = self._text("Score")
        self.score.setWordWrap(False)  # A table of a hundred lines is laid out once, not for every width.
        self.figures = self._text("Figures")
        self._points = QVBoxLayout()
        self._points.setSpacing(6)
        self.turning_points: list[QPushButton] = []
        self.rematch = push_button(
            "Rematch, sides changed",
            "The same scenario again; the players change sides",
            self.rematch_wanted.emit,
        )
        self.rematch.setObjectName("primary")
        self._arrange()

    def _text(self, name: str) -> QLabel:
        label = QLabel()
        label.setAccessibleName(name)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        label.linkActivated.connect(self.case_clicked)
        return label

    def _arrange(self) -> None:
        words = QVBoxLayout()
        words.addWidget(self.headline)
        words.addWidget(self.verdict)
        top = QHBoxLayout()
        top.setSpacing(18)
        top.addWidget(self.chip)
        top.addLayout(words, 1)
        left = self._card("The score", self.score)
        right = QVBoxLayout()
        right.setSpacing(14)
        points = QWidget()
        points.setLayout(self._points)
        self._points.setContentsMargins(0, 0, 0, 0)
        right.addWidget(self._card("Turning points", points))
        right.addWidget(self._card("Losses and luck", self.figures))
        right.addStretch(1)
        columns = QHBoxLayout()
        columns.setSpacing(14)
        columns.addWidget(left, 1, Qt.AlignmentFlag.AlignTop)
        columns.addLayout(right, 1)
        inside = QWidget()
        inside.setLayout(columns)
        columns.setContentsMargins(0, 0, 6, 0)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(28, 22, 28, 18)
        layout.setSpacing(16)
        layout.addLayout(top)
        layout.addWidget(scroll, 1)
        layout.addLayout(self._buttons())

    def _card(self, heading: str, content: QWidget) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        title = QLabel(heading)
        title.setObjectName("panelHeading")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(18, 14, 18, 14)
        inside.setSpacing(8)
        inside.addWidget(title)
        inside.addWidget(content)
        return card

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self.back = push_button("Back to the table", "Look at the last position (Esc)", self.back_wanted.emit)
        self.replay = push_button("Replay", "Step through the game from its start", self._replay)
        row.addWidget(self.back)
        row.addWidget(self.replay)
        row.addWidget(push_button("Statistics", "Curves by turn", self.statistics_wanted.emit))
        row.addWidget(
            push_button("Write a report…", "After-action report as a web page", self.report_wanted.emit)
        )
        row.addStretch(1)
        row.addWidget(push_button("Start page", "Choose another scenario", self.start_wanted.emit))
        row.addWidget(self.rematch)
        self.setFocusProxy(self.back)
        return row

    def _replay(self) -> None:
        self.replay_wanted.emit(0)

    # showing

    def show_end(self, controller: PlayController, can_rematch: bool) -> None:
        """Show the end of this game, which is over."""
        self.stop()
        self._controller = controller
        outcome = controller.outcome
        assert outcome is not None
        colour = NEUTRAL_COLOUR
        if outcome.winner:
            title, player = controller.side_title(outcome.winner), self._player(outcome.winner)
            who = title if player == title else f"{player} ({title})"
            self.chip.setText(title)
            self.headline.setText(f"{who} won")
            colour = controller.counter_style.colour(outcome.winner)
        else:
            self.chip.setText("Draw")
            self.headline.setText("The game is a draw")
        self.chip.setStyleSheet(f"background: {colour}; color: {ink_on(QColor(colour)).name()};")
        case = odds_text.link(outcome.case)
        self.verdict.setText(f"{escape(result_text(controller))}{f' ({case})' if case else ''}")
        sheets = controller.seat.score_sheets()
        before = "" if any(sheet.decided for sheet in sheets) else "<p>The score when the game ended:</p>"
        shown = [end_text.score(sheet, controller.side_title, outcome.case) for sheet in sheets]
        self.score.setText(before + "<p></p>".join(shown) if shown else "This game keeps no score.")
        self.rematch.setEnabled(can_rematch)
        self.figures.setText("Counting…")
        self._show_points([], None)
        self._count(controller)

    def _count(self, controller: PlayController) -> None:
        save, game = saves.recorder(controller.session), controller.session.game

        def count(progress: Progress) -> Statistics:
            return read_game(save, game, None, progress)

        task = self._task = BackgroundTask(count, "end of the game", self)
        task.done.connect(self._counted)
        task.failed.connect(self._failed)
        task.start()

    def stop(self) -> None:
        """Cancel the computation."""
        if self._task is not None:
            self._drop_task().cancel()

    @property
    def is_counting(self) -> bool:
        """Whether the figures are not complete yet."""
        return self._task is not None

    def _drop_task(self) -> BackgroundTask:
        task, self._task = self._task, None
        assert task is not None
        task.done.disconnect(self._counted)
        task.failed.disconnect(self._failed)
        return task

    def _failed(self, why: str) -> None:
        self._drop_task()
        self.figures.setText(f"The figures cannot be computed: {escape(why)}")
        self.ready.emit()

    def _counted(self, statistics: Statistics) -> None:
        self._drop_task()
        controller = self._controller
        assert controller is not None
        self.figures.setText(end_text.figures(statistics, controller.side_title))
        self._show_points(end_text.turning_points(statistics), statistics)
        self.ready.emit()

    def _show_points(self, points: list[Combat], statistics: Statistics | None) -> None:
        while (item := self._points.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.turning_points = []
        if statistics is None or not points:
            words = "Counting…" if statistics is None else "No fight cost either side anything."
            self._points.addWidget(QLabel(words))
            return
        controller = self._controller
        assert controller is not None
        for combat in points:
            text = end_text.turning_point(combat, statistics, controller.side_title)
            self._points.addWidget(self._point(text, combat.step_number))

    def _point(self, text: str, step_number: int) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        words = QLabel(text)
        words.setWordWrap(True)
        words.setTextFormat(Qt.TextFormat.PlainText)
        show = push_button("Show", f"Replay: {text}", lambda: self.replay_wanted.emit(step_number))
        self.turning_points.append(show)
        line.addWidget(words, 1)
        line.addWidget(show, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.back_wanted.emit()
        else:
            super().keyPressEvent(event)
