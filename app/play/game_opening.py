"""Opens games beside the window: a save is read, and played again where its rules or its log ask for that."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

from PySide6.QtWidgets import QWidget

from app.errands.progress import Ended, Progress
from app.errands.waiting import beside
from app.play.rehearsal import REHEARSE_UP_TO
from engine.bad_input import BadInput
from engine.referee.chronicle import Progress as Actions
from engine.referee.refusal import RulesBug
from engine.referee.session import Session

Opening: TypeAlias = Callable[[Actions], Session]
"""Brings a game, telling how many actions of how many have been played again."""


def open_beside(opening: Opening, parent: QWidget) -> Ended:
    """The session as the value, or why there is none."""

    def work(progress: Progress) -> Session:
        def tell(done: int, of: int) -> None:
            progress(done, of, "Playing the game again")

        session = opening(tell)
        if len(session) <= REHEARSE_UP_TO:
            # The position is sound; whoever looks back is told what is wrong with the past, if anything is.
            with suppress(BadInput):
                session.chronicle.rehearse(tell)
        _look_once(session)
        return session

    return beside(parent, "Opening a game", "Opening the game…", work)


def _look_once(session: Session) -> None:
    """Let the rules read their charts and work out the position here, and not when the table is laid."""
    with suppress(RulesBug):  # The table will meet it, too, and tell it.
        session.legal()
        session.view(session.choice.side if session.choice is not None else None)
