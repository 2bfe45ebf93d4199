"""Tools that select hexes and paste copies."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtGui import QKeyEvent

from app.background.progress import with_progress
from editor.commands.command_runner import CommandRunner
from editor.document.selection import Selection
from editor.map import shapes
from editor.map.canvas import EditorCanvas
from editor.map.clip import PARTS, Clip, paste
from editor.map.clip_preview import ClipPreview
from editor.map.hex_clipboard import HexClipboard
from editor.tools.tool import Pointer, Tool, ToolOption
from engine.hexes.cubes import Mirror
from engine.mechanics.plural import counted


class _SelectingTool(Tool):
    """The base of tools that select hexes."""

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner, selection: Selection) -> None:
        super().__init__(canvas, commands)
        self._selection = selection

    def choose(self, hexes: list[str], at: Pointer) -> None:
        """Select these hexes; with Shift add them to the selection, with Ctrl remove them from it."""
        present = dict.fromkeys(self._selection.hexes)
        if at.ctrl:
            for here in hexes:
                present.pop(here, None)
            self._selection.select(present)
        elif at.shift:
            self._selection.select([*present, *hexes])
        else:
            self._selection.select(hexes)
        count = len(self._selection.hexes)
        self.show_message(f"{counted(count, 'hex')} selected." if count else "")

    def cancel(self) -> None:
        super().cancel()
        self._selection.clear()


class SelectTool(_SelectingTool):
    """Selects hexes by click and lasso."""

    key = "select"
    title = "Select"
    keys = "S"
    help = "Click a hex, or drag around several. Shift: add. Ctrl: remove. Then copy, cut, clear or paint."
    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner, selection: Selection) -> None:
        super().__init__(canvas, commands, selection)
        self._points: list[QPointF] = []
        self._from = ""

    def press(self, at: Pointer) -> None:
        self._points, self._from = [at.point], at.hex

    def drag(self, at: Pointer) -> None:
        if self._points:
            self._points.append(at.point)
            self.canvas.preview_line(self._points, closed=True)

    def release(self, at: Pointer) -> None:
        if not self._points:
            return
        hexes = shapes.lassoed(self.geometry, self._points)
        if at.hex and at.hex == self._from and not hexes:
            hexes = [at.hex]
        self._points = []
        self.canvas.clear_preview()
        self.choose(hexes, at)

    def hover(self, at: Pointer) -> None:
        self.canvas.preview_hexes(())

    def cancel(self) -> None:
        super().cancel()
        self._points = []


class WandTool(_SelectingTool):
    """Selects connected hexes of one terrain."""

    key = "wand"
    title = "Magic wand"
    keys = "W"
    help = "Click to select connected hexes of one terrain. Shift: add. Ctrl: remove."
    options = (
        ToolOption("everywhere", "Whole map", "flag", tip="All hexes of this terrain, connected or not"),
    )

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner, selection: Selection) -> None:
        super().__init__(canvas, commands, selection)
        self.everywhere = False

    def press(self, at: Pointer) -> None:
        if not at.hex:
            return
        document = self.document
        hexes = self.commands.compute("Select hexes", len(document.lattice), lambda: self._alike(at.hex))
        if hexes is not None and document is self.document:
            self.choose(hexes, at)

    def _alike(self, start: str) -> list[str]:
        """The hexes with the same terrain."""
        terrain, lattice = self.work.terrain, self.document.lattice
        kind = terrain.get(start)
        if self.everywhere:
            return [here for here in with_progress(lattice.hexes) if terrain.get(here) == kind]
        return shapes.connected(lattice, start, lambda here: terrain.get(here) == kind)


PREVIEW_Z: Final = 88.0
"""Z value above units, below pointer marks."""
MAX_MARKED_HEXES: Final = 1000
"""Larger copies show only the preview, because marking each hex would be slow."""
PREVIEW_SLICE_SECONDS: Final = 0.01
"""Time for drawing the preview before events are processed again."""
_TURNS: Final = tuple((str(sixths), f"{60 * sixths}°") for sixths in range(6))
_MIRRORS: Final = (("", "no"), ("left-right", "left and right"), ("top-bottom", "top and bottom"))
_MIRROR_KEYS: Final[dict[Qt.Key, Mirror]] = {Qt.Key.Key_X: "left-right", Qt.Key.Key_Y: "top-bottom"}
_STAMP_KEYS: Final = (Qt.Key.Key_R, Qt.Key.Key_Z, Qt.Key.Key_M, *_MIRROR_KEYS)


class StampTool(Tool):
    """Pastes the copied hexes at each click, rotated and mirrored."""

    key = "stamp"
    title = "Stamp"
    keys = "P"
    help = "Click to paste the copied hexes. R or Z: rotate by 60°. X and Y: mirror."
    options = (
        ToolOption("turn", "Rotation", "choice", _TURNS),
        ToolOption("mirror", "Mirrored", "choice", _MIRRORS),
        ToolOption("terrain", "Terrain", "flag"),
        ToolOption("hexsides", "Hexsides", "flag"),
        ToolOption("features", "Features", "flag"),
        ToolOption("names", "Names", "flag"),
        ToolOption("places", "Set-up hexes", "flag"),
    )

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner, clipboard: HexClipboard) -> None:
        super().__init__(canvas, commands)
        self._clipboard = clipboard
        self.turn = "0"
        self.mirror: Mirror | str = ""
        self.terrain = self.hexsides = self.features = True
        self.names = self.places = False
        self._here = ""
        self._made: tuple[Clip | None, str, str] = (None, "", "")
        self._turned: Clip | None = None
        """The cached clip after rotation and mirroring."""
        self._ghost: ClipPreview | None = None
        self._drawing = QTimer(self)
        self._drawing.setInterval(0)
        self._drawing.timeout.connect(self._draw_on)
        canvas.rebuilt.connect(self._rebuilt)

    def activate(self) -> None:
        if self._clipboard.clip is None:
            self.show_message("Nothing has been copied: select hexes and copy them first.")
        self.clip_changed()

    def deactivate(self) -> None:
        super().deactivate()
        self._here = ""
        self._drawing.stop()
        self._preview()

    def cancel(self) -> None:
        self.deactivate()

    def _rebuilt(self) -> None:
        """A new scene was created, so the preview item must be created again."""
        canvas = self.canvas
        self._ghost = ClipPreview(canvas.geometry_of_map)
        self._ghost.setZValue(PREVIEW_Z)
        canvas.scene().addItem(self._ghost)
        if canvas.tool is self:
            self.clip_changed()

    def clip_changed(self) -> None:
        """Update the preview after a new copy or a change of options."""
        clip = self.clip()
        if self._ghost is not None and clip is not None:
            self._ghost.show_clip(clip, self._parts())
            self._drawing.start()
            self._draw_on()
        self._preview()

    def _draw_on(self) -> None:
        """Draw a large preview in short slices."""
        slice_of_time = None if self.canvas.patient else PREVIEW_SLICE_SECONDS
        if self._ghost is None or not self._ghost.draw_on(slice_of_time):
            self._drawing.stop()

    def _parts(self) -> list[str]:
        return [part for part in PARTS if getattr(self, part)]

    def clip(self) -> Clip | None:
        """The clip as it would be pasted."""
        copied = self._clipboard.clip
        if copied is None:
            return None
        made = (copied, self.mirror, self.turn)
        if any(is_now is not was for is_now, was in zip(made, self._made, strict=True)):
            seen = copied.mirrored(self.mirror) if self.mirror else copied  # type: ignore[arg-type]
            self._made, self._turned = made, seen.rotated(int(self.turn))
        return self._turned

    def press(self, at: Pointer) -> None:
        clip, parts = self.clip(), self._parts()
        if clip is None or not at.hex or not all(self.may_change(layer) for layer in _layers(parts)):
            return
        document = self.document
        self.commands.do(
            "Paste hexes",
            len(clip.hexes),
            lambda: paste(document.work, document.lattice, clip, at.hex, parts),
        )

    def hover(self, at: Pointer) -> None:
        self._here = at.hex
        self._preview()

    def set_option(self, name: str, value: object) -> None:
        super().set_option(name, value)
        self.clip_changed()

    def _preview(self) -> None:
        canvas, clip = self.canvas, self.clip() if self._here else None
        few = clip is not None and len(clip.hexes) <= MAX_MARKED_HEXES
        canvas.preview_hexes(clip.hexes_at(self.document.lattice, self._here) if clip and few else ())
        if self._ghost is not None:
            self._ghost.setVisible(clip is not None)
            if self._here:
                self._ghost.setPos(canvas.geometry_of_map.centre(self._here))

    def wants(self, event: QKeyEvent) -> bool:
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        return event.key() in _STAMP_KEYS and not held

    def key_pressed(self, event: QKeyEvent) -> bool:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        if event.key() in (Qt.Key.Key_R, Qt.Key.Key_Z):
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.turn = str((int(self.turn) + (-1 if back else 1)) % 6)
        elif event.key() == Qt.Key.Key_M:
            ways = [value for value, _ in _MIRRORS]
            self.mirror = ways[(ways.index(self.mirror) + 1) % len(ways)]
        elif event.key() in _MIRROR_KEYS:
            way = _MIRROR_KEYS[Qt.Key(event.key())]
            self.mirror = "" if self.mirror == way else way
        else:
            return False
        self.options_changed.emit()
        self.clip_changed()
        return True


def _layers(parts: list[str]) -> set[str]:
    """The layers that pasting these parts changes."""
    both = {"hexsides": ("hexsides", "roads")}
    return {layer for part in parts for layer in both.get(part, (part,))}
