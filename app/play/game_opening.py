"""Opens games beside the window: a save is read, and played again where its rules or its log ask for that."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeAlias

from PySide6.QtWidgets import QWidget

from app.play.errand import Progress
from app.play.waiting import Ended, beside
from engine.bad_input import BadInput
from engine.referee.chronicle import Progress as Actions
from engine.referee.session import Session

REHEARSE_UP_TO: Final = 400
"""Games no longer than this have their whole log at hand as soon as they are opened."""

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
        return session

    return beside(parent, "Opening a game", "Opening the game…", work)
