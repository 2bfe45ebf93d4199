"""The actions that open a game from a file and save it to one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.saving.save_file import GameFile, KnownFile, ask_which_to_open
from engine.bad_input import BadInput
from engine.referee.session import Session

if TYPE_CHECKING:
    from app.library.scenario_library import ScenarioLibrary
    from app.saving.game_opener import GameOpener
    from app.settings.settings_store import SettingsStore
    from app.window.current_game import CurrentGame
    from app.window.messages import Messages


class GameFileActions(QObject):
    """Opens and saves the game on the table, and remembers the folder."""

    def __init__(
        self,
        game: CurrentGame,
        opener: GameOpener,
        messages: Messages,
        settings: SettingsStore,
        library: Callable[[], ScenarioLibrary],
    ) -> None:
        super().__init__(game)
        self._game, self._opener, self._messages = game, opener, messages
        self._settings, self._library = settings, library

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries, by action key."""
        return {"open": self.open_file, "save": self.save, "save_as": self.save_as}

    # opening

    def open_file(self, path: Path | None = None) -> bool:
        """Open a saved game, asking for the file if none is given; returns whether it was opened."""
        path = path or ask_which_to_open(self._messages.window, self._settings.start_folder())
        if path is None:
            return False
        known, library = KnownFile.now(path), self._library()
        if not self._opener.open(lambda progress: library.open_file(path, progress), path.stem):
            return False
        self._note(known)
        return True

    def open_first(self, path: Path) -> bool:
        """Open a saved game at start-up; False if it must be replayed first and is opened a little later."""
        known = KnownFile.now(path)
        opened = self._opener.open_first(path)
        if opened is None:
            QTimer.singleShot(0, self, lambda: self.open_file(path))
            return False
        if opened:
            self._note(known)
        return True

    def _note(self, known: KnownFile) -> None:
        self._settings.note_folder(known.path.parent)
        self._game.set_file(known)

    # saving

    def save(self) -> bool:
        """Save to the file of the game, or ask for one."""
        return self._save(GameFile.save)

    def save_as(self) -> bool:
        """Ask for a file and save the game to it."""
        return self._save(GameFile.save_as)

    def save_to(self, path: Path) -> bool:
        """Save the game to this file."""
        return self._save(lambda file, session, title: file.save_to(session, path, title))

    def _save(self, how: Callable[[GameFile, Session, str], Path | None]) -> bool:
        session = self._game.session
        if session is None:
            return False
        try:
            path = how(self._game.file, session, self._game.title)
        except BadInput as problem:
            self._messages.warn("The game was not saved", str(problem))
            return False
        if path is None:
            return False
        self._settings.note_folder(path.parent)
        self._messages.notice(f"Saved to {path}")
        self._game.changed.emit()
        return True
