"""The minimap: the whole map, the part in the window, and a click to go elsewhere."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from app.map.counters.counter_style import CounterStyle
from app.map.geometry import MapGeometry
from app.map.map_scene import MapScene
from app.map.map_view import MapView
from app.map.minimap import MiniMap
from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.terrain_style import terrain_style
from engine.hexes.grid import Grid, GridSpec
from engine.referee.view import Counter
from tests.app.hands import Hands


def large_ground(columns: int, rows: int) -> PrintedMap:
    geometry = MapGeometry(Grid(GridSpec("flat", "even", columns, rows, separator="." if rows > 99 else "")))
    terrain = {place: "woods" for number, place in enumerate(geometry.lattice.hexes) if number % 2}
    return PrintedMap(geometry, terrain)


@pytest.fixture
def view(qtbot: QtBot) -> MapView:
    """A large map, close up."""
    shown = MapView()
    qtbot.addWidget(shown)
    shown.resize(500, 400)
    shown.setScene(MapScene(large_ground(40, 30), CounterStyle()))
    shown.show()
    shown.set_scale(1.0)
    return shown


@pytest.fixture
def minimap(view: MapView, qtbot: QtBot) -> MiniMap:
    """Beside it, painted to the end."""
    shown = MiniMap(view)
    qtbot.addWidget(shown)
    shown.resize(240, 200)
    scene = view.map_scene()
    assert scene is not None
    shown.show_map(scene.printed_map)
    shown.show()
    qtbot.waitUntil(lambda: shown.is_finished)
    return shown


def test_the_whole_map_is_shown_in_its_colours(minimap: MiniMap, view: MapView) -> None:
    scene = view.map_scene()
    assert scene is not None
    view.centerOn(scene.geometry.bounds.bottomRight())
    image = minimap.grab().toImage()
    for place in scene.geometry.lattice.hexes[40:600:37]:
        at = minimap.point_of(scene.geometry.centre(place)).toPoint()
        wanted = QColor(terrain_style(scene.printed_map.kind(place)).fill)
        found = image.pixelColor(at)
        assert abs(found.red() - wanted.red()) < 40 and abs(found.blue() - wanted.blue()) < 40, place


def test_a_click_goes_there(minimap: MiniMap, view: MapView, qtbot: QtBot) -> None:
    scene = view.map_scene()
    assert scene is not None
    place = "2016"
    at = minimap.point_of(scene.geometry.centre(place)).toPoint()
    qtbot.mouseClick(minimap, Qt.MouseButton.LeftButton, pos=at)
    middle = view.mapToScene(view.viewport().rect().center())
    assert (middle - scene.geometry.centre(place)).manhattanLength() < 60


def test_dragging_moves_the_window_over_the_map(minimap: MiniMap, view: MapView, qtbot: QtBot) -> None:
    scene = view.map_scene()
    assert scene is not None
    start = minimap.point_of(QPointF(600, 600)).toPoint()
    end = minimap.point_of(QPointF(1600, 1300)).toPoint()
    qtbot.mousePress(minimap, Qt.MouseButton.LeftButton, pos=start)
    before = minimap.seen()
    qtbot.mouseMove(minimap, end)
    assert minimap.seen().center().x() > before.center().x() + 500
    qtbot.mouseRelease(minimap, Qt.MouseButton.LeftButton, pos=end)
    held = minimap.seen()
    qtbot.mouseMove(minimap, start)
    assert minimap.seen() == held, "the button is up"


def test_the_rectangle_is_what_the_window_shows(minimap: MiniMap, view: MapView) -> None:
    close = minimap.seen()
    view.zoom(-3)
    assert minimap.seen().width() == pytest.approx(2 * close.width(), rel=0.1)


def test_behind_the_hand_over_screen_there_is_nothing(minimap: MiniMap, view: MapView, qtbot: QtBot) -> None:
    scene = view.map_scene()
    assert scene is not None
    minimap.show_counters([Counter("A", "red", scene.geometry.lattice.hexes[5], "A")], {"red": "#ff0000"})
    minimap.set_covered(True)
    image = minimap.grab().toImage()
    paper = minimap.palette().window().color()
    place = minimap.point_of(scene.geometry.centre(scene.geometry.lattice.hexes[5])).toPoint()
    assert image.pixelColor(place) == paper
    before = minimap.seen()
    qtbot.mouseClick(minimap, Qt.MouseButton.LeftButton, pos=minimap.rect().bottomRight() / 2)
    assert minimap.seen() == before


def test_counters_are_dots_in_the_colour_of_their_side(minimap: MiniMap, view: MapView) -> None:
    scene = view.map_scene()
    assert scene is not None
    view.centerOn(scene.geometry.bounds.topLeft())
    place = scene.geometry.lattice.hexes[-3]
    seen = [Counter("A", "red", place, "A"), Counter("B", "red", "a box", "B")]
    minimap.show_counters(seen, {"red": "#ff0000"})
    at = minimap.point_of(scene.geometry.centre(place)).toPoint()
    assert minimap.grab().toImage().pixelColor(at).red() > 200


def test_a_very_large_map_never_holds_the_window_up(qtbot: QtBot) -> None:
    view = MapView()
    qtbot.addWidget(view)
    view.resize(600, 400)
    printed_map = large_ground(200, 200)
    minimap = MiniMap(view)
    qtbot.addWidget(minimap)
    minimap.resize(300, 300)
    minimap.show()
    minimap.show_map(printed_map)
    portions = 0
    while not minimap.is_finished:
        minimap._paint_on()
        portions += 1
    assert portions > 3, "the painting is done in portions"


def test_the_table_feeds_it(hands: Hands, qtbot: QtBot) -> None:
    window = hands.window
    minimap = window.minimap.view
    window.actions_by_key["minimap"].trigger()
    qtbot.waitUntil(lambda: minimap.isVisible() and minimap.is_finished)
    on_map = [counter for counter in hands.controller.view.counters if window.table._is_hex(counter.place)]
    assert len(minimap._counters) == len(on_map)
