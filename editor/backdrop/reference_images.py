"""Backdrop and tracings with their panels and the alignment tool."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from editor.backdrop.alignment_tool import AlignTool
from editor.backdrop.backdrop_controller import BackdropController
from editor.backdrop.backdrop_panel import BackdropPanel
from editor.document.open_document import OpenDocument
from editor.tools.tool import Tool
from editor.tracing.tracing_controller import TracingController
from editor.tracing.tracing_panel import TracingPanel


class ReferenceImages:
    """Connects the controllers to their panels, which are created on first use, and to the alignment tool."""

    def __init__(
        self,
        open_document: OpenDocument,
        backdrop: BackdropController,
        tracing: TracingController,
        tool: Tool,
        choose_tool: Callable[[str], None],
    ) -> None:
        assert isinstance(tool, AlignTool)
        self.backdrop, self.tracing = backdrop, tracing
        self._open, self._tool, self._choose_tool = open_document, tool, choose_tool
        tool.set_targets(self.backdrop, self.tracing)
        for controller in (self.backdrop, self.tracing):
            controller.changed.connect(tool.show_pins)

    @cached_property
    def panel(self) -> BackdropPanel:
        """The backdrop panel."""
        panel = BackdropPanel(self.backdrop)
        panel.align_wanted.connect(self._align)
        return panel

    @cached_property
    def tracing_panel(self) -> TracingPanel:
        """The tracing panel."""
        panel = TracingPanel(self._open, self.tracing)
        panel.align_wanted.connect(self._align)
        return panel

    def _align(self, layer: str) -> None:
        self._choose_tool(self._tool.key)
        self._tool.align(layer)

    def close_down(self) -> None:
        """Cancel running tasks."""
        self.backdrop.cancel()
        self.tracing.close_down()
