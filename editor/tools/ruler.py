"""The measuring tool."""

from __future__ import annotations

import re
from fractions import Fraction

from editor.commands.command_runner import CommandRunner
from editor.map.canvas import EditorCanvas
from editor.tools.tool import Pointer, Tool
from engine.mechanics.plural import counted


class RulerTool(Tool):
    """Measures the distance between two hexes."""

    key = "measure"
    title = "Measure"
    keys = "D"
    help = "Drag to measure the distance in hexes, and in miles or kilometres if the map has a scale."

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner) -> None:
        super().__init__(canvas, commands)
        self._from = ""

    def press(self, at: Pointer) -> None:
        self._from = at.hex
        self.drag(at)

    def drag(self, at: Pointer) -> None:
        if self._from and at.hex:
            geometry = self.geometry
            count = self.document.lattice.distance(self._from, at.hex)
            text = f"{counted(count, 'hex')}{self._in_scale(count)}"
            self.canvas.preview_line([geometry.centre(self._from), geometry.centre(at.hex)], text, dots=True)
            self.show_message(f"{self._from} to {at.hex}: {text}.")

    def release(self, at: Pointer) -> None:
        self._from = ""

    def _in_scale(self, count: int) -> str:
        """Like " · 14 km" on a map whose hexes are 2 km wide."""
        scale = str(self.work.sheet("data").get("scale", ""))
        found = re.match(r"\s*(\d+(?:[.,]\d+)?)\s*(\S.*)", scale)
        if found is None:
            return ""
        length = Fraction(found[1].replace(",", ".")) * count
        shown = str(length) if length.denominator == 1 else f"{float(length):.1f}"
        return f" · {shown} {found[2].strip()}"
