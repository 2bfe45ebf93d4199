"""Printed to true scale: hexes, pages, the strips that pages share, cut marks."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QRect, QRectF, QSizeF

from app.map.terrain.printed_map import PrintedMap
from editor.printing.map_pages import map_pages, map_size
from editor.printing.pages import MM_PER_INCH, picture_of, write_pdf
from editor.printing.paper import MAX_PAGES, PAPERS, PageGrid, PrintSettings
from editor.printing.print_job import PrintJob
from engine.bad_input import BadInput
from tests.editor.print_measures import (
    bare_scenario,
    difference,
    is_white,
    media_boxes,
    nothing,
    printed_height,
    printed_width,
    rendered,
)
from tests.editor.samples import small_scenario

pytestmark = pytest.mark.usefixtures("qapp")
PLAIN = PrintSettings(parts=("map",), numbers=False, marks=False, sketch=False)
EXACT = 254.0
"""Dots per inch that make ten pixels of a millimetre."""


@pytest.mark.parametrize("size", [12.5, 20.0, 31.0])
def test_a_row_of_hexes_is_as_wide_as_it_should_be(size: float) -> None:
    printed_map = PrintedMap.of(bare_scenario("pointy", 4, 1))
    (page,) = map_pages(printed_map, replace(PLAIN, hex=size), "")
    image = picture_of(page, EXACT)
    middle = round((PLAIN.margin + printed_map.geometry.half_height * replace(PLAIN, hex=size).scale) * 10)
    assert printed_width(image, middle, EXACT) == pytest.approx(4 * size, abs=0.2)


@pytest.mark.parametrize("size", [12.5, 20.0, 31.0])
def test_a_column_of_flat_hexes_is_as_tall_as_it_should_be(size: float) -> None:
    settings = replace(PLAIN, hex=size, turn="portrait")
    printed_map = PrintedMap.of(bare_scenario("flat", 1, 4))
    (page,) = map_pages(printed_map, settings, "")
    image = picture_of(page, EXACT)
    middle = round((PLAIN.margin + printed_map.geometry.half_width * settings.scale) * 10)
    foot = round((PLAIN.margin + 4 * size + 1) * 10)
    shown = image.copy(0, 0, image.width(), foot)
    assert printed_height(shown, middle, EXACT) == pytest.approx(4 * size, abs=0.2)


@pytest.mark.parametrize("size", [15.0, 22.5])
def test_the_file_has_the_size_that_was_asked_for(size: float, tmp_path: Path) -> None:
    """Measured by another program in the file itself."""
    settings = replace(PLAIN, hex=size)
    path = tmp_path / "scale.pdf"
    PrintJob(bare_scenario("pointy", 5, 1), settings).write(path, nothing)
    image = rendered(path, 1, 600)
    middle = round((settings.margin + size / 3**0.5) * 600 / MM_PER_INCH)
    assert printed_width(image, middle, 600) / 5 == pytest.approx(size, abs=0.04)


@pytest.mark.parametrize(
    ("paper", "turn", "box"),
    [("A4", "portrait", (595, 842)), ("A4", "landscape", (842, 595)), ("Letter", "portrait", (612, 792))],
)
def test_pages_have_the_size_of_the_paper(
    paper: str, turn: str, box: tuple[int, int], tmp_path: Path
) -> None:
    path = tmp_path / "paper.pdf"
    settings = replace(PLAIN, paper=paper, turn=turn, hex=40.0)
    count = PrintJob(bare_scenario("pointy", 6, 6), settings).write(path, nothing)
    assert media_boxes(path) == [box] * count
    assert count == len(
        PageGrid.of(map_size(PrintedMap.of(bare_scenario("pointy", 6, 6)), settings), settings)
    )


@given(
    wide=st.floats(20, 3000),
    tall=st.floats(20, 3000),
    overlap=st.floats(0, 40),
    margin=st.floats(7, 30),
    paper=st.sampled_from(sorted(PAPERS)),
    turn=st.sampled_from(["portrait", "landscape", "fewest"]),
)
def test_pages_cover_the_map_and_share_their_strips(
    wide: float, tall: float, overlap: float, margin: float, paper: str, turn: str
) -> None:
    settings = PrintSettings(paper=paper, turn=turn, overlap=overlap, margin=margin)
    try:
        grid = PageGrid.of(QSizeF(wide, tall), settings)
    except BadInput:
        return
    assert grid.part(0, 0).topLeft().isNull()
    last = grid.part(grid.columns - 1, grid.rows - 1)
    assert last.right() == pytest.approx(wide) and last.bottom() == pytest.approx(tall)
    for column, row in grid.places():
        part = grid.part(column, row)
        assert part.width() > 0 and part.height() > 0, "no page is empty"
        assert part.width() <= grid.window.width() + 1e-6
        if column:
            before = grid.part(column - 1, row)
            assert before.right() - part.left() == pytest.approx(min(overlap, part.width()), abs=1e-6)
        if row:
            above = grid.part(column, row - 1)
            assert above.bottom() - part.top() == pytest.approx(min(overlap, part.height()), abs=1e-6)


def test_fewest_pages_turns_the_paper() -> None:
    wide = QSizeF(270.0, 180.0)
    assert len(PageGrid.of(wide, PrintSettings(turn="portrait"))) == 2
    assert len(PageGrid.of(wide, PrintSettings(turn="landscape"))) == 1
    assert len(PageGrid.of(wide, PrintSettings(turn="fewest"))) == 1


def test_a_map_that_just_fits_needs_no_second_page() -> None:
    grid = PageGrid.of(QSizeF(190.0, 190.0 + 182.0), PrintSettings(turn="portrait"))
    assert (grid.columns, grid.rows) == (1, 2)
    grid = PageGrid.of(QSizeF(190.0 + 182.0, 277.0), PrintSettings(turn="portrait"))
    assert (grid.columns, grid.rows) == (2, 1)


def test_labels_go_on_after_the_alphabet() -> None:
    assert [PageGrid.label(column, 2) for column in (0, 25, 26, 27, 702)] == [
        "A3",
        "Z3",
        "AA3",
        "AB3",
        "AAA3",
    ]


def test_too_many_pages_are_refused_in_a_sentence() -> None:
    with pytest.raises(BadInput, match=rf"\d+ pages, and {MAX_PAGES} are the most; choose smaller hexes"):
        PageGrid.of(QSizeF(20_000.0, 20_000.0), PrintSettings())


@pytest.mark.parametrize("way", ["right", "below"])
def test_neighbouring_pages_show_the_same_in_the_strip_they_share(way: str) -> None:
    settings = replace(PLAIN, hex=50.0, overlap=12.0, turn="portrait")
    printed_map = PrintedMap.of(small_scenario())
    pages = {page.title: page for page in map_pages(printed_map, settings, "")}
    here = picture_of(pages["Map A1"], EXACT)
    there = picture_of(pages["Map B1" if way == "right" else "Map A2"], EXACT)
    edge, strip = 100, 120
    if way == "right":
        one = here.copy(2100 - edge - strip, edge, strip, 2000)
        other = there.copy(edge, edge, strip, 2000)
        shifted = there.copy(edge + 10, edge, strip, 2000)
    else:
        one = here.copy(edge, 2970 - edge - strip, 1800, strip)
        other = there.copy(edge, edge, 1800, strip)
        shifted = there.copy(edge, edge + 10, 1800, strip)
    assert difference(one, other) < 0.5
    assert difference(one, shifted) > 3 * difference(one, other) + 1, "the measure sees a millimetre"


def test_cut_marks_stand_at_the_corners_of_what_is_shown() -> None:
    settings = replace(PLAIN, hex=30.0, marks=True)
    printed_map = PrintedMap.of(bare_scenario("pointy", 3, 1))
    (page,) = map_pages(printed_map, settings, "")
    image = picture_of(page, EXACT)
    above = round((settings.margin - 3) * 10)
    marks = [x / 10 for x in range(image.width()) if not is_white(image, x, above)]
    assert min(marks) == pytest.approx(settings.margin, abs=0.2)
    assert max(marks) == pytest.approx(settings.margin + 90.0, abs=0.2)
    bare = picture_of(next(map_pages(printed_map, replace(settings, marks=False), "")), EXACT)
    assert all(is_white(bare, x, above) for x in range(bare.width()))


def test_nothing_is_printed_outside_the_window_but_marks_and_names() -> None:
    """Without marks the margins of a page in the middle are white."""
    settings = replace(PLAIN, hex=60.0, turn="portrait")
    printed_map = PrintedMap.of(small_scenario())
    pages = {page.title: page for page in map_pages(printed_map, settings, "")}
    image = picture_of(pages["Map B1"], 100)
    left = image.copy(QRect(0, 0, round((settings.margin - 0.5) * 100 / MM_PER_INCH), image.height()))
    assert all(is_white(left, x, y) for x in range(left.width()) for y in range(0, left.height(), 3))


def test_hex_numbers_are_printed_only_if_wanted() -> None:
    printed_map = PrintedMap.of(bare_scenario("flat", 3, 2))
    without = picture_of(next(map_pages(printed_map, PLAIN, "")), 150)
    with_numbers = picture_of(next(map_pages(printed_map, replace(PLAIN, numbers=True), "")), 150)
    number = printed_map.geometry.rect("0101")
    scale = PLAIN.scale * 150 / MM_PER_INCH
    edge = PLAIN.margin * 150 / MM_PER_INCH
    spot = QRectF(
        edge + number.left() * scale,
        edge + number.top() * scale,
        number.width() * scale,
        number.height() * scale,
    ).toRect()
    assert difference(without.copy(spot), with_numbers.copy(spot)) > 0.1


def test_the_sketch_comes_first_and_only_for_more_than_one_page() -> None:
    printed_map = PrintedMap.of(small_scenario())
    several = [page.title for page in map_pages(printed_map, replace(PLAIN, sketch=True, hex=60.0), "")]
    assert several[:2] == ["How to join the map pages", "Map A1"]
    alone = [page.title for page in map_pages(printed_map, replace(PLAIN, sketch=True, hex=10.0), "")]
    assert alone == ["Map A1"]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    path.write_text("what was there before")
    pages = list(map_pages(PrintedMap.of(small_scenario()), replace(PLAIN, hex=60.0), ""))

    def until_the_second(done: int, of: int, what: str) -> None:
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_pdf(path, pages, "", until_the_second)
    assert path.read_text() == "what was there before"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(BadInput, match="nothing to print"):
        write_pdf(path, [], "", nothing)
    write_pdf(path, pages, "", nothing)
    assert path.read_bytes().startswith(b"%PDF") and len(media_boxes(path)) == len(pages)
    assert list(tmp_path.iterdir()) == [path]


def test_settings_are_remembered_and_nonsense_is_forgotten() -> None:
    chosen = PrintSettings(
        ("map", "charts"), "Letter", "landscape", 17.5, 12.0, 3.0, False, False, True, 14.0, 0.0
    )
    assert PrintSettings.from_text(chosen.to_text()) == chosen
    assert PrintSettings.from_text("") == PrintSettings.from_text("[1]") == PrintSettings()
    odd = '{"hex": 9000, "paper": "B5", "parts": ["map", "cake"], "numbers": "yes", "gap": true, "margin": 9}'
    assert PrintSettings.from_text(odd) == PrintSettings(parts=("map",), margin=9.0)
