"""The past of the game on the table: recap, replay, reset of a phase, and branches."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject

from app.play.history.branch_game import play_on_from
from app.play.history.chapters import chapters
from app.play.history.load_past import load_past
from app.play.history.recap import RecapBar, RecapStep, recap, show_traces, traces
from app.play.history.replay_bar import STEPPING, ReplayBar
from app.play.history.what_if_bar import WhatIfBar
from app.play.map_input.counter_animation import Glide

if TYPE_CHECKING:
    from app.library.scenario_library import ScenarioLibrary
    from app.map.map_view import MapView
    from app.play.history.notebook import Notebook
    from app.play.map_input.map_note import TableNote
    from app.play.table_bars import TableBars
    from app.play.table_game import TableGame
    from app.settings.preferences import Preferences
    from app.theme.theme import Look
    from app.window.current_game import CurrentGame
    from app.window.messages import Messages
    from engine.referee.session import Session
    from engine.referee.view import View


class ReplayController(QObject):
    """Decides which step of the game the table shows."""

    def __init__(
        self,
        game: TableGame,
        view: MapView,
        note: TableNote,
        bars: TableBars,
        notebook: Notebook,
        messages: Messages,
        *,
        current: CurrentGame,
        library: Callable[[], ScenarioLibrary],
        preferences: Preferences,
    ) -> None:
        super().__init__(view)
        self._game, self._view, self._note, self._bars = game, view, note, bars
        self._notebook, self._messages = notebook, messages
        self._current, self._library, self._preferences = current, library, preferences
        self.may_look_back: Callable[[], bool] = lambda: True
        """False while the table is covered or the position is being corrected."""
        self.recap_bar, self.what_if_bar = RecapBar(), WhatIfBar()
        self._replay_bar: ReplayBar | None = None
        self._look: Look | None = None
        self._origins: WeakKeyDictionary[Session, tuple[Session, int]] = WeakKeyDictionary()
        """The game that a branch left, and after which action."""
        bars.add_above(self.recap_bar)
        bars.add_above(self.what_if_bar)
        self.glide = Glide(view, self._shown)
        self._connect()

    def _connect(self) -> None:
        self._game.changed.connect(self.glide.stop)
        self.recap_bar.stepped.connect(self._show_recap_step)
        self.recap_bar.finished.connect(self._back_to_now)
        self.what_if_bar.back_wanted.connect(self._leave_branch)
        self._current.changed.connect(self._show_what_if)
        self._notebook.visited.connect(self.look_back)

    @property
    def replay_bar(self) -> ReplayBar:
        """The bar of the replay, built when it is needed for the first time."""
        if self._replay_bar is None:
            bar = self._replay_bar = ReplayBar()
            bar.looked.connect(self._show_replay_step)
            bar.left.connect(self._back_to_now)
            bar.branch_wanted.connect(self.branch)
            bar.bookmark_wanted.connect(self._notebook.add)
            if self._look is not None:
                bar.set_look(self._look)
            self._bars.add_above(bar)
        return self._replay_bar

    @property
    def looking_back(self) -> bool:
        """Does the table show an earlier step of a replay?"""
        return self._replay_bar is not None and self._replay_bar.running

    def _leave_replay(self) -> None:
        if self._replay_bar is not None:
            self._replay_bar.leave()

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries, by action key."""
        return {
            "reset": self.reset_phase,
            "recap": self.tell_what_happened,
            "replay": self.toggle_replay,
            "step_back": lambda: self.replay_bar.step_back(),
            "step_on": lambda: self.replay_bar.step_on(),
            "what_if": self.branch,
            "same_dice": self.branch_with_same_dice,
        }

    def able(self, playing: bool) -> dict[str, bool]:
        """Which needs of the actions are met; `playing` says whether the game can be played."""
        controller = self._game.controller if playing else None
        return {
            "reset": controller is not None and controller.start_of_phase() < len(controller.session),
            "past": controller is not None and self.looking_back,
        }

    def set_look(self, look: Look) -> None:
        """Apply a light or dark theme."""
        self._look = look
        if self._replay_bar is not None:
            self._replay_bar.set_look(look)

    def stop(self) -> None:
        """Another game is on the table: show its present position and its decision."""
        self.recap_bar.hide()
        self._leave_replay()
        self._bars.show_decision()

    def return_to_now(self) -> None:
        """End the recap or the replay."""
        self.recap_bar.finish()
        self._leave_replay()

    def _shown(self) -> View | None:
        controller = self._game.controller
        return controller.view if controller is not None else None

    # recap

    def tell_what_happened(self) -> None:
        """Show the viewing side what the others have done, step by step."""
        controller = self._game.controller
        side = controller.viewing_side if controller is not None else None
        if controller is None or not side or self.recap_bar.running or not self.may_look_back():
            return
        self._leave_replay()
        steps, player = recap(controller.seat, controller.known_from), self._notebook.player(side)
        if steps:
            self._bars.hide_decision()
            self.recap_bar.begin(player, controller.counter_style.colour(side), steps)
        else:
            self._note.tell(f"Nothing has happened since {player} last decided")

    def _show_recap_step(self, step: RecapStep) -> None:
        self._show(step.step_number, always=True)

    def _show(self, step_number: int, always: bool = False) -> None:
        """Show a step with what it changed; a step forward is animated."""
        controller = self._game.controller
        if controller is None:
            return
        shown_at, shown = controller.step_number, controller.view
        controller.look_at(step_number)
        before = controller.view_at(max(0, step_number - 1))
        show_traces(self._view, traces(before, controller.view))
        if step_number > shown_at or always:
            pace = self._preferences.chosen.duration
            start = shown if step_number > shown_at else before
            longest = self._replay_bar.longest_movement if self._replay_bar is not None else STEPPING
            self.glide.show(start, controller.view, min(pace, longest))

    def _back_to_now(self) -> None:
        scene, controller = self._view.map_scene(), self._game.controller
        self._bars.show_decision()
        if scene is not None:
            scene.cursor.set_hexes([])
        if controller is not None:
            controller.look_at(None)
        if self.may_look_back():
            self._view.setFocus()

    # replay

    def toggle_replay(self) -> None:
        """Begin or end the replay."""
        controller = self._game.controller
        if self.looking_back:
            self._leave_replay()
        elif controller is not None:
            self.look_back(controller.step_number)

    def look_back(self, step_number: int) -> None:
        """Show the game after this number of actions."""
        controller = self._game.controller
        if controller is None or not self.may_look_back() or not self.load_past():
            return
        self.recap_bar.hide()
        self._bars.hide_decision()
        if self.looking_back:
            self.replay_bar.go(step_number)
        else:
            self.replay_bar.begin(len(controller.session), step_number, chapters(controller.seat))

    def load_past(self) -> bool:
        """Make all earlier steps available; a long loaded game is replayed in the background first."""
        controller = self._game.controller
        if controller is None:
            return False
        ended = load_past(controller, self._messages.window)
        if ended.problem:
            self._messages.warn("The past cannot be shown", ended.problem)
        return ended.succeeded

    def _show_replay_step(self, step_number: int) -> None:
        self._show(step_number)
        if self._game.controller is not None:
            self.replay_bar.tell_of(self._game.controller, step_number)

    # branches and the reset of a phase

    def branch(self, step_number: int | None = None) -> None:
        """What if? Continue from the step on the table as a new game; this game is not changed."""
        self._branch(step_number, os.urandom(16).hex())

    def branch_with_same_dice(self) -> None:
        """The same with the dice of this game; only where nobody plays against anybody."""
        self._branch(None, "")

    def _branch(self, step_number: int | None, seed: str) -> None:
        controller = self._game.controller
        if controller is not None and self.load_past():
            at = controller.step_number if step_number is None else step_number
            left = controller.session
            play_on_from(controller, at, seed, self._current, self._library(), self._messages)
            branch = self._current.session
            if branch is not None and branch is not left:
                self._origins[branch] = left, at
                self._show_what_if()

    def _show_what_if(self) -> None:
        """Show the banner if the game on the table is a branch of one that was left here."""
        branch, controller = self._current.session, self._game.controller
        found = self._origins.get(branch) if branch is not None else None
        if found is None or controller is None:
            self.what_if_bar.hide()
        else:
            self.what_if_bar.tell(controller.title, found[1])

    def _leave_branch(self) -> None:
        """Put the game that the branch left on the table again."""
        branch = self._current.session
        if branch is not None and branch in self._origins:
            self._current.play(self._origins[branch][0])

    def reset_phase(self) -> None:
        """Undo the phase as far as no dice have fallen and nothing hidden was shown."""
        controller = self._game.controller
        if controller is not None:
            gone = len(controller.session) - controller.start_of_phase()
            controller.reset_phase()
            words = "action was" if gone == 1 else "actions were"
            self._messages.notice(f"{gone} {words} undone")
