"""Measures the editor: drawing, filling and placing units on large maps.

What happens is measured in the processor time of the window's thread, garbage collected as in earnest.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time

from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtWidgets import QApplication

from app.startup.gui_thread_gc import collect_by_timer
from editor.commands.order_of_battle import place_units
from editor.document.editor_document import EditorDocument
from editor.editor_page import EditorPage
from editor.files.scenario_store import ScenarioStore
from engine.catalogue import store
from engine.catalogue.document import Placement
from tests.benchmarks.bench_map import application
from tests.benchmarks.timing import Sampler
from tests.benchmarks.watch import rest
from tests.editor.hands import BareHands
from tests.editor.large_maps import campaign, large, spots_to_and_fro

ALONG, DOWN = 21, 47
"""Pixels between two moves, and between two lines of the way."""
UNITS = 15
DRAGS = (
    ("brush", "19", 0.08, ("hill", "marsh")),
    ("brush", "19", 0.16, ("woods", "rough")),
    ("brush", "19", 0.4, ("sea", "mountain")),
    ("brush", "7", 0.4, ("marsh", "woods")),
    ("brush", "1", 0.4, ("clear", "rough")),
    ("hexsides", "", 0.16, ("river", "border")),
    ("hexsides", "", 0.4, ("stream", "wall")),
    ("roads", "", 0.4, ("road", "rail")),
    ("hexsides", "", 1.0, ("river", "border")),
    ("roads", "", 1.0, ("highway", "track")),
    ("brush", "19", 1.0, ("woods", "sea")),
)
"""A tool, its size, how near the map is, and what is drawn, first and second time."""


@contextmanager
def editor(document: EditorDocument) -> Iterator[BareHands]:
    """Simulated input for an editor with this document."""
    application()
    with (
        TemporaryDirectory(prefix="startline-bench-") as folder,
        store.open(Path(folder) / "mine.db", create=True) as catalogue,
    ):
        page = EditorPage(ScenarioStore(catalogue, Path(folder)), Path(folder))
        page.resize(1280, 800)
        page.show()
        page.file_actions.open_document(document)
        rest()
        collector = collect_by_timer(page)
        yield BareHands(page)
        collector.stop()
        gc.enable()
        page.close_down()
        page.close()
        page.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def drag_along(hands: BareHands, spots: list[QPoint]) -> list[float]:
    """One drag; the seconds that each move took."""
    times = []
    hands.press(spots[0])
    for spot in spots[1:]:
        start = thread_time()
        hands.move(spot)
        times.append(thread_time() - start)
        QApplication.processEvents()
    hands.release(spots[-1])
    return times


def drags(hands: BareHands) -> Iterator[list[float]]:
    """All drags at all zoom levels; of each move the better of two measurements.

    The host of a virtual machine takes time away at random, which hits no move twice.
    """
    canvas = hands.page.workspace.canvas
    for tool, size, scale, kinds in DRAGS:
        found = []
        for kind in kinds:
            hands.take(tool, kind)
            if size:
                hands.set_option("size", size)
            canvas.look_at(canvas.sceneRect().center())
            canvas.set_scale(scale)
            canvas.look_at(canvas.sceneRect().center())
            rest(lambda: not canvas.is_painting_ahead)
            found.append(drag_along(hands, spots_to_and_fro(hands, ALONG, DOWN)))
        yield [min(pair) for pair in zip(*found, strict=True)]


def drawing() -> tuple[Sampler, Sampler]:
    """The slowest move of all drags on a map of 200×200 hexes, and the middle one."""
    moves: list[float] = []

    def sample() -> float:
        with editor(large()) as hands:
            moves[:] = [move for drag in drags(hands) for move in drag]
        return max(moves)

    return sample, lambda: median(moves)


def filling() -> tuple[Sampler, Sampler]:
    """Fill a map of 200×200 hexes, and take it back."""
    undone = 0.0

    def sample() -> float:
        nonlocal undone
        with editor(large()) as hands:
            hands.take("fill", "woods")
            spot = hands.page.workspace.canvas.viewport().rect().center()
            begun = perf_counter()  # Most of it is done beside the window.
            hands.press(spot)
            hands.release(spot)
            filled = perf_counter() - begun
            undone = spent(hands.document.undo)
        return filled

    return sample, lambda: undone


def placing() -> tuple[Sampler, Sampler]:
    """Place a unit of the largest shipped scenario, and select the whole map."""
    selected = 0.0

    def sample() -> float:
        nonlocal selected
        document = campaign()
        with editor(document) as hands:
            page, work = hands.page, document.work
            page.choose_tool("units")
            rest(lambda: not page.roster._draw_timer.isActive())
            units = [setup.unit for setup in work.scenario("setups") if setup.place.kind == "hex"]
            times = []
            for unit, here in zip(units[:UNITS], document.lattice.hexes[600:], strict=False):
                command = place_units(work, [unit], Placement("hex", here))
                times.append(spent(lambda command=command: document.do(command)))
                document.end_stroke()
            selected = spent(page.actions_by_key["select_all"].trigger)
        return median(times)

    return sample, lambda: selected


def spent(act: Callable[[], object]) -> float:
    """The seconds that something takes."""
    start = thread_time()
    act()
    return thread_time() - start
