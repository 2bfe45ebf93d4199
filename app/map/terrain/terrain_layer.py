"""The terrain as square pixmaps, painted once per zoom step between frames, and patched after edits."""

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

from app.map.geometry import HEX_SIZE, take_connected
from app.map.map_thumbnail import Overview
from app.map.terrain.placeholder import PlaceholderMap
from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.terrain_art import Step, TerrainArt
from app.map.terrain.terrain_style import VEIL
from app.map.terrain.tile_cache import TILE, Place, TileCache, in_scene, places_in, tile_at, tiles_in

COARSE_BELOW: Final = 3.5
"""Hex size in pixels below which only the overview is drawn."""
FRAME_BUDGET_SECONDS: Final = 0.001
"""Time per frame for painting new tiles."""
MOST_TILES: Final = 32
"""Limit for tiles of another zoom step that replace a missing one."""
MOST_PATCHED_HEXES: Final = 8
"""Changed hexes that are patched in their tiles; with more, the tiles are painted again."""
PATCH_REACH: Final = 12.0
"""Distance beyond a hex that is patched at once, in scene units."""
EDIT_REACH: Final = HEX_SIZE + 10.0
"""Distance beyond a hex within which a change is visible at all."""


class Job(Struct):
    """A tile that is being painted."""

    rect: QRect
    tile: QPixmap
    steps: Iterator[Step]


class PrintedMapItem(QGraphicsItem):
    """The graphics item of the printed map."""

    def __init__(self, layer: TerrainLayer) -> None:
        super().__init__()
        self._layer: TerrainLayer = proxy(layer)  # Weak: no reference cycle.
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        printed_map = self._layer.printed_map
        return printed_map.geometry.bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        self._layer.paint(painter, option.exposedRect)


class BoardMarginItem(QGraphicsItem):
    """The part of a board beside the hexes: its tracks and tables. The tiles cover the rest."""

    def __init__(self, layer: TerrainLayer) -> None:
        super().__init__()
        self._layer: TerrainLayer = proxy(layer)  # Weak: no reference cycle.
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemStacksBehindParent)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._layer.printed_map.bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        self._layer.paint_margin(painter, option.exposedRect)


class TerrainLayer:
    """The tiles of a map at recent zoom steps, and those still to be painted."""

    def __init__(self, scene: QGraphicsScene, printed_map: PrintedMap) -> None:
        self.printed_map = printed_map
        self.art = TerrainArt(printed_map)
        self._overview = Overview(printed_map)
        self._flat = PlaceholderMap(printed_map, self._overview)
        self._deadline = float("inf")
        self._scale = 0.0
        """The scale painted last; 0 if no tiles were needed."""
        self._first_look = True
        """Show flat hexes until the terrain has been painted once or the zoom changes."""
        self._cache = TileCache()
        self._patched: set[tuple[float, Place]] = set()
        """Tiles, by scale, that were patched after an edit and not painted again yet."""
        self._wanted: dict[Place, QRect] = {}
        self._stale: set[Place] = set()
        """Tiles of this scale from before an edit."""
        self._jobs: dict[Place, Job] = {}
        self._patch = QPixmap()
        """Buffer for patches."""
        self.item = PrintedMapItem(self)
        if printed_map.bounds != printed_map.geometry.bounds:
            BoardMarginItem(self).setParentItem(self.item)
        scene.addItem(self.item)

    def begin_frame(self, budget: float = FRAME_BUDGET_SECONDS) -> None:
        """Start a frame with this time budget for new tiles."""
        self._deadline = perf_counter() + budget

    @property
    def unfinished(self) -> list[QRectF]:
        """The areas of tiles still to be painted."""
        return [in_scene(rect, self._scale) for rect in self._wanted.values()]

    def set_look(self, desk: QColor, night: bool) -> None:
        """Set the background colour, and whether the map is dimmed."""
        if (desk, night) != (self.art.desk, self.art.night):
            self.art.desk, self.art.night = desk, night
            self._overview.set_look(desk, night)
            self.repaint_all()

    def repaint_all(self) -> None:
        """Discard all tiles."""
        self._start_over()
        self._cache.clear()
        self._patched.clear()
        self.item.update()

    def restart(self) -> None:
        """Start again after a change of size, as for a newly opened map."""
        self._start_over()
        self._scale, self._first_look = 0.0, True

    def overview(self) -> QPixmap:
        """The map with one pixel per hex."""
        return self._overview.pixmap()

    # painting

    def paint(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the tiles at whole pixels, and coarse pictures for missing tiles."""
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
                self.item.update(area)  # The part not exposed still shows the placeholder.
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

    def paint_margin(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the board where there are no tiles."""
        board, bounds = self.printed_map.board, self.printed_map.geometry.bounds
        if board is None or bounds.contains(exposed):
            return
        painter.save()
        painter.setClipRect(exposed & board.rect)
        painter.setOpacity(painter.opacity() * self.art.strength.get("board", 1.0))
        board.paint(painter)
        if self.art.night:
            painter.fillRect(board.rect, QColor(*VEIL))
        painter.restore()

    def _zoomed(self, scale: float) -> None:
        """The scale has changed: show what is cached; painting starts after this frame."""
        if self._scale:
            self._first_look = False
            if self._deadline < float("inf"):
                self._deadline = 0.0
        self._start_over()
        self._scale = scale
        self._cache.look_at(scale)

    def _start_over(self) -> None:
        """Drop all tiles in progress."""
        for place in list(self._wanted):
            self._drop_request(place)
        self._jobs.clear()

    def _drop_request(self, place: Place) -> None:
        """Drop a tile that is not visible; it is painted when needed."""
        del self._wanted[place]
        self._jobs.pop(place, None)
        if place in self._stale:
            self._stale.discard(place)
            self._cache.drop(self._scale, place)

    def _tiles_in(self, area: QRectF, scale: float) -> Iterator[tuple[Place, QRect]]:
        """The tiles of this scale that overlap an area."""
        yield from tiles_in(
            QRectF(area.x() * scale, area.y() * scale, area.width() * scale, area.height() * scale),
            self._edge(scale),
        )

    def _edge(self, scale: float) -> tuple[int, int]:
        """The size of the map in pixels at this scale."""
        bounds = self.printed_map.geometry.bounds
        return ceil(bounds.width() * scale), ceil(bounds.height() * scale)

    def _tile(self, place: Place, rect: QRect) -> QPixmap | None:
        tile = self._cache.get(self._scale, place)
        if tile is None or place in self._stale:
            return self._paint_tile(place, rect) or tile
        return tile

    def _paint_tile(self, place: Place, rect: QRect) -> QPixmap | None:
        """Continue painting a tile until it is done or the time is up."""
        if perf_counter() > self._deadline:
            return None
        job = self._jobs.get(place)
        if job is None:
            steps = self.art.steps(in_scene(rect, self._scale), self._scale)
            job = self._jobs[place] = Job(rect, QPixmap(rect.size()), steps)
        if not self._run(job):
            return None
        del self._jobs[place]
        self._wanted.pop(place, None)
        self._stale.discard(place)
        self._patched.discard((self._scale, place))
        self._cache.put(self._scale, place, job.tile)
        return job.tile

    def _run(self, job: Job) -> bool:
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
        """Paint missing visible tiles within a time budget; returns the areas painted."""
        self._deadline = perf_counter() + budget
        done: list[QRectF] = []
        for place, rect in list(self._wanted.items()):
            area = in_scene(rect, self._scale)
            if not area.intersects(seen):
                self._drop_request(place)
                continue
            self._tile(place, rect)
            if place in self._wanted:
                return done
            done.append(area)
        return done

    def look_ahead(self, seen: QRectF, budget: float) -> bool:
        """Paint tiles just outside the visible area; returns whether some are left."""
        if not self._scale or HEX_SIZE * self._scale < COARSE_BELOW:
            return False
        self._deadline = perf_counter() + budget
        reach = TILE / 2 / self._scale
        around = seen.adjusted(-reach, -reach, reach, reach)
        return any(self._tile(place, rect) is None for place, rect in self._tiles_in(around, self._scale))

    # while tiles are missing

    def _paint_stand_in(self, painter: QPainter, missing: list[QRect]) -> None:
        """Draw tiles of other zoom steps, and one colour per hex where there are none."""
        bare, shown = missing, []
        for scale in self._cache.like(self._scale):
            tiles, left = self._found_at(scale, missing)
            shown += tiles
            bare = [rect for rect in bare if rect in left]
        if self._first_look and self.printed_map.board is None:  # Later this would be too slow.
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
        """Tiles of another scale that replace these, and the ones they do not cover."""
        found = self._cache.sheet(scale)
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
    def most_patched(self) -> int:
        """Hexes that can be patched within a frame; fewer at larger scales."""
        return max(1, int(MOST_PATCHED_HEXES / max(1.0, self._scale) ** 2))

    def repaint(self, hexes: Iterable[str]) -> None:
        """Update the tiles after these hexes or hexsides have changed; other scales follow when shown."""
        lattice = self.printed_map.geometry.lattice
        left = {lattice.first_name(hex_id): None for hex_id in hexes}
        few = len(left) <= MOST_PATCHED_HEXES
        self.printed_map.sides_of.invalidate(left)
        while left:
            some = take_connected(lattice, next(iter(left)), left, None if few else 1)
            self._change(some, patch=few and self._scale > 0)

    def _change(self, hexes: list[str], patch: bool) -> None:
        """Update the tiles of connected changed hexes."""
        whole = QRectF()
        for hex_id in hexes:
            whole |= self.printed_map.geometry.rect(hex_id)
            self._overview.update_hex(hex_id)
        area = _around(whole, EDIT_REACH)
        for chunk in self.printed_map.geometry.chunks_in(area):
            self.art.forget(chunk.key)
        self._cache.outdate(area, self._scale)
        self._mark_tiles(area, patch)
        if patch:
            self._patch_tiles(hexes)
        self.item.update(_around(whole, PATCH_REACH))

    def _mark_tiles(self, area: QRectF, patched: bool) -> None:
        """Mark the tiles of an area: patched ones are painted again when idle, others soon."""
        if not self._scale:
            return
        sheet = self._cache.sheet(self._scale)
        for place in places_in(area, self._scale):
            self._jobs.pop(place, None)
            if place not in sheet:
                continue
            if patched:
                self._patched.add((self._scale, place))
            else:
                self._request_again(place)

    @property
    def has_patches(self) -> bool:
        """Whether patched tiles of this scale are still to be painted again."""
        return any(scale == self._scale for scale, _ in self._patched)

    def repaint_patched(self) -> None:
        """Paint the patched tiles again in full, when the user is idle."""
        sheet = self._cache.sheet(self._scale)
        for scale, place in [*self._patched]:
            if scale == self._scale:
                self._patched.discard((scale, place))
                if place in sheet:
                    self._request_again(place)

    def _request_again(self, place: Place) -> None:
        self._stale.add(place)
        self._wanted[place] = tile_at(place, self._edge(self._scale))

    def _patch_tiles(self, hexes: list[str]) -> None:
        """Paint connected hexes with their surroundings and copy them into the tiles."""
        scale, sheet, geometry = self._scale, self._cache.sheet(self._scale), self.printed_map.geometry
        spots = [_pixels(_around(geometry.rect(hex_id), PATCH_REACH), scale) for hex_id in hexes]
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
    """The pixel rectangle that covers an area."""
    left, top = floor(area.left() * scale), floor(area.top() * scale)
    return QRect(left, top, ceil(area.right() * scale) - left, ceil(area.bottom() * scale) - top)
