"""Replays the beginning of a loaded game beside the window, so that all of it can be looked at."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.play.errand import Progress
from app.play.play_controller import PlayController
from app.play.waiting import Ended, beside

TITLE = "Looking back"


def know_past(controller: PlayController, parent: QWidget) -> Ended:
    """Have every moment of the game at hand; called off, the record stays as it was."""
    if controller.log_is_whole:
        return Ended()
    chronicle = controller.session.chronicle

    def replay(progress: Progress) -> None:
        chronicle.rehearse(lambda done, of: progress(done, of, "Replaying the game from its beginning"))

    ended = beside(parent, TITLE, "Replaying the game from its beginning…", replay)
    if ended.well:
        controller.know_all()
    return ended


def know_last(controller: PlayController, parent: QWidget) -> Ended:
    """Know how the last action came about: what taking it back needs."""
    return Ended() if controller.session.chronicle.last_is_known else know_past(controller, parent)
