"""The workspace: document, map, active tool, palette, selection and clipboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit

from app.background.progress_dialog import run_in_background
from editor.commands.set_records import SetRecords
from editor.document.editor_document import EditorDocument
from editor.document.game_vocabulary import GameVocabulary, vocabulary_for
from editor.document.layers import Layers
from editor.map.canvas import EditorCanvas
from editor.map.clip import Clip
from editor.tools.tool import Tool
from engine.bad_input import BadInput

MAX_IMMEDIATE_HEXES: Final = 1000
"""Work on more hexes runs in the background."""


class Workspace(QObject):
    """The state shared by all tools and panels of one editor."""

    opened = Signal()
    """Another document was opened."""
    selection_changed = Signal()
    """The selection changed."""
    tool_changed = Signal(str)
    """The key of the active tool."""
    kind_picked = Signal(str, str)
    """A palette and its chosen kind."""
    message_shown = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.layers = Layers(self)
        self.canvas = EditorCanvas(self.layers)
        self.document: EditorDocument | None = None
        self.kinds = GameVocabulary()
        self.clip: Clip | None = None
        self.brush = 1
        self._selection: dict[str, None] = {}
        self._picked: dict[str, str] = {}

    def open(self, document: EditorDocument) -> None:
        """Open a document; the active tool stays."""
        if self.canvas.tool is not None and self.document is not None:
            self.canvas.tool.deactivate()
        if self.document is not None:
            self.document.deleteLater()
        self.document = document
        document.setParent(self)
        document.scenario_changed.connect(self._scenario_changed)
        self.kinds = vocabulary_for(document.snapshot())
        self._picked = {name: kind for name, kind in self._picked.items() if kind in self.kinds.of(name)}
        self._selection.clear()
        self.canvas.open(document)
        self.opened.emit()
        self.selection_changed.emit()
        if self.canvas.tool is not None:
            self.canvas.tool.activate()

    def _scenario_changed(self) -> None:
        """Update the options of the active tool after changes and undo."""
        tool = self.canvas.tool
        if tool is not None:
            tool.scenario_changed()
            tool.options_changed.emit()

    def show_message(self, text: str) -> None:
        """Show a message in the status bar."""
        self.message_shown.emit(text)

    def set_tool(self, tool: Tool) -> None:
        """Activate a tool."""
        self.canvas.set_tool(tool)
        self.tool_changed.emit(tool.key)

    # long work

    def compute(self, title: str, hexes: int, work: Callable[[], Any]) -> Any:
        """Run work on this number of hexes; return its result, None if it was cancelled or failed."""
        if hexes <= MAX_IMMEDIATE_HEXES:
            try:
                return work()
            except BadInput as problem:
                self.show_message(str(problem))
                return None
        ended = run_in_background(self.canvas, title, f"{title}…", lambda _: work())
        if ended.problem:
            self.show_message(ended.problem)
        return ended.value

    def finish_typing(self) -> None:
        """Commit the text of a field that is still being edited."""
        field = self.canvas.window().focusWidget()
        if isinstance(field, QLineEdit | QComboBox | QAbstractSpinBox) and field.hasFocus():
            field.clearFocus()
            if field.isVisible():  # A cell editor closes itself.
                field.setFocus()

    def do(self, title: str, hexes: int, made: Callable[[], SetRecords]) -> bool:
        """Do a command on this number of hexes as a separate undo step; return whether it was done."""
        document = self.document
        if document is None:
            return False

        def prepared_command() -> SetRecords:
            command = made()
            command.prepare(document.work)
            return command

        command = self.compute(title, hexes, prepared_command)
        if command is None or document is not self.document:
            return False
        document.do(command)
        document.end_stroke()
        return True

    # the palette

    def pick(self, palette: str, kind: str) -> None:
        """Choose a kind; an unlisted one is added to the palette."""
        if kind and kind not in self.kinds.of(palette):
            more: dict[str, Any] = {palette: (*self.kinds.of(palette), kind)}
            self.kinds = replace(self.kinds, **more)
        other = kind != self.kind(palette)
        self._picked[palette] = kind
        tool = self.canvas.tool
        if other and tool is not None and tool.palette == palette:
            tool.kind_changed()
        self.kind_picked.emit(palette, kind)

    def kind(self, palette: str) -> str:
        """The chosen kind, or the first one."""
        listed = self.kinds.of(palette)
        return self._picked.get(palette) or (listed[0] if listed else "")

    # the selection

    @property
    def selection(self) -> list[str]:
        """The selected hexes in order of selection."""
        return list(self._selection)

    def select(self, hexes: Iterable[str]) -> None:
        """Select exactly these hexes."""
        self._selection = dict.fromkeys(hexes)
        self.canvas.show_selection(self._selection)
        self.selection_changed.emit()
