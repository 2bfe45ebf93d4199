"""The palettes: kinds of terrain, hexsides, roads and features to draw with, and the chosen one of each."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from editor.document.game_vocabulary import GameVocabulary
from editor.document.open_document import OpenDocument


class Palettes(QObject):
    """Offers the kinds of the open document's game."""

    listed = Signal()
    """The kinds of another document are offered."""
    kind_changed = Signal(str)
    """The palette in which another kind was chosen."""
    picked = Signal(str, str)
    """A palette and its chosen kind, even if it was chosen before."""

    def __init__(self, open_document: OpenDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open = open_document
        self._picked: dict[str, str] = {}
        open_document.opened.connect(self._opened)

    @property
    def vocabulary(self) -> GameVocabulary:
        """All kinds of the game and of the open document."""
        return self._open.vocabulary

    def kind(self, palette: str) -> str:
        """The chosen kind, or the first one."""
        listed = self.vocabulary.of(palette)
        return self._picked.get(palette) or (listed[0] if listed else "")

    def pick(self, palette: str, kind: str) -> None:
        """Choose a kind; an unlisted one is added to the palette."""
        if kind:
            self._open.add_kind(palette, kind)
        is_other = kind != self.kind(palette)
        self._picked[palette] = kind
        if is_other:
            self.kind_changed.emit(palette)
        self.picked.emit(palette, kind)

    def _opened(self) -> None:
        self._picked = {name: kind for name, kind in self._picked.items() if kind in self.vocabulary.of(name)}
        self.listed.emit()
