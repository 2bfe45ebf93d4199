"""Prints the game on the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.settings.settings_store import SettingsStore
from app.window.current_game import CurrentGame
from app.window.messages import Messages

if TYPE_CHECKING:
    from editor.printing.print_actions import PrintActions


class GamePrinting(QObject):
    """Uses the print dialogs of the editor, which are imported on first use."""

    def __init__(self, game: CurrentGame, messages: Messages, settings: SettingsStore) -> None:
        super().__init__(game)
        self._game, self._messages, self._settings = game, messages, settings

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries, by action key."""
        return {"print": self.print_game}

    @cached_property
    def print_actions(self) -> PrintActions:
        """The dialogs and their work."""
        from app.rules.rule_library import charts_of
        from editor.printing.print_actions import PrintActions

        actions = PrintActions(
            self._messages.window,
            self._settings.user_folder(),
            lambda text: self._messages.notice(text, 12000),
        )
        actions.charts = charts_of
        return actions

    def print_game(self) -> None:
        """Print map, counters and charts of the current game, as set up at its start."""
        controller = self._game.controller
        if controller is None or controller.document is None:
            self._messages.warn("Nothing to print", "This game has no printed map or counters.")
        else:
            self.print_actions.print_out(controller.document)
