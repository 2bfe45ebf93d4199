"""Two players at one screen: who sits at the table, the screen between them, and corrections by agreement."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, Signal
from PySide6.QtWidgets import QWidget

from app.play.history.recap import recap
from app.play.map_input.scroll_to_decision import Following
from app.play.players.handover_screen import HandoverScreen
from app.play.results.results import public_outcome
from engine.referee.hidden_information import keeps_secrets
from engine.referee.public_view import EVERYBODY

if TYPE_CHECKING:
    from app.map.map_view import MapView
    from app.play.correction.correction_mode import CorrectionMode
    from app.play.history.notebook import Notebook
    from app.play.history.replay_controller import ReplayController
    from app.play.map_input.map_note import TableNote
    from app.play.play_controller import PlayController
    from app.play.table_bars import TableBars
    from app.play.table_game import TableGame
    from app.window.messages import Messages
    from app.window.page_switch import PageSwitch
    from engine.referee.session import Session


class HotseatController(QObject):
    """Decides which side sees the table."""

    player_changed = Signal()
    """Another game or another player: what was raised or opened for the one before is put back."""
    game_begun = Signal(object)
    """Another game is on the table: its session."""
    uncovered = Signal()
    """A player has taken over and sees his table."""
    covering = Signal()
    """The table is about to be covered: what the player pointed at must not be seen by the next one."""

    def __init__(
        self,
        game: TableGame,
        view: MapView,
        note: TableNote,
        bars: TableBars,
        notebook: Notebook,
        replay: ReplayController,
        messages: Messages,
        switch: PageSwitch,
        *,
        table: QWidget,
    ) -> None:
        """`table` is the page that is covered between two people; a bot needs no screen."""
        super().__init__(view)
        self._game, self._view, self._note, self._bars = game, view, note, bars
        self._replay, self._messages, self._switch = replay, messages, switch
        self._table = table
        self.notebook = notebook
        self._controller: PlayController | None = None
        self._seated: str | None = None
        self._own_table: str | None = None
        """The side that wanted to see its own table before it answers."""
        self._places: dict[str, tuple[float, QPointF]] = {}
        """The scale and the centre of the map when each side looked at it last."""
        self.hot_seat = True
        self._tutorial_game: Session | None = None
        """The game of a tutorial, in which one person plays every side."""
        self.covered = False
        self.handover_screen = HandoverScreen()
        self.handover_screen.taken_over.connect(self._take_over)
        game.about_to_change.connect(self._seat_deciding_side)
        replay.may_look_back = self._may_look_back

    @cached_property
    def correction(self) -> CorrectionMode:
        """The correction of the position by agreement, imported and created on first use."""
        from app.play.correction.correction_mode import CorrectionMode

        correction = CorrectionMode(self._view, self._note, self._bars, self.notebook.player)
        correction.ended.connect(self._after_correction)
        return correction

    @property
    def is_correcting(self) -> bool:
        """True while the position is being corrected."""
        return "correction" in vars(self) and self.correction.running

    def _may_look_back(self) -> bool:
        across = self._controller is not None and self._controller.asked_across
        return not self.covered and not self.is_correcting and not across

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries, by action key."""
        return {
            "hot_seat": self.set_hot_seat,
            "players": self.name_players,
            "bookmark": self.notebook.add,
            "correct": self.correct,
        }

    def able(self, playing: bool) -> dict[str, bool]:
        """Which needs of the actions are met; `playing` says whether the table is shown."""
        controller = self._controller if playing and not self.is_correcting else None
        bots = controller is not None and bool(controller.session.bots)
        return {
            **self._replay.able(controller is not None),
            "own_table": playing and not (self._controller is not None and self._controller.asked_across),
            "correct": controller is not None and controller.can_decide and not bots,
            "decide": controller is not None and controller.can_decide and not self.covered,
            "draw": controller is not None and controller.can_decide and not self.covered and not bots,
            "hint": controller is not None and controller.can_decide and not self.covered,
            "bots": controller is not None and bots and controller.outcome is None,
            "same_dice": controller is not None and self._dice_are_open(),
        }

    def _dice_are_open(self) -> bool:
        """True if nobody plays against anybody: no hot seat, or a worked example."""
        session = self._controller.session if self._controller is not None else None
        return session is not None and (not self._for_two(session) or session.start.kind == "position")

    @property
    def page(self) -> QWidget:
        """The page to show: the table, or the screen that covers it."""
        return self.handover_screen if self.covered else self._table

    # seats

    def set_hot_seat(self, on: bool) -> None:
        """Whether two people play at this screen."""
        self.hot_seat = on
        if self._controller is not None and self._controller.asked_across:
            self._controller.read_for_new_player()
        self._seat_deciding_side()
        self._game.changed.emit()

    def sit_alone(self, session: Session | None) -> None:
        """One person plays every side of this game (a tutorial), whatever is preferred for two players."""
        self._tutorial_game = session

    def one_player(self) -> bool:
        """True if one person plays every side of the game on the table."""
        controller = self._controller
        alone = controller is not None and controller.session is self._tutorial_game
        return alone or self.notebook.one_player

    def _seat_deciding_side(self) -> None:
        """Cover the table before anything is shown to the side that decides now, if it must be covered."""
        controller = self._game.controller
        if controller is None:
            return
        if controller is not self._controller:
            self._adopt(controller)
        side = controller.viewing_side
        if side != self._own_table:
            self._own_table = None
        if side is None:
            self._seated = None
            self._uncover()
        elif side == EVERYBODY:  # A bot decides, and nobody or several people look on.
            self._uncover()
        elif controller.asked_across:
            self.covering.emit()
            self.notebook.show()
        elif side != self._seated and self._must_cover(controller):
            self.cover_for(side)
        elif side != self._seated:
            self._seated = side
            self._uncover()
        if not self.covered:
            self.notebook.show()

    def _others_look_on(self) -> bool:
        """Is another player at the table than the one who is asked, and is it a question for open play?

        A secret answer is given before the eyes of both, so the player at the table is asked in the same way.
        """
        controller = self._controller
        if controller is None or self.covered or self._seated is None:
            return False
        side = controller.viewing_side
        if side in (None, self._own_table) or not controller.seat.asks_across_the_table:
            return False
        return (side != self._seated or controller.seat.is_asked_in_secret) and self._must_cover(controller)

    def look_first(self) -> None:
        """The side that is asked across the table wants to see its own table before it answers."""
        controller = self._controller
        if controller is not None and controller.asked_across and controller.viewing_side is not None:
            self._own_table = controller.viewing_side
            self.cover_for(controller.viewing_side)

    def _for_two(self, session: Session) -> bool:
        return self.hot_seat and session is not self._tutorial_game

    def _must_cover(self, controller: PlayController) -> bool:
        session = controller.session
        hides = self._for_two(session) and len(controller.seating.people) > 1
        return hides and keeps_secrets(session, controller.known_from)

    def _adopt(self, controller: PlayController) -> None:
        """Another game is on the table."""
        if self.is_correcting:
            self.correction.discard()
        self._replay.stop()
        self._controller, self._seated = controller, None
        controller.others_look_on = self._others_look_on
        self._places.clear()
        self.player_changed.emit()
        self._switch.layout.begin_game()
        self.notebook.open(controller)
        self.game_begun.emit(controller.session)

    def cover_for(self, side: str) -> None:
        """Cover the table until the player of this side takes over."""
        controller = self._controller
        if controller is None:
            return
        if self._seated is not None:
            middle = self._view.mapToScene(self._view.viewport().rect().center())
            self._places[self._seated] = (self._view.scale_now, middle)
        self.notebook.flush()
        self.player_changed.emit()
        self.covered = True
        self.covering.emit()
        self.handover_screen.cover(
            self.notebook.player(self._seated) if self._seated is not None else "",
            self.notebook.player(side),
            controller.side_title(side),
            controller.counter_style.colour(side),
            bool(recap(controller.seat, controller.known_from)),
            public_outcome(controller) if self._seated is not None else None,
        )
        self._switch.show(self.handover_screen)

    def _take_over(self, with_recap: bool) -> None:
        controller = self._controller
        if controller is None:
            return
        side = self._seated = controller.viewing_side
        if controller.seat.is_asked_in_secret:
            self._own_table = side  # He has come to answer, and the other one looks away already.
        if controller.asked_across:
            controller.read_for_new_player()
        self._switch.layout.seat(side or "")
        self._uncover()
        place = self._places.get(side or "")
        if place is None:
            Following(self._game, self._view).begin()  # Not where the other player looked last.
        else:
            self._view.set_scale(place[0])
            self._view.centerOn(place[1])
        self.notebook.show()
        if with_recap:
            self._replay.tell_what_happened()
        self.uncovered.emit()

    def _uncover(self) -> None:
        if self.covered:
            self.covered = False
            self._switch.show(self._table)

    def name_players(self) -> None:
        """Ask who plays which side."""
        self.notebook.ask_names(self._messages.window)

    # corrections by agreement

    def correct(self) -> None:
        """Let both sides correct the position, if they agree to it."""
        controller = self._controller
        if controller is None or not self._may_look_back() or not self._replay.load_past():
            return
        self._replay.return_to_now()
        self.correction.ask(controller, self._messages.window)

    def _after_correction(self) -> None:
        """Both sides have seen the whole table; now the deciding side has it again."""
        controller = self._controller
        if controller is not None and controller.viewing_side and self._must_cover(controller):
            self.cover_for(controller.viewing_side)

    def leave(self) -> None:
        """The window closes: end a correction and write the notes."""
        if self.is_correcting:
            self.correction.discard()
        self.notebook.flush()
