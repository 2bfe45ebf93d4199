"""Replays the beginning of a loaded game in another thread, while the game goes on."""

from __future__ import annotations

from engine.referee.progress import Progress
from engine.referee.session import Session


class PastReplay:
    """Works on a copy of the history, which the game takes over at the end."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._copy = session.history.copy()

    def run(self, progress: Progress | None = None) -> None:
        """Replay every action before the snapshot; may run in another thread."""
        self._copy.replay_past(progress)

    def finish(self) -> None:
        """Let the game take over what was replayed; actions done meanwhile stay."""
        self._session.history.take_replayed(self._copy)
