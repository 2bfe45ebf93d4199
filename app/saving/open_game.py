"""Opens games in a background thread; a saved game is replayed if its rules version or its log require it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

from msgspec import Struct
from PySide6.QtWidgets import QWidget

from app.background.progress import Ended, Progress
from app.background.progress_dialog import run_in_background
from app.play.history.load_past import REPLAY_UP_TO
from engine.bad_input import BadInput
from engine.referee.progress import Progress as Actions
from engine.referee.seat import Seat
from engine.referee.session import Session

Opening: TypeAlias = Callable[[Actions], Session]
"""Opens a game and reports how many of its actions have been replayed."""


class Opened(Struct, frozen=True):
    """A game that can be played; `note` says if its position is not the saved one."""

    session: Session
    note: str = ""


def open_in_background(opening: Opening, parent: QWidget) -> Ended:
    """Open a game; the result holds an `Opened` or the problem."""

    def work(progress: Progress) -> Opened:
        def tell(done: int, of: int) -> None:
            progress(done, of, "Replaying the game")

        session = opening(tell)
        if len(session) <= REPLAY_UP_TO:
            # A history that does not lead to this position is checked again when the game is shown.
            with suppress(BadInput):
                session.replay_past(tell)
        return playable(session, tell)

    return run_in_background(parent, "Open game", "Opening the game…", work)


def playable(session: Session, progress: Actions | None = None) -> Opened:
    """The game; if the rules fail on its position, the one that its actions lead to."""
    try:
        warm_up(session)
        return Opened(session)
    except Exception as fault:
        if session.past_is_known:
            return Opened(session)  # The actions lead here: the table will report the same error.
        return _replayed(session, fault, progress)


def warm_up(session: Session) -> None:
    """Compute decision, view and labels once, so that charts are loaded here and not in the window."""
    seat = Seat(session, session.deciding_side)
    for action in seat.legal():
        seat.label(action)
    seat.view  # noqa: B018
    seat.decision  # noqa: B018


def _replayed(session: Session, fault: Exception, progress: Actions | None) -> Opened:
    from engine.referee.save_check import position_check

    found = position_check(session)(progress)
    why = f"The rules cannot continue from the saved position ({fault!s:.120})."
    try:
        warm_up(found.replayed)
    except Exception as other:
        raise BadInput(f"{why} Nor from the position that its actions lead to ({other!s:.120}).") from other
    return Opened(
        found.replayed,
        f"{why} {found.words()} The game continues from the replayed position, after action"
        f" {len(found.replayed)} of {len(session)}; the file is not changed.",
    )
