"""How quickly the pointer is followed on a large map."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter, thread_time

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from app import garbage
from editor.commands.forces import place_units
from editor.document import EditorDocument
from editor.editor_page import EditorPage
from editor.game_kinds import kinds_of_game
from engine import games
from engine.catalogue.document import MapSheet, Placement, ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.hexes.spec import GridSpec
from tests.editor.hands import Hands

MOVE = 0.016
FILL = 1.0
"""Seconds of the processor: what others do at the same time does not count."""
SLOW_MACHINE = 3
"""Other work on the same processor may take this many times longer; the median may not."""


def large() -> EditorDocument:
    spec = GridSpec("flat", "even", 200, 200, column_digits=3, row_digits=3)
    terrain = {cell.hex: "clear" for cell in spec.cells()}
    sheet = MapSheet("large", "Large", spec, terrain)
    return EditorDocument(ScenarioDocument("large", "Large", "toy", sheet))


@pytest.fixture
def workshop(page: EditorPage, qtbot) -> Iterator[Hands]:
    """The large map on the bench, kept out of the search for garbage as in the window of the program."""
    page.bench.canvas.patient = False
    page.drawer.put_on_bench(large())
    qtbot.wait(200)
    garbage.settle()
    yield Hands(page, qtbot)
    gc.unfreeze()


def spots_to_and_fro(hands: Hands, along: int, down: int) -> list[QPoint]:
    """Points of the map in the window, line by line."""
    canvas = hands.page.bench.canvas
    room = canvas.viewport().rect().adjusted(20, 20, -20, -20)
    spots: list[QPoint] = []
    for row, y in enumerate(range(room.top(), room.bottom(), down)):
        across = range(room.left(), room.right(), along)
        spots += [QPoint(x, y) for x in (across if row % 2 == 0 else reversed(across))]
    return [spot for spot in spots if canvas.hex_under(spot)]


def drag_along(hands: Hands, spots: list[QPoint]) -> list[float]:
    """One drag; the seconds of the processor that each move took."""
    times = []
    hands.press(spots[0])
    for spot in spots[1:]:
        start = thread_time()
        hands.move(spot)
        times.append(thread_time() - start)
        QApplication.processEvents()
    hands.release(spots[-1])
    return times


@contextmanager
def searches() -> Iterator[list[float]]:
    """How long each search for garbage takes."""
    found: list[float] = []
    began = 0.0

    def told(phase: str, info: object) -> None:
        nonlocal began
        if phase == "start":
            began = thread_time()
        else:
            found.append(thread_time() - began)

    gc.callbacks.append(told)
    try:
        yield found
    finally:
        gc.callbacks.remove(told)


def slowest(*drags: list[float]) -> tuple[float, float]:
    """The slowest move, and the slowest but one in a hundred, each by the better of two drags along one way.

    The host of a virtual machine takes away time at random, which hits no move twice.
    """
    moves = sorted(map(min, zip(*drags, strict=True)))
    return moves[-1], moves[len(moves) * 99 // 100 - 1]


def holds(worst: float, nearly_all: float) -> bool:
    """Nearly all moves in time on any machine; the worst one may come on a slow moment of it."""
    return nearly_all < MOVE and worst < MOVE * SLOW_MACHINE


def test_ten_thousand_hexes_in_one_drag(workshop: Hands) -> None:
    hands = workshop
    hands.take("brush", "woods")
    hands.wish("size", "19")
    hands.page.bench.canvas.fit()
    spots = spots_to_and_fro(hands, 9, 24)
    first = drag_along(hands, spots)
    painted = sum(kind == "woods" for kind in hands.work.terrain.values())
    assert painted >= 10_000
    assert len(hands.document.history.steps) == 1
    hands.document.undo()
    assert set(hands.work.terrain.values()) == {"clear"}
    hands.take("brush", "rough")
    second = drag_along(hands, spots)
    worst, nearly_all = slowest(first, second)
    print(f"{painted} hexes in {len(first)} moves, the slowest {worst * 1e3:.1f} ms")
    assert holds(worst, nearly_all)


DRAGS = (
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


def test_no_move_of_any_drag_takes_long(workshop: Hands, qtbot) -> None:
    """Whatever the hand draws, however near it looks, and whatever it has drawn before."""
    hands, canvas = workshop, workshop.page.bench.canvas
    for tool, size, scale, kinds in DRAGS:
        drags, longest = [], []
        for kind in kinds:
            hands.take(tool, kind)
            if size:
                hands.wish("size", size)
            canvas.look_at(canvas.sceneRect().center())
            canvas.set_scale(scale)
            canvas.look_at(canvas.sceneRect().center())
            qtbot.wait(300)
            steps = len(hands.document.history.steps)
            with searches() as found:
                drags.append(drag_along(hands, spots_to_and_fro(hands, 21, 47)))
            longest.append(max(found, default=0.0))
            assert len(hands.document.history.steps) == steps + 1, "nothing was drawn"
        worst, nearly_all = slowest(*drags)
        print(f"{tool} {size} at {scale}: slowest {worst * 1e3:.1f} ms, garbage {min(longest) * 1e3:.1f} ms")
        assert holds(worst, nearly_all), (tool, size, scale)
        assert min(longest) < MOVE * SLOW_MACHINE, (tool, size, scale)


def test_forty_thousand_hexes_are_filled_with_progress(page: EditorPage, qtbot) -> None:
    hands = Hands(page, qtbot)
    page.drawer.put_on_bench(large())
    page.bench.canvas.patient = False
    told: list[int] = []
    page.bench.worked.connect(lambda done, whole: told.append(done))
    hands.take("fill", "woods")
    spot = page.bench.canvas.viewport().rect().center()
    start = thread_time()
    hands.press(spot)
    spent = thread_time() - start
    hands.release(spot)
    assert set(hands.work.terrain.values()) == {"woods"}
    start = thread_time()
    hands.document.undo()
    back = thread_time() - start
    print(f"filled in {spent:.2f} s, undone in {back:.2f} s")
    assert set(hands.work.terrain.values()) == {"clear"}
    assert spent < FILL and back < FILL / 2
    assert len(told) > 10 and told[-1] == 0 and not page.status.progress.isVisible()


def campaign() -> EditorDocument:
    game = games.game("ttr")
    assert isinstance(game, DocumentGame)
    return EditorDocument(next(found for found in game.documents() if found.key == "ttr-campaign"))


def test_a_campaign_with_three_hundred_units(page: EditorPage, qtbot) -> None:
    """What takes long is read beside the window; then a unit is placed before the next frame or two."""
    document = campaign()
    kinds_of_game("ttr")
    page.bench.canvas.patient = False
    start = perf_counter()
    page.drawer.put_on_bench(document)
    opened = perf_counter() - start
    page.take_up("units")
    qtbot.waitUntil(lambda: not page.roster._faces.isActive(), timeout=20000)
    units = [setup.unit for setup in document.work.scenario("setups") if setup.place.kind == "hex"][:15]
    times = []
    for number, unit in enumerate(units):
        here = document.lattice.hexes[600 + number]
        start = perf_counter()
        document.do(place_units(document.work, [unit], Placement("hex", here)))
        times.append(perf_counter() - start)
        document.end_stroke()
        assert page.roster._items[unit].text(1) == here
    start = perf_counter()
    page.actions_by_key["select_all"].trigger()
    chosen = perf_counter() - start
    median = sorted(times)[len(times) // 2]
    print(f"opened in {opened:.2f} s, a unit placed in {median * 1e3:.0f} ms, all chosen in {chosen:.2f} s")
    assert median < 0.025 * SLOW_MACHINE and opened < 0.7 * SLOW_MACHINE and chosen < 0.15 * SLOW_MACHINE
