"""The ground as square pixmaps: painted once per zoom step, a little between frames, mended when edited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from math import ceil, floor
from time import perf_counter
from typing import Final
from weakref import proxy

from msgspec import Struct
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from app.map.geometry import HEX_SIZE, take_bunch
from app.map.map_thumbnail import Overview
from app.map.terrain.placeholder import PlaceholderMap
from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.terrain_art import Step, TerrainArt
from app.map.terrain.tile_cache import TILE, Place, TileCache, in_scene, places_in, tile_at, tiles_in

COARSE_BELOW: Final = 3.5
"""Pixels per hex size below which one colour per hex is all there is to see."""
FRAME_BUDGET: Final = 0.001
"""Seconds of a frame that may go into painting new ground."""
MOST_TILES: Final = 32
"""Tiles of another zoom step that may stand in for one: a far smaller step would need thousands of them."""
MENDED_AT_ONCE: Final = 8
"""Hexes that are mended in their tiles; when more have changed, the tiles are painted again."""
MENDED_REACH: Final = 12.0
"""How far beyond a hex its change can clearly be seen, in scene units: so far it is mended at once."""
EDIT_REACH: Final = HEX_SIZE + 10.0
"""How far it can be seen at all: the sides that end at the hex bend a little otherwise, out to their ends."""


class Job(Struct):
    """A tile that is being painted."""

    rect: QRect
    tile: QPixmap
    steps: Iterator[Step]


class PrintedMapItem(QGraphicsItem):
    """Everything that is printed on the map."""

    def __init__(self, layer: TerrainLayer) -> None:
        super().__init__()
        self._layer: TerrainLayer = proxy(layer)  # Neither holds the other when the scene is let go of.
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._layer.printed_map.geometry.bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        self._layer.paint(painter, option.exposedRect)


class TerrainLayer:
    """The tiles of a map at the zoom steps last looked at, and those that are still to be painted."""

    def __init__(self, scene: QGraphicsScene, printed_map: PrintedMap) -> None:
        self.printed_map = printed_map
        self.art = TerrainArt(printed_map)
        self._overview = Overview(printed_map)
        self._flat = PlaceholderMap(printed_map, self._overview)
        self._deadline = float("inf")
        self._scale = 0.0
        """The scale last painted; 0 if no tiles were needed for that."""
        self._first_look = True
        """Plain hexes stand in for the ground until it has been painted once, or somebody zooms."""
        self._library = TileCache()
        self._mended: set[tuple[float, Place]] = set()
        """Tiles, by their scale, that are mended where they were edited but not painted anew."""
        self._wanted: dict[Place, QRect] = {}
        self._stale: set[Place] = set()
        """Tiles of this scale that show what was there before an edit."""
        self._jobs: dict[Place, Job] = {}
        self._patch = QPixmap()
        """What is mended is painted here first."""
        self.item = PrintedMapItem(self)
        scene.addItem(self.item)

    def begin_frame(self, budget: float = FRAME_BUDGET) -> None:
        """A frame is about to be painted; new ground may take this long."""
        self._deadline = perf_counter() + budget

    @property
    def unfinished(self) -> list[QRectF]:
        """Where the last frames had no time to paint the ground in full."""
        return [in_scene(rect, self._scale) for rect in self._wanted.values()]

    def set_look(self, desk: QColor, night: bool) -> None:
        """The colour of the table beside the map, and whether the map is dimmed."""
        if (desk, night) != (self.art.desk, self.art.night):
            self.art.desk, self.art.night = desk, night
            self._overview.set_look(desk, night)
            self.paint_anew()

    def paint_anew(self) -> None:
        """Nothing looks as it did."""
        self._start_over()
        self._library.clear()
        self._mended.clear()
        self.item.update()

    def look_afresh(self) -> None:
        """The window has another size, and so the map another scale: a first look, and nobody zooms."""
        self._start_over()
        self._scale, self._first_look = 0.0, True

    def overview(self) -> QPixmap:
        """One pixel per hex: a stand-in while ground is painted, and the base of a small map."""
        return self._overview.pixmap()

    # painting

    def paint(self, painter: QPainter, exposed: QRectF) -> None:
        """Lay the ground down on whole pixels; a coarse picture stands in for tiles still missing."""
        ratio = painter.device().devicePixelRatioF()
        world = painter.worldTransform()
        scale = world.m11() * ratio
        exposed &= self.printed_map.geometry.bounds
        if HEX_SIZE * scale < COARSE_BELOW:
            self._start_over()
            self._scale = 0.0
            self._overview.draw(painter, exposed)
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
            area = in_scene(rect, scale)
            if was_wanted and place not in self._wanted and not exposed.contains(area):
                self.item.update(area)  # Only a part is being painted: the rest still shows the stand-in.
        if missing:
            self._paint_stand_in(painter, missing)
        elif not self._wanted:
            self._first_look = False
        left, top = round(world.dx() * ratio), round(world.dy() * ratio)
        painter.save()
        painter.setWorldTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
        for rect, tile in ready:
            painter.drawPixmap(left + rect.x(), top + rect.y(), tile)
        painter.restore()

    def _zoomed(self, scale: float) -> None:
        """A first look at another scale: show what there is; painting begins when this frame is out."""
        if self._scale:
            self._first_look = False
            if self._deadline < float("inf"):
                self._deadline = 0.0
        self._start_over()
        self._scale = scale
        self._library.look_at(scale)

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
            self._library.drop(self._scale, place)

    def _tiles_in(self, area: QRectF, scale: float) -> Iterator[tuple[Place, QRect]]:
        """The tiles of this scale that show some of an area."""
        yield from tiles_in(
            QRectF(area.x() * scale, area.y() * scale, area.width() * scale, area.height() * scale),
            self._edge(scale),
        )

    def _edge(self, scale: float) -> tuple[int, int]:
        """The last pixels of the map."""
        bounds = self.printed_map.geometry.bounds
        return ceil(bounds.width() * scale), ceil(bounds.height() * scale)

    def _tile(self, place: Place, rect: QRect) -> QPixmap | None:
        tile = self._library.get(self._scale, place)
        if tile is None or place in self._stale:
            return self._paint_tile(place, rect) or tile
        return tile

    def _paint_tile(self, place: Place, rect: QRect) -> QPixmap | None:
        """Go on with a tile until it is done or the time is up."""
        if perf_counter() > self._deadline:
            return None
        job = self._jobs.get(place)
        if job is None:
            steps = self.art.steps(in_scene(rect, self._scale), self._scale)
            job = self._jobs[place] = Job(rect, QPixmap(rect.size()), steps)
        if not self._go_on(job):
            return None
        del self._jobs[place]
        self._wanted.pop(place, None)
        self._stale.discard(place)
        self._mended.discard((self._scale, place))
        self._library.put(self._scale, place, job.tile)
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

    def work(self, seen: QRectF, budget: float) -> list[QRectF]:
        """Paint some of the ground that is missing in the window, then around it; answers what is new."""
        self._deadline = perf_counter() + budget
        done: list[QRectF] = []
        for place, rect in list(self._wanted.items()):
            area = in_scene(rect, self._scale)
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
        """Other zoom steps, as far as there are any, and one colour per hex where they have nothing."""
        bare, shown = missing, []
        for scale in self._library.like(self._scale):
            tiles, left = self._found_at(scale, missing)
            shown += tiles
            bare = [rect for rect in bare if rect in left]
        if self._first_look:  # Later, frames come too quickly for that.
            self._flat.paint(painter, bare, self._scale)
        else:
            for rect in bare:
                area = in_scene(rect, self._scale)
                self._overview.draw(painter, area & self.printed_map.geometry.bounds)
        for target, tile in shown:
            painter.drawPixmap(target, tile, QRectF(tile.rect()))

    def _found_at(
        self, scale: float, missing: list[QRect]
    ) -> tuple[list[tuple[QRectF, QPixmap]], list[QRect]]:
        """Tiles of another scale in place of these, and those of these that they do not fill."""
        found = self._library.sheet(scale)
        left: list[QRect] = []
        shown: dict[Place, QRect] = {}
        for wanted in missing:
            there = dict(islice(self._tiles_in(in_scene(wanted, self._scale), scale), MOST_TILES))
            shown |= {place: rect for place, rect in there.items() if place in found}
            if len(there) == MOST_TILES or not all(place in found for place in there):
                left.append(wanted)
        return [(in_scene(rect, scale), found[place]) for place, rect in shown.items()], left

    # editing

    @property
    def mended_at_once(self) -> int:
        """Hexes that can be mended together before a frame is due: fewer, the larger they are."""
        return max(1, int(MENDED_AT_ONCE / max(1.0, self._scale) ** 2))

    def repaint(self, hexes: Iterable[str]) -> None:
        """These hexes or their sides have changed: mend the tiles in use. Other scales follow when shown."""
        lattice = self.printed_map.geometry.lattice
        left = {lattice.first_name(hex_id): None for hex_id in hexes}
        few = len(left) <= MENDED_AT_ONCE
        self.printed_map.sides_of.look_again(left)
        while left:
            some = take_bunch(lattice, next(iter(left)), left, None if few else 1)
            self._change(some, mends=few and self._scale > 0)

    def _change(self, hexes: list[str], mends: bool) -> None:
        """Hexes side by side look otherwise."""
        whole = QRectF()
        for hex_id in hexes:
            whole |= self.printed_map.geometry.rect(hex_id)
            self._overview.mend(hex_id)
        area = _around(whole, EDIT_REACH)
        for chunk in self.printed_map.geometry.chunks_in(area):
            self.art.forget(chunk.key)
        self._library.outdate(area, self._scale)
        self._touch(area, mends)
        if mends:
            self._mend(hexes)
        self.item.update(_around(whole, MENDED_REACH))

    def _touch(self, area: QRectF, mended: bool) -> None:
        """What is there stays in sight until it is painted anew: soon, or at rest if it is mended now."""
        if not self._scale:
            return
        sheet = self._library.sheet(self._scale)
        for place in places_in(area, self._scale):
            self._jobs.pop(place, None)
            if place not in sheet:
                continue
            if mended:
                self._mended.add((self._scale, place))
            else:
                self._want_anew(place)

    @property
    def is_mended(self) -> bool:
        """Whether something that can be seen was mended and is still to be painted anew."""
        return any(scale == self._scale for scale, _ in self._mended)

    def paint_mended_anew(self) -> None:
        """Hand and eye have come to rest: what was mended in haste is painted as if nobody had edited it."""
        sheet = self._library.sheet(self._scale)
        for scale, place in [*self._mended]:
            if scale == self._scale:
                self._mended.discard((scale, place))
                if place in sheet:
                    self._want_anew(place)

    def _want_anew(self, place: Place) -> None:
        self._stale.add(place)
        self._wanted[place] = tile_at(place, self._edge(self._scale))

    def _mend(self, hexes: list[str]) -> None:
        """Paint the neighbourhood of hexes side by side and lay it into the tiles that show some of it."""
        scale, sheet, geometry = self._scale, self._library.sheet(self._scale), self.printed_map.geometry
        spots = [_pixels(_around(geometry.rect(hex_id), MENDED_REACH), scale) for hex_id in hexes]
        whole = QRect()
        for spot in spots:
            whole |= spot
        there = in_scene(whole, scale)
        tiles = [(place, sheet[place]) for place in places_in(there, scale) if place in sheet]
        if not tiles:
            return
        if self._patch.width() < whole.width() or self._patch.height() < whole.height():
            self._patch = QPixmap(whole.size().expandedTo(self._patch.size()))
        painter = QPainter(self._patch)
        painter.setClipRect(0, 0, whole.width(), whole.height())
        painter.setTransform(QTransform(scale, 0.0, 0.0, scale, -whole.x(), -whole.y()))
        for step in self.art.steps_around(hexes, there, scale):
            step(painter)
        painter.end()
        for (column, row), tile in tiles:
            painter = QPainter(tile)
            painter.translate(-column * TILE, -row * TILE)
            for spot in spots:
                painter.drawPixmap(spot.topLeft(), self._patch, spot.translated(-whole.topLeft()))
            painter.end()


def _around(rect: QRectF, reach: float) -> QRectF:
    return rect.adjusted(-reach, -reach, reach, reach)


def _pixels(area: QRectF, scale: float) -> QRect:
    """The whole pixels on which an area lies."""
    left, top = floor(area.left() * scale), floor(area.top() * scale)
    return QRect(left, top, ceil(area.right() * scale) - left, ceil(area.bottom() * scale) - top)
