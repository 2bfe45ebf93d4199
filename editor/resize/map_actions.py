"""The actions of the Edit menu on the whole map: mirror, resize, known places."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QObject

from editor.commands.command_runner import CommandRunner
from editor.commands.scenario import set_map_fields
from editor.commands.set_records import SetRecords
from editor.document.open_document import OpenDocument
from editor.document.selection import Selection
from editor.edit_actions import HEX_LAYERS
from editor.resize.mirror_dialog import MirrorDialog
from editor.resize.mirror_map import mirror_half
from editor.resize.resize_dialog import ResizeDialog
from editor.resize.resize_map import resize_map
from editor.tracing.georeference_dialog import KnownPlacesDialog
from editor.window.dialog_host import DialogHost
from engine.bad_input import BadInput


class MapActions(QObject):
    """Each asks in a dialog, and is one undo step."""

    def __init__(
        self, open_document: OpenDocument, selection: Selection, commands: CommandRunner, host: DialogHost
    ) -> None:
        super().__init__(open_document)
        self._open, self._selection, self._commands, self._host = open_document, selection, commands, host

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries by key."""
        return {
            "mirror": self.ask_mirror,
            "resize": self.ask_resize,
            "known_places": self.ask_known_places,
        }

    def ask_mirror(self) -> None:
        """Ask for a half, and mirror it."""
        document = self._open.document
        if document is None or not self._commands.may_change(*HEX_LAYERS):
            return
        dialog = MirrorDialog(document.lattice, self._host.window)
        if self._host.accepts(dialog):
            kept = dialog.kept()
            self._do_to_all("Mirror the map", lambda: mirror_half(document.work, document.lattice, kept))

    def ask_resize(self) -> None:
        """Ask for another map size, and resize the map."""
        document = self._open.document
        if document is None:
            return
        try:
            dialog = ResizeDialog(document.snapshot(), self._host.window, document.lattice)
        except BadInput as problem:
            self._host.show_message(str(problem))
            return
        if self._host.accepts(dialog):
            margins = dialog.margins()

            def resized() -> SetRecords:
                command = resize_map(document.work, margins)
                document.make_ready(command)
                return command

            self._do_to_all("Resize the map", resized)

    def _do_to_all(self, title: str, made: Callable[[], SetRecords]) -> None:
        """Run a command on the whole map and clear the selection."""
        document = self._open.document
        if document is not None and self._commands.do(title, len(document.lattice), made):
            self._selection.clear()

    def ask_known_places(self) -> None:
        """Ask for the known places of the map."""
        document = self._open.document
        if document is None:
            return
        known = document.work.sheet("georeference")
        dialog = KnownPlacesDialog(document.lattice, known.anchors, self._host.window)
        if self._host.accepts(dialog):
            georeference = replace(known, anchors=dialog.places.anchors())
            document.do_step(set_map_fields(document.work, georeference=georeference))
