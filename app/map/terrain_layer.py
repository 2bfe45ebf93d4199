"""The ground as square pixmaps: painted once per zoom step, a little between frames, mended when edited."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from math import ceil, floor, log
from time import perf_counter
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from app.map.flat_ground import FlatGround
from app.map.geometry import HEX_SIZE
from app.map.ground import Ground
from app.map.overview import Overview
from app.map.terrain_art import Step, TerrainArt
from engine.lean_dataclass import dataclass

TILE: Final = 256
"""The edge of a pixmap."""
MOST_BYTES: Final = 256 * 2**20
COARSE_BELOW: Final = 3.5
"""Pixels per hex size below which one colour per hex is all there is to see."""
FRAME_BUDGET: Final = 0.001
"""Seconds of a frame that may go into painting new ground."""
MENDED_AT_ONCE: Final = 8
"""Hexes that are mended in their tiles; when more have changed, the tiles are painted again."""
MOST_EDITS: Final = 2000
EDIT_REACH: Final = 12.0
"""How far beyond a hex its change can be seen, in scene units."""

Place = tuple[int, int]


@dataclass(slots=True)
class Job:
    """A tile that is being painted."""

    rect: QRect
    tile: QPixmap
    steps: Iterator[Step]


class GroundItem(QGraphicsItem):
    """Everything that is printed on the map."""

    def __init__(self, layer: TerrainLayer) -> None:
        super().__init__()
        self._layer = layer
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._layer.ground.geometry.bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        self._layer.paint(painter, option.exposedRect)


class TerrainLayer:
    """The tiles of a map at the zoom steps last looked at, and those that are still to be painted."""

    def __init__(self, scene: QGraphicsScene, ground: Ground) -> None:
        self.ground = ground
        self.art = TerrainArt(ground)
        self._overview = Overview(ground)
        self._flat = FlatGround(ground, self._overview)
        self._deadline = float("inf")
        self._scale = 0.0
        """The scale last painted."""
        self._complete_once = False
        """Whether all that is in the window has been painted; before, plain hexes stand in for it."""
        self._sheets: OrderedDict[float, OrderedDict[Place, QPixmap]] = OrderedDict()
        self._bytes = 0
        self._edits: list[QRectF] = []
        self._known_edits: dict[float, int] = {}
        """How many of the edits each scale has taken in."""
        self._wanted: dict[Place, QRect] = {}
        self._stale: set[Place] = set()
        """Tiles of this scale that show what was there before an edit."""
        self._jobs: dict[Place, Job] = {}
        self.item = GroundItem(self)
        scene.addItem(self.item)

    def begin_frame(self, budget: float = FRAME_BUDGET) -> None:
        """A frame is about to be painted; new ground may take this long."""
        self._deadline = perf_counter() + budget

    @property
    def unfinished(self) -> list[QRectF]:
        """Where the last frames had no time to paint the ground in full."""
        return [_in_scene(rect, self._scale) for rect in self._wanted.values()]

    def set_look(self, desk: QColor, night: bool) -> None:
        """The colour of the table beside the map, and whether the map is dimmed."""
        if (desk, night) != (self.art.desk, self.art.night):
            self.art.desk, self.art.night = desk, night
            self._overview.set_look(desk, night)
            self.paint_anew()

    def paint_anew(self) -> None:
        """Nothing looks as it did."""
        self._start_over()
        self._sheets.clear()
        self._bytes = 0
        self._edits.clear()
        self._known_edits.clear()
        self.item.update()

    def overview(self) -> QPixmap:
        """One pixel per hex: a stand-in while ground is painted, and the base of a small map."""
        return self._overview.pixmap()

    # painting

    def paint(self, painter: QPainter, exposed: QRectF) -> None:
        """Lay the ground down on whole pixels; a coarse picture stands in for tiles still missing."""
        ratio = painter.device().devicePixelRatioF()
        world = painter.worldTransform()
        scale = world.m11() * ratio
        exposed &= self.ground.geometry.bounds
        if HEX_SIZE * scale < COARSE_BELOW:
            self._start_over()
            painter.drawPixmap(exposed, self.overview(), self._overview.part(exposed))
            return
        if scale != self._scale:
            self._zoomed(scale)
        ready, missing = [], []
        for place, rect in self._tiles_in(exposed, scale):
            was_wanted = place in self._wanted
            tile = self._tile(place, rect)
            if tile is None:
                missing.append(rect)
                self._wanted[place] = rect
                continue
            ready.append((rect, tile))
            area = _in_scene(rect, scale)
            if was_wanted and place not in self._wanted and not exposed.contains(area):
                self.item.update(area)  # Only a part is being painted: the rest still shows the stand-in.
        if missing:
            self._paint_stand_in(painter, missing)
        elif not self._wanted:
            self._complete_once = True
        left, top = round(world.dx() * ratio), round(world.dy() * ratio)
        painter.save()
        painter.setWorldTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
        for rect, tile in ready:
            painter.drawPixmap(left + rect.x(), top + rect.y(), tile)
        painter.restore()

    def _zoomed(self, scale: float) -> None:
        """A first look at another scale: show what there is; painting begins when this frame is out."""
        if self._scale and self._deadline < float("inf"):
            self._deadline = 0.0
        self._start_over()
        self._scale = scale
        self._sheets.setdefault(scale, OrderedDict())
        self._sheets.move_to_end(scale)
        self._drop_edited(scale)

    def _start_over(self) -> None:
        """Nothing is wanted any more."""
        for place in list(self._wanted):
            self._give_up(place)
        self._jobs.clear()

    def _give_up(self, place: Place) -> None:
        """A tile that nobody looks at will be painted when somebody does."""
        del self._wanted[place]
        self._jobs.pop(place, None)
        if place in self._stale:
            self._stale.discard(place)
            self._drop(self._scale, place)

    def _drop(self, scale: float, place: Place) -> None:
        tile = self._sheets[scale].pop(place, None) if scale in self._sheets else None
        if tile is not None:
            self._bytes -= _bytes(tile)

    def _tiles_in(self, area: QRectF, scale: float) -> Iterator[tuple[Place, QRect]]:
        """The tiles of this scale that show some of an area."""
        yield from tiles_in(
            QRectF(area.x() * scale, area.y() * scale, area.width() * scale, area.height() * scale),
            self._edge(scale),
        )

    def _edge(self, scale: float) -> tuple[int, int]:
        """The last pixels of the map."""
        bounds = self.ground.geometry.bounds
        return ceil(bounds.width() * scale), ceil(bounds.height() * scale)

    def _sheet(self) -> OrderedDict[Place, QPixmap]:
        return self._sheets.setdefault(self._scale, OrderedDict())

    def _tile(self, place: Place, rect: QRect) -> QPixmap | None:
        sheet = self._sheet()
        tile = sheet.get(place)
        if tile is None or place in self._stale:
            return self._paint_tile(place, rect) or tile
        sheet.move_to_end(place)
        return tile

    def _paint_tile(self, place: Place, rect: QRect) -> QPixmap | None:
        """Go on with a tile until it is done or the time is up."""
        if perf_counter() > self._deadline:
            return None
        job = self._jobs.get(place)
        if job is None:
            steps = self.art.steps(_in_scene(rect, self._scale), self._scale)
            job = self._jobs[place] = Job(rect, QPixmap(rect.size()), steps)
        if not self._go_on(job):
            return None
        del self._jobs[place]
        self._wanted.pop(place, None)
        self._stale.discard(place)
        self._drop(self._scale, place)
        self._sheet()[place] = job.tile
        self._bytes += _bytes(job.tile)
        self._make_room()
        return job.tile

    def _go_on(self, job: Job) -> bool:
        painter = QPainter(job.tile)
        painter.translate(-job.rect.x(), -job.rect.y())
        painter.scale(self._scale, self._scale)
        for step in job.steps:
            step(painter)
            if perf_counter() > self._deadline:
                painter.end()
                return False
        painter.end()
        return True

    def _make_room(self) -> None:
        """Scales that were left long ago go first, then what was seen long ago at this one."""
        while self._bytes > MOST_BYTES:
            oldest = next(iter(self._sheets))
            if not self._sheets[oldest]:
                del self._sheets[oldest]
            else:
                _, tile = self._sheets[oldest].popitem(last=False)
                self._bytes -= _bytes(tile)

    def work(self, seen: QRectF, budget: float) -> list[QRectF]:
        """Paint some of the ground that is missing in the window, then around it; answers what is new."""
        self._deadline = perf_counter() + budget
        done: list[QRectF] = []
        for place, rect in list(self._wanted.items()):
            area = _in_scene(rect, self._scale)
            if not area.intersects(seen):
                self._give_up(place)
                continue
            self._tile(place, rect)
            if place in self._wanted:
                return done
            done.append(area)
        return done

    def look_ahead(self, seen: QRectF, budget: float) -> bool:
        """Paint some of the ground just outside the window; tells whether there is more to do."""
        if not self._scale or HEX_SIZE * self._scale < COARSE_BELOW:
            return False
        self._deadline = perf_counter() + budget
        reach = TILE / 2 / self._scale
        around = seen.adjusted(-reach, -reach, reach, reach)
        return any(self._tile(place, rect) is None for place, rect in self._tiles_in(around, self._scale))

    # while tiles are missing

    def _paint_stand_in(self, painter: QPainter, missing: list[QRect]) -> None:
        """The nearest zoom step at hand over one colour per hex."""
        whole = QRect()
        for rect in missing:
            whole |= rect
        area = _in_scene(whole, self._scale)
        others = [scale for scale, sheet in self._sheets.items() if sheet and scale != self._scale]
        shown: list[tuple[QRectF, QPixmap]] = []
        covered = False
        if others:
            nearest = min(others, key=lambda other: abs(log(other / self._scale)))
            covered = True
            for place, rect in self._tiles_in(area, nearest):
                tile = self._sheets[nearest].get(place)
                if tile is None:
                    covered = False
                else:
                    shown.append((_in_scene(rect, nearest), tile))
        if not shown and not self._complete_once:  # Later, frames come too quickly for that.
            self._flat.paint(painter, whole, self._scale)
        elif not covered:
            area &= self.ground.geometry.bounds
            painter.drawPixmap(area, self.overview(), self._overview.part(area))
        for target, tile in shown:
            painter.drawPixmap(target, tile, QRectF(tile.rect()))

    # editing

    def repaint(self, hexes: Iterable[str]) -> None:
        """These hexes or their sides have changed: mend the tiles in use. Other scales follow when shown."""
        geometry = self.ground.geometry
        hexes = [geometry.lattice.first_name(hex_id) for hex_id in hexes]
        self.ground.sides_of.look_again(hexes)
        self._jobs.clear()
        for hex_id in hexes:
            reach = EDIT_REACH
            area = geometry.rect(hex_id).adjusted(-reach, -reach, reach, reach)
            self.art.forget(area)
            self._overview.mend(hex_id)
            self._edits.append(area)
            if self._scale and len(hexes) <= MENDED_AT_ONCE:
                self._mend(hex_id, area)
            elif self._scale:
                self._paint_again(area)
            self.item.update(area)
        if len(self._edits) > MOST_EDITS:
            self._drop_other_scales()
        self._known_edits[self._scale] = len(self._edits)

    def _paint_again(self, area: QRectF) -> None:
        """What is there stays in sight until it is painted anew."""
        for place, rect in self._tiles_in(area, self._scale):
            if place in self._sheet():
                self._stale.add(place)
                self._wanted[place] = rect

    def _drop_other_scales(self) -> None:
        kept = self._sheets.pop(self._scale, OrderedDict())
        self._sheets.clear()
        self._sheets[self._scale] = kept
        self._bytes = sum(map(_bytes, kept.values()))
        self._edits.clear()
        self._known_edits.clear()

    def _drop_edited(self, scale: float) -> None:
        """Take away what was edited while the map was looked at in other scales."""
        sheet = self._sheets[scale]
        for area in self._edits[self._known_edits.get(scale, 0) :] if sheet else ():
            for place, _ in self._tiles_in(area, scale):
                self._drop(scale, place)
        self._known_edits[scale] = len(self._edits)

    def _mend(self, hex_id: str, area: QRectF) -> None:
        """Paint the neighbourhood of a hex once and lay it into the tiles that show some of it."""
        scale, sheet = self._scale, self._sheet()
        tiles = [(rect, sheet[place]) for place, rect in self._tiles_in(area, scale) if place in sheet]
        if not tiles:
            return
        left, top = floor(area.left() * scale), floor(area.top() * scale)
        spot = QRect(left, top, ceil(area.right() * scale) - left, ceil(area.bottom() * scale) - top)
        patch = QPixmap(spot.size())
        painter = QPainter(patch)
        painter.setTransform(QTransform(scale, 0.0, 0.0, scale, -left, -top))
        for step in self.art.steps_around(hex_id, _in_scene(spot, scale), scale):
            step(painter)
        painter.end()
        for rect, tile in tiles:
            painter = QPainter(tile)
            painter.drawPixmap(left - rect.x(), top - rect.y(), patch)
            painter.end()


def tiles_in(pixels: QRectF, edge: tuple[int, int]) -> Iterator[tuple[Place, QRect]]:
    """The tiles in a part of a map that ends at this edge, row by row; the last ones end there too."""
    for row in range(max(0, floor(pixels.top() / TILE)), ceil(min(pixels.bottom(), edge[1]) / TILE)):
        for column in range(max(0, floor(pixels.left() / TILE)), ceil(min(pixels.right(), edge[0]) / TILE)):
            x, y = column * TILE, row * TILE
            yield (column, row), QRect(x, y, min(TILE, edge[0] - x), min(TILE, edge[1] - y))


def _in_scene(rect: QRect, scale: float) -> QRectF:
    return QRectF(rect.x() / scale, rect.y() / scale, rect.width() / scale, rect.height() / scale)


def _bytes(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4
