"""The document that is open in the editor, and the vocabulary of its game."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from editor.document.editor_document import EditorDocument
from editor.document.game_vocabulary import GameVocabulary, vocabulary_for


class OpenDocument(QObject):
    """Repeats the signals of the open document, so that panels connect only once."""

    closing = Signal()
    """The document is about to be replaced by another one."""
    opened = Signal()
    """Another document was opened."""
    changed = Signal(object)
    scenario_changed = Signal()
    history_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document: EditorDocument | None = None
        self.vocabulary = GameVocabulary()

    def open(self, document: EditorDocument) -> None:
        """Open a document; the previous one is deleted."""
        if self.document is not None:
            self.closing.emit()
            for signal, repeated in self._signals(self.document):
                signal.disconnect(repeated)
            self.document.deleteLater()
        self.document = document
        document.setParent(self)
        self.vocabulary = vocabulary_for(document.snapshot())
        for signal, repeated in self._signals(document):
            signal.connect(repeated)
        self.opened.emit()

    def _signals(self, document: EditorDocument) -> tuple[tuple[Any, Any], ...]:
        return (
            (document.changed, self.changed),
            (document.scenario_changed, self.scenario_changed),
            (document.history_changed, self.history_changed),
        )

    def add_kind(self, palette: str, kind: str) -> None:
        """Add a kind to the vocabulary, unless it is listed."""
        known = self.vocabulary.of(palette)
        if kind not in known:
            more: dict[str, Any] = {palette: (*known, kind)}
            self.vocabulary = replace(self.vocabulary, **more)
