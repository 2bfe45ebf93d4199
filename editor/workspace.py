"""The workspace: the objects that the tools and panels of one editor share."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from editor.commands.command_runner import CommandRunner
from editor.document.layers import Layers
from editor.document.open_document import OpenDocument
from editor.document.palettes import Palettes
from editor.document.selection import Selection
from editor.map.canvas import EditorCanvas
from editor.map.hex_clipboard import HexClipboard


class Workspace(QObject):
    """Makes and connects them. Only the editor page holds it; each tool and panel gets what it needs."""

    message_shown = Signal(str)
    """A message for the status bar."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.open_document = OpenDocument(self)
        self.layers = Layers(self)
        self.canvas = EditorCanvas(self.open_document, self.layers)
        self.palettes = Palettes(self.open_document, self)
        self.palettes.kind_changed.connect(self.canvas.kind_changed)
        self.selection = Selection(self)
        self.selection.changed.connect(self._show_selection)
        self.open_document.opened.connect(self.selection.clear)
        self.commands = CommandRunner(self.open_document, self.layers, self.canvas, self.show_message)
        self.clipboard = HexClipboard(self.commands)

    def show_message(self, text: str) -> None:
        """Show a message in the status bar."""
        self.message_shown.emit(text)

    def _show_selection(self) -> None:
        self.canvas.show_selection(self.selection.hexes)
