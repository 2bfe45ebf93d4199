"""Replays the beginning of a loaded game beside the window, so that all of it can be looked at."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from app.background.progress import Ended, Progress
from app.background.progress_dialog import run_in_background
from app.background.task import BackgroundTask
from app.play.play_controller import PlayController
from engine.referee.past_replay import PastReplay

if TYPE_CHECKING:
    from app.play.play_page import PlayPage

TITLE = "Looking back"
REPLAY_UP_TO: Final = 400
"""Games no longer than this have their whole log at hand soon after they are opened."""


def load_past(controller: PlayController, parent: QWidget, tell: bool = True) -> Ended:
    """Make every earlier position available; when cancelled, nothing changes."""
    if controller.log_is_whole:
        return Ended()
    session = controller.session

    def replay(progress: Progress) -> None:
        session.replay_past(lambda done, of: progress(done, of, "Replaying the game from its beginning"))

    ended = run_in_background(parent, TITLE, "Replaying the game from its beginning…", replay)
    if ended.succeeded:
        controller.know_all(tell)
    return ended


def preload_past(table: PlayPage, check: Callable[[], None]) -> None:
    """Have the past of a short game at hand after a while, without letting anybody wait for it.

    A past that is too long for that, or does not lead to the position on the table, is given to `check`.
    """
    controller = table.controller
    if controller is None or controller.log_is_whole:
        return
    if len(controller.session) > REPLAY_UP_TO:
        check()
        return
    past = PastReplay(controller.session)

    def replay(progress: Progress) -> None:
        past.run(lambda done, of: progress(done, of, TITLE))

    def know() -> None:
        past.finish()
        if table.controller is controller and not controller.looking_back:
            controller.know_all()

    task = BackgroundTask(replay, TITLE, controller)
    task.done.connect(know)
    task.failed.connect(lambda _: check() if table.controller is controller else None)
    task.start()


def load_last(controller: PlayController, parent: QWidget) -> Ended:
    """Know how the last action came about: what taking it back needs."""
    if controller.session.past_is_known:
        return Ended()
    ended = load_past(controller, parent, tell=False)
    if ended.succeeded:  # The whole log is shown when the action has been taken back, or not.
        QTimer.singleShot(0, controller, partial(controller.changed.emit, None))
    return ended
