"""The past of a game on the table: step, play, jump, and what if it had gone on differently from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QStandardItemModel
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.play.elided_labels import Breadcrumb
from app.play.history.chapters import Chapter
from app.play.history.recap import sentences
from app.play.play_controller import PlayController
from app.theme.theme import Look, icon

STEPS: Final = (("action", "by action"), ("phase", "by phase"), ("turn", "by turn"), ("combat", "by combat"))
SPEEDS: Final = (("½ ×", 2000), ("1 ×", 1000), ("2 ×", 500), ("4 ×", 250), ("10 ×", 100))
STEPPING: Final = 2000
"""Milliseconds that a movement may take while nothing plays by itself."""
LINES: Final = 2
"""Lines about a step, so that the bar keeps its height."""
_MOST_IN_MENU: Final = 25


class ReplayBar(QFrame):
    """Stands where the decision stands otherwise, while the table shows an earlier step."""

    looked = Signal(int)
    """The step to show."""
    left = Signal()
    """Back to now."""
    branch_wanted = Signal(int)
    bookmark_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("help", "replay")
        self.setObjectName("decisionBar")
        self.setAccessibleName("Replay")
        self._chapters: tuple[Chapter, ...] = ()
        self._icons: list[tuple[QToolButton, str]] = []
        self._look: Look | None = None
        self.first = self._tool("first", "To the beginning (Home)", lambda: self.go(0))
        self.back = self._tool("step-back", "Back (Left)", self.step_back)
        self.play = self._tool("play", "Play (Space)", self.toggle)
        self.on = self._tool("step-on", "Forward (Right)", self.step_on)
        self.last = self._tool("last", "To the end (End)", lambda: self.go(self.slider.maximum()))
        self.by = _combo("What a step is", [text for _, text in STEPS])
        self.speed = _combo("Speed", [text for text, _ in SPEEDS])
        self.speed.setCurrentIndex(1)
        self.speed.currentIndexChanged.connect(self._set_speed)
        self.jump = QToolButton()
        self.jump.setObjectName("answers")
        self.jump.setText("Go to")
        self.jump.setToolTip("Go to a turn, a phase or a combat")
        self.jump.setAccessibleName("Go to a turn, phase or combat")
        self.jump.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.jump.setMenu(QMenu(self.jump))
        self.mark = self._tool("bookmark", "Put a bookmark here", self.bookmark_wanted.emit)
        self.branch = self._tool("branch", "What if? Play on from here as a new game", self._branch)
        self.now = QPushButton("Back to now")
        self.now.setAccessibleName("Back to now")
        self.now.setToolTip("Leave the past (Esc)")
        self.now.setObjectName("primary")
        self.now.clicked.connect(self.leave)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Step of the game")
        self.slider.valueChanged.connect(self._moved)
        self.where = Breadcrumb()
        self.where.setAccessibleName("Step shown")
        self.words = QLabel()
        self.words.setObjectName("prompt")
        self.words.setAccessibleName("What happened in this step")
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.setWordWrap(True)
        self.words.setMinimumHeight(LINES * self.words.fontMetrics().lineSpacing() + 2)
        self.words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        tools = QHBoxLayout()
        tools.setSpacing(4)
        for widget in (self.first, self.back, self.play, self.on, self.last, self.by, self.speed, self.jump):
            tools.addWidget(widget)
        tools.addSpacing(6)
        tools.addWidget(self.slider, 1)
        tools.addSpacing(6)
        for button in (self.mark, self.branch, self.now):
            tools.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(4)
        layout.addLayout(tools)
        layout.addWidget(self.where)
        layout.addWidget(self.words)

    def _tool(self, name: str, tip: str, action: Callable[[], object]) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setAccessibleName(tip.partition(" (")[0])
        button.setToolTip(tip)
        button.clicked.connect(lambda: action())
        self._icons.append((button, name))
        return button

    def set_look(self, look: Look) -> None:
        """Icons in the colours of the look."""
        self._look = look
        for button, name in self._icons:
            button.setIcon(icon(name, look))
        self._show_playing()

    # the past

    @property
    def running(self) -> bool:
        """Is the past on the table?"""
        return not self.isHidden()

    @property
    def step_number(self) -> int:
        """The step that is shown."""
        return self.slider.value()

    def begin(self, length: int, at: int, chapters: Sequence[Chapter]) -> None:
        """Look back into a game with this number of actions, beginning at one of its steps."""
        self._chapters = tuple(chapters)
        self._fill_menu()
        model = self.by.model()
        assert isinstance(model, QStandardItemModel)
        for row, (kind, _) in enumerate(STEPS):
            known = kind == "action" or any(chapter.kind == kind for chapter in chapters)
            model.item(row).setEnabled(known)
        self.slider.blockSignals(True)
        self.slider.setRange(0, length)
        self.slider.setValue(at)
        self.slider.blockSignals(False)
        self.show()
        self.slider.setFocus()
        self._moved(self.slider.value())

    def tell_of(self, controller: PlayController, step_number: int) -> None:
        """What this step is, which the table shows now, and what happened at it."""
        seat, turn = controller.seat, controller.view.turn
        past = seat.step(step_number)
        self.where.set_crumbs(
            (
                f"Looking back  ·  action {step_number} of {seat.actions_taken}",
                turn,
                *(title for title, _ in past.titles if title != turn.partition(" ")[0]),
            )
        )
        self.words.setText(sentences(past.events, LINES) or "Nothing to report")

    def leave(self) -> None:
        """Back to now."""
        self._stop()
        if self.running:
            self.hide()
            self.left.emit()

    def go(self, step_number: int) -> None:
        """Show this step."""
        self._stop()
        self.slider.setValue(step_number)

    def step_on(self) -> None:
        """One step on, of the kind that is chosen."""
        self._stop()
        self.slider.setValue(self._next())

    def step_back(self) -> None:
        """One step back."""
        self._stop()
        self.slider.setValue(max((stop for stop in self._stops() if stop < self.step_number), default=0))

    def _next(self) -> int:
        later = (stop for stop in self._stops() if stop > self.step_number)
        return min(later, default=self.slider.maximum())

    def _stops(self) -> Sequence[int]:
        kind = STEPS[self.by.currentIndex()][0]
        if kind == "action":
            return range(self.slider.maximum() + 1)
        return [chapter.step_number for chapter in self._chapters if chapter.kind == kind]

    def _moved(self, step_number: int) -> None:
        self.first.setEnabled(step_number > 0)
        self.back.setEnabled(step_number > 0)
        self.on.setEnabled(step_number < self.slider.maximum())
        self.last.setEnabled(step_number < self.slider.maximum())
        self.looked.emit(step_number)

    def _branch(self) -> None:
        self._stop()
        self.branch_wanted.emit(self.step_number)

    def _fill_menu(self) -> None:
        menu = self.jump.menu()
        menu.clear()
        for kind, title in (("turn", "Turn"), ("phase", "Phase"), ("combat", "Combat")):
            found = [chapter for chapter in self._chapters if chapter.kind == kind]
            if not found:
                continue
            part = menu.addMenu(title)
            pages = [found[at : at + _MOST_IN_MENU] for at in range(0, len(found), _MOST_IN_MENU)]
            for page in pages:
                first, last = page[0].step_number, page[-1].step_number
                target = part if len(pages) == 1 else part.addMenu(f"Actions {first} to {last}")
                for chapter in page:
                    entry = target.addAction(
                        f"{chapter.step_number}  ·  {chapter.title[:70]}".replace("&", "&&")
                    )
                    entry.triggered.connect(lambda _=False, at=chapter.step_number: self.go(at))
        self.jump.setEnabled(bool(self._chapters))

    # playing

    @property
    def playing(self) -> bool:
        """Does the past move by itself?"""
        return self._timer.isActive()

    @property
    def longest_movement(self) -> int:
        """Milliseconds that a movement may take: while the past plays, it is over before the next step."""
        return self._timer.interval() * 4 // 5 if self.playing else STEPPING

    def toggle(self) -> None:
        """Play, or stop playing; from the end it begins again."""
        if self.playing:
            self._stop()
            return
        if self.step_number == self.slider.maximum():
            self.slider.setValue(0)
        self._set_speed()
        self._timer.start()
        self._show_playing()

    def _set_speed(self) -> None:
        self._timer.setInterval(SPEEDS[self.speed.currentIndex()][1])

    def _tick(self) -> None:
        self.slider.setValue(self._next())
        if self.step_number == self.slider.maximum():
            self._stop()

    def _stop(self) -> None:
        self._timer.stop()
        self._show_playing()

    def _show_playing(self) -> None:
        self.play.setToolTip("Pause (Space)" if self.playing else "Play (Space)")
        self.play.setAccessibleName("Pause" if self.playing else "Play")
        if self._look is not None:
            self.play.setIcon(icon("pause" if self.playing else "play", self._look))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {
            Qt.Key.Key_Left: self.step_back,
            Qt.Key.Key_Right: self.step_on,
            Qt.Key.Key_Space: self.toggle,
            Qt.Key.Key_Escape: self.leave,
        }
        action = keys.get(Qt.Key(event.key()))
        if action is None:
            super().keyPressEvent(event)
        else:
            action()
            event.accept()


def _combo(name: str, texts: Sequence[str]) -> QComboBox:
    combo = QComboBox()
    combo.setAccessibleName(name)
    combo.setToolTip(name)
    combo.view().setAccessibleName(name)
    combo.addItems(list(texts))
    return combo
