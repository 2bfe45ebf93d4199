"""The actions of the Edit menu on selected hexes: copy, cut, clear, paint, select."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject

from editor.commands.command_runner import CommandRunner
from editor.commands.painting import paint_terrain
from editor.document.open_document import OpenDocument
from editor.document.palettes import Palettes
from editor.document.selection import Selection
from editor.map.clip import Clip, clear_hexes, copy_hexes
from editor.map.hex_clipboard import HexClipboard
from engine.mechanics.plural import counted

HEX_LAYERS: Final = ("terrain", "hexsides", "roads", "features", "names", "places")
"""All layers that belong to a hex; clearing and mirroring change them."""


class EditActions(QObject):
    """Copy, cut, clear, paint and select."""

    def __init__(
        self,
        open_document: OpenDocument,
        selection: Selection,
        palettes: Palettes,
        commands: CommandRunner,
        clipboard: HexClipboard,
    ) -> None:
        super().__init__(open_document)
        self._open, self._selection, self._palettes = open_document, selection, palettes
        self._commands, self._clipboard = commands, clipboard

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries by key."""
        return {
            "cut": self.cut,
            "copy": self.copy,
            "clear": self.clear,
            "select_all": self.select_all,
            "invert": self.invert,
            "select_none": lambda: self._selection.select(()),
            "paint": self.paint,
        }

    def copy(self) -> bool:
        """Copy the selected hexes to the clipboard."""
        document, hexes = self._open.document, self._selection.hexes
        if document is None or not hexes:
            return False

        def copied() -> tuple[Clip, str]:
            clip = copy_hexes(document.work, document.lattice, hexes)
            return clip, clip.dumps()

        found = self._commands.compute("Copy hexes", len(hexes), copied)
        if found is None:
            return False
        self._clipboard.put(*found)
        self._commands.show_message(f"{counted(len(hexes), 'hex')} copied; paste with the stamp.")
        return True

    def cut(self) -> None:
        """Copy the selected hexes and clear them."""
        if self._commands.may_change(*HEX_LAYERS) and self.copy():
            self.clear()

    def clear(self) -> None:
        """Remove everything from the selected hexes."""
        document, hexes = self._open.document, self._selection.hexes
        if document is not None and hexes and self._commands.may_change(*HEX_LAYERS):
            self._commands.do(
                "Clear hexes", len(hexes), lambda: clear_hexes(document.work, document.lattice, hexes)
            )

    def paint(self) -> None:
        """Give the selected hexes the terrain of the palette."""
        hexes, kind = self._selection.hexes, self._palettes.kind("terrain")
        if kind and self._commands.may_change("terrain"):
            self._commands.do("Paint hexes", len(hexes), lambda: paint_terrain(hexes, kind))

    def select_all(self) -> None:
        """Select every hex."""
        document = self._open.document
        if document is not None:
            self._selection.select(document.lattice.hexes)

    def invert(self) -> None:
        """Select the hexes that are not selected."""
        document = self._open.document
        if document is not None:
            chosen = set(self._selection.hexes)
            self._selection.select(here for here in document.lattice.hexes if here not in chosen)
