"""Puts games on the table that are begun, continued or read from a file. No exception leaves it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from app.play.history.load_past import remember_past
from app.saving.open_game import Opened, Opening, open_in_background, playable
from engine.bad_input import BadInput

if TYPE_CHECKING:
    from app.main_window import MainWindow

TITLE = "This game cannot be opened"


class GameOpener:
    """Opens games for one window."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def open(self, opening: Opening, title: str = "") -> bool:
        """Open a game beside the window; whether it is on the table. `title`: what to keep it under."""
        ended = open_in_background(opening, self._window)
        if ended.problem:
            self._window.complain(TITLE, ended.problem)
        return ended.succeeded and self._lay(ended.value, title)

    def open_first(self, path: Path) -> bool | None:
        """Open a file before the window is seen; None if it must be played again for that."""
        window = self._window
        try:
            session = window.library.open_at_once(window.library.read_file(path), path.stem)
            opened = playable(session) if session is not None else None
        except BadInput as problem:
            return self._give_up(str(problem))
        except Exception as error:
            return self._give_up(f"The rules cannot play it: {error!s:.200}")
        if opened is None:
            return None
        if not self._lay(opened, path.stem, check=False):
            return False
        QTimer.singleShot(0, window.table, lambda: remember_past(window.table, self.check))
        return True

    def check(self) -> None:
        """Compare the position on the table with what its actions lead to, in the background."""
        from app.saving.position_check import check_in_background

        check_in_background(self._window)

    def _lay(self, opened: Opened, title: str, check: bool = True) -> bool:
        """Put a game on the table; one that the table cannot show is told, and the start page is shown."""
        window = self._window
        try:
            if opened.note and opened.session.journal is None:
                window.library.keep(opened.session, f"{title}, replayed")
            window.play(opened.session)
        except Exception as error:
            return self._give_up(f"The table cannot show it: {error!s:.200}")
        if opened.note:
            window.complain("This saved game does not fit its actions", opened.note)
        elif check and not opened.session.chronicle.last_is_known:
            QTimer.singleShot(0, window.table, self.check)
        return True

    def _give_up(self, why: str) -> bool:
        self._window.show_start()
        self._window.complain(TITLE, why)
        return False
