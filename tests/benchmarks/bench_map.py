"""Measures the map: frames while zooming and dragging, opening, and painting an edited hex.

All of it is pure computing in one thread, and is measured in processor time, so that what else the
machine is doing at the moment does not count as ours.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from functools import cache
from random import Random
from statistics import median
from time import thread_time

from msgspec import Struct
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from app.map.counters.counter_style import CounterStyle
from app.map.map_scene import MapScene
from app.map.map_view import MapView
from app.map.terrain.printed_map import PrintedMap
from engine.catalogue.document import Feature, MapSheet, ScenarioDocument
from engine.hexes.grid import Grid, GridSpec
from engine.referee.view import Counter
from tests.benchmarks.timing import Sampler

VIEWPORT = (1600, 1000)
EDITS = 40
KINDS = ("sea", "marsh", "clear", "clear", "clear", "woods", "rough", "hill", "mountain")
RATINGS = (("attack", "4"), ("defence", "3"), ("movement", "5"))
TYPES = ("infantry", "armour", "artillery", "recon", "engineer", "headquarters")


def application() -> QApplication:
    """Use the offscreen platform."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    running = QApplication.instance()
    return running if isinstance(running, QApplication) else QApplication(["startline bench"])


class Size(Struct, frozen=True):
    """How large a map is and what lies on it."""

    columns: int
    rows: int
    counters: int

    def __str__(self) -> str:
        return f"{self.columns}×{self.rows}"


SMALL, MIDDLE, LARGE = Size(60, 80, 300), Size(200, 200, 600), Size(400, 400, 1000)


# a map to look at


def _heights(columns: int, rows: int, seed: int, step: int = 9) -> Callable[[int, int], float]:
    """Rolling country: a number from 0 to 1 for each place, much the same as its neighbours'."""
    chance = Random(seed)
    posts = [[chance.random() for _ in range(rows // step + 2)] for _ in range(columns // step + 2)]

    def height(column: int, row: int) -> float:
        x, y = column // step, row // step
        u, v = column % step / step, row % step / step
        near = posts[x][y] * (1 - v) + posts[x][y + 1] * v
        far = posts[x + 1][y] * (1 - v) + posts[x + 1][y + 1] * v
        return near * (1 - u) + far * u

    return height


@cache
def country(size: Size) -> ScenarioDocument:
    """Seas, woods and mountains, rivers between the basins, roads from town to town."""
    spec = GridSpec("flat", "even", size.columns, size.rows, separator="." if size.rows > 99 else "")
    grid, chance = Grid(spec), Random(1944)
    height, basin = _heights(size.columns, size.rows, 1), _heights(size.columns, size.rows, 2, 14)
    places = {here: grid.column_row(here) for here in grid.hexes}
    terrain = {here: KINDS[int(height(*place) * len(KINDS))] for here, place in places.items()}
    basins = {here: int(basin(*place) * 5) for here, place in places.items()}
    sides: dict[str, tuple[Feature, ...]] = {}
    for side in grid.all_hexsides(edges=False):
        one, other = side.split("/")
        if basins[one] != basins[other]:
            sides[side] = (Feature("river"),)
    towns = chance.sample(grid.hexes, len(grid.hexes) // 60)
    for town in towns:
        goal = chance.choice(towns)
        way = grid.line(town, goal)[:14]
        for one, other in itertools.pairwise(way):
            sides[grid.hexside(one, other)] = (Feature("road"),)
    features = {town: (Feature("town", f"Town {number}"),) for number, town in enumerate(towns)}
    return ScenarioDocument(
        "country", "Country", "none", MapSheet("country", "Country", spec, terrain, features, sides)
    )


@cache
def army(size: Size) -> tuple[Counter, ...]:
    """Counters in small stacks all over the map."""
    hexes, chance = [*country(size).map.terrain], Random(6)
    spots = chance.choices(hexes, k=size.counters * 2 // 3)
    return tuple(
        Counter(
            f"U{number}",
            chance.choice(("red", "blue")),
            chance.choice(spots),
            f"{number % 90 + 1}",
            chance.choice(TYPES),
            "battalion",
            f"{number % 12} Div",
            RATINGS,
        )
        for number in range(size.counters)
    )


# looking at it


class WatchedView(MapView):
    """A map view that measures its frames."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[float] = []
        self.led = 0.0
        """Seconds that a gesture, and painting ahead of the frame, have taken before it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        began = thread_time()
        super().paintEvent(event)
        self.frames.append(thread_time() - began + self.led)
        self.led = 0.0

    def _paint_on(self) -> None:
        began = thread_time()
        super()._paint_on()
        self.led += thread_time() - began


def window() -> WatchedView:
    """A window of the size that is asked for, with nothing in it."""
    view = WatchedView()
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.resize(*VIEWPORT)
    return view


def opened(size: Size) -> WatchedView:
    """A window onto a map, painted for the first time."""
    view = window()
    scene = MapScene(PrintedMap.of(country(size)), CounterStyle({"red": "#a8453a", "blue": "#5a76a6"}))
    scene.setParent(view)
    scene.counters.show(army(size))
    view.setScene(scene)
    view.open_at([])
    view.show()
    QApplication.processEvents()
    return view


def closed(view: WatchedView) -> None:
    """Close the view and delete its contents."""
    view.close()
    view.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def wheel(view: WatchedView, at: QPoint, steps: int) -> None:
    """Turn the wheel with Ctrl held."""
    event = QWheelEvent(
        QPointF(at),
        QPointF(view.viewport().mapToGlobal(at)),
        QPoint(),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    _do(view, lambda: QApplication.sendEvent(view.viewport(), event))


def mouse(view: WatchedView, kind: QEvent.Type, at: QPoint) -> None:
    """The middle button, with which the map is dragged."""
    middle, up = Qt.MouseButton.MiddleButton, Qt.MouseButton.NoButton
    held = up if kind == QEvent.Type.MouseButtonRelease else middle
    where = QPointF(view.viewport().mapToGlobal(at))
    event = QMouseEvent(kind, QPointF(at), where, middle, held, Qt.KeyboardModifier.NoModifier)
    _do(view, lambda: QApplication.sendEvent(view.viewport(), event))


def _do(view: WatchedView, gesture: Callable[[], object]) -> None:
    began = thread_time()
    gesture()
    view.led += thread_time() - began


def drag(view: WatchedView, step: QPoint, times: int) -> None:
    """Drag the map back and forth."""
    at = QPoint(VIEWPORT[0] // 2, VIEWPORT[1] // 2)
    mouse(view, QEvent.Type.MouseButtonPress, at)
    for number in range(times):
        at += step if number < times * 3 // 4 else -step
        mouse(view, QEvent.Type.MouseMove, at)
        QApplication.processEvents()
    mouse(view, QEvent.Type.MouseButtonRelease, at)


def zoom_to(view: WatchedView, scale: float, at: QPoint) -> None:
    """Turn the wheel until this scale is reached."""
    steps = 1 if scale > view.scale_now else -1
    while (scale - view.scale_now) * steps > 0.01 * scale:
        before = view.scale_now
        wheel(view, at, steps)
        QApplication.processEvents()
        if view.scale_now == before:
            return


def journey(view: WatchedView, farthest: float = 0.02) -> None:
    """In from the whole map to single counters, along at three sizes, and out again."""
    at = QPoint(900, 420)
    zoom_to(view, 0.5, at)
    drag(view, QPoint(-31, -17), 30)
    zoom_to(view, 1.0, at)
    drag(view, QPoint(43, -29), 30)
    zoom_to(view, 2.0, at)
    drag(view, QPoint(-37, 41), 20)
    zoom_to(view, 0.25, at)
    drag(view, QPoint(-90, -60), 20)
    zoom_to(view, farthest, at)


@cache
def travelled(size: Size, number: int) -> tuple[float, ...]:
    """The frame times of one tour over a newly opened map, by number."""
    application()
    view = opened(size)
    view.frames.clear()
    journey(view)
    closed(view)
    return tuple(view.frames)


def slower_than(part: float) -> Callable[[tuple[float, ...]], float]:
    """The quantile of the frame times."""
    return lambda frames: sorted(frames)[min(len(frames) - 1, int(len(frames) * part))]


def frames(size: Size, figure: Callable[[tuple[float, ...]], float]) -> Sampler:
    """A quantile of the frame times of a tour; lines of the same map share the tours."""
    numbers = itertools.count()
    return lambda: figure(travelled(size, next(numbers)))


def opening(size: Size) -> Sampler:
    """From the scenario in memory to the first frame."""
    application()
    country(size)
    army(size)

    def sample() -> float:
        began = thread_time()
        view = opened(size)
        spent = thread_time() - began
        closed(view)
        return spent

    return sample


def editing(size: Size, scale: float) -> Sampler:
    """Change the terrain of a visible hex until it is painted."""
    application()
    view = opened(size)
    zoom_to(view, scale, QPoint(800, 500))
    scene = view.map_scene()
    assert scene is not None
    while not scene.is_finished or view.is_painting_ahead:
        QApplication.processEvents()
    geometry, terrain, chance = scene.geometry, scene.printed_map.terrain, Random(7)
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    inside = [here for here in geometry.hexes_in(seen) if seen.contains(geometry.rect(here))]

    def sample() -> float:
        spent = []
        for _ in range(EDITS):
            here, kind = chance.choice(inside), chance.choice(KINDS)
            began = thread_time()
            terrain[here] = kind
            scene.terrain.repaint([here])
            spent.append(thread_time() - began)
            QApplication.processEvents()
        assert view.frames
        return median(spent)

    return sample


def editing_anew(size: Size, scale: float) -> Sampler:
    """The same by painting the whole window again."""
    application()
    view = opened(size)
    zoom_to(view, scale, QPoint(800, 500))
    view.patient = True
    scene = view.map_scene()
    assert scene is not None

    def sample() -> float:
        scene.terrain.repaint_all()
        began = thread_time()
        view.viewport().repaint()
        return thread_time() - began

    return sample
