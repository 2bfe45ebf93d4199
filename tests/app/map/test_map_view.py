"""The window onto the map: zoom, drag, fit, pointer."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.map.counters.counter_layer import MANY_CHANGED
from app.map.counters.counter_style import CounterStyle
from app.map.map_scene import MapScene
from app.map.map_view import MapView, snapped
from engine.referee.view import Counter
from tests.app.map_sheets import printed_map


@pytest.fixture
def view(qtbot: QtBot) -> MapView:
    shown = MapView()
    qtbot.addWidget(shown)
    shown.setScene(MapScene(printed_map(columns=40, rows=40), CounterStyle({"red": "#aa3333"})))
    shown.resize(800, 600)
    with qtbot.waitExposed(shown):
        shown.show()
    return shown


def wheel(view: MapView, at: QPoint, turned: int, keys: Qt.KeyboardModifier) -> None:
    event = QWheelEvent(
        QPointF(at),
        QPointF(view.viewport().mapToGlobal(at)),
        QPoint(),
        QPoint(0, turned),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


@pytest.mark.parametrize("turned", [120, -120])
def test_ctrl_and_wheel_zoom_at_the_pointer(view: MapView, turned: int) -> None:
    view.set_scale(0.5)
    view.centerOn(view.sceneRect().center())
    at = QPoint(230, 410)
    before, scale = view.mapToScene(at), view.scale_now
    wheel(view, at, turned, Qt.KeyboardModifier.ControlModifier)
    assert (view.scale_now > scale) == (turned > 0)
    after = view.mapToScene(at)
    assert abs(after.x() - before.x()) < 3 / view.scale_now
    assert abs(after.y() - before.y()) < 3 / view.scale_now


def test_the_wheel_alone_scrolls(view: MapView) -> None:
    view.set_scale(1.0)
    view.centerOn(view.sceneRect().center())
    before = view.verticalScrollBar().value()
    wheel(view, QPoint(300, 300), -120, Qt.KeyboardModifier.NoModifier)
    assert view.verticalScrollBar().value() > before
    assert view.scale_now == 1.0


def drag(view: MapView, button: Qt.MouseButton, start: QPoint, end: QPoint) -> None:
    for kind, at, held in (
        (QEvent.Type.MouseButtonPress, start, button),
        (QEvent.Type.MouseMove, end, button),
        (QEvent.Type.MouseButtonRelease, end, Qt.MouseButton.NoButton),
    ):
        where = QPointF(view.viewport().mapToGlobal(at))
        event = QMouseEvent(kind, QPointF(at), where, button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view.viewport(), event)


def test_the_middle_button_drags(view: MapView) -> None:
    view.set_scale(1.0)
    view.centerOn(view.sceneRect().center())
    before = view.mapToScene(QPoint(400, 300))
    drag(view, Qt.MouseButton.MiddleButton, QPoint(400, 300), QPoint(340, 270))
    assert view.mapToScene(QPoint(340, 270)) == before


def test_space_and_the_left_button_drag_and_do_not_click(view: MapView, qtbot: QtBot) -> None:
    view.set_scale(1.0)
    view.centerOn(view.sceneRect().center())
    before = view.mapToScene(QPoint(400, 300))
    clicked = []
    view.hex_clicked.connect(lambda hex_id, point: clicked.append(hex_id))
    qtbot.keyPress(view, Qt.Key.Key_Space)
    drag(view, Qt.MouseButton.LeftButton, QPoint(400, 300), QPoint(340, 270))
    qtbot.keyRelease(view, Qt.Key.Key_Space)
    assert view.mapToScene(QPoint(340, 270)) == before
    assert clicked == []


def test_a_drawn_out_click_is_none(view: MapView) -> None:
    clicked = []
    view.hex_clicked.connect(lambda hex_id, point: clicked.append(hex_id))
    drag(view, Qt.MouseButton.LeftButton, QPoint(300, 300), QPoint(360, 300))
    assert clicked == []


def test_a_click_names_the_hex(view: MapView, qtbot: QtBot) -> None:
    scene = view.map_scene()
    assert scene is not None
    view.set_scale(0.5)
    view.centerOn(scene.geometry.centre("1212"))
    with qtbot.waitSignal(view.hex_clicked) as signal:
        point = view.mapFromScene(scene.geometry.centre("1212"))
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert signal.args[0] == "1212"


def test_fit_shows_the_whole_map(view: MapView) -> None:
    scene = view.map_scene()
    assert scene is not None
    view.set_scale(3.0)
    view.fit()
    QApplication.processEvents()
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    assert seen.adjusted(-2, -2, 2, 2).contains(scene.geometry.bounds)


def test_a_scenario_on_a_part_of_the_map_opens_on_that_part(view: MapView) -> None:
    scene = view.map_scene()
    assert scene is not None
    view.open_at([])
    whole = view.scale_now
    near = {"1212", *scene.geometry.lattice.neighbors("1212")}
    scene.printed_map.out_of_play = frozenset(set(scene.geometry.lattice.hexes) - near)
    view.open_at([])
    QApplication.processEvents()
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    assert view.scale_now > whole
    assert all(seen.contains(scene.geometry.rect(place)) for place in near)


def test_a_map_stays_fitted_until_somebody_zooms(view: MapView, qtbot: QtBot) -> None:
    view.open_at([])
    small = view.scale_now
    view.resize(1200, 900)
    qtbot.waitUntil(lambda: view.scale_now > small)
    view.zoom_in()
    chosen = view.scale_now
    view.resize(700, 500)
    QApplication.processEvents()
    assert view.scale_now == chosen


def test_zoom_steps_lead_there_and_back(view: MapView) -> None:
    view.actual_size()
    view.zoom_in()
    view.zoom_in()
    view.zoom_out()
    view.zoom_out()
    assert view.scale_now == pytest.approx(1.0)
    assert snapped(0.99) < 0.99 < snapped(0.99) * 1.27


def test_a_moved_counter_is_painted_in_its_new_place_only(view: MapView) -> None:
    scene = view.map_scene()
    assert scene is not None
    view.patient = True
    view.set_scale(0.5)
    view.centerOn(scene.geometry.centre("1212"))
    scene.counters.show([Counter("1", "red", "1212", "1")])
    there = view.mapFromScene(scene.geometry.centre("1212")) + QPoint(0, 10)
    beside = view.mapFromScene(scene.geometry.centre("1213")) + QPoint(0, 10)
    first = view.grab().toImage()
    scene.counters.show([Counter("1", "red", "1213", "1")])
    second = view.grab().toImage()
    assert first.pixel(there) == second.pixel(beside)
    assert first.pixel(there) != second.pixel(there)
    assert first.pixel(beside) != second.pixel(beside)


def test_many_counters_are_asked_for_at_once_and_few_one_by_one(
    view: MapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = view.map_scene()
    assert scene is not None
    asked: list[int] = []
    monkeypatch.setattr(scene.counters, "update", lambda *area: asked.append(len(area)))
    hexes = scene.geometry.lattice.hexes
    scene.counters.show([Counter(here, "red", here, "1") for here in hexes[: MANY_CHANGED + 1]])
    assert asked == [0]
    scene.counters.show([Counter(here, "red", here, "1") for here in hexes[:MANY_CHANGED]])
    assert asked == [0, 1]


def test_the_frame_of_a_patient_view_is_whole(view: MapView) -> None:
    scene = view.map_scene()
    assert scene is not None
    view.patient = True
    view.fit()
    view.viewport().repaint()
    assert scene.is_finished


def test_another_map_is_not_opened_where_the_last_one_was(view: MapView, qtbot: QtBot) -> None:
    view.open_at(["4040"])
    other = MapScene(printed_map(columns=12, rows=40), CounterStyle({"red": "#aa3333"}))
    view.setScene(other)
    view.resize(300, 200)
    QApplication.processEvents()
    assert view.map_scene() is other, "a window that changes its size asks for no hex that is not there"
    view.open_at(["1220"])
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    assert seen.contains(other.geometry.centre("1220"))


def test_the_wheel_zooms_and_the_left_button_drags_the_ground_where_wanted(
    view: MapView, qtbot: QtBot
) -> None:
    view.wheel_zooms = True
    view.set_scale(1.0)
    view.centerOn(view.sceneRect().center())
    at = QPoint(230, 410)
    fixed, scale = view.mapToScene(at), view.scale_now
    wheel(view, at, 120, Qt.KeyboardModifier.NoModifier)
    assert view.scale_now > scale
    assert (view.mapToScene(at) - fixed).manhattanLength() < 6 / view.scale_now
    clicks: list[str] = []
    view.hex_clicked.connect(lambda hex_id, point: clicks.append(hex_id))
    before = view.mapToScene(at)
    drag(view, Qt.MouseButton.LeftButton, at, at + QPoint(-60, -40))
    assert (view.mapToScene(at + QPoint(-60, -40)) - before).manhattanLength() < 3 / view.scale_now
    assert clicks == [], "a drag is no click"
    scale = view.scale_now
    wheel(view, at, 120, Qt.KeyboardModifier.ShiftModifier)
    assert view.scale_now == scale, "with Shift it scrolls"


def test_the_left_button_does_not_drag_the_map_by_a_counter(view: MapView) -> None:
    view.wheel_zooms = True
    view.set_scale(1.0)
    scene = view.map_scene()
    assert scene is not None
    place = view.hex_under(view.viewport().rect().center())
    scene.counters.show([Counter("R1", "red", place, "First")])
    at = view.mapFromScene(scene.geometry.centre(place))
    before = view.mapToScene(QPoint())
    drag(view, Qt.MouseButton.LeftButton, at, at + QPoint(80, 0))
    assert view.mapToScene(QPoint()) == before


def test_a_double_click_on_the_ground_centres(view: MapView, qtbot: QtBot) -> None:
    view.set_scale(1.0)
    view.centerOn(view.sceneRect().center())
    at = QPoint(200, 150)
    point = view.mapToScene(at)
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    middle = view.mapToScene(view.viewport().rect().center())
    assert (middle - point).manhattanLength() < 4


def test_a_right_click_names_the_hex(view: MapView) -> None:
    wanted: list[str] = []
    view.menu_wanted.connect(lambda hex_id, at: wanted.append(hex_id))
    at = QPoint(200, 150)
    reason = QContextMenuEvent.Reason
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(reason.Mouse, at, view.mapToGlobal(at)))
    assert wanted == [view.hex_under(at)]
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(reason.Keyboard, at, view.mapToGlobal(at)))
    assert len(wanted) == 1, "the hex cursor is not in use"
    other = view.hex_under(QPoint(400, 300))
    view.set_cursor_hex(other)
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(reason.Keyboard, at, view.mapToGlobal(at)))
    assert wanted[-1] == other
