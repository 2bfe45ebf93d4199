"""The tool for regions: countries, weather zones, deployment areas."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QPointF

from editor.commands.command_runner import CommandRunner
from editor.commands.regions import move_region, remove_region, set_region
from editor.document.keys import new_key
from editor.document.palettes import Palettes
from editor.document.working_copy import SCENARIO, SHEET
from editor.map import shapes
from editor.map.canvas import EditorCanvas
from editor.tools.polyline import PolylineTool
from editor.tools.tool import Choices, Pointer, ToolOption
from engine.bad_input import BadInput
from engine.catalogue.document import Region
from engine.catalogue.start_line import region_hexes

_OWNERS: Final[Choices] = ((SHEET, "the map"), (SCENARIO, "the scenario"))
_WAYS: Final[Choices] = (("lasso", "by lasso"), ("polygon", "by corners"))
_CLOSE: Final = 12
"""A click within this distance in pixels of the first corner closes the polygon."""


def _regions(tool: RegionTool) -> Choices:
    work = tool.work
    known = (*work.sheet("regions"), *work.scenario("regions"))
    return (("", "a new region"), *((region.key, region.title or region.key) for region in known))


def _kinds(tool: RegionTool) -> Choices:
    return tuple((kind, kind) for kind in tool.known_kinds)


class RegionTool(PolylineTool):
    """Draws regions: countries, weather zones, deployment areas."""

    key = "regions"
    title = "Regions"
    keys = "G"
    help = (
        "Lasso: drag around hexes, or click one. Corners: click them. Enter: close. "
        "Backspace: undo the last corner. Right: remove hexes."
    )
    layer = "regions"
    options = (
        ToolOption("way", "Draw", "choice", _WAYS),
        ToolOption("region", "Region", "choice", _regions),
        ToolOption("name", "Title"),
        ToolOption("kind", "Kind", "word", _kinds, "A term of the game: country, weather, deployment …"),
        ToolOption("owner", "In", "choice", _OWNERS, "Regions of the map belong to every scenario on it"),
        ToolOption("remove", "Remove", "action", tip="Delete the selected region"),
    )

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner, palettes: Palettes) -> None:
        super().__init__(canvas, commands)
        self._palettes = palettes
        self.way = "lasso"
        self.region = ""
        self.name = ""
        self.kind = ""
        self.owner = SHEET
        self._from = ""
        self._out = False
        """Whether the current shape removes hexes."""

    # options

    @property
    def known_kinds(self) -> tuple[str, ...]:
        """The kinds of regions in the game."""
        return self._palettes.vocabulary.regions

    def set_option(self, name: str, value: object) -> None:
        super().set_option(name, value)
        found = self._known()
        if name == "way":
            self.cancel()
        elif name == "region":
            self._show(found)
            self.canvas.choose_region(self.region)
            self.options_changed.emit()
        elif found is not None and self.may_change():
            self._change_words(found, name)

    def _change_words(self, found: Region, name: str) -> None:
        """Change title, kind or owner of the chosen region; typing is one undo step."""
        work, before = self.work, self._owner_of(found.key)
        if name == "owner" and before != self.owner:
            self.document.do_step(move_region(work, found.key, before, self.owner))
        elif name in ("name", "kind"):
            renamed = replace(found, title=self.name.strip(), kind=self.kind.strip())
            self.document.do(set_region(work, renamed, before, f"{name} of region {found.key}"))

    def activate(self) -> None:
        self.canvas.choose_region(self.region)

    def deactivate(self) -> None:
        self.canvas.choose_region(None)
        super().deactivate()

    def scenario_changed(self) -> None:
        found = self._known()
        if found is None:
            self.region = ""
            self.canvas.choose_region("")
        elif (found.title, found.kind) != (self.name.strip(), self.kind.strip()):
            self._show(found)
        else:
            self.owner = self._owner_of(found.key)

    def _show(self, found: Region | None) -> None:
        self.name, self.kind = (found.title, found.kind) if found is not None else ("", "")
        if found is not None:
            self.owner = self._owner_of(found.key)

    def remove(self) -> None:
        """Delete the chosen region."""
        if self._known() is not None and self.may_change():
            self.document.do_step(remove_region(self.work, self.region, self._owner_of(self.region)))
            self.set_option("region", "")

    def _owner_of(self, key: str) -> str:
        own = any(known.key == key for known in self.work.scenario("regions"))
        return SCENARIO if own else SHEET

    def _known(self) -> Region | None:
        work = self.work
        listed = (*work.scenario("regions"), *work.sheet("regions"))
        return next((region for region in listed if region.key == self.region), None)

    # the pointer

    def press(self, at: Pointer) -> None:
        if not self.may_change():
            return
        if self.way == "lasso" or not self.points:
            self._out = at.erase
        if self.way == "lasso":
            self.points, self._from = [at.point], at.hex
        elif len(self.points) > 2 and self._is_first(at.point):
            self.finish()
        else:
            self.points.append(at.point)
            self.preview()

    def drag(self, at: Pointer) -> None:
        if self.way == "lasso" and self.points:
            self.points.append(at.point)
            self.preview()
        elif self.points:
            self.preview(at.point)

    def release(self, at: Pointer) -> None:
        if self.way == "lasso" and self.points:
            self.finish([at.hex] if at.hex and at.hex == self._from else ())

    def double_click(self, at: Pointer) -> None:
        if self.way == "polygon":
            self.finish()
        else:
            super().double_click(at)

    def hover(self, at: Pointer) -> None:
        if self.points:
            self.preview(at.point)
        else:
            self.canvas.preview_hexes([at.hex] if at.hex and self.way == "lasso" else ())

    def _is_first(self, point: QPointF) -> bool:
        reach = _CLOSE / self.canvas.transform().m11()
        return (point - self.points[0]).manhattanLength() <= reach

    def preview(self, ahead: QPointF | None = None) -> None:
        """Preview the line up to the pointer."""
        points = self.points if ahead is None else [*self.points, ahead]
        self.canvas.preview_line(points, dots=self.way == "polygon", closed=True)
        if ahead is None and self.way == "polygon":
            self.canvas.preview_hexes(shapes.lassoed(self.geometry, self.points))

    # drawing

    def finish(self, single: list[str] | tuple[str, ...] = ()) -> None:
        """Add the hexes inside to the region, or remove them from it."""
        hexes = shapes.lassoed(self.geometry, self.points) or list(single)
        self.points = []
        self.canvas.clear_preview()
        if hexes:
            self._change(hexes)
        elif self.way == "polygon":
            self.show_message("No hex centre is inside these corners; place them further apart.")

    def _change(self, hexes: list[str]) -> None:
        lattice, work = self.document.lattice, self.work
        region = self._known()
        if region is None:
            if self._out:
                self.show_message("First choose the region to remove hexes from.")
                return
            region = Region(self._new_key(), self.name.strip(), self.kind.strip())
        try:
            present = dict.fromkeys(region_hexes(lattice, region))
        except BadInput as problem:
            self.show_message(str(problem))
            return
        for here in hexes:
            if self._out:
                present.pop(here, None)
            else:
                present[here] = None
        ordered = tuple(here for here in lattice.hexes if here in present)
        owner = self._owner_of(region.key) if self.region else self.owner
        self.region = region.key
        self.document.do_step(set_region(work, replace(region, hexes=ordered, polygon=()), owner))
        self.options_changed.emit()

    def _new_key(self) -> str:
        work = self.work
        taken = {region.key for region in (*work.sheet("regions"), *work.scenario("regions"))}
        return new_key(self.name or "region", taken)
