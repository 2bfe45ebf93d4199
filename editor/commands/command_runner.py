"""Carries out commands on the open document; those on many hexes in the background."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from app.background.progress_dialog import run_in_background
from editor.commands.set_records import SetRecords
from editor.document.layers import Layers
from editor.document.open_document import OpenDocument
from engine.bad_input import BadInput

MAX_IMMEDIATE_HEXES: Final = 1000
"""Work on more hexes runs in the background."""


class CommandRunner:
    """Shows a message if something cannot be done."""

    def __init__(
        self,
        open_document: OpenDocument,
        layers: Layers,
        window: QWidget,
        show_message: Callable[[str], None],
    ) -> None:
        self._open, self._layers, self._window = open_document, layers, window
        self.show_message = show_message

    def may_change(self, *layers: str) -> bool:
        """Whether these layers are visible and unlocked; shows a message if not."""
        objection = next(filter(None, map(self._layers.objection, layers)), "")
        if objection:
            self.show_message(objection)
        return not objection

    def compute(self, title: str, hexes: int, work: Callable[[], Any]) -> Any:
        """Run work on this number of hexes; return its result, None if it was cancelled or failed."""
        if hexes <= MAX_IMMEDIATE_HEXES:
            try:
                return work()
            except BadInput as problem:
                self.show_message(str(problem))
                return None
        ended = run_in_background(self._window, title, f"{title}…", lambda _: work())
        if ended.problem:
            self.show_message(ended.problem)
        return ended.value

    def do(self, title: str, hexes: int, made: Callable[[], SetRecords]) -> bool:
        """Do a command on this number of hexes as a separate undo step; return whether it was done."""
        document = self._open.document
        if document is None:
            return False

        def prepared_command() -> SetRecords:
            command = made()
            command.prepare(document.work)
            return command

        command = self.compute(title, hexes, prepared_command)
        if command is None or document is not self._open.document:
            return False
        document.do_step(command)
        return True
