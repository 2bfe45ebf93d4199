"""The tool that aligns a backdrop or a tracing with the grid: three known places, dragged to their hexes."""

from __future__ import annotations

from math import dist
from typing import Final, Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent

from editor.backdrop.alignment import Affine, Point, fitted
from editor.backdrop.backdrop_layer import PinsItem
from editor.commands.command_runner import CommandRunner
from editor.map.canvas import EditorCanvas
from editor.tools.tool import Choices, Pointer, Tool, ToolOption

MAX_PINS: Final = 3
PIN_GRAB_RADIUS_PX: Final = 14
"""A press within this distance of a pin grabs it."""
_ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
TARGETS: Final[Choices] = (("backdrop", "the backdrop"), ("tracing", "the tracing"))
Pins = list[tuple[Point, str]]


class Alignable(Protocol):
    """An object on the map that can be aligned with pins."""

    @property
    def title(self) -> str: ...
    @property
    def layer(self) -> str: ...
    @property
    def can_be_pinned(self) -> bool: ...
    def place(self) -> Affine: ...
    def pins(self) -> Pins: ...
    def show_at(self, place: Affine) -> None: ...
    def pin(self, place: Affine, pins: Pins, text: str, merge_key: str = "") -> None: ...


class AlignTool(Tool):
    """Drags points of the picture to the hexes where they belong."""

    key = "align"
    title = "Align"
    keys = "A"
    help = (
        "Drag a hex of the picture whose number you know to the same hex of the grid; three pins align it. "
        "Arrow keys nudge it. Right: remove a pin."
    )
    options = (ToolOption("target", "What", "choice", TARGETS),)

    def __init__(self, canvas: EditorCanvas, commands: CommandRunner) -> None:
        super().__init__(canvas, commands)
        self.target = ""
        self._targets: dict[str, Alignable] = {}
        self._marks: PinsItem | None = None
        self._before = Affine()
        self._others: Pins = []
        self._held: Point | None = None
        self._start = QPointF()
        self._in_hand = False
        canvas.rebuilt.connect(self._rebuilt)

    def set_targets(self, *targets: Alignable) -> None:
        """Set the objects that can be aligned; the first one is the default."""
        self._targets = {target.layer: target for target in targets}
        self.target = targets[0].layer

    @property
    def current(self) -> Alignable:
        """The object that is being aligned."""
        return self._targets[self.target]

    def align(self, layer: str) -> None:
        """Choose the object of this layer."""
        self.target = layer
        self.options_changed.emit()
        self.show_pins()

    def set_option(self, name: str, value: object) -> None:
        super().set_option(name, value)
        self.show_pins()

    # activation

    def activate(self) -> None:
        self._in_hand = True
        self.show_pins()

    def deactivate(self) -> None:
        self.cancel()
        self._in_hand = False
        self.show_pins()
        super().deactivate()

    def cancel(self) -> None:
        if self._held is not None:
            self._held = None
            self.current.show_at(self._before)
        super().cancel()
        self.show_pins()

    def _rebuilt(self) -> None:
        self._marks = PinsItem()
        self.canvas.scene().addItem(self._marks)
        self.show_pins()

    def show_pins(self) -> None:
        """Show the pins on the map while the tool is active."""
        if self._marks is None or self.canvas.document is None or not self._targets:
            return
        if not self._in_hand or not self.current.can_be_pinned:
            self._marks.show_pins(())
            return
        place = self.current.place()
        self._marks.show_pins([(place.at(point), here) for point, here in self.current.pins()])

    # the pointer

    def press(self, at: Pointer) -> None:
        if not self._ready():
            return
        pins, place = self.current.pins(), self.current.place()
        near = self._pin_at(at.point, pins, place)
        if at.erase:
            if near is not None:
                self.current.pin(place, [pin for pin in pins if pin is not near], "Remove a pin of")
                self.show_pins()
            return
        self.canvas.preview_hexes(())
        self._before, self._start = place, at.point
        self._held = near[0] if near is not None else place.back((at.point.x(), at.point.y()))
        if near is None and len(pins) == MAX_PINS:
            x, y = at.point.x(), at.point.y()
            near = min(pins, key=lambda pin: dist(place.at(pin[0]), (x, y)))
        self._others = [pin for pin in pins if pin is not near]
        self.drag(at)

    def drag(self, at: Pointer) -> None:
        if self._held is None or self._marks is None:
            return
        point = (at.point.x(), at.point.y())
        place = self._fit(point)
        self.current.show_at(place)
        shown: Pins = [(place.at(own), here) for own, here in self._others]
        self._marks.show_pins([*shown, (place.at(self._held), at.hex)], (self._start, at.point))

    def release(self, at: Pointer) -> None:
        if self._held is None:
            return
        held, self._held = self._held, None
        if not at.hex:
            self.current.show_at(self._before)
            self.show_message(
                "Release the button over a hex of the map: a pin belongs in the middle of a hex."
            )
            self.show_pins()
            return
        self._held = held
        place = self._fit(self.geometry.layout.centre(at.hex))
        self._held = None
        pins: Pins = [*self._others, (held, at.hex)]
        self.current.pin(place, pins, "Align")
        self.show_message(_advice(len(pins)))
        self.show_pins()

    def _ready(self) -> bool:
        if not self.current.can_be_pinned:
            self.show_message(f"There is no {self.current.title.lower()} yet; choose one in its panel.")
            return False
        return self.may_change(self.target)

    def _pin_at(self, point: QPointF, pins: Pins, place: Affine) -> tuple[Point, str] | None:
        reach = PIN_GRAB_RADIUS_PX / self.canvas.transform().m11()
        near = [(dist(place.at(pin[0]), (point.x(), point.y())), n) for n, pin in enumerate(pins)]
        return pins[min(near)[1]] if near and min(near)[0] <= reach else None

    def _fit(self, target: Point) -> Affine:
        assert self._held is not None
        centre = self.geometry.layout.centre
        return fitted(
            self._before, [*((own, centre(here)) for own, here in self._others), (self._held, target)]
        )

    # the keys

    def wants(self, event: QKeyEvent) -> bool:
        return event.key() in _ARROWS

    def key_pressed(self, event: QKeyEvent) -> bool:
        step = _ARROWS.get(Qt.Key(event.key()))
        if step is None:
            return False
        if self._held is None and self._ready():
            far = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            by = far / self.canvas.transform().m11()
            place = self.current.place().moved(step[0] * by, step[1] * by)
            self.current.pin(place, self._nudged(place), "Nudge", f"nudge {self.target}")
            self.show_pins()
        return True

    def _nudged(self, place: Affine) -> Pins:
        """The pins with the picture points that now lie on their hexes."""
        centre = self.geometry.layout.centre
        return [(place.back(centre(here)), here) for _, here in self.current.pins()]


def _advice(pins: int) -> str:
    return {
        1: "One pin: the position is set. Drag a second known hex, far from the first.",
        2: "Two pins: rotation and size are set. Add a third hex that is not on the line between them.",
        3: "Three pins: aligned. Drag a pin to correct it.",
    }[pins]
