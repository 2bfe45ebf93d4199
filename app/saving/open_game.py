"""Opens games beside the window: a save is read, and played again where its rules or its log ask for that."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

from msgspec import Struct
from PySide6.QtWidgets import QWidget

from app.background.progress import Ended, Progress
from app.background.progress_dialog import run_in_background
from app.play.history.load_past import REHEARSE_UP_TO
from engine.bad_input import BadInput
from engine.referee.chronicle import Progress as Actions
from engine.referee.session import Session

Opening: TypeAlias = Callable[[Actions], Session]
"""Brings a game, telling how many actions of how many have been played again."""


class Opened(Struct, frozen=True):
    """A game that can be played, and a sentence where it is not the one that was saved."""

    session: Session
    note: str = ""


def open_in_background(opening: Opening, parent: QWidget) -> Ended:
    """What was opened as the value, or why there is nothing."""

    def work(progress: Progress) -> Opened:
        def tell(done: int, of: int) -> None:
            progress(done, of, "Playing the game again")

        session = opening(tell)
        if len(session) <= REHEARSE_UP_TO:
            # A past that does not lead here is looked at again when the game is on the table.
            with suppress(BadInput):
                session.chronicle.rehearse(tell)
        return playable(session, tell)

    return run_in_background(parent, "Opening a game", "Opening the game…", work)


def playable(session: Session, progress: Actions | None = None) -> Opened:
    """The game, or the one that its actions lead to where the rules can make nothing of the position."""
    try:
        look_once(session)
        return Opened(session)
    except Exception as fault:
        if session.chronicle.last_is_known:
            return Opened(session)  # The actions lead here: the table will meet the fault, too, and tell it.
        return _replayed(session, fault, progress)


def look_once(session: Session) -> None:
    """Let the rules read their charts and work out the position here, and not when the table is laid."""
    choice, state = session.choice, session.state
    for action in session.legal():
        if choice is not None:
            choice.label(state, action)
    session.view(choice.side if choice is not None else None)
    session.decision  # noqa: B018


def _replayed(session: Session, fault: Exception, progress: Actions | None) -> Opened:
    from engine.referee.save_check import check_position

    entries = session.chronicle.entries()
    found = check_position(session.game, session.start, entries, session.state, progress)
    why = f"The rules cannot play the saved position ({fault!s:.120})."
    try:
        look_once(found.replayed)
    except Exception as other:
        raise BadInput(f"{why} Neither can they play what its actions lead to ({other!s:.120}).") from other
    return Opened(
        found.replayed,
        f"{why} {found.words()} The game goes on with the replayed position, after action"
        f" {len(found.replayed)} of {len(entries)}; the file is left as it is.",
    )
