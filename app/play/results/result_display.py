"""Shows the result of every action: counters glide, a card tells results, a banner the next phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from app.play.history.recap import show_traces, traces
from app.play.map_input.counter_animation import Glide
from app.play.map_input.scroll_to_decision import bring_into_view
from app.play.players.bot_bar import USUAL_PACE, Pace
from app.play.players.side_names import who
from app.play.results.phase_banner import PhaseBanner
from app.play.results.result_card import ResultCard
from app.play.results.results import changed_places, concerns, pages_of

if TYPE_CHECKING:
    from app.map.map_view import MapView
    from app.play.play_controller import PlayController
    from app.play.table_game import TableGame
    from app.settings.preferences import Preferences
    from engine.referee.view import View

DEEPEST: Final = 3
"""Titles that make a phase: turn, player turn, phase. What lies deeper are steps of one action."""


class ResultDisplay(QObject):
    """Compares the table with what was shown before, whoever acted."""

    def __init__(
        self,
        game: TableGame,
        view: MapView,
        preferences: Preferences,
        *,
        player: Callable[[str], str],
        is_covered: Callable[[], bool],
    ) -> None:
        """`player` names who plays a side; while the table `is_covered`, what happened waits."""
        super().__init__(view)
        self._game, self._view, self._preferences = game, view, preferences
        self._player, self._is_covered = player, is_covered
        self.card = ResultCard(view)
        self.card.dismissed.connect(self._forget_traces)
        self.banner = PhaseBanner(view)
        self.card.avoid(self.banner)
        self.glide = Glide(view, self._shown_view)
        self.hold_still = False
        """The player has moved the counters himself, by dragging."""
        self.bot_pace: Callable[[], Pace] = lambda: USUAL_PACE
        """How quickly bots act, and how long their results are shown."""
        self._controller: PlayController | None = None
        self._step = 0
        """The step that the table showed last."""
        self._before: View | None = None
        self._phase: tuple[object, ...] = ()
        self._traced = False
        game.about_to_change.connect(self.glide.stop)
        game.changed.connect(self._follow)

    def _shown_view(self) -> View | None:
        controller = self._game.controller
        return controller.view if controller is not None else None

    def _follow(self) -> None:
        """Something else is on the table; a covered table is read when it is uncovered."""
        controller = self._game.controller
        if controller is None or self._is_covered():
            self.card.hide()
            self.banner.hide()
            return
        if controller.looking_back or controller.correcting:
            self.card.dismiss()
            self.banner.hide()
            self._controller, self._step, self._before = controller, len(controller.session), None
            return
        before, since = self._before, self._step
        now, same_game = len(controller.session), controller is self._controller
        self._controller, self._step, self._before = controller, now, controller.view
        if not same_game or now <= since or before is None:
            if not same_game or now < since:
                self.card.dismiss()
        else:
            self._show(controller, since, before)
        self._announce(controller, new_game=not same_game)

    def uncover(self) -> None:
        """A player has taken over: show him what happened, if nobody tells it step by step."""
        self._follow()

    def _show(self, controller: PlayController, since: int, before: View) -> None:
        self.card.dismiss()
        same_side = before.side == controller.view.side
        by_bot, chosen = controller.seating.bot_acted_last, self._preferences.chosen
        at_once = by_bot and not self.bot_pace().before_action_ms
        if same_side and not self.hold_still:
            if by_bot and not at_once:
                bring_into_view(self._view, self._game, changed_places(before, controller.view))
            self.glide.show(before, controller.view, 0 if at_once else chosen.duration)
        events = controller.results_since(since)
        pages = pages_of(events, before, controller.view) if events else []
        stays_ms, tumble_ms = chosen.result_ms, chosen.tumble_ms
        if by_bot and not concerns(controller.viewing_side or "", events, before, controller.view):
            stays_ms, tumble_ms = self.bot_pace().result_ms, min(tumble_ms, self.bot_pace().result_ms // 4)
            pages = pages if stays_ms else []
        if not pages or not chosen.shows_results:
            return
        if same_side:
            show_traces(self._view, traces(before, controller.view))
            self._traced = True
        self.card.stays_ms = stays_ms
        self.card.tell(pages, tumble_ms)

    def _forget_traces(self) -> None:
        scene = self._view.map_scene()
        if self._traced and scene is not None:
            scene.way.set_paths([])
            scene.cursor.set_hexes([self._view.cursor_hex] if self._view.cursor_hex else [])
        self._traced = False

    def turn_page(self) -> bool:
        """Show the next result, or take the card away after the last one; False if there is none."""
        shown = not self.card.isHidden()
        self.card.turn_page()
        return shown

    def turn_unseen_page(self) -> bool:
        """Show the next result if there is one that nobody has seen; play goes on after the last."""
        if not self.card.has_more:
            return False
        self.card.turn_page()
        return True

    def _announce(self, controller: PlayController, new_game: bool) -> None:
        decision = controller.awaited
        if decision is None:
            self.banner.hide()
            return
        phase = (controller.view.turn, decision.path[:DEEPEST], decision.side)
        before, self._phase = self._phase, phase
        if controller.asked_across:
            self.banner.hide()
        if phase == before or controller.asked_across:
            return
        turn, path, side = phase
        headline = turn if new_game or not before or before[0] != turn else (path[-1] if path else turn)
        named = who(controller.side_title(side), self._player(side))
        where = path[-1] if path and path[-1] not in headline else ""
        self.banner.announce(
            headline,
            " · ".join(filter(None, (where, f"{named} to act"))),
            controller.counter_style.colour(side),
        )
        self.card.settle()
