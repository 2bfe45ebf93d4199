"""Counter sheets, orders of battle, set-up, schedule and charts on paper."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QTransform

from app.rules.rule_library import charts_of
from editor.printing import chart_sheets, key_sheets, pages, sheet_layout
from editor.printing.chart_sheets import chart_pages
from editor.printing.counter_faces import FaceMaker
from editor.printing.counter_sheets import CounterGrid, counter_pages
from editor.printing.key_sheets import key_pages
from editor.printing.order_of_battle_sheets import ForceSheets
from editor.printing.pages import Page, painting, picture_of, room_between
from editor.printing.paper import PrintSettings
from editor.printing.print_job import PrintJob
from engine import games
from engine.catalogue.document import (
    Placement,
    ScenarioDocument,
    ScheduleEntry,
    Setup,
    Side,
    Turns,
    Unit,
    UnitType,
)
from engine.catalogue.unit_ratings import steps_of
from tests.editor.print_measures import is_white, media_boxes, nothing, printed_width
from tests.editor.samples import small_scenario

pytestmark = pytest.mark.usefixtures("qapp")
EXACT = 254.0
SETTINGS = PrintSettings(marks=False)


def scenario(units: tuple[Unit, ...]) -> ScenarioDocument:
    return replace(
        small_scenario(),
        sides=(Side("red", "Red", "#a00000"), Side("blue", "Blue", "#0000a0")),
        unit_types=(UnitType("inf", "Infantry", "infantry"),),
        units=units,
    )


def many(count: int) -> ScenarioDocument:
    """Red units and blue ones by turns of three, each with two steps."""
    return scenario(
        tuple(
            Unit(
                f"u{n}",
                f"Unit {n}",
                "red" if n < count // 2 else "blue",
                "inf",
                ratings={"cf": (8, 4)},
                order=n,
            )
            for n in range(count)
        )
    )


def colour_in(image: QImage, spot: QRectF) -> QColor:
    """The colour of a counter near its lower left corner, where nothing is written."""
    return QColor(image.pixel(round((spot.left() + 0.4) * 10), round((spot.bottom() - 0.4) * 10)))


def is_red(colour: QColor) -> bool:
    return colour.red() > 2 * colour.blue()


# counters


@pytest.mark.parametrize("edge", [12.7, 16.0])
@pytest.mark.parametrize("gap", [0.0, 2.5])
def test_counters_have_their_size_and_keep_their_distance(edge: float, gap: float) -> None:
    settings = replace(SETTINGS, counter=edge, gap=gap)
    grid = CounterGrid.of(settings)
    fronts, _backs = list(counter_pages(many(1), settings, True))
    image = picture_of(fronts, EXACT)
    middle = round(grid.spot(0).center().y() * 10)
    assert printed_width(image, middle, EXACT) - 2 * grid.bleed == pytest.approx(edge, abs=0.2)
    spots = [grid.spot(number) for number in range(len(grid))]
    assert spots[1].left() - spots[0].right() == pytest.approx(gap)
    assert spots[grid.columns].top() - spots[0].bottom() == pytest.approx(gap)
    sheet = QRectF(0, 0, settings.upright.width(), settings.upright.height())
    room = sheet.adjusted(settings.margin, settings.margin, -settings.margin, -settings.margin)
    assert all(room.contains(spot) for spot in spots)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_backs_meet_their_fronts_when_the_sheet_is_turned_on_its_long_edge(paper: str) -> None:
    settings = replace(SETTINGS, paper=paper)
    grid = CounterGrid.of(settings)
    wide = settings.upright.width()
    for number in range(len(grid)):
        front, back = grid.spot(number), grid.spot(number, back=True)
        assert front.left() + back.right() == pytest.approx(wide)
        assert (front.top(), front.size()) == (back.top(), back.size())


def test_the_printed_backs_are_the_mirror_of_the_fronts() -> None:
    settings = replace(SETTINGS, gap=3.0)
    document = many(7)
    fronts, backs = (picture_of(page, EXACT) for page in counter_pages(document, settings, True))
    turned = backs.transformed(QTransform.fromScale(-1, 1))
    grid = CounterGrid.of(settings)
    for x in range(0, fronts.width(), 7):
        for y in range(0, round(grid.spot(grid.columns).bottom() * 10), 7):
            assert is_white(fronts, x, y) == is_white(turned, x, y), "ink lies behind ink"
    seen = [is_red(colour_in(fronts, grid.spot(number))) for number in range(7)]
    behind = [is_red(colour_in(backs, grid.spot(number, back=True))) for number in range(7)]
    assert seen == behind == [True] * 3 + [False] * 4


def test_fronts_and_backs_follow_each_other() -> None:
    grid = CounterGrid.of(SETTINGS)
    pages = list(counter_pages(many(len(grid) + 1), SETTINGS, True))
    assert [page.title for page in pages] == [
        "Counters 1 of 2, fronts",
        "Counters 1 of 2, backs",
        "Counters 2 of 2, fronts",
        "Counters 2 of 2, backs",
    ]
    assert all(page.size.height() > page.size.width() for page in pages), "upright, so the long edge is left"


def test_cut_marks_are_on_the_fronts_alone() -> None:
    settings = replace(SETTINGS, marks=True)
    grid = CounterGrid.of(settings)
    fronts, backs = (picture_of(page, EXACT) for page in counter_pages(many(3), settings, True))
    above = round((grid.top - 3) * 10)
    marks = [x / 10 for x in range(fronts.width()) if not is_white(fronts, x, above)]
    for number in range(3):
        for x in (grid.spot(number).left(), grid.spot(number).right()):
            assert min(abs(x - mark) for mark in marks) < 0.2
    assert all(is_white(backs, x, above) for x in range(backs.width()))


def test_the_back_shows_one_step_less() -> None:
    unit = Unit("d", "1 Inf", "red", "inf", ratings={"cf": (8, 4), "mf": 6, "fast": True})
    (piece,) = FaceMaker(scenario((unit,))).pieces(unit)
    assert piece.front.ratings == ("8", "6") and not piece.front.is_reduced
    assert piece.back.ratings == ("4", "6") and piece.back.is_reduced and piece.back.name == "1 Inf"


def test_four_steps_are_two_pieces_and_one_step_has_a_blank_back() -> None:
    corps = Unit("c", "Corps", "red", "inf", ratings={"cf": (15, 11, 8, 4)})
    single = Unit("s", "Staff", "blue", "inf", ratings={"steps": 1, "cf": 3})
    maker = FaceMaker(scenario((corps, single)))
    first, second = maker.pieces(corps)
    assert [face.ratings[0] for face in (first.front, first.back, second.front, second.back)] == [
        "15",
        "11",
        "8",
        "4",
    ]
    (piece,) = maker.pieces(single)
    assert not piece.back.known and piece.back.colour == "#0000a0" and not piece.back.name
    assert piece.front.ratings == ("3",), "how many steps it has is shown by its pips"


@pytest.mark.parametrize(
    ("ratings", "steps"),
    [({}, 1), ({"steps": 3}, 3), ({"cf": (4, 2)}, 2), ({"cf": ()}, 1), ({"steps": True}, 1)],
)
def test_steps_are_counted(ratings: dict[str, object], steps: int) -> None:
    assert steps_of(ratings) == steps  # type: ignore[arg-type]


def test_a_nation_gives_its_colour_to_units_without_a_formation() -> None:
    french = Unit("f", "2 DB", "red", "inf", ratings={"nation": "FR", "cf": 7})
    sides = (Side("red", "Allies", "#667744", {"colours": {"FR": "#3355bb"}}),)
    face = FaceMaker(replace(scenario((french,)), sides=sides)).face(french)
    assert face.colour == "#3355bb" and face.ratings == ("7",)


def test_a_long_name_goes_without_its_brackets_on_a_counter() -> None:
    units = [Unit("a", "1052 RR (301 RD)", "red", "inf"), Unit("b", "I (R)", "red", "inf")]
    maker = FaceMaker(scenario(tuple(units)))
    assert [maker.face(unit).name for unit in units] == ["1052 RR", "I (R)"]


# sheets of cards


def test_what_must_be_read_whole_shrinks_then_takes_two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[tuple[str, float]] = []
    monkeypatch.setattr(
        pages, "write", lambda painter, spot, text, size, *more: lines.append((text, round(size, 1)))
    )
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    words = "3017 or within 2 of 3017 or Rows 49 to 50"
    with painting(image) as painter:
        for wide in (90.0, 50.0, 32.0):
            pages.write_fitting(painter, QRectF(0, 0, wide, 4.5), words, 2.9, 2.1)
    assert lines[0] == (words, 2.9) and lines[1][0] == words and 2.1 <= lines[1][1] < 2.9
    assert f"{lines[2][0]} {lines[3][0]}" == words and lines[2][1] == lines[3][1] == 2.1


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything that is written on the sheets while they are painted."""
    texts: list[str] = []

    def noting(plain):  # type: ignore[no-untyped-def]
        def write(painter, spot, text, *more, **named):  # type: ignore[no-untyped-def]
            texts.append(text)
            plain(painter, spot, text, *more, **named)

        return write

    for name in ("write", "write_fitting"):
        monkeypatch.setattr(sheet_layout, name, noting(getattr(sheet_layout, name)))
    return texts


def painted(pages: list[Page]) -> None:
    for page in pages:
        picture_of(page, 40)


def test_every_unit_is_in_the_order_of_battle_with_its_place(written: list[str]) -> None:
    document = small_scenario()
    painted(list(ForceSheets(document, SETTINGS, True).forces()))
    for unit in document.units:
        assert unit.name in written
    for words in ("Red", "Blue", "First", "Second", "0202", "The west", "within 1 of 0604", "turn 2: 0804"):
        assert words in written


def test_the_setup_chart_leaves_out_who_comes_later(written: list[str]) -> None:
    painted(list(ForceSheets(small_scenario(), SETTINGS, True).setup()))
    assert "Red one" in written and "Blue two" not in written
    assert {"In these hexes", "Anywhere in an area", "Near a hex"} <= set(written)


def test_alternatives_are_named(written: list[str]) -> None:
    document = small_scenario()
    again = Setup("R1", Placement("box", "comz"))
    painted(list(ForceSheets(replace(document, setups=(*document.setups, again)), SETTINGS, True).setup()))
    assert "0202 or Rear area" in written


def test_the_schedule_goes_turn_by_turn(written: list[str]) -> None:
    document = small_scenario()
    more = (
        ScheduleEntry("replacement", 3, "red", amount=2, data={"kind": "armour"}),
        ScheduleEntry("withdrawal", 4, "red", "R1"),
    )
    document = replace(document, schedule=(*document.schedule, *more))
    painted(list(ForceSheets(document, SETTINGS, True).schedule()))
    turns = [text for text in written if text.startswith("Turn ")]
    assert turns == ["Turn 1", "Turn 2", "Turn 3", "Turn 4"]
    assert {"2 × air", "Blue two", "0804", "2 × replacement (armour)", "leaves"} <= set(written)


def test_nothing_to_list_is_no_page() -> None:
    empty = replace(small_scenario(), units=(), setups=(), schedule=(), allotments=())
    sheets = ForceSheets(empty, SETTINGS, True)
    assert not [*sheets.forces(), *sheets.setup(), *sheets.schedule()]


def test_long_lists_go_over_several_pages_and_lose_nobody(written: list[str]) -> None:
    document = many(150)
    pages = list(ForceSheets(document, SETTINGS, True).forces())
    assert len(pages) > 1
    painted(pages)
    assert {unit.name for unit in document.units} <= set(written)


# key, track and boxes


def test_the_key_shows_everything_that_is_on_the_map(written: list[str]) -> None:
    document = small_scenario()
    painted(list(key_pages(document, SETTINGS, True)))
    for words in ("Woods", "Clear", "River", "Road", "Cliff", "Border", "Town", "Port", "Objective"):
        assert words in written
    assert "30 times on the map" in written and "once on the map" in written


@pytest.mark.parametrize("flat", [True, False])
def test_the_key_is_drawn_as_the_map_is(flat: bool) -> None:
    """A swatch of woods is green, and a river runs through the middle of its own."""
    woods = QImage(200, 200, QImage.Format.Format_RGB32)
    river = QImage(200, 200, QImage.Format.Format_RGB32)
    for image, printed_map in (
        (woods, key_sheets._terrain("woods", flat, {})),
        (river, key_sheets._hexside("river", flat, {})),
    ):
        image.fill(QColor("white"))
        with painting(image) as painter:
            key_sheets._swatch(printed_map, painter, QRectF(0, 0, 200, 200))
    green = [QColor(woods.pixel(x, 100)) for x in range(30, 170)]
    assert sum(c.green() > c.red() for c in green) > 100
    middle = QColor(river.pixel(100, 100))
    assert middle.blue() > middle.red() + 40


def test_there_is_a_field_for_every_turn_and_box(written: list[str]) -> None:
    document = replace(small_scenario(), turns=Turns(3, 6, ("June", "July", "August")))
    painted(list(key_pages(document, SETTINGS, True)))
    assert {"3", "4", "5", "6", "June", "August", "Rear area"} <= set(written)
    assert "7" not in written and "2" not in written


# charts


class Table(Struct, frozen=True):
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Chart(Struct, frozen=True):
    title: str
    provenance: str
    why: str
    tables: tuple[Table, ...]


def test_a_chart_tells_where_it_comes_from() -> None:
    table = Table("", ("Die", "Result"), (("1", "A < B"), ("2", "none")))
    text = chart_sheets.chart_html(Chart("Losses", "reconstructed", "From a review & a guess.", (table,)))
    assert "Reconstructed." in text and "From a review &amp; a guess." in text
    assert "A &lt; B" in text and "Die" in text


def test_charts_keep_clear_of_each_other_and_stay_on_the_page() -> None:
    document = next(d for d in games.game("ddb").documents())
    charts = charts_of(document)
    room = room_between(SETTINGS.upright, SETTINGS.margin)
    pages = chart_sheets._lay_out(charts, room)
    titles = 0
    for spots in pages:
        places = [
            QRectF(spot.left, spot.top, spot.width, spot.part.height() / chart_sheets._FINE) for spot in spots
        ]
        titles += sum(not spot.part.top() for spot in spots)
        for place in places:
            assert room.adjusted(-0.01, -0.01, 0.01, 0.01).contains(place)
        for one, other in combinations(places, 2):
            assert not one.intersects(other)
    assert titles == len(charts), "each chart begins once"


def test_a_chart_taller_than_a_page_goes_on_without_a_gap() -> None:
    rows = tuple((str(number), f"result {number}", "x" * 60, "y" * 60) for number in range(150))
    chart = Chart("Long", "rulebook", "", (Table("", ("Number", "Result", "X", "Y"), rows),))
    room = room_between(SETTINGS.upright, SETTINGS.margin)
    parts = [spot.part for spots in chart_sheets._lay_out([chart], room) for spot in spots]
    assert len(parts) > 1 and parts[0].top() == 0
    for one, other in pairwise(parts):
        assert one.bottom() == pytest.approx(other.top())
    assert len(list(chart_pages([chart], SETTINGS, "T"))) == len(parts)


def test_no_charts_are_no_pages() -> None:
    assert not list(chart_pages([], SETTINGS, "T"))


@pytest.mark.parametrize("key", ["ddb", "ttr"])
def test_a_real_game_is_printed_with_all_its_parts(key: str, tmp_path: Path) -> None:
    document = next(iter(games.game(key).documents()))
    path = tmp_path / "all.pdf"
    job = PrintJob(document, replace(SETTINGS, hex=12.0), charts_of(document))
    count = job.write(path, nothing)
    titles = [page.title for page in job.pages()]
    assert len(media_boxes(path)) == count == len(titles)
    for part in ("Map", "Counters", "Set-up", "Schedule", "Order of battle", "Key", "Turn track", "Charts"):
        assert any(title.startswith(part) for title in titles), part
