"""A picture under the map: kept, shown, faded, aligned by three known hexes, and never lost."""

from __future__ import annotations

import shutil
from math import dist
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPdfWriter
from pytestqt.qtbot import QtBot

from editor.backdrop import backdrop as pictures
from editor.backdrop.alignment import Affine, fit_inside, fitted
from editor.backdrop.backdrop import Backdrop, Pin, backdrop_of, keep_picture, load_picture, with_backdrop
from editor.document.editor_document import EditorDocument
from editor.editor_page import EditorPage
from editor.files.scenario_store import ScenarioStore
from editor.foreign_pictures import drawing_process
from editor.resize.resize_map import Margins, resize
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.scenario_text import dumps, loads
from engine.hexes.layout import Layout
from tests.editor.hands import RIGHT, SHIFT, Hands
from tests.editor.samples import small_scenario

# the fit

figure = some.floats(-50, 50)


@given(
    some.tuples(*[figure] * 6), some.lists(some.tuples(figure, figure), min_size=3, max_size=6, unique=True)
)
def test_three_points_or_more_find_the_place(figures: tuple[float, ...], points: list) -> None:
    true = Affine(*figures)
    spread = max(
        abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
        for a in points
        for b in points
        for c in points
    )
    if spread < 50 or abs(true.a * true.d - true.b * true.c) < 1:
        return
    found = fitted(Affine(), [(point, true.at(point)) for point in points])
    for point in points:
        assert dist(found.at(point), true.at(point)) < 1e-4
        assert dist(found.back(true.at(point)), point) < 1e-4


def test_one_pair_shifts_and_two_turn_and_stretch() -> None:
    base = Affine(2.0, 0.0, 0.0, 2.0, 5.0, 5.0)
    moved = fitted(base, [((1.0, 1.0), (17.0, 27.0))])
    assert moved == Affine(2.0, 0.0, 0.0, 2.0, 15.0, 25.0)
    turned = fitted(base, [((0.0, 0.0), (0.0, 0.0)), ((10.0, 0.0), (0.0, 30.0))])
    assert dist(turned.at((0.0, 10.0)), (-30.0, 0.0)) < 1e-9


def test_points_in_a_line_do_not_squeeze_the_picture() -> None:
    pairs = [((float(n), float(n)), (2.0 * n, 2.0 * n)) for n in range(3)]
    assert fitted(Affine(), pairs).is_valid
    assert fitted(Affine(), [((1.0, 1.0), (4.0, 4.0))] * 3) == Affine(e=3.0, f=3.0)


# the files


def picture(path: Path, width: int = 400, height: int = 300) -> Path:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#3366cc"))
    painter = QPainter(image)
    painter.fillRect(0, 0, width // 2, height // 2, QColor("#cc3333"))
    painter.end()
    assert image.save(str(path))
    return path


def test_pictures_are_kept_in_the_users_folder(qapp: object, tmp_path: Path) -> None:
    for name in ("a.png", "a.jpg", "a.bmp"):
        source = picture(tmp_path / name)
        kept = keep_picture(tmp_path / "home", source)
        source.unlink()
        assert (kept.name, kept.width, kept.height) == (name, 400, 300)
        assert load_picture(tmp_path / "home", kept).size().toTuple() == (400, 300)


def test_a_drawing_becomes_pixels(qapp: object, tmp_path: Path) -> None:
    source = tmp_path / "map.svg"
    source.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="9" height="9"/></svg>'
    )
    kept = keep_picture(tmp_path, source)
    assert (kept.width, kept.height) == (4000, 2000)
    assert load_picture(tmp_path, kept).pixelColor(100, 100) == QColor("#000000")


def pdf(path: Path) -> Path:
    writer = QPdfWriter(str(path))
    painter = QPainter(writer)
    painter.drawText(100, 100, "one")
    writer.newPage()
    painter.fillRect(0, 0, 20000, 20000, QColor("#00aa00"))
    painter.end()
    return path


def test_a_page_of_a_pdf(qapp: object, tmp_path: Path) -> None:
    kept = keep_picture(tmp_path, pdf(tmp_path / "rules.pdf"), 2)
    image = load_picture(tmp_path, kept)
    assert max(image.size().toTuple()) == 4000
    assert image.pixelColor(image.width() // 2, image.height() // 2).green() > 150
    with pytest.raises(BadInput, match="no page 7: it has 2;"):
        keep_picture(tmp_path, tmp_path / "rules.pdf", 7)


def test_a_pdf_that_cannot_be_drawn_is_refused_in_one_sentence(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = pdf(tmp_path / "rules.pdf")
    (tmp_path / "cut.pdf").write_bytes(source.read_bytes()[:300])
    with pytest.raises(BadInput, match=r"cut\.pdf is not a PDF that can be drawn"):
        keep_picture(tmp_path, tmp_path / "cut.pdf")
    monkeypatch.setattr(drawing_process, "TIMEOUT_SECONDS", 0.0)
    with pytest.raises(BadInput, match="takes too long"):
        keep_picture(tmp_path, source)
    assert not (tmp_path / "backdrops").exists(), "nothing was kept"


def test_what_is_no_picture_is_refused(qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n damaged")
    (tmp_path / "a.txt").write_text("words")
    for name, words in (
        ("a.png", "not a valid picture"),
        ("a.txt", "PNG, JPG, SVG or PDF"),
        ("none.png", "not a file"),
    ):
        with pytest.raises(BadInput, match=words):
            keep_picture(tmp_path / "home", tmp_path / name)
    whole = picture(tmp_path / "b.png")
    whole.write_bytes(whole.read_bytes()[:200])
    with pytest.raises(BadInput, match=r"cannot be read|not a valid picture"):
        keep_picture(tmp_path / "home", whole)
    monkeypatch.setattr(pictures, "MOST_PIXELS", 1000)
    with pytest.raises(BadInput, match="400 × 300 pixels"):
        keep_picture(tmp_path / "home", picture(tmp_path / "c.png"))
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("file", ["0" * 32 + ".png", "../../etc/passwd", "x.png", ""])
def test_a_missing_picture_is_one_sentence(qapp: object, tmp_path: Path, file: str) -> None:
    with pytest.raises(BadInput, match="choose the picture again"):
        load_picture(tmp_path, Backdrop(file, "scan.png", 10, 10))


def test_the_map_keeps_its_backdrop_in_text_and_catalogue(tmp_path: Path) -> None:
    held = Backdrop("0" * 32 + ".png", "scan.png", 640, 480, strength=35, below=True)
    held = held.placed(Affine(0.01, 0.0, 0.001, 0.0125, -1.5, 2.25), (Pin("0101", 12.5, 30.0),))
    scenario = small_scenario()
    scenario = replace(scenario, map=replace(scenario.map, data=with_backdrop(scenario.map.data, held)))
    assert loads(dumps(scenario)) == scenario
    with store.open(tmp_path / "mine.db", create=True) as catalogue:
        catalogue.save(scenario)
        again = catalogue.load(scenario.key)
    assert again == scenario
    assert backdrop_of(again.map.data) == held
    assert with_backdrop(again.map.data, None) == small_scenario().map.data


def test_it_stays_where_it_is_when_the_map_grows() -> None:
    held = Backdrop("0" * 32 + ".png", "scan.png", 640, 480)
    held = held.placed(
        Affine(0.01, 0.0, 0.0, 0.01, 1.0, 1.0), (Pin("0203", 50.0, 60.0), Pin("0801", 1.0, 1.0))
    )
    scenario = small_scenario()
    scenario = replace(scenario, map=replace(scenario.map, data=with_backdrop(scenario.map.data, held)))
    grown = resize(scenario, Margins(left=2, top=1, right=-1)).document
    after = backdrop_of(grown.map.data)
    assert after is not None
    assert after.affine is not None
    assert held.affine is not None
    assert [pin.hex for pin in after.pins] == ["0404"]
    before, now = Layout(scenario.map.lattice()), Layout(grown.map.lattice())
    point = held.affine.back(before.centre("0203"))
    assert dist(after.affine.at(point), now.centre("0404")) < 1e-6


# in the editor


def ready(hands: Hands) -> None:
    controller = hands.page.reference_images.backdrop
    hands.qtbot.waitUntil(lambda: not controller.is_busy)


@pytest.fixture
def scan(hands: Hands, tmp_path: Path) -> Hands:
    """A backdrop of 400 × 300 pixels in the open map."""
    hands.page.reference_images.backdrop.choose(picture(tmp_path / "scan.png"))
    ready(hands)
    ready(hands)
    return hands


def held_by(hands: Hands) -> Backdrop:
    found = hands.page.reference_images.backdrop.backdrop
    assert found is not None
    return found


def colour_at(hands: Hands, here: str) -> QColor:
    hands.qtbot.wait(1)
    shown = hands.page.workspace.canvas.grab().toImage()
    return shown.pixelColor(hands.spot(here) + QPoint(0, 5))


def test_a_chosen_picture_is_shown_and_can_be_undone(scan: Hands) -> None:
    assert scan.steps == ["Choose a backdrop"]
    scan.page.reference_images.backdrop.set(strength=100)
    assert colour_at(scan, "0302").red() > 180
    assert colour_at(scan, "0302").blue() < 80
    assert scan.page.reference_images.panel.name.text() == "scan.png"
    scan.document.undo()
    scan.document.undo()
    assert scan.page.reference_images.backdrop.backdrop is None
    assert colour_at(scan, "0302").blue() > 100
    scan.document.redo()
    ready(scan)
    assert held_by(scan).name == "scan.png"


def test_fading_is_one_step_and_below_shows_it_only_on_bare_paper(scan: Hands) -> None:
    panel = scan.page.reference_images.panel
    for value in (70, 80, 100):
        panel.strength.setValue(value)
    assert scan.steps == ["Choose a backdrop", "Fade the backdrop"]
    slider = scan.page.layers.opacity["backdrop"]
    assert slider.value() == panel.strength.value(), "two sliders, one strength"
    slider.setValue(35)
    backdrop = scan.page.reference_images.backdrop.backdrop
    assert backdrop is not None and backdrop.strength == panel.strength.value() == 35
    slider.setValue(100)
    assert scan.steps == ["Choose a backdrop", "Fade the backdrop"], "still one step"
    panel.below.click()
    assert held_by(scan).below
    covered = colour_at(scan, "0302")
    scan.take("brush")
    scan.click("0302", RIGHT)
    scan.page.workspace.canvas.clear_preview()
    assert "0302" not in scan.work.terrain
    bare = colour_at(scan, "0302")
    assert abs(bare.red() - 0xCC) < 12
    assert abs(bare.green() - 0x33) < 12
    assert covered.green() > 100


def test_the_layer_can_be_hidden_and_locked(scan: Hands) -> None:
    layers = scan.page.layers
    scan.page.reference_images.backdrop.set(strength=100)
    layers.shown["backdrop"].click()
    assert colour_at(scan, "0302").green() > 100
    layers.shown["backdrop"].click()
    layers.locked["backdrop"].click()
    scan.take("align")
    before = held_by(scan)
    scan.drag(["0202", "0303"])
    scan.key(Qt.Key.Key_Left)
    assert held_by(scan) == before


def test_three_hexes_dragged_to_their_places_align_the_picture(scan: Hands) -> None:
    """The picture is a distorted print of the grid; each hex of it is dragged to the same hex of the map."""
    canvas = scan.page.workspace.canvas
    layout = canvas.geometry_of_map.layout
    controller = scan.page.reference_images.backdrop
    print_of_grid = Affine(0.47, 0.02, 0.03, 0.52, 11.0, 7.0)
    scan.page.reference_images.panel.align.click()
    assert canvas.tool is scan.page.tools["align"]
    for here in ("0202", "0702", "0305"):
        x, y = controller.place().at(print_of_grid.at(layout.centre(here)))
        scan.drag([canvas.mapFromScene(QPointF(x, y)), here])
    assert [pin.hex for pin in held_by(scan).pins] == ["0202", "0702", "0305"]
    assert scan.steps[1:] == ["Align the backdrop"] * 3
    for here in ("0101", "0806", "0504"):
        away = dist(controller.place().at(print_of_grid.at(layout.centre(here))), layout.centre(here))
        assert away < 4 / canvas.transform().m11()
    assert "Aligned by three pins" in scan.page.reference_images.panel.words.text()


def test_the_picture_follows_the_pointer_before_it_is_let_go(scan: Hands) -> None:
    scan.take("align")
    controller = scan.page.reference_images.backdrop
    before, at = held_by(scan), controller.place()
    item = controller._item
    assert item is not None
    scan.press(scan.spot("0202"))
    scan.move(scan.spot("0404"))
    assert dist((item.place.e, item.place.f), (at.e, at.f)) > 20
    assert held_by(scan) == before
    scan.key(Qt.Key.Key_Escape)
    assert item.place == at
    scan.release(scan.spot("0404"))
    assert held_by(scan) == before


def test_arrows_nudge_in_one_step_and_pins_can_be_taken_out(scan: Hands) -> None:
    scan.take("align")
    controller = scan.page.reference_images.backdrop
    scan.drag(["0202", "0303"])
    before = controller.place()
    scale = scan.page.workspace.canvas.transform().m11()
    for _ in range(3):
        scan.key(Qt.Key.Key_Right)
    scan.key(Qt.Key.Key_Down, SHIFT)
    after = controller.place()
    assert after.e - before.e == pytest.approx(3 / scale, abs=1e-3)
    assert after.f - before.f == pytest.approx(10 / scale, abs=1e-3)
    assert scan.steps[-1] == "Nudge the backdrop"
    assert len(scan.steps) == 3
    scan.click("0303", RIGHT)
    assert held_by(scan).pins == ()
    assert scan.steps[-1] == "Remove a pin of the backdrop"
    assert controller.place() == pytest.approx(after, abs=1e-3)


def test_without_a_backdrop_the_tool_says_so(hands: Hands) -> None:
    said: list[str] = []
    hands.page.workspace.message_shown.connect(said.append)
    hands.take("align")
    hands.drag(["0202", "0303"])
    assert any("no backdrop yet" in text for text in said)
    assert not hands.steps


def test_a_bad_file_changes_nothing_and_is_explained(scan: Hands, tmp_path: Path) -> None:
    (tmp_path / "bad.png").write_bytes(b"nothing")
    before = held_by(scan)
    scan.page.reference_images.backdrop.choose(tmp_path / "bad.png")
    ready(scan)
    assert held_by(scan) == before
    assert "not a valid picture" in scan.page.reference_images.panel.words.text()


def test_a_missing_file_is_told_and_the_scenario_loses_nothing(
    page: EditorPage, scenario_store: ScenarioStore, qtbot: QtBot, tmp_path: Path
) -> None:
    controller = page.reference_images.backdrop
    page.file_actions.open_document(EditorDocument(small_scenario()))
    controller.choose(picture(tmp_path / "scan.png"))
    qtbot.waitUntil(lambda: not controller.is_busy and controller.backdrop is not None)
    assert page.document is not None
    page.document.saved_as(scenario_store.save(page.document.snapshot()))
    saved = page.document.snapshot()
    shutil.rmtree(tmp_path / "backdrops")
    controller._pictures.clear()
    page.file_actions.open_document(EditorDocument(saved, page.document.revision))
    qtbot.waitUntil(lambda: not controller.is_busy and bool(controller.problem))
    assert "choose the picture again" in page.reference_images.panel.words.text()
    assert page.document.snapshot() == saved
    controller.choose(picture(tmp_path / "scan.png"))
    qtbot.waitUntil(lambda: not controller.is_busy and not controller.problem)
    assert page.document.snapshot() == saved


def test_a_picture_fits_into_the_map_at_first() -> None:
    assert fit_inside(400, 300, 800, 900) == Affine(2.0, 0.0, 0.0, 2.0, 0.0, 150.0)
