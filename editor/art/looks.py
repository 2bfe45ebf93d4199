"""The looks of kinds of the open document: what they are, and how they are changed."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal

from app.map.terrain.map_art import MapArt
from editor.art.look_dialog import LookDialog
from editor.commands.own_art import own_art, set_look
from editor.document.game_vocabulary import shown_kind
from editor.document.open_document import OpenDocument
from editor.window.dialog_host import DialogHost
from engine.bad_input import BadInput
from engine.catalogue.own_art import ART, Look

TABLES: Final = {"terrain": "terrain", "features": "features", "places": "features"}
"""Palettes whose kinds can have a look, and where it is kept."""


class Looks(QObject):
    """Offers the art of the map and edits it."""

    changed = Signal()
    """Some kind looks different now."""

    def __init__(self, open_document: OpenDocument, host: DialogHost, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open, self._host = open_document, host
        self._made_from: object = None
        self.art = MapArt()
        open_document.opened.connect(self._read)
        open_document.scenario_changed.connect(self._read)

    def _read(self) -> None:
        document = self._open.document
        data = document.work.scenario("data") if document is not None else {}
        if data.get(ART) != self._made_from:
            self._made_from = data.get(ART)
            self.art = MapArt.of(data)
            self.changed.emit()

    def edit(self, palette: str, kind: str) -> bool:
        """Change the look of a kind in a dialog."""
        document = self._open.document
        table = TABLES.get(palette)
        if document is None or table is None or not kind:
            return False
        art = own_art(document.work)
        look = getattr(art, table).get(kind, Look())
        dialog = LookDialog(shown_kind(kind), art, look, table == "terrain", self._host.window)
        if not self._host.accepts(dialog):
            return False
        try:
            return document.do_step(set_look(document.work, table, kind, dialog.look(), dialog.content))
        except BadInput as bad:
            self._host.show_message(str(bad))
            return False
