"""Where things stay and where the next key goes: tabs, docks, focus, drags, names."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QDragEnterEvent, QDragMoveEvent, QDropEvent, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.map.geometry import MapGeometry
from app.map.terrain.labels import ENLARGED_PX, Lettering
from app.map.terrain.printed_map import PrintedMap
from app.map.terrain.terrain_art import TerrainArt
from editor.document.editor_document import EditorDocument
from editor.editor_page import EditorPage
from engine.catalogue.document import Feature
from engine.hexes.grid import Grid
from engine.hexes.spec import GridSpec
from tests.editor.hands import LEFT, PLAIN, Hands
from tests.editor.samples import small_scenario


def test_tabs_stay_where_they_are_between_pages(hands: Hands) -> None:
    page, parts = hands.page, hands.page.parts
    places = set()
    for part in (parts.map, parts.forces, parts.victory, parts.map):
        page.show_part(part)
        QApplication.processEvents()
        places.add(parts.tabBar().mapTo(page, QPoint(0, 0)).x())
    assert len(places) == 1


def test_docks_come_back_with_the_tab_that_was_in_front(hands: Hands) -> None:
    page = hands.page
    page.docks["roster"].raise_()
    page.docks["history"].raise_()
    QApplication.processEvents()
    before = {key: dock.geometry() for key, dock in page.docks.items() if not dock.visibleRegion().isEmpty()}
    page.show_part(page.parts.forces)
    QApplication.processEvents()
    page.show_part(page.parts.map)
    QApplication.processEvents()
    after = {key: dock.geometry() for key, dock in page.docks.items() if not dock.visibleRegion().isEmpty()}
    assert after == before and {"roster", "history"} <= after.keys()


def test_a_long_message_does_not_reach_into_what_stands_beside_it(hands: Hands) -> None:
    bar = hands.page.statusBar()
    hands.page.workspace.show_message("A very long message " * 40)
    shown = bar.currentMessage()
    assert shown.endswith("…") and bar.toolTip().startswith("A very long message")
    beside = min(widget.x() for widget in (hands.page.status.problems, hands.page.status.zoom))
    assert bar.fontMetrics().horizontalAdvance(shown) < beside


def test_a_message_from_before_the_first_document_is_whole_and_alone(page: EditorPage, qtbot: QtBot) -> None:
    """The bar is hidden then, and is shown with the document: the hint must not lie below the message."""
    bar, words = page.statusBar(), "Imported: 2 scenarios from files with names."
    assert not bar.isVisible()
    page.workspace.show_message(words)
    page.file_actions.open_document(EditorDocument(small_scenario()))
    QApplication.processEvents()
    if bar.currentMessage():
        assert bar.currentMessage() == words
    page.workspace.show_message(words)
    page.status.hint.show()
    QApplication.processEvents()
    picture = page.status.hint.grab().toImage()
    assert len({picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())}) == 1
    bar.clearMessage()
    assert page.status.hint.grab().toImage() != picture


def test_roads_and_rivers_may_begin_beside_the_map(hands: Hands) -> None:
    canvas = hands.page.workspace.canvas
    outside = QPoint(hands.spot("0101").x(), 2)
    assert not canvas.hex_under(outside)
    hands.take("roads", "road")
    hands.drag([outside, "0101", "0102", "0103"])
    assert hands.work.hexsides["0101/0102"] and hands.work.hexsides["0102/0103"] and len(hands.steps) == 1
    hands.take("hexsides", "river")
    corners = hands.document.lattice.vertices("0401/0402")
    spots = [canvas.mapFromScene(canvas.geometry_of_map.vertex(corner)) for corner in corners]
    hands.drag([QPoint(spots[0].x(), 2), *spots])
    assert any(f.kind == "river" for f in hands.work.hexsides.get("0401/0402", ())) and len(hands.steps) == 2
    hands.drag([outside, QPoint(outside.x() + 3, 3)])
    assert len(hands.steps) == 2, "a drag that never meets the map draws nothing"


def test_a_kind_is_dragged_out_of_the_palette(hands: Hands) -> None:
    hands.take("brush", "clear")
    panel, viewport = hands.page.palette_panel, hands.page.workspace.canvas.viewport()
    (item,) = panel.list.findItems("woods", Qt.MatchFlag.MatchExactly)
    data = panel.list.mimeData([item])
    spot, copy = hands.spot("0606"), Qt.DropAction.CopyAction
    assert hands.work.terrain["0606"] != "woods"
    for event in (
        QDragEnterEvent(spot, copy, data, LEFT, PLAIN),
        QDragMoveEvent(spot, copy, data, LEFT, PLAIN),
        QDropEvent(QPointF(spot), copy, data, LEFT, PLAIN),
    ):
        QApplication.sendEvent(viewport, event)
    assert hands.work.terrain["0606"] == "woods" and len(hands.steps) == 1
    assert panel.list.currentItem().text() == "woods"
    hands.document.undo()
    assert hands.work.terrain["0606"] != "woods"


def test_the_next_key_goes_where_one_looks(hands: Hands, qtbot: QtBot) -> None:
    page = hands.page
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.show_part(page.parts.forces)
    assert page.parts.forces.units.view.hasFocus()
    page.parts.forces.units.add.click()
    for letter in "7th Cavalry":
        qtbot.keyClicks(QApplication.focusWidget(), letter)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    QApplication.processEvents()
    assert hands.work.scenario("units")[-1].name == "7th Cavalry"
    page.show_part(page.parts.map)
    assert page.workspace.canvas.hasFocus()


def painted(printed_map: PrintedMap, scale: float, night: bool) -> QImage:
    art = TerrainArt(printed_map)
    art.night, art.numbers = night, False
    bounds = printed_map.geometry.bounds
    image = QImage(round(bounds.width() * scale), round(bounds.height() * scale), QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    painter = QPainter(image)
    painter.translate(-bounds.left() * scale, -bounds.top() * scale)
    painter.scale(scale, scale)
    for step in art.steps(bounds, scale):
        step(painter)
    painter.end()
    return image


@pytest.mark.parametrize("scale", [0.19, 0.37, 0.61])
def test_no_seams_in_the_dark(scale: float, qapp: object) -> None:
    """Half-covered pixels at the edges of chunks are as dark as the rest."""
    geometry = MapGeometry(Grid(GridSpec("flat", "even", 60, 40)))
    printed_map = PrintedMap(geometry, dict.fromkeys(geometry.lattice.hexes, "clear"))
    light, dark = painted(printed_map, scale, False), painted(printed_map, scale, True)
    inside = QRectF(light.rect()).adjusted(60, 60, -60, -60).toRect()
    dimmed = 0
    for y in (inside.top() + 5, inside.center().y(), inside.bottom() - 7):
        for x in range(inside.left(), inside.right()):
            before, after = light.pixelColor(x, y).lightness(), dark.pixelColor(x, y).lightness()
            assert after <= before * 0.82 + 8, (x, y)
            dimmed += 1
    assert dimmed > 100


def written(features: dict[str, tuple[Feature, ...]], scale: float) -> QImage:
    """The names of a map, black on white, at a scale."""
    geometry = MapGeometry(Grid(GridSpec("flat", "even", 20, 20)))
    lettering = Lettering(PrintedMap(geometry, features=features))
    list(lettering.place())
    bounds = geometry.bounds
    image = QImage(round(bounds.width() * scale), round(bounds.height() * scale), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-bounds.topLeft())
    lettering.paint(painter, bounds, scale, QColor("white"))
    painter.end()
    return image


def inked(image: QImage, left: int, right: int) -> list[int]:
    """The rows with letters between two columns of pixels."""
    return [
        y
        for y in range(image.height())
        if any(image.pixelColor(x, y).lightness() < 120 for x in range(left, right))
    ]


@pytest.mark.parametrize("scale", [0.3, 0.15])
def test_names_of_towns_can_be_read_on_a_small_map(scale: float, qapp: object) -> None:
    """0.15: a map of fifty rows as a whole in a window of 1280 × 800."""
    image = written({"1010": (Feature("town", "Arnhem"),)}, scale)
    rows = inked(image, 0, image.width())
    assert ENLARGED_PX * 0.6 <= len(rows) <= ENLARGED_PX * 1.8


def test_a_town_of_several_hexes_has_its_name_once_on_a_small_map(qapp: object) -> None:
    town = (Feature("town", "Salerno"),)
    for scale, halves in ((0.15, 1), (0.8, 2)):
        image = written({"0410": town, "1610": town}, scale)
        middle = image.width() // 2
        assert sum(map(bool, (inked(image, 0, middle), inked(image, middle, image.width())))) == halves
