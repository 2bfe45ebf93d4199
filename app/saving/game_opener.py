"""Opens new games, saved games and files on the table. It raises no exceptions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from app.play.history.load_past import preload_past
from app.saving.open_game import Opened, Opening, open_in_background, playable
from engine.bad_input import BadInput

if TYPE_CHECKING:
    from app.main_window import MainWindow

TITLE = "This game cannot be opened"


class GameOpener:
    """Opens games in one window."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def open(self, opening: Opening, title: str = "") -> bool:
        """Open a game in the background; returns whether it was opened. `title` names its autosave."""
        ended = open_in_background(opening, self._window)
        if ended.problem:
            self._window.complain(TITLE, ended.problem)
        return ended.succeeded and self._show(ended.value, title)

    def open_first(self, path: Path) -> bool | None:
        """Open a file before the window is shown; None if the game must be replayed first."""
        window = self._window
        try:
            session = window.library.open_at_once(window.library.read_file(path), path.stem)
            opened = playable(session) if session is not None else None
        except BadInput as problem:
            return self._fail(str(problem))
        except Exception as error:
            return self._fail(f"The rules cannot continue from its position: {error!s:.200}")
        if opened is None:
            return None
        if not self._show(opened, path.stem, check=False):
            return False
        QTimer.singleShot(0, window.table, lambda: preload_past(window.table, self.check))
        return True

    def check(self) -> None:
        """Compare the position on the table with what its actions lead to, in the background."""
        from app.saving.position_check import check_in_background

        check_in_background(self._window)

    def _show(self, opened: Opened, title: str, check: bool = True) -> bool:
        """Show a game on the table; if that fails, show the reason and the start page."""
        window = self._window
        try:
            if opened.note and opened.session.writer is None:
                window.library.keep(opened.session, f"{title}, replayed")
            window.play(opened.session)
        except Exception as error:
            return self._fail(f"The table cannot show its position: {error!s:.200}")
        if opened.note:
            window.complain("The saved position does not match its actions", opened.note)
        elif check and not opened.session.history.last_is_known:
            QTimer.singleShot(0, window.table, self.check)
        return True

    def _fail(self, why: str) -> bool:
        self._window.show_start()
        self._window.complain(TITLE, why)
        return False
