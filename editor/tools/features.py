"""Tools for the content of a hex: features, victory hexes, set-up hexes, names."""

from __future__ import annotations

from typing import ClassVar

from editor.commands.command_runner import CommandRunner
from editor.commands.painting import erase_names, place_feature, remove_features, write_name
from editor.document.palettes import Palettes
from editor.map.canvas import EditorCanvas
from editor.panels.name_popup import NamePopup
from editor.tools.palette_tool import PaletteTool
from editor.tools.stroke import FeatureStrokeTool
from editor.tools.tool import Choices, Pointer, Tool, ToolOption
from engine.catalogue.document import Feature, Label


def sides(tool: Tool) -> Choices:
    """An empty choice and the sides of the scenario."""
    listed = tool.work.scenario("sides")
    return (("", "nobody"), *((side.key, side.title or side.key) for side in listed))


class FeatureTool(FeatureStrokeTool):
    """Places towns, ports and forts in hexes."""

    key = "features"
    title = "Features"
    keys = "T"
    help = "Click or drag to place. Alt: pick what is there. Right: remove this kind; with Ctrl all."
    palette = "features"
    layer = "features"
    table: ClassVar[str] = "features"
    options = (
        ToolOption("name", "Name"),
        ToolOption("value", "Value", "number", tip="What it is worth, or its strength"),
        ToolOption("side", "Belongs to", "choice", sides),
    )

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner, palettes: Palettes) -> None:
        super().__init__(canvas, commands, palettes)
        self.value = 0
        self.side = ""
        self._last = ""

    def begin(self, at: Pointer) -> None:
        self._apply(at)

    def extend(self, at: Pointer) -> None:
        if at.hex and at.hex != self._last:
            self._apply(at)

    def _apply(self, at: Pointer) -> None:
        self._last = at.hex
        work = self.work
        if at.erase:
            kinds = () if at.ctrl else (self.kind(),)
            self.document.do(remove_features(work, self.table, [at.hex], kinds, self._stroke))
        else:
            feature = Feature(self.kind(), self.name.strip(), self.value, self.side)
            self.document.do(place_feature(work, self.table, [at.hex], feature, self._stroke))

    def pick(self, at: Pointer) -> None:
        self.pick_first(self._features_at(at.hex), f"There is nothing of this kind in {at.hex}.")

    def pick_options(self, feature: Feature) -> None:
        self.name, self.value, self.side = feature.name, feature.value, feature.side

    def _features_at(self, here: str) -> tuple[Feature, ...]:
        return self.work.features(self.table).get(here, ())


class PlaceTool(FeatureTool):
    """Places scenario features in hexes: entry hexes, supply sources, prepared positions."""

    key = "places"
    title = "Set-up hexes"
    keys = "U"
    palette = "places"
    layer = "places"
    table = "places"


class VictoryTool(FeatureTool):
    """Marks victory hexes."""

    key = "victory"
    title = "Victory hexes"
    keys = "V"
    help = "Click to mark a victory hex with its points. Alt: pick its values. Right: unmark."
    palette = ""
    layer = "places"
    table = "places"
    options = (
        ToolOption("name", "Name"),
        ToolOption("value", "Points", "number"),
        ToolOption("side", "Initially held by", "choice", sides),
    )

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner, palettes: Palettes) -> None:
        super().__init__(canvas, commands, palettes)
        self.value = 1

    def kind(self) -> str:
        return self.palettes.vocabulary.objective

    def pick(self, at: Pointer) -> None:
        found = [feature for feature in self._features_at(at.hex) if feature.kind == self.kind()]
        self.pick_first(found, f"{at.hex} is not a victory hex.")


class NameTool(PaletteTool):
    """Writes names on the map."""

    key = "names"
    title = "Names"
    keys = "N"
    help = "Click a hex to write a name, or a named one to change it. Right: erase."
    layer = "names"

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner, palettes: Palettes) -> None:
        super().__init__(canvas, commands, palettes)
        self.popup: NamePopup | None = None

    def press(self, at: Pointer) -> None:
        if not at.hex or not self.may_change():
            return
        if at.erase:
            self.document.do(erase_names(self.work, [at.hex]))
            return
        known = next((label for label in self.work.sheet("labels") if label.hex == at.hex), None)
        self._ask(at, known)

    def _ask(self, at: Pointer, known: Label | None) -> None:
        self._close()
        label = known or self._suggested(at.hex)
        popup = NamePopup(label, self._kinds(), known is not None, self.canvas.viewport())
        popup.written.connect(lambda label: self._write(label, known))
        popup.erased.connect(lambda: self._erase(at.hex))
        popup.show_near(self.canvas.mapFromScene(at.point))
        self.popup = popup

    def _kinds(self) -> tuple[str, ...]:
        return self.palettes.vocabulary.names

    def _suggested(self, here: str) -> Label:
        """A label with name and kind of the town in the hex, if there is one."""
        for feature in self.work.features("features").get(here, ()):
            if feature.kind in self._kinds():
                return Label(here, feature.name, feature.kind)
        return Label(here, "")

    def _write(self, label: Label, known: Label | None) -> None:
        if label.text:
            self.document.do(write_name(self.work, label, known))
        self._close()

    def _erase(self, here: str) -> None:
        self.document.do(erase_names(self.work, [here]))
        self._close()

    def _close(self) -> None:
        if self.popup is not None:
            self.popup.hide()
            self.popup.deleteLater()
            self.popup = None
            self.canvas.setFocus()

    def deactivate(self) -> None:
        super().deactivate()
        self._close()

    def cancel(self) -> None:
        super().cancel()
        self._close()
