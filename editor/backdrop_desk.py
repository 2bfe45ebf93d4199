"""What the map is drawn after: backdrop and tracings, their panels, and the tool that aligns them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from editor.backdrop_keeper import BackdropKeeper
from editor.backdrop_tool import AlignTool
from editor.bench import Bench
from editor.panels.backdrop_panel import BackdropPanel
from editor.panels.tracing_panel import TracingPanel
from editor.tools.tool import Tool
from editor.tracing_keeper import TracingKeeper


class BackdropDesk:
    """Joins the keepers to their panels and to the align tool."""

    def __init__(self, bench: Bench, folder: Path, tool: Tool, take_up: Callable[[str], None]) -> None:
        assert isinstance(tool, AlignTool)
        self.backdrop = BackdropKeeper(bench, folder)
        self.tracing = TracingKeeper(bench, folder)
        self.panel = BackdropPanel(self.backdrop)
        self.tracing_panel = TracingPanel(bench, self.tracing)
        self._tool, self._take_up = tool, take_up
        tool.serve(self.backdrop, self.tracing)
        for keeper in (self.backdrop, self.tracing):
            keeper.changed.connect(tool.show_pins)
        for panel in (self.panel, self.tracing_panel):
            panel.align_wanted.connect(self._align)

    def _align(self, layer: str) -> None:
        self._take_up(self._tool.key)
        self._tool.align(layer)

    def close_down(self) -> None:
        """Nothing goes on."""
        self.backdrop.call_off()
        self.tracing.close_down()
