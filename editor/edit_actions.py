"""The actions of the Edit menu: copy, clear, paint, mirror and resize."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from editor.commands.painting import paint_terrain
from editor.commands.scenario import set_map_fields
from editor.commands.set_records import SetRecords
from editor.map.clip import Clip, clear_hexes, copy_hexes
from editor.resize.mirror_dialog import MirrorDialog
from editor.resize.mirror_map import mirror_half
from editor.resize.resize_dialog import ResizeDialog
from editor.resize.resize_map import resize_map
from editor.tracing.georeference_dialog import KnownPlacesDialog
from editor.window.dialog_widgets import asked
from editor.workspace import Workspace
from engine.bad_input import BadInput
from engine.mechanics.plural import counted

HEX_LAYERS: Final = ("terrain", "hexsides", "roads", "features", "names", "places")
"""All layers that belong to a hex; copying, clearing and mirroring use them."""
MIN_CHARS_PER_HEX: Final = 40
"""Minimum text length of a copied hex, to estimate how many hexes a text holds."""


class EditActions(QObject):
    """Copy, cut, clear, paint, mirror, resize."""

    def __init__(self, workspace: Workspace, window: QWidget) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._window = window
        self._copied = ""
        """The clipboard text of the last copy."""

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries by key."""
        return {
            "cut": self.cut,
            "copy": self.copy,
            "clear": self.clear,
            "select_all": self.select_all,
            "invert": self.invert,
            "paint": self.paint,
            "mirror": self.ask_mirror,
            "resize": self.ask_resize,
            "known_places": self.ask_known_places,
        }

    def copy(self) -> bool:
        """Copy the selected hexes to the clipboard."""
        document, hexes = self._workspace.document, self._workspace.selection
        if document is None or not hexes:
            return False

        def cut() -> tuple[Clip, str]:
            clip = copy_hexes(document.work, document.lattice, hexes)
            return clip, clip.dumps()

        found = self._workspace.compute("Copy hexes", len(hexes), cut)
        if found is None:
            return False
        self._workspace.clip, self._copied = found
        QApplication.clipboard().setText(self._copied)
        self._workspace.show_message(f"{counted(len(hexes), 'hex')} copied; paste with the stamp.")
        return True

    def cut(self) -> None:
        """Copy the selected hexes and clear them."""
        if self._can_change(*HEX_LAYERS) and self.copy():
            self.clear()

    def clear(self) -> None:
        """Remove everything from the selected hexes."""
        document, hexes = self._workspace.document, self._workspace.selection
        if document is not None and hexes and self._can_change(*HEX_LAYERS):
            self._workspace.do(
                "Clear hexes", len(hexes), lambda: clear_hexes(document.work, document.lattice, hexes)
            )

    def _can_change(self, *layers: str) -> bool:
        """Whether these layers are visible and unlocked; shows a message if not."""
        objections = filter(None, map(self._workspace.layers.objection, layers))
        objection = next(objections, "")
        if objection:
            self._workspace.show_message(objection)
        return not objection

    def read_clipboard(self) -> bool:
        """Read copied hexes from the clipboard; return whether there are any."""
        text = QApplication.clipboard().text()
        if self._workspace.clip is not None and text == self._copied:
            return True
        clip, problem = self._read_clip(text)
        if clip is not None:
            self._workspace.clip, self._copied = clip, text
        elif self._workspace.clip is None:
            self._workspace.show_message(problem)
        return self._workspace.clip is not None

    def _read_clip(self, text: str) -> tuple[Clip | None, str]:
        """Return the hexes in a text, or an error message; long texts are read in the background."""

        def read() -> tuple[Clip | None, str]:
            try:
                return Clip.loads(text), ""
            except BadInput as problem:
                return None, str(problem)

        found: tuple[Clip | None, str] | None
        found = self._workspace.compute("Read the clipboard", len(text) // MIN_CHARS_PER_HEX, read)
        return found or (None, "Cancelled; nothing was pasted.")

    def select_all(self) -> None:
        """Select every hex."""
        document = self._workspace.document
        if document is not None:
            self._workspace.select(document.lattice.hexes)

    def invert(self) -> None:
        """Select the hexes that are not selected."""
        document = self._workspace.document
        if document is not None:
            chosen = set(self._workspace.selection)
            self._workspace.select(here for here in document.lattice.hexes if here not in chosen)

    def paint(self) -> None:
        """Give the selected hexes the terrain of the palette."""
        document, kind = self._workspace.document, self._workspace.kind("terrain")
        if document is None or not kind:
            return
        if self._can_change("terrain"):
            hexes = self._workspace.selection
            self._workspace.do("Paint hexes", len(hexes), lambda: paint_terrain(hexes, kind))

    def ask_mirror(self) -> None:
        """Ask for a half, and mirror it."""
        document = self._workspace.document
        if document is None or not self._can_change(*HEX_LAYERS):
            return
        dialog = MirrorDialog(document.lattice, self._window)
        if asked(dialog, self._workspace.canvas):
            kept = dialog.kept()
            self._do_to_all("Mirror the map", lambda: mirror_half(document.work, document.lattice, kept))

    def ask_resize(self) -> None:
        """Ask for another map size, and resize the map."""
        document = self._workspace.document
        if document is None:
            return
        try:
            dialog = ResizeDialog(document.snapshot(), self._window, document.lattice)
        except BadInput as problem:
            self._workspace.show_message(str(problem))
            return
        if asked(dialog, self._workspace.canvas):
            margins = dialog.margins()

            def resized() -> SetRecords:
                command = resize_map(document.work, margins)
                document.make_ready(command)
                return command

            self._do_to_all("Resize the map", resized)

    def _do_to_all(self, title: str, made: Callable[[], SetRecords]) -> None:
        """Run a command on the whole map and clear the selection."""
        document = self._workspace.document
        if document is not None and self._workspace.do(title, len(document.lattice), made):
            self._workspace.select(())

    def ask_known_places(self) -> None:
        """Ask for the known places of the map."""
        document = self._workspace.document
        if document is None:
            return
        known = document.work.sheet("georeference")
        dialog = KnownPlacesDialog(document.lattice, known.anchors, self._window)
        if asked(dialog, self._workspace.canvas):
            document.do(
                set_map_fields(document.work, georeference=replace(known, anchors=dialog.places.anchors()))
            )
            document.end_stroke()
