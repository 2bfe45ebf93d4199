"""The notes of the viewing side: bookmarks, comments, names of players, on disk as they are made."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.play.history.bookmarks import Bookmark, Bookmarks, BookmarksPanel
from app.play.play_controller import PlayController
from engine.bad_input import BadInput
from engine.bots.names import title_of
from engine.referee.hidden_information import keeps_secrets
from engine.referee.session import Session


class Notebook(QObject):
    """Joins the notes to a game, the panel that shows them, and the table."""

    visited = Signal(int)
    """Show this step."""
    added = Signal()
    named = Signal()
    """The players have other names."""
    failed = Signal(str)
    """The notes cannot be read or written: why."""

    def __init__(self, folder: Path | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._controller: PlayController | None = None
        self.marks: Bookmarks | None = None
        self.panel = BookmarksPanel()
        self.panel.visited.connect(self.visited)
        self.panel.add_wanted.connect(self.add)
        self.panel.commented.connect(self._comment)
        self.panel.removed.connect(self._forget)

    @property
    def folder(self) -> Path | None:
        """Where the notes are kept."""
        return self._folder

    def open(self, controller: PlayController) -> None:
        """Another game."""
        self.panel.flush()
        self._controller = controller
        self.marks = Bookmarks(self._folder, controller.session)
        if self.marks.problem:
            self.failed.emit(self.marks.problem)

    def player(self, side: str) -> str:
        """Who plays a side: its bot, the name that was given, or the side's own."""
        assert self._controller is not None and self.marks is not None
        bot = self._controller.seating.bot_of(side)
        if bot:
            return f"Bot ({title_of(bot)})"
        return self.marks.players.get(side) or self._controller.side_title(side)

    def names(self) -> dict[str, str]:
        """The name that was given for each side; empty where none was."""
        assert self._controller is not None and self.marks is not None
        return {side: self.marks.players.get(side, "") for side in self._controller.session.sides}

    def players_of(self, session: Session) -> dict[str, str]:
        """The names that were given to the sides of a game that need not be on the table. Thread-safe."""
        return Bookmarks(self._folder, session).players

    @property
    def one_player(self) -> bool:
        """Was one and the same name given for every side?"""
        controller, marks = self._controller, self.marks
        if controller is None or marks is None:
            return False
        names = {marks.players.get(side, "").strip() for side in controller.session.sides}
        return len(names) == 1 and names != {""}

    def ask_names(self, parent: QWidget) -> None:
        """Ask who plays which side."""
        from app.play.players.players_dialog import PlayersDialog

        controller, marks = self._controller, self.marks
        if controller is None or marks is None:
            return
        sides = {side: controller.side_title(side) for side in controller.session.sides}
        secrets = keeps_secrets(controller.session, controller.known_from)
        dialog = PlayersDialog(sides, marks.players, controller.session.bots, parent, secrets)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._seat_players(controller, dialog.names(), dialog.bots()))
        dialog.open()

    def _seat_players(self, controller: PlayController, names: dict[str, str], bots: dict[str, str]) -> None:
        """Who plays from now on, if this game is still on the table."""
        if controller is not self._controller:
            return
        if bots != dict(controller.session.bots):
            controller.seat_bots(bots)
        self.name_players(names)

    def name_players(self, names: dict[str, str]) -> None:
        """Who plays which side."""
        if self.marks is not None:
            self._write(partial(self.marks.name_players, names))
            self.named.emit()

    def add(self) -> None:
        """Remember the step on the table for the viewing side."""
        controller, marks = self._controller, self.marks
        if controller is None or marks is None:
            return
        at, decision = controller.step_number, controller.decision
        path = [controller.view.turn]
        if not controller.looking_back and decision is not None and decision.path:
            path.append(decision.path[-1])
        self._write(partial(marks.add, controller.viewing_side or "", at, " › ".join(path)))
        made = [mark for mark in marks.of(controller.viewing_side) if mark.step_number == at]
        self.show(made[-1] if made else None)
        self.added.emit()

    def show(self, chosen: Bookmark | None = None) -> None:
        """The bookmarks of the viewing side; everybody's after the game."""
        controller, marks = self._controller, self.marks
        if controller is None or marks is None:
            return
        over = controller.viewing_side is None
        lines = []
        for mark in marks.of(controller.viewing_side) if not controller.asked_across else ():
            whose = f"  ·  {self.player(mark.side)}" if over and mark.side else ""
            lines.append((mark, f"{mark.step_number}  ·  {mark.title}{whose}"))
        self.panel.show_marks(lines, chosen)

    def flush(self) -> None:
        """Nothing typed is lost."""
        self.panel.flush()

    def _comment(self, mark: Bookmark, text: str) -> None:
        if self.marks is not None:
            self._write(partial(self.marks.comment, mark, text))

    def _forget(self, mark: Bookmark) -> None:
        if self.marks is not None:
            self._write(partial(self.marks.remove, mark))
            self.show()

    def _write(self, writing: Callable[[], object]) -> None:
        try:
            writing()
        except BadInput as problem:
            self.failed.emit(str(problem))
