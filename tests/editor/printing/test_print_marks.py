"""Start lines and regions on the printed map, the sheets of markers, and names that fit."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from app.map.counters import counter_art
from app.map.geometry import MapGeometry
from app.map.terrain.printed_map import PrintedMap
from editor.printing import map_marks
from editor.printing.counter_sheets import CounterGrid
from editor.printing.export_picture_dialog import PictureDialog, PictureSettings
from editor.printing.map_marks import MapMarks
from editor.printing.map_pictures import Picture
from editor.printing.marker_sheets import marker_kinds, marker_pages
from editor.printing.pages import painting, picture_of
from editor.printing.paper import PrintSettings
from editor.printing.print_dialog import PrintDialog
from editor.printing.print_job import PrintJob
from engine import games
from engine.catalogue.document import Region, ScenarioDocument, StartLine
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.marker_kind import MarkerKind
from tests.editor.print_measures import bare_scenario, difference, nothing, rendered
from tests.editor.samples import small_scenario

pytestmark = pytest.mark.usefixtures("qapp")
SETTINGS = PrintSettings(marks=False, sketch=False, numbers=False, hex=20.0)
_HANDLE = QPoint(8, 8)
"""Where a switch is clicked on."""


def drawn(**more: object) -> ScenarioDocument:
    """A plain map with a line down its middle and a region in its corner."""
    bare = bare_scenario("flat", 8, 6)
    line = StartLine("line", tuple(f"04{n:02}/05{n:02}" for n in range(1, 7)), "a", "a")
    region = Region("corner", "A corner with a name", "zone", ("0101", "0102", "0201"))
    return replace(bare, start_lines=(line,), regions=(region,), **more)  # type: ignore[arg-type]


def page(document: ScenarioDocument, **switches: bool) -> QImage:
    settings = replace(SETTINGS, parts=("map",), **switches)
    (only,) = PrintJob(document, settings).pages()
    return picture_of(only, 100)


def test_start_lines_and_regions_are_printed_where_they_are_wished() -> None:
    document = drawn()
    plain = page(document, start_lines=False, regions=False)
    with_line = page(document, start_lines=True, regions=False)
    with_region = page(document, start_lines=False, regions=True)
    assert difference(plain, page(bare_scenario("flat", 8, 6), start_lines=True, regions=True)) == 0
    for changed, hexes in ((with_line, ("0503",)), (with_region, ("0101", "0201"))):
        assert difference(plain, changed) > 0.2
        assert all(_differs(plain, changed, document, here) for here in hexes)
    assert not _differs(plain, with_region, document, "0806"), "and nowhere else"
    assert not _differs(plain, with_line, document, "0806")


def _differs(one: QImage, other: QImage, document: ScenarioDocument, here: str) -> bool:
    rect = PrintedMap.of(document).geometry.rect(here)
    scale, margin = SETTINGS.scale * 100 / 25.4, SETTINGS.margin * 100 / 25.4
    spot = QRectF(rect.x() * scale, rect.y() * scale, rect.width() * scale, rect.height() * scale)
    area = spot.translated(margin, margin).toRect()
    return difference(one.copy(area), other.copy(area)) > 0.5


def test_the_line_is_sharp_and_has_its_width_in_the_pdf(tmp_path: Path) -> None:
    """Its dark core of 1.5 scene units runs between columns 4 and 5."""
    path = tmp_path / "lines.pdf"
    PrintJob(drawn(), replace(SETTINGS, parts=("map",))).write(path, nothing)
    image = rendered(path, 1, 300)
    side = PrintedMap.of(drawn()).geometry.side("0404/0504").center()
    scale, margin = SETTINGS.scale * 300 / 25.4, SETTINGS.margin * 300 / 25.4
    x, y = round(side.x() * scale + margin), round(side.y() * scale + margin)
    dark = [QColor(image.pixel(x + step, y)).lightness() < 70 for step in range(-12, 13)]
    assert 3 <= sum(dark) <= 12


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_pictures_have_them_too(tmp_path: Path, kind: str) -> None:
    without, with_both = tmp_path / f"a.{kind}", tmp_path / f"b.{kind}"
    Picture(drawn(), 40.0).write(without, kind, nothing)
    Picture(drawn(), 40.0, start_lines=True, regions=True).write(with_both, kind, nothing)
    if kind == "png":
        assert difference(QImage(str(without)), QImage(str(with_both))) > 0.5
    elif kind == "svg":
        assert "A corner with a name" in with_both.read_text(encoding="utf-8")
        assert "A corner" not in without.read_text(encoding="utf-8")
    else:
        one, other = (rendered(path, 1, 50) for path in (without, with_both))
        assert difference(one, other) > 0.5


def test_names_stand_inside_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    spots: list[tuple[QPointF, str]] = []
    monkeypatch.setattr(map_marks, "write_tag", lambda painter, at, name, size: spots.append((at, name)))
    document = drawn()
    geometry = MapGeometry(document.map.lattice())
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    with painting(image) as painter:
        MapMarks(document, geometry, regions=True, start_lines=False).paint_names(painter, geometry.bounds)
    ((middle, name),) = spots
    half = map_marks.tag_width(name, map_marks._NAME) / 2
    assert geometry.bounds.left() <= middle.x() - half


def test_a_region_that_cannot_be_drawn_is_passed_over() -> None:
    broken = replace(drawn(), regions=(Region("x", "X", "zone", ("9999",)),))
    page(broken, regions=True)


# the dialogues


def test_the_switches_are_offered_where_there_is_something_to_print(qtbot) -> None:
    dialog = PrintDialog(drawn(), PrintSettings(regions=False))
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.switches["start_lines"].isEnabled() and dialog.switches["regions"].isEnabled()
    box = dialog.switches["regions"]
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=_HANDLE)
    assert dialog.settings().regions
    dialog.parts["map"].setChecked(False)
    assert not dialog.switches["regions"].isEnabled()
    dialog.reject()
    bare = PrintDialog(bare_scenario("flat", 4, 4), PrintSettings(regions=True))
    qtbot.addWidget(bare)
    assert not bare.switches["start_lines"].isEnabled() and not bare.switches["regions"].isEnabled()
    assert bare.settings().regions, "the next scenario may have some"
    bare.reject()


def test_the_picture_dialogue_remembers_them(qtbot) -> None:
    dialog = PictureDialog(drawn(), PictureSettings(regions=True), {})
    qtbot.addWidget(dialog)
    assert dialog.picture().regions and dialog.picture().start_lines
    dialog.switches["start_lines"].click()
    assert not dialog.settings().start_lines
    assert PictureSettings.from_text(dialog.settings().to_text()) == dialog.settings()
    bare = PictureDialog(bare_scenario("flat", 4, 4), PictureSettings(regions=True), {})
    qtbot.addWidget(bare)
    assert not bare.picture().regions and bare.settings().regions


# markers


MARKERS = {
    "avl": {"out of supply", "limbered", "bridge blown"},
    "ctl": {"out of command", "improved defense", "SNAFU"},
    "ddb": {"out of supply", "bridge blown"},
    "free": {"Smoke", "Barricade"},
    "leb": {"reserve", "shaken", "partisans"},
    "ttr": {"out of supply", "bridge blown"},
}
"""Some of the markers that each shipped game needs."""


@pytest.mark.parametrize("key", tuple(games.SHIPPED))
def test_every_game_says_which_markers_its_scenarios_need(key: str) -> None:
    game = games.game(key)
    assert isinstance(game, DocumentGame)
    for document in game.documents():
        kinds = list(game.paper_markers(document))
        sides = {side.key for side in document.sides} | {""}
        assert len(kinds) > (3 if key == "free" else 8)
        assert all(kind.front and 0 < kind.count < 200 for kind in kinds)
        assert all({kind.side, kind.back_side} <= sides for kind in kinds)
        assert MARKERS[key] <= {kind.front for kind in kinds}


def test_turn_and_holders_come_from_the_scenario_itself() -> None:
    kinds = list(marker_kinds(small_scenario()))
    assert MarkerKind("turn") in kinds
    unknown = replace(small_scenario(), game="nowhere")
    assert MarkerKind("turn") in list(marker_kinds(unknown)), "also where the game is not installed"
    assert not list(marker_kinds(bare_scenario("flat", 3, 3)))


def test_backs_of_markers_lie_behind_their_fronts(monkeypatch: pytest.MonkeyPatch) -> None:
    document = small_scenario()
    monkeypatch.setattr(
        "editor.printing.marker_sheets.marker_kinds",
        lambda _: iter(
            [MarkerKind("mine", "yours", 2, "red", "blue"), MarkerKind("both", count=1, side="red")]
        ),
    )
    settings = replace(SETTINGS, gap=3.0)
    fronts, backs = (picture_of(found, 254.0) for found in marker_pages(document, settings))
    grid = CounterGrid.of(settings)

    def red(image: QImage, number: int, back: bool) -> bool:
        spot = grid.spot(number, back)
        colour = QColor(image.pixel(round((spot.left() + 0.3) * 10), round((spot.top() + 0.3) * 10)))
        return colour.red() > colour.blue()

    assert [red(fronts, number, back=False) for number in range(3)] == [True, True, True]
    assert [red(backs, number, back=True) for number in range(3)] == [False, False, True]


def test_long_words_stay_on_their_marker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written over the rim: the gap between two markers has one colour alone."""
    monkeypatch.setattr(
        "editor.printing.marker_sheets.marker_kinds",
        lambda _: iter([MarkerKind("fortification strongly demolished", side="red", count=2)]),
    )
    settings = replace(SETTINGS, gap=4.0)
    fronts, _ = (picture_of(found, 254.0) for found in marker_pages(small_scenario(), settings))
    first, second = CounterGrid.of(settings).spot(0), CounterGrid.of(settings).spot(1)
    x = round((first.right() + second.left()) * 5)
    column = {fronts.pixel(x, y) for y in range(round(first.top() * 10), round(first.bottom() * 10))}
    assert len(column) == 1


def test_markers_are_a_part_of_the_print_job() -> None:
    settings = replace(SETTINGS, parts=("markers",))
    titles = [found.title for found in PrintJob(small_scenario(), settings).pages()]
    assert titles == ["Markers 1 of 1, fronts", "Markers 1 of 1, backs"]


def test_the_dialogue_fits_on_a_small_screen(qtbot) -> None:
    dialog = PrintDialog(small_scenario(), PrintSettings())
    qtbot.addWidget(dialog)
    dialog.show()
    needed = dialog.minimumSizeHint()
    assert needed.width() <= 1240 and needed.height() <= 720, "1280 × 800 with a title bar and a panel"
    dialog.reject()


def test_a_name_that_nearly_fits_on_a_counter_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters do not shrink in proportion: at the size that ought to fit, a name may still be too wide."""
    cut: list[str] = []
    plain = counter_art.QFontMetricsF.elidedText

    def noted(metrics, text, *more):  # type: ignore[no-untyped-def]
        shown = plain(metrics, text, *more)
        cut.extend([text] if shown != text else [])
        return shown

    monkeypatch.setattr(counter_art.QFontMetricsF, "elidedText", noted)
    names = [f"{number}/PzGR {n}" for number in ("I", "II", "III") for n in range(70, 120, 7)]
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    with painting(image) as painter:
        for name in names:
            counter_art.paint_face(painter, counter_art.Face("#556", name, "infantry"), 160, True)
    assert not cut
