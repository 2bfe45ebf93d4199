"""The base of tools that use the palettes."""

from __future__ import annotations

from editor.commands.command_runner import CommandRunner
from editor.document.palettes import Palettes
from editor.map.canvas import EditorCanvas
from editor.tools.tool import Tool


class PaletteTool(Tool):
    """Draws with the chosen kind of its palette, or uses the vocabulary of the game."""

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner, palettes: Palettes) -> None:
        super().__init__(canvas, commands)
        self.palettes = palettes

    def kind(self) -> str:
        """The kind to draw."""
        return self.palettes.kind(self.palette)
