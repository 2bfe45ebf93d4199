"""Screenshots of the hand-over screen, the recap and the replay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from app.play.history.recap import recap, traces
from engine.referee.action import Action

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.main_window import MainWindow

MOST_ACTIONS = 120


def screens(window: MainWindow, settle: Callable[[], None]) -> Iterator[tuple[str, QWidget]]:
    """Play the current game until another side has a recap."""
    controller, hotseat, replay = window.table.controller, window.hotseat, window.replay
    if controller is None:
        return
    times_played: dict[Action, int] = {}
    for _ in range(MOST_ACTIONS):
        side = controller.viewing_side
        if side is None or len(recap(controller.seat)) >= 2:
            break
        rarest = min(controller.offers, key=lambda offer: times_played.get(offer.action, 0))
        times_played[rarest.action] = times_played.get(rarest.action, 0) + 1
        controller.act(rarest.action)
    if controller.viewing_side is None:
        return
    hotseat.cover_for(controller.viewing_side)
    hotseat.handover_screen.ready()
    settle()
    yield "hand-over", window
    hotseat.handover_screen.taken_over.emit(True)
    settle()
    yield "recap", window
    replay.recap_bar.finish()
    hotseat.notebook.add()
    numbers = range(len(controller.session), 0, -1)
    moved = (at for at in numbers if traces(controller.view_at(at - 1), controller.view_at(at)).ways)
    replay.look_back(next(moved, len(controller.session)))
    settle()
    yield "replay", window
    replay.replay_bar.leave()
    window.docks["log"].raise_()
