"""Counters and markers on the map: one item that draws cached pixmaps at whole pixels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import cache
from math import ceil
from time import perf_counter
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.counters.counter_art import DISCERNIBLE, FACING_FROM, LEGIBLE, CounterArt, Face, ink_on
from app.map.counters.counter_style import CounterStyle
from app.map.geometry import HEX_SIZE, MapGeometry
from engine.bad_input import BadInput
from engine.referee.view import Counter, Marker, View
from engine.referee.view_change import ViewChange

EDGE: Final = 1.14 * HEX_SIZE
"""The edge of a counter in scene units."""
FRAME_BUDGET_SECONDS: Final = 0.002
"""Time per frame for drawing new faces."""
LEAST_FACES: Final = 3
"""New faces drawn in every frame regardless of the time budget."""
MANY_CHANGED: Final = 60
"""With more changed hexes than this, the whole layer is updated at once."""
_SHOWN: Final = 4
"""Counters of a stack that are drawn."""
_LEAN: Final = 0.085
"""Offset of each counter of a stack from the one below, in counter edges."""
GLOW: Final = "#ffb300"
LEGIBLE_MARKERS: Final = 44
"""Counter size in pixels from which a single marker shows its word."""
_INSIDE: Final = (0, 0.4)
"""Where the markers of a hex without counters stand, from its centre in hex sizes."""
_BESIDE: Final = (-0.6, 0.36)
"""Where the first marker beside counters ends."""
FONT_SHARE: Final = 0.52
"""Size of the letters on a marker, in heights of the marker."""
SMALLEST_LETTERS: Final = 5
"""In pixels; smaller ones are left out."""
_SHORT: Final = 2
_LONG: Final = 13


class CounterLayer(QGraphicsItem):
    """Draws all counters and markers on the map."""

    def __init__(self, geometry: MapGeometry, counter_style: CounterStyle) -> None:
        super().__init__()
        self._geometry = geometry
        self._counter_style = counter_style
        self.art = CounterArt()
        self._faceless: set[str] = set()
        """Hexes with counters whose faces are not drawn yet."""
        self._deadline = float("inf")
        self._drawn = 0
        self._stacks: dict[str, list[Counter]] = {}
        self._centres: dict[str, tuple[float, float]] = {}
        self._faces: dict[str, Face] = {}
        self._seen: dict[str, Face] = {}
        """The faces as visible at the current size."""
        self._shared: dict[object, Face] = {}
        """The same faces by their sign, so that equal ones are one object."""
        self._place_of: dict[str, str] = {}
        """The hex of each counter."""
        self._tier = -1
        self._pictures: dict[int, QPixmap] = {}
        """Pixmaps of the visible faces by identity, as comparing faces is slow."""
        self._edge = 0
        self._markers: dict[str, list[Marker]] = {}
        self._lit: frozenset[str] = frozenset()
        self._chosen: frozenset[str] = frozenset()
        self._lifted: frozenset[str] = frozenset()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._geometry.bounds.adjusted(-EDGE, -EDGE, EDGE, EDGE)

    def begin_frame(self, budget: float = FRAME_BUDGET_SECONDS) -> None:
        """Start a frame with this time budget for new faces."""
        self._deadline = perf_counter() + budget
        self._drawn = 0

    @property
    def unfinished(self) -> bool:
        """Whether some counters have no face yet."""
        return bool(self._faceless)

    def paint_on(self, seen: QRectF) -> None:
        """Ask for another frame where counters have no face yet."""
        for place in list(self._faceless):
            reach = self._reach(place)
            if reach.intersects(seen):
                self.update(reach)
            else:
                self._faceless.discard(place)

    # contents

    def show(self, counters: Iterable[Counter], markers: Iterable[Marker] = ()) -> None:  # type: ignore[override]
        """Show these counters and markers; only changed hexes are painted again."""
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
        known = {counter.id: counter for stack in self._stacks.values() for counter in stack}
        self._stacks, self._markers = dict(stacks), dict(marked)
        self._place_of = {counter.id: place for place, stack in stacks.items() for counter in stack}
        self._centres = {place: self._geometry.layout.centre(place) for place in stacks}
        self._faces = {
            counter.id: self._faces[counter.id]
            if counter == known.get(counter.id)
            else self._counter_style.face(counter)
            for stack in stacks.values()
            for counter in stack
        }
        self._tier = -1
        self._pictures.clear()
        self._faceless &= stacks.keys()
        self._update_places(changed | touched)

    def show_change(self, view: View, change: ViewChange) -> None:
        """Show a view that differs from the one before by this change; everything else is left alone."""
        is_hex, name = self._geometry.is_hex, self._geometry.lattice.first_name
        stacks: dict[str, list[Counter]] = {name(place): [] for place in change.places if is_hex(place)}
        if stacks:
            for counter in view.counters:
                if is_hex(counter.place) and (place := name(counter.place)) in stacks:
                    stacks[place].append(counter)
        for place in stacks:
            for counter in self._stacks.pop(place, ()):
                self._place_of.pop(counter.id, None)
            self._centres.pop(place, None)
        for place, stack in stacks.items():
            if stack:
                self._put_stack(place, stack, change.counters)
        for gone in [unit for unit in change.counters if unit not in self._place_of]:
            self._faces.pop(gone, None)
            self._seen.pop(gone, None)
        self._faceless &= self._stacks.keys()
        self._update_places(stacks.keys() | self._change_markers(view, change.places))

    def _put_stack(self, place: str, stack: list[Counter], changed: frozenset[str]) -> None:
        self._stacks[place] = stack
        self._centres[place] = self._geometry.layout.centre(place)
        for counter in stack:
            self._place_of[counter.id] = place
            if counter.id in changed or counter.id not in self._faces:
                face = self._faces[counter.id] = self._counter_style.face(counter)
                if self._tier >= 0:
                    self._seen[counter.id] = self._seen_face(face)

    def _change_markers(self, view: View, places: frozenset[str]) -> set[str]:
        """Put the markers of these places down; the places that look different."""
        marked: dict[str, list[Marker]] = {}
        for marker in view.markers:
            if marker.place in places:
                marked.setdefault(marker.place, []).append(marker)
        touched = {place for place in places if self._markers.get(place) != marked.get(place)}
        for place in touched:
            self._markers.pop(place, None)
            if place in marked:
                self._markers[place] = marked[place]
        return touched

    def _update_places(self, places: Collection[str]) -> None:
        """Paint these places again; all of the layer if they are many or a marker lies on a hexside."""
        if len(places) > MANY_CHANGED or not all(map(self._geometry.is_hex, places)):
            self.update()
            return
        for place in places:
            self.update(self._reach(place))

    def light(self, units: Iterable[str], chosen: Iterable[str] = ()) -> None:
        """Ring the counters that can act, and more strongly the selected ones."""
        lit, picked = frozenset(units), frozenset(chosen)
        self._update_units((lit ^ self._lit) | (picked ^ self._chosen))
        self._lit, self._chosen = lit, picked

    def lift(self, units: Iterable[str]) -> None:
        """Draw these dragged counters faintly."""
        lifted = frozenset(units)
        self._update_units(lifted ^ self._lifted)
        self._lifted = lifted

    def _update_units(self, units: Iterable[str]) -> None:
        """Paint the stacks of these units again."""
        for place in {self._place_of[unit] for unit in units if unit in self._place_of}:
            self.update(self._reach(place))

    def unit_at(self, point: QPointF) -> str:
        """The topmost counter at a point of the scene; empty if there is none."""
        hex_id = self._geometry.hex_at(point)
        for place in (hex_id, *(self._geometry.lattice.neighbors(hex_id) if hex_id else ())):
            stack = self._stacks.get(place or "")
            if stack and place:
                shown = self._shown(stack)
                first = self._geometry.centre(place) - QPointF(1, -1) * (EDGE * _LEAN * (len(shown) - 1) / 2)
                for height, counter in reversed(list(enumerate(shown))):
                    middle = first + QPointF(1, -1) * (EDGE * _LEAN * height)
                    if max(abs(point.x() - middle.x()), abs(point.y() - middle.y())) <= EDGE / 2:
                        return counter.id
        return ""

    def _shown(self, stack: list[Counter]) -> list[Counter]:
        """The drawn counters of a stack, the lowest first; those that can act are on top."""
        shown = [counter for counter in stack if counter.id not in self._lit]
        return [*shown, *(counter for counter in stack if counter.id in self._lit)][-_SHOWN:]

    def stack(self, hex_id: str) -> tuple[Counter, ...]:
        """The counters in a hex, the lowest first."""
        return tuple(self._stacks.get(hex_id, ()))

    def markers(self, place: str) -> tuple[Marker, ...]:
        """The markers on a hex or hexside."""
        return tuple(self._markers.get(place, ()))

    def _reach(self, place: str) -> QRectF:
        middle = self._geometry.centre(place)
        half = EDGE * (0.5 + _LEAN * _SHOWN) + 6
        left = half + EDGE * 0.4  # markers stand there
        return QRectF(middle.x() - left, middle.y() - half, left + half, 2 * half)

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
        self._restyle(edge)
        for place, (x, y) in self._centres.items():
            if x1 <= x <= x2 and y1 <= y <= y2:
                whole = self._paint_stack(
                    painter, self._stacks[place], round(x * scale) + left, round(y * scale) + top, edge
                )
                if not whole:
                    self._faceless.add(place)
                elif self._faceless:
                    self._faceless.discard(place)
        if HEX_SIZE * scale >= 8:
            for place, markers in self._markers.items():
                spot = self._marker_spot(place)
                if spot is not None and exposed.contains(spot):
                    self._paint_markers(painter, markers, spot * scale + QPointF(left, top), edge)
        painter.restore()

    def _restyle(self, edge: int) -> None:
        if edge != self._edge:
            self._pictures.clear()
            self._faceless.clear()
            self._edge = edge
        tier = sum(edge >= least for least in (DISCERNIBLE, FACING_FROM, LEGIBLE))
        if tier != self._tier:
            self._pictures.clear()
            self._shared.clear()
            self._seen = {unit: self._seen_face(face) for unit, face in self._faces.items()}
            self._tier = tier

    def _seen_face(self, face: Face) -> Face:
        """A face as visible at the current size."""
        sign = face.sign(self._edge)
        seen = self._shared.get(sign)
        if seen is None:
            seen = self._shared[sign] = face.at(self._edge)
        return seen

    def _paint_stack(self, painter: QPainter, stack: list[Counter], x: int, y: int, edge: int) -> bool:
        """Draw a stack; returns whether every counter has its face."""
        shown = self._shown(stack) if len(stack) > 1 else stack
        lean = max(1, round(edge * _LEAN)) if edge >= 8 else 0
        if not lean:
            shown = shown[-1:]
        start_x = x - edge // 2 - lean * (len(shown) - 1) // 2
        start_y = y - edge // 2 + lean * (len(shown) - 1) // 2
        if edge >= 14:
            drop = max(1, edge // 22)
            painter.drawPixmap(start_x + drop, start_y + drop, shadow(edge))
        whole = True
        for place, counter in enumerate(shown):
            corner_x, corner_y = start_x + place * lean, start_y - place * lean
            if counter.id in self._lifted:
                painter.setOpacity(0.35)
            face = self._seen[counter.id]
            picture = self._pictures.get(id(face)) or self._picture(face, edge)
            if picture is not None:
                painter.drawPixmap(corner_x, corner_y, picture)
            else:
                whole = False
                painter.fillRect(corner_x, corner_y, edge, edge, QColor(face.colour))
            if counter.id in self._lifted:
                painter.setOpacity(1.0)
            if counter.id in self._lit or counter.id in self._chosen:
                self._paint_ring(painter, QRectF(corner_x, corner_y, edge, edge), counter.id in self._chosen)
        if len(stack) > 1 and edge >= 24:
            right = start_x + (len(shown) - 1) * lean + edge
            self._paint_count(painter, len(stack), right, start_y - (len(shown) - 1) * lean, edge)
        return whole

    def _picture(self, face: Face, edge: int) -> QPixmap | None:
        """The pixmap of a face; None if the time budget is used up."""
        if not self.art.has(face, edge, self._geometry.flat):
            self._drawn += 1
            if self._drawn > LEAST_FACES and perf_counter() > self._deadline:
                return None
        picture = self._pictures[id(face)] = self.art.pixmap(face, edge, self._geometry.flat)
        return picture

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
        painter.drawPixmap(round(right - size * 0.62) - 1, round(top - size * 0.38) - 1, badge(count, size))

    def _marker_spot(self, place: str) -> QPointF | None:
        if self._geometry.is_hex(place):
            covered = place in self._stacks
            return self._geometry.centre(place) + QPointF(*(_BESIDE if covered else _INSIDE)) * HEX_SIZE
        try:
            return self._geometry.side(place).center()
        except BadInput:
            return None  # The marker is in a box off the map.

    def _paint_markers(self, painter: QPainter, markers: list[Marker], spot: QPointF, edge: int) -> None:
        """A row of tags: the word of a single marker, else two letters each.

        Beside counters one stands above the other, so that strengths and names below stay readable.
        """
        size, top = edge * 0.32, spot.y() - edge * 0.16
        covered = markers[0].place in self._stacks
        alone = len(markers) == 1 and edge >= LEGIBLE_MARKERS and not covered
        words = [_word(marker, alone, size * FONT_SHARE) for marker in markers[:3]]
        left = spot.x() - (_width(words[0], size * FONT_SHARE) / 2 + size * 0.2 if alone else size / 2)
        for marker, word in zip(markers, words, strict=False):
            colour = QColor(self._counter_style.colour(marker.side)).darker(125)
            wide = max(size, _width(word, size * FONT_SHARE) + size * 0.4)
            tag = QRectF(spot.x() - wide if covered else left, top, wide, size)
            painter.setPen(QPen(QColor("#fdfaf2"), max(1.0, size * 0.07)))
            painter.setBrush(colour)
            painter.drawRoundedRect(tag, size * 0.2, size * 0.2)
            _number(painter, tag, word, size * FONT_SHARE, ink_on(colour))
            if covered:
                top -= size * 0.92
            else:
                left += wide * 0.92


def _word(marker: Marker, alone: bool, size: float) -> str:
    """What is written on a marker in letters of this size: nothing if they are too small."""
    if marker.short:
        return marker.short if size >= SMALLEST_LETTERS else ""
    word = (marker.text or marker.kind)[: _LONG if alone else _SHORT]
    return word[:1].upper() + word[1:]


def _width(text: str, size: float) -> float:
    return QFontMetricsF(_font(size)).horizontalAdvance(text)


def _font(size: float) -> QFont:
    font = QFont()
    font.setFamilies(["DejaVu Sans Condensed", "Noto Sans", "DejaVu Sans"])
    font.setBold(True)
    font.setPixelSize(max(1, round(size)))
    return font


def _number(painter: QPainter, spot: QRectF, text: str, size: float, ink: QColor) -> None:
    if size < SMALLEST_LETTERS:
        return
    painter.setFont(_font(size))
    painter.setPen(ink)
    painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, text)


@cache
def shadow(edge: int) -> QPixmap:
    """The shadow of a stack."""
    pixmap = QPixmap(edge, edge)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(20, 14, 6, 70))
    painter.drawRoundedRect(QRectF(0, 0, edge, edge), edge * 0.08, edge * 0.08)
    painter.end()
    return pixmap


@cache
def badge(count: int, size: float) -> QPixmap:
    """The number of counters in a stack."""
    pixmap = QPixmap(ceil(size) + 2, ceil(size) + 2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    spot = QRectF(1, 1, size, size)
    painter.setPen(QPen(QColor("#fdfaf2"), max(1.0, size * 0.08)))
    painter.setBrush(QColor("#2b2722"))
    painter.drawEllipse(spot)
    _number(painter, spot, str(count), size * 0.62, QColor("#fdfaf2"))
    painter.end()
    return pixmap
