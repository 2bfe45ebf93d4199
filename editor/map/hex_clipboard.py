"""The copied hexes, also as text in the clipboard of the system."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QApplication

from editor.commands.command_runner import CommandRunner
from editor.map.clip import Clip
from engine.bad_input import BadInput

MIN_CHARS_PER_HEX: Final = 40
"""Minimum text length of a copied hex, to estimate how many hexes a text holds."""


class HexClipboard:
    """Copied hexes stay available when another program replaces the text in the clipboard."""

    def __init__(self, commands: CommandRunner) -> None:
        self._commands = commands
        self.clip: Clip | None = None
        self._text = ""
        """The text from which `clip` was read, or to which it was written."""

    def put(self, clip: Clip, text: str) -> None:
        """Put hexes and their text into the clipboard."""
        self.clip, self._text = clip, text
        QApplication.clipboard().setText(text)

    def read(self) -> bool:
        """Read copied hexes from the clipboard of the system; return whether there are any."""
        text = QApplication.clipboard().text()
        if self.clip is not None and text == self._text:
            return True
        clip, problem = self._read_clip(text)
        if clip is not None:
            self.clip, self._text = clip, text
        elif self.clip is None:
            self._commands.show_message(problem)
        return self.clip is not None

    def _read_clip(self, text: str) -> tuple[Clip | None, str]:
        """Return the hexes in a text, or an error message; long texts are read in the background."""

        def read() -> tuple[Clip | None, str]:
            try:
                return Clip.loads(text), ""
            except BadInput as problem:
                return None, str(problem)

        found: tuple[Clip | None, str] | None
        found = self._commands.compute("Read the clipboard", len(text) // MIN_CHARS_PER_HEX, read)
        return found or (None, "Cancelled; nothing was pasted.")
