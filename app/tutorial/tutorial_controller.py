"""Guided games and worked examples: begins them on the table and shows the dock that leads through them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.saving.open_game import Opening, open_in_background
from engine import games
from engine.bad_input import BadInput

if TYPE_CHECKING:
    from app.library.scenario_library import ScenarioLibrary
    from app.play.map_input.map_highlight import MapPointer
    from app.play.play_page import PlayPage
    from app.rules.rule_library import ExampleFile
    from app.saving.save_file import KnownFile
    from app.tutorial.example_panel import ExamplePanel
    from app.tutorial.guide import Guide
    from app.tutorial.lesson import Lesson
    from app.tutorial.tutorial_dock import TutorialDock
    from app.window.current_game import CurrentGame
    from app.window.left_docks import LeftDocks
    from app.window.messages import Messages
    from engine.referee.session import Session

NO_LESSON: Final = "This guided game cannot be started"


class TutorialController(QObject):
    """Owns the guide and the panel of worked examples, which are imported and created on first use."""

    case_wanted = Signal(str)
    """The rule case that the player wants to read."""

    def __init__(
        self,
        table: PlayPage,
        game: CurrentGame,
        docks: LeftDocks,
        messages: Messages,
        *,
        pointer: MapPointer,
        library: Callable[[], ScenarioLibrary],
        sit_alone: Callable[[Session | None], None],
    ) -> None:
        """`sit_alone` says which game is played by one person, without a hand-over between the sides."""
        super().__init__(table)
        self._table, self._game, self._docks, self._messages = table, game, docks, messages
        self._pointer, self._library, self._sit_alone = pointer, library, sit_alone
        self._before: tuple[Session, KnownFile | None, Lesson | None] | None = None
        """The game that a worked example has replaced, its file, and its lesson."""
        docks.guide.visibilityChanged.connect(self._dock_seen)

    @cached_property
    def panels(self) -> TutorialDock:
        """The guide and the panel of worked examples."""
        from app.tutorial.tutorial_dock import TutorialDock

        panels = TutorialDock(self._table, self._pointer)
        panels.guide.case_wanted.connect(self.case_wanted)
        panels.guide.left.connect(self._close)
        panels.example.case_wanted.connect(self.case_wanted)
        panels.example.again_wanted.connect(self.play_example)
        panels.example.left.connect(self._example_left)
        self._docks.guide.setWidget(panels)
        return panels

    @property
    def guide(self) -> Guide:
        """The guide of a guided game."""
        return self.panels.guide

    @property
    def example(self) -> ExamplePanel:
        """The panel of a worked example."""
        return self.panels.example

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries, by action key."""
        return {"learn": self.learn}

    # worked examples

    def play_example(self, example: ExampleFile) -> None:
        """Show a worked example on the table; the current game comes back afterwards."""
        from app.tutorial.example_panel import begin_example

        current = self._game.session
        session = self._set_up("This example cannot be set up", lambda _: begin_example(example))
        if session is None:
            return
        if self._before is None and current is not None:
            lesson = self.guide.lesson if self._has_panels else None
            self._before = current, self._game.file.known, lesson
        self._begin(session, example.title)
        self.example.leave.setText("Back to the game" if self._before else "Close")
        self.example.start(example)
        self._open(self.example, "Worked example")

    def _example_left(self) -> None:
        """Restore the game before the example, unless another game was opened meanwhile."""
        self._close()
        before, self._before = self._before, None
        current = self._game.session
        if before is not None and current is not None and current.start.kind == "position":
            session, known, lesson = before
            if lesson is not None:
                self._guide_through(session, lesson)
            else:
                self._game.play(session)
            self._game.set_file(known)

    # guided games

    def learn(self, key: str = "") -> None:
        """Start a guided game: of the game named, of the current one, or the first there is."""
        from app.rules.rule_library import rule_library
        from app.tutorial.lesson import Lesson

        wanted = key or self._game.game_key
        for game in (*((wanted,) if wanted else ()), *games.keys()):
            path = rule_library(game).lesson_path()
            if path is not None:
                try:
                    self.teach(Lesson.load(path))
                except BadInput as problem:
                    self._messages.warn(NO_LESSON, str(problem))
                return
        self._messages.notice("No installed game has a guided game")

    def teach(self, lesson: Lesson, keep: bool = True) -> None:
        """Start the game of a lesson with its guide; it is saved like any other game."""

        def begin(_: object) -> Session:
            session = lesson.begin()
            if keep:
                self._library().keep(session, lesson.title)
            return session

        session = self._set_up(NO_LESSON, begin)
        if session is not None:
            self._before = None
            self._guide_through(session, lesson)

    def _guide_through(self, session: Session, lesson: Lesson) -> None:
        self._begin(session)
        self.guide.start(lesson)
        self._open(self.guide, "Guide")

    # both

    def _dock_seen(self, seen: bool) -> None:
        """Hide the dock if restoring the window layout has shown it without anything to guide through."""
        if seen and not self._is_guiding:
            QTimer.singleShot(0, self, self._hide_unused_dock)

    def _hide_unused_dock(self) -> None:
        if not self._is_guiding:
            self._docks.guide.hide()

    @property
    def _is_guiding(self) -> bool:
        if not self._has_panels:
            return False
        return self.guide.lesson is not None or self.example.example is not None

    @property
    def _has_panels(self) -> bool:
        return "panels" in vars(self)

    def _set_up(self, problem: str, opening: Opening) -> Session | None:
        """Set up the game in a background thread; None if it fails."""
        ended = open_in_background(opening, self._messages.window)
        if ended.problem:
            self._messages.warn(problem, ended.problem)
        return ended.value.session if ended.succeeded else None

    def _begin(self, session: Session, title: str = "") -> None:
        """End the current guided game or example, and play this one without a hand-over screen."""
        if self._has_panels:
            self.guide.stop()
            self.example.forget()
        self._sit_alone(session)
        self._game.play(session, title)

    def _close(self) -> None:
        self._docks.guide.hide()
        self._sit_alone(None)

    def _open(self, panel: QWidget, title: str) -> None:
        self.panels.setCurrentWidget(panel)
        self._docks.guide.setWindowTitle(title)
        self._docks.show(self._docks.guide)
