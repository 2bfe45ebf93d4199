"""The map as one picture: PNG, SVG and PDF."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage

from app.map.terrain.printed_map import PrintedMap
from editor.printing import pages
from editor.printing.export_picture_dialog import PictureDialog, PictureSettings
from editor.printing.map_pictures import MAX_EDGE_PX, Picture, pixels, printed_map_image
from engine.bad_input import BadInput
from engine.catalogue.document import Placement, Setup
from tests.editor.print_measures import (
    bare_scenario,
    difference,
    media_boxes,
    nothing,
    printed_width,
    rendered,
)
from tests.editor.samples import small_scenario

pytestmark = pytest.mark.usefixtures("qapp")
FULL = Path("/dev/full")


@pytest.mark.parametrize("hex_width", [11.0, 50.0, 84.0])
def test_a_png_has_the_size_that_was_asked_for(hex_width: float, tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    document = bare_scenario("pointy", 6, 4)
    Picture(document, hex_width).write(path, "png", nothing)
    image = QImage(str(path))
    assert image.width() == round(6.5 * hex_width), "six hexes and the half by which rows are shifted"
    assert image.height() == round((4 * 1.5 + 0.5) * hex_width / 3**0.5)
    assert QColor(image.pixelColor(0, 0)).alpha() == 0, "clear where there is no map"
    assert QColor(image.pixelColor(image.width() // 2, image.height() // 2)).alpha() == 255


@pytest.mark.skipif(not FULL.exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_a_full_disk_leaves_no_half_of_a_drawing(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def full(path: Path) -> Iterator[Path]:
        yield FULL

    monkeypatch.setattr(pages, "replacing", full)
    with pytest.raises(BadInput, match="nothing was changed"):
        Picture(bare_scenario("flat", 3, 2), 20.0).write(Path("map"), kind, nothing)


def test_strips_of_a_picture_leave_no_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    printed_map = PrintedMap.of(small_scenario())
    bounds = printed_map.geometry.bounds
    whole = printed_map_image(printed_map, bounds, 1.3, True, nothing)
    monkeypatch.setattr("editor.printing.map_pictures.STRIP_HEIGHT_PX", 97)
    in_strips = printed_map_image(printed_map, bounds, 1.3, True, nothing)
    assert difference(whole, in_strips) < 0.05


def test_a_part_of_the_map_is_cut_from_it() -> None:
    document = small_scenario()
    area = QRectF(100, 100, 200, 150)
    part = Picture(document, 84.0, area).image(nothing)
    whole = Picture(document, 84.0).image(nothing)
    scale = Picture(document, 84.0).scale
    cut = whole.copy(round(100 * scale), round(100 * scale), part.width(), part.height())
    assert difference(part, cut) < 1.0


def test_numbers_and_counters_are_drawn_if_wanted() -> None:
    document = replace(small_scenario(), setups=(Setup("R1", Placement("hex", "0202")),))
    plain = Picture(document, 84.0, numbers=False)
    bare = plain.image(nothing)
    assert difference(bare, replace(plain, numbers=True).image(nothing)) > 0.02
    centre = PrintedMap.of(document).geometry.centre("0202") * plain.scale
    spot = (round(centre.x()) - 20, round(centre.y()) - 20, 40, 40)
    with_units = replace(plain, counters=True).image(nothing)
    assert difference(bare.copy(*spot), with_units.copy(*spot)) > 20


def test_svg_is_sound_and_says_its_true_size(tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    Picture(bare_scenario("pointy", 6, 4), 20.0).write(path, "svg", nothing)
    root = ElementTree.parse(path).getroot()
    assert float(root.attrib["width"].removesuffix("mm")) == pytest.approx(6.5 * 20.0, abs=0.05)
    name = "{http://www.w3.org/2000/svg}"
    texts = {"".join(text.itertext()) for text in root.iter(f"{name}text")}
    assert {"0101", "0604"} <= texts
    assert len(list(root.iter(f"{name}polyline"))) + len(list(root.iter(f"{name}path"))) > 24, "the grid"


def test_pdf_is_one_page_at_true_scale(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    Picture(bare_scenario("pointy", 6, 4), 20.0, numbers=False).write(path, "pdf", nothing)
    ((wide, _),) = media_boxes(path)
    assert wide * 25.4 / 72 == pytest.approx(130.0, abs=0.3)
    image = rendered(path, 1, 300)
    row = round(20.0 / 3**0.5 * 300 / 25.4)
    assert printed_width(image, row, 300) == pytest.approx(120.0, abs=0.2)


def test_what_is_too_large_or_too_small_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadInput, match="pixels is too large; choose smaller hexes"):
        pixels(QRectF(0, 0, MAX_EDGE_PX + 10.0, 5), 1.0)
    with pytest.raises(BadInput, match="nothing to draw"):
        pixels(QRectF(0, 0, 0.1, 0.1), 1.0)
    with pytest.raises(BadInput, match="too large for PDF"):
        Picture(bare_scenario("pointy", 80, 4), 80.0).write(Path("unused.pdf"), "pdf", nothing)


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_what_was_there_stays_when_the_work_is_called_off(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"map.{kind}"
    path.write_text("before")

    def cancel(done: int, of: int, what: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Picture(small_scenario(), 30.0).write(path, kind, cancel)
    assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for kind in ("png", "svg", "pdf"):
        with pytest.raises(BadInput, match="cannot be written"):
            Picture(small_scenario(), 20.0).write(tmp_path / "file" / f"map.{kind}", kind, nothing)


# the dialogue


def make(qtbot, document=None, areas=None, settings=None) -> PictureDialog:  # type: ignore[no-untyped-def]
    dialog = PictureDialog(document or small_scenario(), settings or PictureSettings(), areas or {})
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_width_and_hexes_follow_each_other(qtbot) -> None:
    dialog = make(qtbot, bare_scenario("pointy", 6, 4))
    dialog.hex.setValue(100.0)
    assert dialog.width_field.value() == 650 and dialog.words.text().startswith("650 × ")
    dialog.width_field.setValue(325)
    assert dialog.hex.value() == pytest.approx(50.0)
    assert dialog.picture().hex == pytest.approx(50.0)


def test_lines_are_measured_in_millimetres(qtbot) -> None:
    dialog = make(qtbot, bare_scenario("pointy", 6, 4))
    dialog.kinds.setCurrentIndex(dialog.kinds.findData("svg"))
    assert dialog.hex.suffix() == " mm" and not dialog.width_field.isVisible()
    assert dialog.words.text().startswith("13.0 × ")
    dialog.hex.setValue(30.0)
    assert dialog.settings() == PictureSettings("svg", 84.0, 30.0, True, False)


def test_too_large_a_picture_cannot_be_saved(qtbot) -> None:
    dialog = make(qtbot, bare_scenario("pointy", 90, 4))
    dialog.hex.setValue(400.0)
    assert not dialog.go.isEnabled() and "too large" in dialog.words.text()
    dialog.hex.setValue(40.0)
    assert dialog.go.isEnabled()


def test_parts_are_offered_where_there_are_any(qtbot) -> None:
    dialog = make(qtbot)
    assert dialog.area.count() == 1
    area = QRectF(10, 10, 90, 90)
    dialog = make(qtbot, areas={"selection": area})
    dialog.area.setCurrentIndex(1)
    assert dialog.picture().area == area
    assert dialog.words.text() == f"{dialog.width_field.value()} × {dialog.width_field.value()} pixels"


def test_the_last_choice_is_remembered() -> None:
    chosen = PictureSettings("pdf", 40.0, 12.0, False, True)
    assert PictureSettings.from_text(chosen.to_text()) == chosen
    assert PictureSettings.from_text("{") == PictureSettings.from_text('{"kind": 3}') == PictureSettings()
