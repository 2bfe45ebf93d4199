"""What every tool is: answers to the pointer, and a few wishes that can be set beside the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent

from engine.hexes.lattice import Vertex

if TYPE_CHECKING:
    from editor.document.editor_document import EditorDocument
    from editor.workspace import Workspace


class Pointer(Struct, frozen=True):
    """Where the pointer is: `hex` and `side` are empty off the map. `erase` is the right button."""

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
    """Something that can be set for a tool: its attribute, its title, and what it may be.

    `kind` is "text", "number", "flag", "choice", whose choices are pairs of value and words, "word", a text
    for which words are suggested; or "action", a button that calls the method of this name.
    """

    name: str
    title: str
    kind: str = "text"
    choices: Callable[[Workspace], Choices] | Choices = ()
    tip: str = ""


class Tool(QObject):
    """A tool is made once; `bench.document` is what it works on."""

    key: ClassVar[str]
    title: ClassVar[str]
    keys: ClassVar[str] = ""
    """The letter that takes it up."""
    help: ClassVar[str] = ""
    """What the pointer does with it, in one line."""
    palette: ClassVar[str] = ""
    """Which kinds the palette shows for it."""
    layer: ClassVar[str] = ""
    """The layer it changes; a locked or hidden layer is left alone."""
    options: ClassVar[tuple[ToolOption, ...]] = ()
    cursor: ClassVar[Qt.CursorShape] = Qt.CursorShape.CrossCursor

    options_changed = Signal()
    """A wish has been changed by the tool itself."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.workspace = workspace
        self._stroke = ""
        """The merge key of what is being drawn while a button is held."""

    @property
    def document(self) -> EditorDocument:
        document = self.workspace.document
        assert document is not None, "tools work on an open document"
        return document

    def may_change(self, layer: str = "") -> bool:
        """Whether the layer can be changed; says why not."""
        objection = self.workspace.layers.objection(layer or self.layer)
        if objection:
            self.workspace.show_message(objection)
        return not objection

    # the pointer

    def press(self, at: Pointer) -> None:
        """A button went down."""

    def drag(self, at: Pointer) -> None:
        """The pointer moved with the button down."""

    def release(self, at: Pointer) -> None:
        """The button came up."""

    def hover(self, at: Pointer) -> None:
        """The pointer moved with no button down."""

    def double_click(self, at: Pointer) -> None:
        """A second click in the same place: one click more, unless it ends something."""
        self.press(at)

    def wants(self, event: QKeyEvent) -> bool:
        """Whether a key belongs to the tool even if it is somebody's shortcut."""
        return False

    def key_pressed(self, event: QKeyEvent) -> bool:
        """A key; whether the tool had a use for it."""
        return False

    # its turn

    def activate(self) -> None:
        """The tool is in the hand now."""

    def deactivate(self) -> None:
        """Another tool is taken; what is unfinished is dropped, and a stroke ends where it is."""
        self.workspace.canvas.clear_sketch()
        self.document.end_stroke()
        self._stroke = ""

    def cancel(self) -> None:
        """Drop what is unfinished."""
        self.workspace.canvas.clear_sketch()

    def scenario_changed(self) -> None:
        """Regions, lines, sides or units are different now: the wishes must not speak of what is gone."""

    def kind_changed(self) -> None:
        """Another kind was chosen in the palette: the name of the last one is not carried over."""
        if getattr(self, "name", ""):
            self.set_option("name", "")
            self.options_changed.emit()

    def set_option(self, name: str, value: object) -> None:
        """Somebody has set a wish beside the map."""
        setattr(self, name, value)
