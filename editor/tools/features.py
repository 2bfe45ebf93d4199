"""Tools for the content of a hex: features, victory hexes, set-up hexes, names."""

from __future__ import annotations

from typing import ClassVar

from editor.commands.painting import erase_names, place_feature, remove_features, write_name
from editor.panels.name_popup import NamePopup
from editor.tools.tool import Choices, Pointer, Tool, ToolOption
from engine.catalogue.document import Feature, Label


def sides(workspace) -> Choices:
    """An empty choice and the sides of the scenario."""
    document = workspace.document
    listed = document.work.scenario("sides") if document is not None else ()
    return (("", "nobody"), *((side.key, side.title or side.key) for side in listed))


class FeatureTool(Tool):
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

    def __init__(self, workspace) -> None:
        super().__init__(workspace)
        self.name = ""
        self.value = 0
        self.side = ""
        self._last = ""

    def kind(self) -> str:
        """The kind to place."""
        return self.workspace.kind(self.palette)

    def press(self, at: Pointer) -> None:
        if not at.hex:
            return
        if at.alt:
            self._pick(at.hex)
        elif self.may_change():
            self._stroke = self.document.new_stroke()
            self._apply(at)

    def drag(self, at: Pointer) -> None:
        if self._stroke and at.hex and at.hex != self._last:
            self._apply(at)

    def release(self, at: Pointer) -> None:
        if self._stroke:
            self.document.end_stroke()
            self._stroke = ""

    def hover(self, at: Pointer) -> None:
        self.canvas.preview_hexes([at.hex] if at.hex else ())

    def _apply(self, at: Pointer) -> None:
        self._last = at.hex
        work = self.document.work
        if at.erase:
            kinds = () if at.ctrl else (self.kind(),)
            self.document.do(remove_features(work, self.table, [at.hex], kinds, self._stroke))
        else:
            feature = Feature(self.kind(), self.name.strip(), self.value, self.side)
            self.document.do(place_feature(work, self.table, [at.hex], feature, self._stroke))

    def _pick(self, here: str) -> None:
        found = self.document.work.features(self.table).get(here, ())
        if found:
            feature = found[0]
            self.workspace.pick(self.palette, feature.kind)
            self.name, self.value, self.side = feature.name, feature.value, feature.side
            self.options_changed.emit()
        else:
            self.workspace.show_message(f"There is nothing of this kind in {here}.")


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

    def __init__(self, workspace) -> None:
        super().__init__(workspace)
        self.value = 1

    def kind(self) -> str:
        return self.workspace.kinds.objective

    def _pick(self, here: str) -> None:
        found = [f for f in self.document.work.features(self.table).get(here, ()) if f.kind == self.kind()]
        if found:
            self.name, self.value, self.side = found[0].name, found[0].value, found[0].side
            self.options_changed.emit()
        else:
            self.workspace.show_message(f"{here} is not a victory hex.")


class NameTool(Tool):
    """Writes names on the map."""

    key = "names"
    title = "Names"
    keys = "N"
    help = "Click a hex to write a name, or a named one to change it. Right: erase."
    layer = "names"

    def __init__(self, workspace) -> None:
        super().__init__(workspace)
        self.card: NamePopup | None = None

    def press(self, at: Pointer) -> None:
        if not at.hex or not self.may_change():
            return
        if at.erase:
            self.document.do(erase_names(self.document.work, [at.hex]))
            return
        known = next((label for label in self.document.work.sheet("labels") if label.hex == at.hex), None)
        self._ask(at, known)

    def _ask(self, at: Pointer, known: Label | None) -> None:
        self._close()
        canvas = self.canvas
        label = known or self._suggested(at.hex)
        card = self.card = NamePopup(label, self.workspace.kinds.names, known is not None, canvas.viewport())
        card.written.connect(lambda label: self._write(label, known))
        card.erased.connect(lambda: self._erase(at.hex))
        card.show_near(canvas.mapFromScene(at.point))

    def _suggested(self, here: str) -> Label:
        """A label with name and kind of the town in the hex, if there is one."""
        for feature in self.document.work.features("features").get(here, ()):
            if feature.kind in self.workspace.kinds.names:
                return Label(here, feature.name, feature.kind)
        return Label(here, "")

    def _write(self, label: Label, known: Label | None) -> None:
        if label.text:
            self.document.do(write_name(self.document.work, label, known))
        self._close()

    def _erase(self, here: str) -> None:
        self.document.do(erase_names(self.document.work, [here]))
        self._close()

    def _close(self) -> None:
        if self.card is not None:
            self.card.hide()
            self.card.deleteLater()
            self.card = None
            self.canvas.setFocus()

    def hover(self, at: Pointer) -> None:
        self.canvas.preview_hexes([at.hex] if at.hex else ())

    def deactivate(self) -> None:
        super().deactivate()
        self._close()

    def cancel(self) -> None:
        super().cancel()
        self._close()
