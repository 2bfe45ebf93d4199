"""Stands for the catalogue's shelf until the catalogue is open, so that a saved game need not wait for it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from app.library.scenario_library import ScenarioLibrary
from engine.referee.session import Session


class PendingLibrary(ScenarioLibrary):
    """Games on it are kept as soon as the catalogue is open; an action taken before that waits for it.

    `wait` comes back when this shelf has been handed over. A game that takes long to open may come to this
    shelf after that, from the thread that has opened it.
    """

    def __init__(self, wait: Callable[[], object]) -> None:
        super().__init__()
        self._wait = wait
        self._lock = Lock()
        self._unkept: list[tuple[Session, str]] = []
        self._library: ScenarioLibrary | None = None
        """The one that this shelf was handed over to."""

    def keep(self, session: Session, title: str) -> None:
        """Remember to keep this game, or have it kept if the catalogue is open by now."""
        with self._lock:
            library = self._library
            if library is None:
                session.journal = self._journal
                self._unkept.append((session, title))
        if library is not None:
            library.keep(session, title)

    def _journal(self, session: Session) -> None:
        """An accepted action is on disk before the next decision is shown, or the player is told why not."""
        self._wait()
        if session.journal is not None and session.journal != self._journal:
            session.journal(session)

    def hand_over(self, library: ScenarioLibrary) -> None:
        """The catalogue is open: its shelf keeps the games from here on."""
        with self._lock:
            self._library = library
            unkept, self._unkept = self._unkept, []
        for session, title in unkept:
            session.journal = None
            library.keep(session, title)
