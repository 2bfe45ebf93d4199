"""The bases of tools that draw while a mouse button is held."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from editor.commands.command_runner import CommandRunner
from editor.document.palettes import Palettes
from editor.map.canvas import EditorCanvas
from editor.tools.palette_tool import PaletteTool
from editor.tools.tool import Pointer
from engine.catalogue.document import Feature


class StrokeTool(PaletteTool):
    """Draws with a kind of its palette; a drag is one undo step. With Alt it picks the kind from the map."""

    begins_off_map: ClassVar[bool] = False
    """Whether a drag may begin beside the map."""

    @abstractmethod
    def pick(self, at: Pointer) -> None:
        """Pick the kind at the pointer for the palette."""

    @abstractmethod
    def begin(self, at: Pointer) -> None:
        """Begin to draw."""

    @abstractmethod
    def extend(self, at: Pointer) -> None:
        """Draw on to the pointer."""

    def finish(self, at: Pointer) -> None:
        """Draw what is missing at the end of the drag."""

    def press(self, at: Pointer) -> None:
        if at.alt:
            if at.hex:
                self.pick(at)
        elif (at.hex or self.begins_off_map) and self.may_change():
            self._stroke = self.document.new_stroke()
            self.begin(at)

    def drag(self, at: Pointer) -> None:
        if self._stroke:
            self.extend(at)

    def release(self, at: Pointer) -> None:
        if self._stroke:
            self.finish(at)
            self.document.end_stroke()
            self._stroke = ""


class FeatureStrokeTool(StrokeTool):
    """Draws features, which may have a name."""

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner, palettes: Palettes) -> None:
        super().__init__(canvas, commands, palettes)
        self.name = ""

    def pick_first(self, found: Sequence[Feature], otherwise: str) -> None:
        """Pick the first of these features; if there is none, show a message."""
        if not found:
            self.show_message(otherwise)
            return
        if self.palette:
            self.palettes.pick(self.palette, found[0].kind)
        self.pick_options(found[0])
        self.options_changed.emit()

    def pick_options(self, feature: Feature) -> None:
        """Set the options as this feature has them."""
        self.name = feature.name
