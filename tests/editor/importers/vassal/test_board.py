"""The board of a module lies on table and paper and in the editor, its hexes where the module has them."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.map.counters.counter_style import CounterStyle
from app.map.map_scene import MapScene
from app.map.map_thumbnail import Overview
from app.map.terrain.printed_map import PrintedMap
from editor.backdrop.alignment import Affine
from editor.backdrop.board import board_from
from editor.commands.board import set_board
from editor.document.editor_document import EditorDocument
from editor.exporters.vassal import write_vmod
from editor.importers.pictures import encoded
from editor.importers.vassal.module import read_vmod
from editor.printing.map_pictures import Picture
from editor.printing.map_print import MapPrint
from editor.resize.resize_map import Margins, resize
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.board import (
    BOARD,
    LARGEST_BOARD,
    MOST_BOARD_PIXELS,
    board_of,
    with_board,
)
from engine.catalogue.check import check
from engine.catalogue.document import Feature, ScenarioDocument
from engine.catalogue.scenario_text import dumps, loads
from tests.editor.hands import Hands
from tests.editor.importers.fixtures import build_file, module
from tests.editor.importers.vassal.test_free import as_free_game, play
from tests.editor.window.test_editor_host import window  # noqa: F401

PAPER, SPOT, TRACK = QColor("#e010d0"), QColor("#1040e0"), QColor("#f0e020")
NUMBERS = 'first="H" sep="" hOff="1" vOff="1" stagger="true"'


def board_picture(width: int = 200, height: int = 230) -> QImage:
    """A board with a spot on the middle of hex 0102 and a track below the hexes."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(PAPER)
    painter = QPainter(image)
    painter.fillRect(QRectF(0, height - 30, width, 30), TRACK)
    painter.setBrush(SPOT)
    painter.drawEllipse(QPointF(20, 60), 9, 9)
    painter.end()
    return image


ZONE = (
    "<VASSAL.build.module.map.boardPicker.board.ZonedGrid>"
    '<VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name="hexes" path="0,0;200,0;200,200;0,200">'
    f'<VASSAL.build.module.map.boardPicker.board.HexGrid x0="20" y0="20" dx="34.64" dy="40" {{}}>'
    f"<VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering {NUMBERS} {{}}/>"
    "</VASSAL.build.module.map.boardPicker.board.HexGrid>"
    "</VASSAL.build.module.map.boardPicker.board.mapgrid.Zone>"
    "</VASSAL.build.module.map.boardPicker.board.ZonedGrid>"
)
WHOLE = (
    '<VASSAL.build.module.map.boardPicker.board.HexGrid x0="20" y0="20" dx="34.64" dy="40">'
    "</VASSAL.build.module.map.boardPicker.board.HexGrid>"
)


def imported(
    tmp_path: Path, grid: str = "", numbers: str = "", picture: bytes | None = None
) -> ScenarioDocument:
    """A module whose hexes are a zone of its board."""
    text = build_file()
    assert WHOLE in text
    content = encoded(board_picture(), "PNG") if picture is None else picture
    made = module(tmp_path / "board.vmod", text.replace(WHOLE, ZONE.format(grid, numbers)), content)
    return as_free_game(read_vmod(made))


def shown(document: ScenarioDocument, scale: float = 0.5) -> tuple[QImage, QRectF]:
    """The scene of the table, and its area."""
    scene = MapScene(PrintedMap.of(document), CounterStyle.of(document))
    scene.begin_frame(float("inf"))
    area = scene.printed_map.bounds
    image = QImage(round(area.width() * scale), round(area.height() * scale), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), area)
    painter.end()
    return image, area


def printed(document: ScenarioDocument, scale: float = 0.5) -> tuple[QImage, QRectF]:
    """The map as the printer gets it."""
    printed_map = PrintedMap.of(document)
    area = printed_map.bounds
    image = QImage(round(area.width() * scale), round(area.height() * scale), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-area.topLeft())
    MapPrint(printed_map).paint(painter, area)
    painter.end()
    return image, area


def colour_at(picture: tuple[QImage, QRectF], document: ScenarioDocument, at: QPointF) -> QColor:
    """What is seen at a pixel of the module's board."""
    image, area = picture
    board = PrintedMap.of(document).board
    assert board is not None
    spot = board.place.map(at * (board.board.width / 200)) - area.topLeft()
    scale = image.width() / area.width()
    return image.pixelColor(round(spot.x() * scale), round(spot.y() * scale))


def is_like(found: QColor, wanted: QColor) -> bool:
    difference = (found.red() - wanted.red(), found.green() - wanted.green(), found.blue() - wanted.blue())
    return sum(map(abs, difference)) < 60


@pytest.mark.parametrize("picture", [shown, printed])
@pytest.mark.parametrize("scale", [0.08, 0.3, 1.0])
def test_table_and_paper_show_the_board_with_its_margins(
    tmp_path: Path, picture: object, scale: float, qapp: object
) -> None:
    document = imported(tmp_path)
    drawn = picture(document, scale)  # type: ignore[operator]
    middle = document.map.lattice()
    assert "0102" in middle
    for at, wanted in (
        (QPointF(20, 60), SPOT),
        (QPointF(60, 60), PAPER),
        (QPointF(100, 120), PAPER),
        (QPointF(100, 218), TRACK),
    ):
        assert is_like(colour_at(drawn, document, at), wanted), (at, colour_at(drawn, document, at).name())


def test_the_spot_of_a_hex_lies_in_the_middle_of_our_hex(tmp_path: Path, qapp: object) -> None:
    printed_map = PrintedMap.of(imported(tmp_path))
    assert printed_map.board is not None
    factor = printed_map.board.board.width / 200
    middle = printed_map.board.place.map(QPointF(20, 60) * factor) - printed_map.geometry.centre("0102")
    assert abs(middle.x()) + abs(middle.y()) < 0.5


def test_without_a_board_the_table_shows_the_terrain(tmp_path: Path, qapp: object) -> None:
    document = imported(tmp_path)
    bare = replace(document, map=replace(document.map, data=with_board(document.map.data, None)))
    image, _ = shown(bare)
    assert not is_like(image.pixelColor(image.width() // 2, image.height() // 2), PAPER)


def test_the_module_says_whether_grid_and_numbers_are_drawn(tmp_path: Path, qapp: object) -> None:
    plain = imported(tmp_path)
    drawn = imported(tmp_path, 'visible="true"', 'visible="true"')
    for document, wanted in ((plain, False), (drawn, True)):
        board = board_of(document.map.data)
        assert board is not None and (board.grid, board.numbers) == (wanted, wanted)
    for picture in (shown, printed):
        assert picture(plain, 1.0)[0] != picture(drawn, 1.0)[0]


def test_a_feature_that_the_scenario_adds_lies_on_the_board(tmp_path: Path, qapp: object) -> None:
    document = imported(tmp_path)
    marked = replace(document, features={"0302": (Feature("depot", "Bridge"),)})
    for picture in (shown, printed):
        assert picture(document, 1.0)[0] != picture(marked, 1.0)[0]


def test_the_game_is_played_and_its_text_holds_the_board(tmp_path: Path) -> None:
    document = imported(tmp_path)
    assert board_of(loads(dumps(document)).map.data) == board_of(document.map.data) is not None
    session = play(document)
    assert session.choice is not None
    assert [str(found) for found in check(document) if found.severity == "error"] == []
    assert not any("no terrain" in found.text for found in check(document) if found.severity == "warning")
    with store.open(tmp_path / "other.db", create=True) as catalogue:
        catalogue.save(document)
        assert catalogue.load(document.key) == document


def test_thumbnail_and_picture_file_show_it(tmp_path: Path, qapp: object) -> None:
    document = imported(tmp_path)
    small = Overview(PrintedMap.of(document)).image()
    assert is_like(small.pixelColor(2, 2), PAPER)
    image = Picture(document, 40.0).image(lambda done, of, what: None)
    assert is_like(image.pixelColor(image.width() // 2, image.height() - 5), TRACK)


def test_it_is_set_undone_and_saved_in_the_editor(hands: Hands, tmp_path: Path, qtbot: QtBot) -> None:
    board = board_from(board_picture(), Affine(0.05, 0, 0, 0.05, 0, 0), "field.png")
    hands.document.do_step(set_board(hands.work, board, "Print the picture on the map"))
    scene = hands.page.workspace.canvas.map_scene()
    assert scene is not None and scene.printed_map.board is not None
    hands.document.undo()
    scene = hands.page.workspace.canvas.map_scene()
    assert scene is not None and scene.printed_map.board is None
    assert BOARD not in hands.work.sheet("data")
    hands.document.redo()
    again = EditorDocument(loads(dumps(hands.document.snapshot())))
    assert board_of(again.work.sheet("data")) == board


def test_it_moves_with_the_hexes_of_a_larger_map(tmp_path: Path) -> None:
    document = imported(tmp_path)
    grown = resize(document, Margins(left=2, top=1)).document
    for at, number in ((document, "0102"), (grown, "0303")):
        printed_map = PrintedMap.of(at)
        assert printed_map.board is not None
        place = printed_map.board.place.map(QPointF(20, 60) * printed_map.board.board.width / 200)
        assert printed_map.geometry.hex_at(place) == number


def test_large_pictures_become_small_enough(tmp_path: Path) -> None:
    image = QImage(4000, 3000, QImage.Format.Format_RGB32)
    image.fill(PAPER)
    board = board_from(image, Affine(0.01, 0, 0, 0.02, 1.0, 2.0), "large.png")
    assert board.width * board.height <= MOST_BOARD_PIXELS
    assert len(board.content()) <= LARGEST_BOARD
    corner = Affine(*board.place).at((board.width, board.height))
    assert corner == pytest.approx((41.0, 62.0), abs=0.01)


@pytest.mark.parametrize(
    "change",
    [
        {"picture": ("not base64!",)},
        {"picture": "text"},
        {"width": 0},
        {"width": 10**6},
        {"place": (1.0, 0.0)},
        {"place": (0.0,) * 6},
        {"place": (1.0, 0.0, 0.0, 1.0, 1e9, 0.0)},
    ],
)
def test_a_damaged_board_is_told_and_not_drawn(tmp_path: Path, change: dict, qapp: object) -> None:
    document = imported(tmp_path)
    damaged = {**document.map.data, BOARD: {**document.map.data[BOARD], **change}}  # type: ignore[dict-item]
    with pytest.raises(BadInput):
        board_of(damaged)
    broken = replace(document, map=replace(document.map, data=damaged))
    assert any(found.key == "unreadable-board" for found in check(broken))
    assert PrintedMap.of(broken).board is None
    shown(broken)


@pytest.mark.qt_log_ignore("JPEG datastream")
def test_a_board_whose_picture_is_cut_off_lets_the_terrain_be_seen(tmp_path: Path, qapp: object) -> None:
    document = imported(tmp_path)
    board = board_of(document.map.data)
    assert board is not None
    cut = replace(board, picture=board.picture[:1])
    broken = replace(document, map=replace(document.map, data=with_board(document.map.data, cut)))
    image, _ = shown(broken)
    assert not is_like(image.pixelColor(image.width() // 2, image.height() // 3), QColor("white"))


def test_a_backdrop_is_printed_on_the_map_and_taken_off_again(
    hands: Hands, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "field.png"
    assert board_picture(400, 460).save(str(file))
    panel = hands.page.reference_images.panel
    controller = panel._controller
    controller.choose(file)
    qtbot.waitUntil(lambda: controller.backdrop is not None and not controller.is_busy)
    place = controller.place()
    panel.to_map.click()
    qtbot.waitUntil(lambda: controller.board is not None)
    board = controller.board
    assert board is not None and controller.backdrop is None
    printed_map = PrintedMap.of(hands.document.snapshot())
    assert printed_map.board is not None
    corner = printed_map.board.place.map(QPointF(board.width, board.height))
    assert (corner.x(), corner.y()) == pytest.approx(place.at((400.0, 460.0)), abs=0.1)
    panel.grid.click()
    assert controller.board is not None and controller.board.grid
    panel.off_map.click()
    qtbot.waitUntil(lambda: controller.backdrop is not None and not controller.is_busy)
    assert controller.board is None
    assert controller.place().at((400.0, 460.0)) == pytest.approx(place.at((400.0, 460.0)), abs=0.1)
    for _ in range(2):
        hands.document.undo()
    assert controller.board is not None and not controller.board.grid
    panel.remove.click()
    assert controller.board is None and controller.backdrop is None


def test_a_game_of_a_module_shows_its_board_at_the_table(
    window: MainWindow,  # noqa: F811
    tmp_path: Path,
) -> None:
    session = play(imported(tmp_path))
    window.game.play(session)
    printed_map = window.table.printed_map
    assert printed_map is not None and printed_map.board is not None
    window.table.map.patient = True
    window.table.map.fit()
    image = window.table.map.grab().toImage()
    seen = {
        image.pixelColor(x, y).name() for x in range(0, image.width(), 4) for y in range(0, image.height(), 4)
    }
    for wanted in (PAPER, TRACK):
        assert any(is_like(QColor(name), wanted) for name in seen)


def test_a_module_written_from_it_has_its_pieces_in_the_same_hexes(tmp_path: Path, qapp: object) -> None:
    """The picture of the module begins where the board does, beside the hexes."""
    document = imported(tmp_path)
    path = tmp_path / "again.vmod"
    write_vmod(document, path, lambda done, of, what: None)
    again = read_vmod(path)
    there = {setup.place.at for setup in document.setups}
    assert there and {piece.hex for piece in again.pieces if piece.hex} == there
    second = as_free_game(again)
    assert set(second.map.lattice().hexes) >= set(document.map.lattice().hexes)
    printed_map = PrintedMap.of(second)
    assert printed_map.board is not None
    image, area = shown(second, 1.0)
    spot = printed_map.geometry.centre("0102") - area.topLeft()
    counter = {piece.hex for piece in again.pieces}
    assert "0102" in counter or is_like(image.pixelColor(round(spot.x()), round(spot.y())), SPOT)
    board = printed_map.board.board
    edge = printed_map.board.place.map(QPointF(board.width / 2, board.height - 4)) - area.topLeft()
    assert is_like(image.pixelColor(round(edge.x()), round(edge.y())), TRACK)
