"""The bases of tools that draw while a mouse button is held."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from math import ceil
from typing import ClassVar, Final

from PySide6.QtCore import QLineF

from app.map.geometry import HEX_SIZE
from editor.commands.command_runner import CommandRunner
from editor.document.palettes import Palettes
from editor.map.canvas import EditorCanvas
from editor.tools.palette_tool import PaletteTool
from editor.tools.tool import Pointer
from engine.catalogue.document import Feature

STEP: Final = HEX_SIZE / 4
"""Distance between the points at which a drag across the edge of the map is followed."""


class StrokeTool(PaletteTool):
    """Draws with a kind of its palette; a drag is one undo step. With Alt it picks the kind from the map."""

    begins_off_map: ClassVar[bool] = False
    """Whether a drag may begin beside the map."""

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner, palettes: Palettes) -> None:
        super().__init__(canvas, commands, palettes)
        self._before: Pointer | None = None
        """The pointer before this one in the drag."""

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
            self._before = at
            self.begin(at)

    def drag(self, at: Pointer) -> None:
        if self._stroke:
            for point in self._way_to(at):
                self.extend(point)
            self._before = at

    def _way_to(self, at: Pointer) -> Iterator[Pointer]:
        """The points up to the pointer; across the edge of the map close enough that no hex is left out."""
        before = self._before
        if before is not None and not (before.hex and at.hex):
            way = QLineF(before.point, at.point)
            steps = ceil(way.length() / STEP)
            for n in range(1, steps):
                point = way.pointAt(n / steps)
                yield self.canvas.pointer_at(point, at.erase, at.shift, at.ctrl, at.alt)
        yield at

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
