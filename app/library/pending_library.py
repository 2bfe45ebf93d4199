"""A library used until the catalogue is open, so that a saved game can be shown before that."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from app.library.scenario_library import ScenarioLibrary
from engine.referee.session import Session


class PendingLibrary(ScenarioLibrary):
    """Saves its games once the catalogue is open; an action taken before that waits for it.

    `wait` returns after `hand_over`. A game that takes long to open may be added later, from another thread.
    """

    def __init__(self, wait: Callable[[], object]) -> None:
        super().__init__()
        self._wait = wait
        self._lock = Lock()
        self._unsaved: list[tuple[Session, str]] = []
        self._library: ScenarioLibrary | None = None
        """The library of the opened catalogue."""

    def keep(self, session: Session, title: str) -> None:
        """Save this game when the catalogue is open, or at once if it is."""
        with self._lock:
            library = self._library
            if library is None:
                session.writer = self._writer
                self._unsaved.append((session, title))
        if library is not None:
            library.keep(session, title)

    def _writer(self, session: Session) -> None:
        """Save an accepted action before the next decision is shown."""
        self._wait()
        if session.writer is not None and session.writer != self._writer:
            session.writer(session)

    def wait_until_open(self) -> None:
        self._wait()

    def hand_over(self, library: ScenarioLibrary) -> None:
        """The catalogue is open: its library saves the games from now on."""
        with self._lock:
            self._library = library
            unsaved, self._unsaved = self._unsaved, []
        for session, title in unsaved:
            session.writer = None
            library.keep(session, title)
