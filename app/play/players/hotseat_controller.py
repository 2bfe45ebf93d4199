"""Two players at one screen: the curtain between them, the recap, the replay and corrections."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPointF, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.play.history.branch_game import play_on_from
from app.play.history.chapters import chapters
from app.play.history.load_past import load_past
from app.play.history.notebook import Notebook
from app.play.history.recap import RecapBar, RecapStep, recap, show_traces, traces
from app.play.history.replay_bar import ReplayBar
from app.play.map_input.counter_animation import Glide
from app.play.play_controller import PlayController
from app.play.players.handover_screen import HandoverScreen
from app.theme.theme import Look
from engine.referee.hidden_information import keeps_secrets

if TYPE_CHECKING:
    from app.library.scenario_library import ScenarioLibrary
    from app.play.correction.correction_mode import RefereeEdit
    from app.play.play_page import PlayPage
    from app.settings.preferences import Preferences
    from app.window.current_game import CurrentGame
    from app.window.messages import Messages
    from app.window.page_switch import PageSwitch
    from engine.referee.session import Session


class HotseatController(QObject):
    """Decides which side sees the table, and which step of the game is shown."""

    player_changed = Signal()
    """Another game or another player: what was raised or opened for the one before is put back."""

    def __init__(
        self,
        table: PlayPage,
        game: CurrentGame,
        messages: Messages,
        switch: PageSwitch,
        *,
        library: Callable[[], ScenarioLibrary],
        preferences: Preferences,
        notes: Path | None = None,
    ) -> None:
        super().__init__(table)
        self._table, self._game, self._messages, self._switch = table, game, messages, switch
        self._library, self._preferences = library, preferences
        self._controller: PlayController | None = None
        self._seated: str | None = None
        self._places: dict[str, tuple[float, QPointF]] = {}
        """Where on the map each side looked last."""
        self.hot_seat = True
        self._tutorial_game: Session | None = None
        """The game of a tutorial, in which one person plays every side."""
        self.covered = False
        self.curtain = HandoverScreen()
        self.curtain.taken_over.connect(self._take_over)
        self.recap_bar, self.replay_bar = RecapBar(), ReplayBar()
        self.notebook = Notebook(notes, self)
        self.glide = Glide(self._table.map, lambda: self._controller.view if self._controller else None)
        layout = self._table.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(0, self.recap_bar)
        layout.insertWidget(1, self.replay_bar)
        self._connect()

    def _connect(self) -> None:
        self._table.one_player = self._one_player
        self._table.changed.connect(self.glide.stop)
        self._table.about_to_change.connect(self._seat_deciding_side)
        self._table.log.list.doubleClicked.connect(self._look_at_line)
        self._table.log.past_wanted.connect(self.load_past)
        self.recap_bar.stepped.connect(self._show_recap_step)
        self.recap_bar.finished.connect(self._back_to_now)
        self.replay_bar.looked.connect(self._show_replay_step)
        self.replay_bar.left.connect(self._back_to_now)
        self.replay_bar.branch_wanted.connect(self.branch)
        self.replay_bar.bookmark_wanted.connect(self.notebook.add)
        self.notebook.visited.connect(self.look_back)
        self.notebook.failed.connect(partial(self._messages.warn, "The notes to this game"))

    @cached_property
    def correction(self) -> RefereeEdit:
        """The position by agreement, imported and made when it is first wanted."""
        from app.play.correction.correction_mode import RefereeEdit

        correction = RefereeEdit(self._table, self.notebook.player)
        correction.ended.connect(self._after_correction)
        return correction

    @property
    def is_correcting(self) -> bool:
        """Are both sides at work on the position?"""
        return "correction" in vars(self) and self.correction.running

    def handlers(self) -> dict[str, Callable[..., object]]:
        """What the menus call."""
        return {
            "reset": self.reset_phase,
            "hot_seat": self.set_hot_seat,
            "players": self.name_players,
            "recap": self.tell_what_happened,
            "replay": self.toggle_replay,
            "step_back": self.replay_bar.step_back,
            "step_on": self.replay_bar.step_on,
            "what_if": self.branch,
            "same_dice": self.branch_with_same_dice,
            "bookmark": self.notebook.add,
            "correct": self.correct,
        }

    def able(self, playing: bool) -> dict[str, bool]:
        """Which of the menus' needs are met."""
        controller = self._controller if playing and not self.is_correcting else None
        return {
            "correct": controller is not None and controller.can_decide,
            "reset": controller is not None and controller.start_of_phase() < len(controller.session),
            "past": controller is not None and self.replay_bar.running,
            "same_dice": controller is not None and self._dice_are_open(),
        }

    def _dice_are_open(self) -> bool:
        """Nobody plays against anybody: open hands, or a worked example."""
        session = self._controller.session if self._controller is not None else None
        return session is not None and (not self._for_two(session) or session.start.kind == "position")

    def set_look(self, look: Look) -> None:
        """Light or dark."""
        self.replay_bar.set_look(look)

    @property
    def page(self) -> QWidget:
        """What stands for the table: itself, or the curtain before it."""
        return self.curtain if self.covered else self._table

    # seats

    def set_hot_seat(self, on: bool) -> None:
        """Two people at one screen, or open hands."""
        self.hot_seat = on
        self._seat_deciding_side()
        self._table.changed.emit()

    def sit_alone(self, session: Session | None) -> None:
        """One person plays every side of this game (a tutorial), whatever is preferred for two players."""
        self._tutorial_game = session

    def _one_player(self) -> bool:
        """Does one person play every side of the game on the table?"""
        controller = self._controller
        alone = controller is not None and controller.session is self._tutorial_game
        return alone or self.notebook.one_player

    def _seat_deciding_side(self) -> None:
        """Cover the table before anything is shown to the side that decides now, if it must be covered."""
        controller = self._table.controller
        if controller is None:
            return
        if controller is not self._controller:
            self._adopt(controller)
        side = controller.viewing_side
        if side is None:
            self._seated = None
            self._uncover()
        elif side != self._seated and self._must_cover(controller):
            self.cover_for(side)
        elif side != self._seated:
            self._seated = side
            self._uncover()
        if not self.covered:
            self.notebook.show()

    def _for_two(self, session: Session) -> bool:
        return self.hot_seat and session is not self._tutorial_game

    def _must_cover(self, controller: PlayController) -> bool:
        session = controller.session
        hides = self._for_two(session) and not self._table.bots.seated
        return hides and keeps_secrets(session, controller.known_from)

    def _adopt(self, controller: PlayController) -> None:
        """Another game is on the table."""
        if self.is_correcting:
            self.correction.discard()
        self.recap_bar.hide()
        self.replay_bar.leave()
        self._table.bar.show()
        self._controller, self._seated = controller, None
        self._places.clear()
        self.player_changed.emit()
        self._switch.layout.begin_game()
        self.notebook.open(controller)
        self._library().autosave.begin(controller.session)

    def cover_for(self, side: str) -> None:
        """Lower the curtain until the player of this side takes over."""
        controller = self._controller
        if controller is None:
            return
        if self._seated is not None:
            view = self._table.map
            middle = view.mapToScene(view.viewport().rect().center())
            self._places[self._seated] = (view.scale_now, middle)
        self.notebook.flush()
        self.player_changed.emit()
        self.covered = True
        self._clear_traces_of_looking(controller)
        self.curtain.cover(
            self.notebook.player(self._seated) if self._seated is not None else "",
            self.notebook.player(side),
            controller.side_title(side),
            controller.counter_style.colour(side),
            bool(recap(controller.seat, controller.known_from)),
        )
        self._switch.show(self.curtain)

    def _clear_traces_of_looking(self, controller: PlayController) -> None:
        """What one player pointed at is nothing for the next."""
        table = self._table
        if table.menu is not None:
            table.menu.close()
        table.note.hide()
        table.map.set_cursor_hex("")
        table.inspector.show_place(controller, table.printed_map, "")

    def _take_over(self, with_recap: bool) -> None:
        controller = self._controller
        if controller is None:
            return
        side = self._seated = controller.viewing_side
        self._switch.layout.seat(side or "")
        self._uncover()
        place = self._places.get(side or "")
        if place is None:
            self._table.map.fit()  # Where the other player looked last is nothing for this one.
        else:
            self._table.map.set_scale(place[0])
            self._table.map.centerOn(place[1])
        self.notebook.show()
        if with_recap:
            self.tell_what_happened()

    def _uncover(self) -> None:
        if self.covered:
            self.covered = False
            self._switch.show(self._table)

    def name_players(self) -> None:
        """Ask who plays which side."""
        self.notebook.ask_names(self._messages.window)

    # what happened

    def tell_what_happened(self) -> None:
        """Show the viewing side what the others have done, step by step."""
        controller = self._controller
        side = controller.viewing_side if controller is not None else None
        if controller is None or side is None or self.recap_bar.running or self.is_correcting:
            return
        self.replay_bar.leave()
        steps = recap(controller.seat, controller.known_from)
        if steps:
            self._table.bar.hide()
            self.recap_bar.begin(self.notebook.player(side), controller.counter_style.colour(side), steps)
        else:
            self._table.note.tell(f"Nothing has happened since {self.notebook.player(side)} last decided")

    def _show_recap_step(self, step: RecapStep) -> None:
        self._show(step.step_number, always=True)

    def _show(self, step_number: int, always: bool = False) -> None:
        """Put a step on the table, with what it changed against the one before; on the way on, it moves."""
        controller = self._controller
        if controller is None:
            return
        shown_at, shown = controller.step_number, controller.view
        controller.look_at(step_number)
        before = controller.view_at(max(0, step_number - 1))
        show_traces(self._table.map, traces(before, controller.view))
        if step_number > shown_at or always:
            pace = self._preferences.chosen.duration
            start = shown if step_number > shown_at else before
            self.glide.show(start, controller.view, min(pace, self.replay_bar.longest_movement))

    def _back_to_now(self) -> None:
        scene, controller = self._table.map.map_scene(), self._controller
        self._table.bar.show()
        if scene is not None:
            scene.cursor.set_hexes([])
        if controller is not None:
            controller.look_at(None)
        if not self.covered:
            self._table.map.setFocus()

    # the past

    def toggle_replay(self) -> None:
        """Look back, or come back."""
        if self.replay_bar.running:
            self.replay_bar.leave()
        elif self._controller is not None:
            self.look_back(self._controller.step_number)

    def look_back(self, step_number: int) -> None:
        """Put this step on the table."""
        controller = self._controller
        if controller is None or self.covered or self.is_correcting or not self.load_past():
            return
        self.recap_bar.hide()
        self._table.bar.hide()
        if self.replay_bar.running:
            self.replay_bar.go(step_number)
        else:
            session = controller.session
            self.replay_bar.begin(len(session), step_number, chapters(controller.seat))

    def load_past(self) -> bool:
        """Have every step at hand; the beginning of a long game is replayed first, beside the window."""
        if self._controller is None:
            return False
        ended = load_past(self._controller, self._messages.window)
        if ended.problem:
            self._messages.warn("The past cannot be shown", ended.problem)
        return ended.succeeded

    def _show_replay_step(self, step_number: int) -> None:
        controller = self._controller
        if controller is None:
            return
        self._show(step_number)
        self.replay_bar.tell_of(controller, step_number)

    def _look_at_line(self, index: QModelIndex) -> None:
        line = index.data(Qt.ItemDataRole.UserRole)
        if line is not None:
            self.look_back(line.step_number)

    def branch(self, step_number: int | None = None) -> None:
        """What if? Play on from the step on the table as a new game; the old one stays as it is."""
        self._branch(step_number, os.urandom(16).hex())

    def branch_with_same_dice(self) -> None:
        """What if, with the dice that will fall in the game itself: where nothing is foretold to anybody."""
        self._branch(None, "")

    def _branch(self, step_number: int | None, seed: str) -> None:
        controller = self._controller
        if controller is not None and self.load_past():
            at = controller.step_number if step_number is None else step_number
            play_on_from(controller, at, seed, self._game, self._library(), self._messages)

    # the position by agreement

    def correct(self) -> None:
        """Let both sides correct the position, if they agree to that."""
        controller = self._controller
        if controller is None or self.covered or self.is_correcting or not self.load_past():
            return
        self.recap_bar.finish()
        self.replay_bar.leave()
        self.correction.ask(controller, self._messages.window)

    def _after_correction(self) -> None:
        """Both have looked at the whole table; now it is the deciding side's again."""
        controller = self._controller
        if controller is not None and controller.viewing_side and self._must_cover(controller):
            self.cover_for(controller.viewing_side)

    # the way back

    def reset_phase(self) -> None:
        """Begin the phase again, as far as no dice have fallen and nothing was shown."""
        controller = self._controller
        if controller is not None:
            gone = len(controller.session) - controller.start_of_phase()
            controller.reset_phase()
            words = "action was" if gone == 1 else "actions were"
            self._messages.notice(f"{gone} {words} undone")

    def leave(self) -> None:
        """The window closes in order."""
        if self.is_correcting:
            self.correction.discard()
        self.notebook.flush()
