"""The base class of tools: pointer and key events, and options above the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent

from engine.hexes.lattice import Vertex

if TYPE_CHECKING:
    from app.map.geometry import MapGeometry
    from editor.commands.command_runner import CommandRunner
    from editor.document.editor_document import EditorDocument
    from editor.document.working_copy import WorkingCopy
    from editor.map.canvas import EditorCanvas


class Pointer(Struct, frozen=True):
    """A pointer position: `hex` and `side` are empty off the map. `erase` means the right button."""

    point: QPointF
    hex: str = ""
    side: str = ""
    vertex: Vertex | None = None
    erase: bool = False
    shift: bool = False
    ctrl: bool = False
    alt: bool = False


Choices = Sequence[tuple[str, str]]


class ToolOption(Struct, frozen=True):
    """An option of a tool: attribute name, title and choices.

    `kind` is "text", "number", "flag", "choice" (a value from the choices), "word" (a text for which the
    choices are suggestions), or "action" (a button that calls the method of this name). Choices are pairs
    of value and title, or a function that returns them for the tool.
    """

    name: str
    title: str
    kind: str = "text"
    choices: Callable[[Any], Choices] | Choices = ()
    tip: str = ""


class Tool(QObject):
    """A tool is created once; it works on the document of the canvas."""

    key: ClassVar[str]
    title: ClassVar[str]
    keys: ClassVar[str] = ""
    """Its shortcut key."""
    help: ClassVar[str] = ""
    """A help text in one line."""
    palette: ClassVar[str] = ""
    """The palette for this tool."""
    layer: ClassVar[str] = ""
    """The layer it changes; locked and hidden layers cannot be changed."""
    options: ClassVar[tuple[ToolOption, ...]] = ()
    cursor: ClassVar[Qt.CursorShape] = Qt.CursorShape.CrossCursor

    options_changed = Signal()
    """The tool itself changed an option."""

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner) -> None:
        super().__init__(canvas)
        self.canvas, self.commands = canvas, commands
        self._stroke = ""
        """The merge key of the current drag."""

    @property
    def document(self) -> EditorDocument:
        document = self.canvas.document
        assert document is not None, "tools work on an open document"
        return document

    @property
    def work(self) -> WorkingCopy:
        """The working copy of the document."""
        return self.document.work

    @property
    def geometry(self) -> MapGeometry:
        """The geometry of the open map."""
        return self.canvas.geometry_of_map

    def may_change(self, layer: str = "") -> bool:
        """Whether the layer can be changed; shows a message if not."""
        return self.commands.may_change(layer or self.layer)

    def show_message(self, text: str) -> None:
        """Show a message in the status bar."""
        self.commands.show_message(text)

    # the pointer

    def press(self, at: Pointer) -> None:
        """A mouse button was pressed."""

    def drag(self, at: Pointer) -> None:
        """The pointer moved with a button pressed."""

    def release(self, at: Pointer) -> None:
        """The mouse button was released."""

    def hover(self, at: Pointer) -> None:
        """The pointer moved without a button; by default the hex below it is marked."""
        self.canvas.preview_hexes([at.hex] if at.hex else ())

    def double_click(self, at: Pointer) -> None:
        """A double click; by default a second press."""
        self.press(at)

    def wants(self, event: QKeyEvent) -> bool:
        """Whether the tool handles a key even if it is a shortcut."""
        return False

    def key_pressed(self, event: QKeyEvent) -> bool:
        """Handle a key; return whether it was used."""
        return False

    # activation

    def activate(self) -> None:
        """Called when the tool becomes active."""

    def deactivate(self) -> None:
        """Called when another tool becomes active; discards unfinished work and ends a drag."""
        self.canvas.clear_preview()
        self.document.end_stroke()
        self._stroke = ""

    def cancel(self) -> None:
        """Discard unfinished work."""
        self.canvas.clear_preview()

    def scenario_changed(self) -> None:
        """Update the options after regions, lines, sides or units changed."""

    def kind_changed(self) -> None:
        """Another kind was chosen in the palette; the name option is cleared."""
        if getattr(self, "name", ""):
            self.set_option("name", "")
            self.options_changed.emit()

    def set_option(self, name: str, value: object) -> None:
        """The user changed an option."""
        setattr(self, name, value)
