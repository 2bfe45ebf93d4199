"""Opens the popups that search: the command palette, the search for a hex, and the undo history."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

if TYPE_CHECKING:
    from app.play.history.undo_list import UndoList
    from app.play.play_page import PlayPage
    from app.search.command_palette import CommandPalette
    from app.search.go_to_hex import GoTo


class SearchActions(QObject):
    """Owns the popups, which are imported and created on first use."""

    def __init__(self, window: QMainWindow, table: PlayPage, load_past: Callable[[], bool]) -> None:
        """`load_past` makes all earlier actions available and returns whether they are."""
        super().__init__(window)
        self._window, self._table, self._load_past = window, table, load_past

    @cached_property
    def palette(self) -> CommandPalette:
        """The command palette."""
        from app.search.command_palette import CommandPalette

        return CommandPalette(self._window)

    @cached_property
    def goto(self) -> GoTo:
        """The search for a hex or place."""
        from app.search.go_to_hex import GoTo

        goto = GoTo(self._window)
        view = self._table.map
        goto.wanted.connect(view.go_to)
        goto.wanted.connect(lambda _: view.setFocus())
        return goto

    @cached_property
    def history(self) -> UndoList:
        """The undo history."""
        from app.play.history.undo_list import UndoList

        history = UndoList(self._window)
        history.wanted.connect(self._go_to_length)
        return history

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries, by action key."""
        return {"palette": lambda: self.palette.ask(), "goto": self.go_to, "history": self.show_history}

    def go_to(self) -> None:
        """Ask for a hex and scroll to it."""
        printed_map = self._table.printed_map
        if printed_map is not None:
            self.goto.ask_on(printed_map)

    def show_history(self) -> None:
        """Ask how many actions to undo or redo."""
        controller = self._table.controller
        if controller is not None and self._load_past():
            self.history.ask_about(controller)

    def _go_to_length(self, actions: int) -> None:
        table = self._table
        if table.controller is not None:
            table.bots.hold()
            table.controller.go_to_length(actions)
