"""The guide of a guided game: says what to do and why, and highlights it; other moves are allowed."""

from __future__ import annotations

from html import escape
from math import ceil

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.play.decision_bar import DecisionBar
from app.play.map_input.map_highlight import MapPointer
from app.play.map_input.map_note import TableNote
from app.play.play_controller import PlayController
from app.play.table_game import TableGame
from app.tutorial.lesson import Lesson, Step, followed
from engine.bad_input import BadInput
from engine.referee.action import Action
from engine.referee.seat import Seat
from engine.referee.worked_example import resolve


class Guide(QWidget):
    """Follows the history of the game on the table, so undo and redo work."""

    case_wanted = Signal(str)
    left = Signal()
    """The player continues without the guide."""

    def __init__(
        self,
        game: TableGame,
        bar: DecisionBar,
        note: TableNote,
        pointer: MapPointer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._game, self._bar, self._note, self._pointer = game, bar, note, pointer
        self._lesson: Lesson | None = None
        self._controller: PlayController | None = None
        self._done = 0
        self.progress = QProgressBar()
        self.progress.setAccessibleName("Progress of the lesson")
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(6)
        self._count = QLabel()
        self._count.setWordWrap(True)
        self._count.setObjectName("quiet")
        self.page = QTextBrowser()
        self.page.setAccessibleName("Text of the guide")
        self.page.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.page.setOpenLinks(False)
        self.page.anchorClicked.connect(self._follow)
        self.page.installEventFilter(self)
        self.now = QLabel()
        self.now.setObjectName("panelHeading")
        self.now.setWordWrap(True)
        self.now.setAccessibleName("What to do now")
        self.show_me = QPushButton("Show me")
        self.show_me.setToolTip("Let the guide perform this action")
        self.show_me.clicked.connect(self.do_next)
        self.back = QPushButton("Back to the lesson")
        self.back.setToolTip("Undo the actions that are not part of the lesson")
        self.back.clicked.connect(self.return_to_lesson)
        self.leave = QPushButton("Leave the guide")
        self.leave.setToolTip("Continue from here without the guide")
        self.leave.clicked.connect(self.stop)
        self._arrange()
        game.changed.connect(self.refresh)

    def _arrange(self) -> None:
        buttons = QGridLayout()  # Two lines, so that the panel can be narrow with large text.
        buttons.setSpacing(6)
        buttons.addWidget(self.back, 0, 0, 1, 2)
        buttons.addWidget(self.show_me, 1, 0)
        buttons.addWidget(self.leave, 1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 10)
        layout.setSpacing(8)
        layout.addWidget(self._count)
        layout.addWidget(self.progress)
        layout.addWidget(self.page, 100)
        layout.addWidget(self.now)
        layout.addLayout(buttons)
        layout.addStretch(1)

    # the lesson

    def start(self, lesson: Lesson) -> None:
        """Guide the game on the table, which was started from this lesson."""
        self._lesson = lesson
        self._controller = self._game.controller
        self.progress.setRange(0, len(lesson.plan))
        self.refresh()

    def stop(self) -> None:
        """Stop guiding; the game stays as it is."""
        if self._lesson is not None:
            self._lesson = self._controller = None
            self._pointer.point_at(())
            self._mark_button(None)
            self.left.emit()

    @property
    def lesson(self) -> Lesson | None:
        """The current lesson."""
        return self._lesson

    @property
    def step(self) -> Step | None:
        """The current step; None before and after the lesson."""
        lesson = self._lesson
        if lesson is None or self._done >= len(lesson.plan):
            return None
        return lesson.steps[lesson.plan[self._done][0]]

    @property
    def strayed(self) -> bool:
        """Whether the player has done something else."""
        lesson, controller = self._lesson, self._controller
        return (
            lesson is not None
            and controller is not None
            and self._done < len(lesson.plan)
            and len(controller.session) > self._done
        )

    def next_action(self) -> Action | None:
        """The next action of the lesson, if it is legal."""
        lesson, controller = self._lesson, self._controller
        if lesson is None or controller is None or controller.viewing_side is None or self.strayed:
            return None
        if self._done >= len(lesson.plan):
            return None
        try:
            return resolve(controller.session, controller.viewing_side, lesson.plan[self._done][1])
        except BadInput:
            return None

    def do_next(self) -> None:
        """Perform the next action of the lesson."""
        action, controller = self.next_action(), self._controller
        if action is not None and controller is not None:
            self._note.hide()
            controller.act(action)

    def return_to_lesson(self) -> None:
        """Undo the actions that are not part of the lesson. The player plays all sides, so all consent."""
        controller = self._controller
        while controller is not None and self.strayed:
            if controller.undo(controller.session.sides):
                break

    # showing

    def refresh(self) -> None:
        """Update the page after the game has changed."""
        lesson, controller = self._lesson, self._controller
        if lesson is None or controller is None:
            return
        if self._game.controller is not controller:
            self.stop()
            return
        self._done = followed(controller.session, lesson.plan)
        self.progress.setValue(self._done)
        step, strayed = self.step, self.strayed
        self.show_me.setVisible(step is not None and not strayed)
        self.back.setVisible(strayed)
        self.leave.setText("Leave the guide" if step is not None else "Continue playing")
        action = self.next_action()
        if step is None:
            self._count.setText(lesson.title)
            self._say(_page("Well done", lesson.closing))
            self.now.setText("")
        else:
            number = lesson.steps.index(step) + 1
            self._count.setText(f"{lesson.title} · step {number} of {len(lesson.steps)}")
            about = lesson.about if self._done == 0 else ""
            self._say(_page(step.title, step.text, step.case, about))
            self.now.setText(self._strayed_text(controller) if strayed else self._words(controller, action))
        self._pointer.point_at(self._places(controller, action))
        self._mark_button(action)

    def _words(self, controller: PlayController, action: Action | None) -> str:
        """Say how to perform the action."""
        offer = next((offer for offer in controller.offers if offer.action == action), None)
        if offer is None or action is None:
            return "The lesson cannot continue from this position. Undo, or leave the guide."
        side = controller.side_title(controller.viewing_side or "")
        if offer in controller.plain_offers():
            pressed = any(Action(*button.property("offered")) == action for button in self._bar.buttons)
            how = f"press “{offer.label}”" if pressed else f"choose “{offer.label}” from the menu"
            return f"{side}: {how} above the map."
        places = self._places(controller, action)
        where = f" in {places[0]}" if places else ""
        return f"{side}: click on the map{where} — {offer.label}."

    def _strayed_text(self, controller: PlayController) -> str:
        """Say what was done instead, and that it is allowed."""
        everything = Seat(controller.session, None)  # One person plays every side of a lesson.
        done = everything.step(self._done + 1).label() or "something"
        return (
            f"You did something else: “{done}”. That is legal, and the game continues from it. "
            "“Back to the lesson” returns to the lesson."
        )

    def _places(self, controller: PlayController, action: Action | None) -> list[str]:
        """The hexes of an action's target."""
        if action is None:
            return []
        if action.kind == "hex":
            return [action.target]
        if action.kind == "hexside":
            return action.target.split("/")
        if action.kind == "region":
            return list(controller.outlined_by(action))
        counters = controller.view.counters
        if action.kind == "unit":
            found = [counter.place for counter in counters if counter.id == action.target]
        elif action.kind == "formation":
            found = [counter.place for counter in counters if counter.formation == action.target]
        elif action.kind == "marker":
            found = [marker.place for marker in controller.view.markers if marker.id == action.target]
        else:
            found = []
        return [place for place in found if self._game.is_hex(place)]

    def _say(self, html: str) -> None:
        """Show a page as high as its text, so that the instruction is directly below it."""
        self.page.setHtml(html)
        self._fit_page()

    def _fit_page(self) -> None:
        document = self.page.document().clone()
        document.setTextWidth(self.page.width())
        wanted = ceil(document.size().height()) + 2
        self.page.setMaximumHeight(wanted)
        # A scroll bar, once shown, narrows the page so that the text keeps needing it.
        policy = Qt.ScrollBarPolicy
        fits = self.page.height() >= wanted
        self.page.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAsNeeded)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.page and event.type() == QEvent.Type.Resize:
            QTimer.singleShot(0, self, self._fit_page)  # Size changes inside a layout are ignored.
        return super().eventFilter(watched, event)

    def _mark_button(self, action: Action | None) -> None:
        """Highlight the button of this action."""
        for button in self._bar.buttons:
            offered = button.property("offered")
            wanted = (
                "primary" if action is not None and offered is not None and Action(*offered) == action else ""
            )
            if button.objectName() != wanted:
                button.setObjectName(wanted)
                button.style().unpolish(button)
                button.style().polish(button)

    def _follow(self, link: QUrl) -> None:
        self.case_wanted.emit(link.toString().partition(":")[2])


def _page(title: str, text: str, case: str = "", about: str = "") -> str:
    before = f"<p><i>{escape(about)}</i></p>" if about else ""
    rule = f"<p>Rule <a href='case:{escape(case)}'>{escape(case)}</a></p>" if case else ""
    return f"{before}<h3>{escape(title)}</h3><p>{escape(text)}</p>{rule}"
