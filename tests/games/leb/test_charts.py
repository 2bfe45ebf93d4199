"""The charts of Lebensraum!: their shape and their ranges, and that nothing mistaken gets past the loader."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.games.lebensraum.scenario.charts import CLASSES, SECTIONS, WEATHERS, Charts, chart_texts, charts
from tests.games.chart_faults import assert_refused

WRONG = [
    ("air_markers", "soviet = [2, 2,", "soviet = [2,", "16 numbers"),
    ("allied_reinforcements", "replacements = [1, 2,", "replacements = [-1, 2,", "none below 0"),
    ("axis_replacements_east", "infantry = [0, ", "infantry = [", "16 numbers"),
    ("city_population", "soviet_total = 60", "soviet_total = 61", "add up to 61, not 60"),
    ("class_shifts", "A = 2", "F = 2", "exactly A, B, C, D, E"),
    ("crt", '"0/4"', '"four"', "results such as 2/1"),
    ("crt", "6 = [", "7 = [", "the rows"),
    ("economic_markers_soviet", "total = 9", "total = 8", "Moscow add up to 9, not 8"),
    ("economic_markers_soviet", "pro = 51", "pro = 50", "add up to 51, not 50"),
    ("leader_fate", '"killed", "captured"', '"killed", "lost"', "six fates"),
    ("leaders", 'name = "Bock", stars = 4', 'name = "Bock", stars = 6', "0 to 5"),
    ("leaders", 'name = "Bock"', 'name = "Leeb"', "listed twice"),
    ("soviet_reinforcements", "{turn = 2, ", "{turn = 3, ", "a row for each of the turns"),
    (
        "soviet_reinforcements",
        "shock = [], infantry = 5",
        "shock = [], infantry = 50",
        "more armies are drawn",
    ),
    ("terrain_effects", "clear = {infantry = 1", "clear = {infantry = 0", "at least one"),
    ("terrain_effects", "marsh = {", "bog = {", "exactly"),
    ("terrain_effects", "river = {", "stream = {", "exactly"),
    ("turn_track", "{east = 2,", "{east = 3,", "the turns 1 to 16"),
    ("units_axis", 'start_class = "A"', 'start_class = "E"', "contain its first"),
    ("units_axis", "full = 16, reduced = 9", "full = 16, reduced = 19", "weaker"),
    ("units_soviet", "full = 6, full_class", "full = 2, full_class", "weaker"),
    ("weather_sections", 'E1516 = "north"', 'E1516 = "south"', "E1516 should lie in the section south"),
    ("weather_table", '"mud"]', '"fog"]', "six kinds of weather"),
]


def test_every_file_is_read_and_every_chart_has_a_file() -> None:
    assert set(chart_texts()) == set(Charts.kinds())
    for name in Charts.kinds():
        assert getattr(charts(), name).why


@pytest.mark.parametrize(("name", "right", "wrong", "why"), WRONG)
def test_values_that_cannot_be_right_are_refused(name: str, right: str, wrong: str, why: str) -> None:
    assert_refused(Charts, name, right, wrong, why)


@pytest.mark.case("leb 7.4-a")
def test_better_odds_and_lower_dice_are_never_worse_for_the_attacker() -> None:
    crt = charts().crt
    columns = range(len(crt.columns))
    for die in range(1, 7):
        row = [crt.result(column, die) for column in columns]
        assert all(a[0] >= b[0] and a[1] <= b[1] for a, b in pairwise(row)), f"die {die}"
    for column in columns:
        found = [crt.result(column, die) for die in range(1, 7)]
        assert all(a[0] <= b[0] and a[1] >= b[1] for a, b in pairwise(found)), f"column {column}"
    assert crt.result(crt.columns.index("4:1"), 2) == (0, 4)


@pytest.mark.case("leb 7.3-a")
def test_a_better_class_shifts_more() -> None:
    shift = charts().class_shifts.shift
    assert [shift[one] for one in CLASSES] == sorted(shift.values(), reverse=True)


@pytest.mark.case("leb 5.8-terrain")
def test_tanks_never_move_more_cheaply_than_infantry() -> None:
    effects = charts().terrain_effects
    for row in (*effects.terrain.values(), *effects.hexside.values()):
        assert row.infantry <= row.tank
    assert effects.hexside["river"].infantry == 1
    assert effects.hexside["river"].tank == 2


@pytest.mark.case("leb 8.0-b")
def test_winters_are_white_and_summers_dry() -> None:
    table = charts().weather_table
    for section in SECTIONS:
        winter = [WEATHERS.index(table.result("winter", section, die)) for die in range(1, 7)]
        summer = [WEATHERS.index(table.result("summer", section, die)) for die in range(1, 7)]
        assert winter.count(WEATHERS.index("snow")) >= 3
        assert max(summer) <= WEATHERS.index("wet")


@pytest.mark.case("leb 6.21-a")
@pytest.mark.case("leb 6.12-a")
def test_the_schedules_name_units_that_exist() -> None:
    tables = charts()
    axis = {unit.id for unit in tables.units_axis.units}
    assert {row.unit for row in tables.axis_reinforcements_east.schedule} <= axis
    assert {row.unit for row in tables.axis_west.reinforcements} <= axis
    assert set(tables.soviet_reinforcements.pile) <= {unit.id for unit in tables.units_soviet.units}
    western = {unit.id for unit in tables.units_western.units}
    assert {row.unit for row in tables.allied_reinforcements.units} <= western
