"""Hint: what a bot would do in the decision on the table, in words and as an arrow on the map."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.background.task import BackgroundTask
from app.report.course_text import percent

if TYPE_CHECKING:
    from app.map.map_view import MapView
    from app.play.map_input.map_note import TableNote
    from app.play.play_controller import PlayController
    from app.play.table_game import TableGame
    from engine.bots.hint import Hint

LOOKING = "Looking for a hint…"
NONE = "No hint: this scenario has no victory conditions that a bot could judge by"
MOST_MOVES = 3


class HintDisplay(QObject):
    """Asks a bot for the side that decides; it gets what this side may know, and nothing else."""

    def __init__(self, game: TableGame, view: MapView, note: TableNote) -> None:
        super().__init__(view)
        self._game, self._view, self._note = game, view, note
        self._task: BackgroundTask | None = None
        self.shown: Hint | None = None
        """The hint on the table."""
        game.changed.connect(self._forget)

    def _forget(self) -> None:
        self.shown = None

    def ask(self) -> None:
        """Look for a hint in the background."""
        controller = self._game.controller
        if controller is None or not controller.can_decide or controller.looking_back:
            return
        if self._task is not None:
            return
        from engine.bots.hint import hint_for
        from engine.bots.names import USUAL
        from engine.bots.players import character_of
        from engine.bots.question import asking

        seed, number = os.urandom(8).hex(), len(controller.session)
        ask = asking(controller.session, seed)
        self._note.tell(LOOKING)
        task = self._task = BackgroundTask(lambda _: hint_for(ask(), character_of(USUAL), seed), "hint", self)
        task.done.connect(lambda hint: self._show(controller, number, hint))
        task.failed.connect(lambda why: self._note.tell(f"No hint: {why}"))
        task.ended.connect(self._drop_task)
        task.start()

    def _drop_task(self) -> None:
        if self._task is not None:
            self._task.deleteLater()
            self._task = None

    def _show(self, controller: PlayController, number: int, hint: Hint | None) -> None:
        if controller is not self._game.controller or len(controller.session) != number:
            return
        if controller.looking_back:
            return
        if hint is None:
            self._note.tell(NONE)
            return
        self.shown = hint
        self._note.tell(text_of(controller, hint))
        self._draw(controller, hint)

    def _draw(self, controller: PlayController, hint: Hint) -> None:
        """An arrow for a move or towards the target, and the hexes that are meant."""
        scene = self._view.map_scene()
        if scene is None:
            return
        ways = [(move.start, move.end) for move in hint.moves]
        if not ways and hint.places:
            units = {action.target for action in hint.actions if action.kind == "unit"}
            ways = [(place, hint.places[-1]) for place in controller.places_of(units)]
        is_hex = self._game.is_hex
        scene.way.set_paths([way for way in ways if is_hex(way[0]) and is_hex(way[1]) and way[0] != way[1]])
        meant = dict.fromkeys([*hint.places, *(way[1] for way in ways)])
        units = {action.target for action in hint.actions if action.kind == "unit"}
        meant |= dict.fromkeys(controller.places_of(units))
        shown = [place for place in meant if is_hex(place)]
        scene.show_draft((), shown)
        for place in shown[-1:]:
            self._view.ensureVisible(scene.geometry.rect(place), 40, 40)


def text_of(controller: PlayController, hint: Hint) -> str:
    """A hint as a sentence, with the evaluation before and after."""
    moved = [f"{move.name} to {controller.place_name(move.end)}" for move in hint.moves[:MOST_MOVES]]
    what = ", ".join(moved) if moved else " › ".join(dict.fromkeys(hint.labels))
    return (
        f"Hint: {what}, because {hint.reason}. Evaluation {percent(hint.before)} → {percent(hint.after)}"
        " (from −100 lost to +100 won)."
    )
