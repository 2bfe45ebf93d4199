"""Counters and markers on the map: one item that lays shared pictures down on whole pixels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from time import perf_counter
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.counter_art import CounterArt, Face, ink_on
from app.map.geometry import HEX_SIZE, MapGeometry
from app.map.uniform import Uniform
from engine.bad_input import BadInput
from engine.referee.view import Counter, Marker

EDGE: Final = 1.14 * HEX_SIZE
"""The edge of a counter in scene units."""
FRAME_BUDGET: Final = 0.006
LEAST_FACES: Final = 6
"""New faces that every frame draws, however late it is."""
_SHOWN: Final = 4
"""Counters of a stack that can be told apart from above."""
_LEAN: Final = 0.085
"""How far each counter of a stack lies beside the one below, in counter edges."""
GLOW: Final = "#ffb300"


class CounterLayer(QGraphicsItem):
    """Everything that lies on the map and moves."""

    def __init__(self, geometry: MapGeometry, uniform: Uniform) -> None:
        super().__init__()
        self._geometry = geometry
        self._uniform = uniform
        self.art = CounterArt()
        self.unfinished = False
        self._deadline = float("inf")
        self._drawn = 0
        self._stacks: dict[str, list[Counter]] = {}
        self._faces: dict[str, Face] = {}
        self._seen: dict[str, Face] = {}
        """The faces as far as they can be seen at the size last painted."""
        self._seen_at = 0
        self._markers: dict[str, list[Marker]] = {}
        self._lit: frozenset[str] = frozenset()
        self._chosen: frozenset[str] = frozenset()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._geometry.bounds.adjusted(-EDGE, -EDGE, EDGE, EDGE)

    def begin_frame(self, budget: float = FRAME_BUDGET) -> None:
        """A frame is about to be painted; new faces may take this long."""
        self._deadline = perf_counter() + budget
        self._drawn = 0
        self.unfinished = False

    # what lies there

    def show(self, counters: Iterable[Counter], markers: Iterable[Marker] = ()) -> None:  # type: ignore[override]
        """Lay these out; only the hexes that differ are painted again."""
        stacks: defaultdict[str, list[Counter]] = defaultdict(list)
        for counter in counters:
            if self._geometry.is_hex(counter.place):
                stacks[self._geometry.lattice.first_name(counter.place)].append(counter)
        marked: defaultdict[str, list[Marker]] = defaultdict(list)
        for marker in markers:
            marked[marker.place].append(marker)
        changed = {
            place for place in {*stacks, *self._stacks} if stacks.get(place) != self._stacks.get(place)
        }
        touched = {
            place for place in {*marked, *self._markers} if marked.get(place) != self._markers.get(place)
        }
        self._stacks, self._markers = dict(stacks), dict(marked)
        self._faces = {
            counter.id: self._uniform.face(counter) for stack in stacks.values() for counter in stack
        }
        self._seen_at = 0
        for place in changed | {place for place in touched if self._geometry.is_hex(place)}:
            self.update(self._reach(place))
        if any(not self._geometry.is_hex(place) for place in touched):
            self.update()

    def light(self, units: Iterable[str], chosen: Iterable[str] = ()) -> None:
        """Ring the counters that can be acted on, and more strongly those that are chosen."""
        lit, picked = frozenset(units), frozenset(chosen)
        for place, stack in self._stacks.items():
            here = {counter.id for counter in stack}
            if here & (lit ^ self._lit) or here & (picked ^ self._chosen):
                self.update(self._reach(place))
        self._lit, self._chosen = lit, picked

    def stack(self, hex_id: str) -> tuple[Counter, ...]:
        """The counters in a hex, the lowest first."""
        return tuple(self._stacks.get(hex_id, ()))

    def markers(self, place: str) -> tuple[Marker, ...]:
        """The markers on a hex or hexside."""
        return tuple(self._markers.get(place, ()))

    def _reach(self, place: str) -> QRectF:
        middle = self._geometry.centre(place)
        half = EDGE * (0.5 + _LEAN * _SHOWN) + 6
        return QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)

    # painting

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        ratio = painter.device().devicePixelRatioF()
        world = painter.worldTransform()
        scale, left, top = world.m11() * ratio, round(world.dx() * ratio), round(world.dy() * ratio)
        exposed = option.exposedRect.adjusted(-EDGE, -EDGE, EDGE, EDGE)
        x1, y1, x2, y2 = exposed.left(), exposed.top(), exposed.right(), exposed.bottom()
        painter.save()
        painter.setWorldTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = max(3, round(EDGE * scale))
        self._dress(edge)
        for place, stack in self._stacks.items():
            x, y = self._geometry.layout.centre(place)
            if x1 <= x <= x2 and y1 <= y <= y2:
                self._paint_stack(painter, stack, round(x * scale) + left, round(y * scale) + top, edge)
        if HEX_SIZE * scale >= 8:
            for place, markers in self._markers.items():
                spot = self._marker_spot(place)
                if spot is not None and exposed.contains(spot):
                    self._paint_markers(painter, markers, spot * scale + QPointF(left, top), edge)
        painter.restore()

    def _dress(self, edge: int) -> None:
        if edge != self._seen_at:
            kept = {face: face.at(edge) for face in set(self._faces.values())}
            self._seen = {unit: kept[face] for unit, face in self._faces.items()}
            self._seen_at = edge

    def _paint_stack(self, painter: QPainter, stack: list[Counter], x: int, y: int, edge: int) -> None:
        shown = [counter for counter in stack if counter.id not in self._lit]
        shown = [*shown, *(counter for counter in stack if counter.id in self._lit)][-_SHOWN:]
        lean = max(1, round(edge * _LEAN)) if edge >= 8 else 0
        start_x = x - edge // 2 - lean * (len(shown) - 1) // 2
        start_y = y - edge // 2 + lean * (len(shown) - 1) // 2
        if edge >= 14:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(20, 14, 6, 70))
            drop = max(1, edge // 22)
            painter.drawRoundedRect(
                QRectF(start_x + drop, start_y + drop, edge, edge), edge * 0.08, edge * 0.08
            )
        for place, counter in enumerate(shown):
            corner_x, corner_y = start_x + place * lean, start_y - place * lean
            self._paint_face(painter, self._seen[counter.id], corner_x, corner_y, edge)
            if counter.id in self._lit or counter.id in self._chosen:
                self._paint_ring(painter, QRectF(corner_x, corner_y, edge, edge), counter.id in self._chosen)
        if len(stack) > 1 and edge >= 24:
            right = start_x + (len(shown) - 1) * lean + edge
            self._paint_count(painter, len(stack), right, start_y - (len(shown) - 1) * lean, edge)

    def _paint_face(self, painter: QPainter, face: Face, x: int, y: int, edge: int) -> None:
        if not self.art.has(face, edge, self._geometry.flat):
            self._drawn += 1
            if self._drawn > LEAST_FACES and perf_counter() > self._deadline:
                self.unfinished = True
                painter.fillRect(x, y, edge, edge, QColor(face.colour))
                return
        painter.drawPixmap(x, y, self.art.pixmap(face, edge, self._geometry.flat))

    def _paint_ring(self, painter: QPainter, rect: QRectF, chosen: bool) -> None:
        width = max(2.0, rect.width() * 0.055)
        round_off = rect.width() * 0.09
        around = rect.adjusted(-width / 2, -width / 2, width / 2, width / 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(40, 22, 0, 170), width * 1.7))
        painter.drawRoundedRect(around, round_off, round_off)
        painter.setPen(QPen(QColor("#ffffff" if chosen else GLOW), width))
        painter.drawRoundedRect(around, round_off, round_off)

    def _paint_count(self, painter: QPainter, count: int, right: int, top: int, edge: int) -> None:
        size = max(12.0, edge * 0.25)
        spot = QRectF(right - size * 0.62, top - size * 0.38, size, size)
        painter.setPen(QPen(QColor("#fdfaf2"), max(1.0, size * 0.08)))
        painter.setBrush(QColor("#2b2722"))
        painter.drawEllipse(spot)
        _number(painter, spot, str(count), size * 0.62, QColor("#fdfaf2"))

    def _marker_spot(self, place: str) -> QPointF | None:
        if self._geometry.is_hex(place):
            return self._geometry.centre(place) + QPointF(-0.46 * HEX_SIZE, 0.46 * HEX_SIZE)
        try:
            return self._geometry.side(place).center()
        except BadInput:
            return None  # The marker lies in a box off the map.

    def _paint_markers(self, painter: QPainter, markers: list[Marker], spot: QPointF, edge: int) -> None:
        size = edge * 0.36
        for place, marker in enumerate(markers[:3]):
            colour = QColor(self._uniform.colour(marker.side))
            tag = QRectF(spot.x() - size / 2 + place * size * 0.7, spot.y() - size / 2, size, size)
            painter.setPen(QPen(QColor("#fdfaf2"), max(1.0, size * 0.07)))
            painter.setBrush(colour.darker(125))
            painter.drawRoundedRect(tag, size * 0.2, size * 0.2)
            _number(
                painter,
                tag,
                (marker.text or marker.kind)[:2].capitalize(),
                size * 0.52,
                ink_on(colour.darker(125)),
            )


def _number(painter: QPainter, spot: QRectF, text: str, size: float, ink: QColor) -> None:
    if size < 5:
        return
    font = QFont()
    font.setFamilies(["DejaVu Sans Condensed", "Noto Sans", "DejaVu Sans"])
    font.setBold(True)
    font.setPixelSize(round(size))
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, text)
