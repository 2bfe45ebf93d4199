"""Reads the last position of a saved game in a background thread for its card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.background.latest_only import Latest
from app.background.progress import Progress
from app.library.scenario_library import SavedPosition, ScenarioLibrary
from engine.referee.session import Session

if TYPE_CHECKING:
    from engine.catalogue.game_store import SavedEntry


class SavedGameReader(QObject):
    """Reads what every side may see; only the result of the latest request is emitted."""

    ready = Signal(object, object)
    """The game, a `SavedEntry`, and its `SavedPosition`."""
    failed = Signal(object, str)
    """The game, and why it cannot be read."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = Latest("saved game", self)
        self.players_of: Callable[[Session], Mapping[str, str]] = lambda session: {}
        """The names of the players of a game, by side; called in the background thread."""

    def read(self, library: ScenarioLibrary, entry: SavedEntry) -> None:
        """Start reading, after an earlier request has ended: two at once would take longer than both."""

        def work(progress: Progress) -> SavedPosition:
            def replayed(done: int, of: int) -> None:
                progress(done, of, "Replaying the game")

            return library.saved_position(entry, replayed, self.players_of)

        self._latest.ask(work, partial(self.ready.emit, entry), partial(self.failed.emit, entry))
