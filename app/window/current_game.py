"""The game on the table, and its file."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.play.play_controller import PlayController
from app.play.play_page import PlayPage
from app.saving.save_file import GameFile, KnownFile
from app.window.messages import Messages
from engine.referee.session import Session


class CurrentGame(QObject):
    """The game on the table; `play` puts another one in its place."""

    changed = Signal()
    """Another game or another file."""

    def __init__(
        self, table: PlayPage, file: GameFile, messages: Messages, show_table: Callable[[], None]
    ) -> None:
        super().__init__(table)
        self._table, self._messages, self._show_table = table, messages, show_table
        self.file = file
        self._title = ""
        self._plays_single_options = False

    @property
    def controller(self) -> PlayController | None:
        """The controller of the game; None if the table is empty."""
        return self._table.controller

    @property
    def session(self) -> Session | None:
        """The session of the game; None if the table is empty."""
        controller = self._table.controller
        return controller.session if controller is not None else None

    @property
    def title(self) -> str:
        """The title of the game; empty if the table is empty."""
        controller = self._table.controller
        return self._title or controller.title if controller is not None else ""

    @property
    def game_key(self) -> str:
        """The key of the game, such as its rules are listed under; empty if the table is empty."""
        session = self.session
        return session.game.key if session is not None else ""

    @property
    def window_title(self) -> str:
        """The title of the game with the name of its file."""
        path, controller = self.file.path, self._table.controller
        where = f" — {path.name}" if path is not None else ""
        read_only = " (read-only)" if controller is not None and controller.read_only else ""
        return f"{self.title}{where}{read_only}"

    def able(self, playing: bool) -> dict[str, bool]:
        """Which needs of the actions are met; `playing` says whether the table is shown."""
        controller = self._table.controller
        undo = playing and controller is not None and controller.can_undo
        redo = playing and controller is not None and controller.can_redo
        return {
            "table": controller is not None and not playing,
            "game": playing,
            "undo": undo,
            "redo": redo,
            "history": undo or redo,
        }

    def play(self, session: Session, title: str = "") -> None:
        """Show this game on the table, with the title of its scenario if no other is given."""
        self._title = title
        self.file.known = None
        controller = PlayController(session)
        controller.play_single_options = self._plays_single_options
        controller.broke.connect(lambda text: self._messages.warn("Error in the rules", text))
        self._show_table()
        self._table.set_controller(controller)
        self.changed.emit()

    def set_file(self, known: KnownFile | None) -> None:
        """Set the file of the game."""
        self.file.known = known
        self.changed.emit()

    def set_play_single_options(self, on: bool) -> None:
        """Whether a decision with one option is made without asking, in this game and in later ones."""
        self._plays_single_options = on
        if self._table.controller is not None:
            self._table.controller.play_single_options = on
