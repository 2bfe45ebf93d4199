"""Opens new games, saved games and files on the table. It raises no exceptions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from app.play.history.load_past import preload_past
from app.saving.open_game import Opened, Opening, open_in_background, playable
from engine.bad_input import BadInput

if TYPE_CHECKING:
    from app.library.scenario_library import ScenarioLibrary
    from app.play.play_page import PlayPage
    from app.window.current_game import CurrentGame
    from app.window.messages import Messages

TITLE = "This game cannot be opened"


class GameOpener:
    """Opens games on one table. `check` compares the position on the table with its actions."""

    def __init__(
        self,
        table: PlayPage,
        game: CurrentGame,
        messages: Messages,
        *,
        library: Callable[[], ScenarioLibrary],
        show_start: Callable[[], None],
        check: Callable[[], None],
    ) -> None:
        self._table, self._game, self._messages = table, game, messages
        self._library, self._show_start, self._check = library, show_start, check

    def open(self, opening: Opening, title: str = "") -> bool:
        """Open a game in the background; returns whether it was opened. `title` names its autosave."""
        ended = open_in_background(opening, self._messages.window)
        if ended.problem:
            self._messages.warn(TITLE, ended.problem)
        return ended.succeeded and self._show(ended.value, title)

    def open_first(self, path: Path) -> bool | None:
        """Open a file before the window is shown; None if the game must be replayed first."""
        library = self._library()
        try:
            session = library.open_at_once(library.read_file(path), path.stem)
            opened = playable(session) if session is not None else None
        except BadInput as problem:
            return self._fail(str(problem))
        except Exception as error:
            return self._fail(f"The rules cannot continue from its position: {error!s:.200}")
        if opened is None:
            return None
        if not self._show(opened, path.stem, check=False):
            return False
        QTimer.singleShot(0, self._table, lambda: preload_past(self._table, self._check))
        return True

    def _show(self, opened: Opened, title: str, check: bool = True) -> bool:
        """Show a game on the table; if that fails, show the reason and the start page."""
        session = opened.session
        try:
            if opened.note and session.writer is None:
                self._library().keep(session, f"{title}, replayed")
            self._game.play(session)
        except Exception as error:
            return self._fail(f"The table cannot show its position: {error!s:.200}")
        if opened.note:
            self._messages.warn("The saved position does not match its actions", opened.note)
        elif check and not session.past_is_known:
            QTimer.singleShot(0, self._table, self._check)
        return True

    def _fail(self, why: str) -> bool:
        self._show_start()
        self._messages.warn(TITLE, why)
        return False
