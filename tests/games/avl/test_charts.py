"""The charts: their shape, their ranges, and that nothing mistaken gets past the loader."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.games.avalanche.scenario.chart_rows import banded
from engine.games.avalanche.scenario.charts import Charts, chart_texts, charts
from tests.games.chart_faults import assert_refused

WRONG = [
    ("air_attacks", '["9", "evades"]', '["8", "evades"]', "cover 8"),
    ("arty_resupply", '["4", "2", 6]', '["5", "2", 6]', "cover 4"),
    ("artillery_types", "M = ", "R = ", "exactly"),
    ("at_fire", '["0", 10, 9]', '["zero", 10, 9]', "not a number or a range"),
    ("beachhead_capacity", "day = 6, night = 3", "day = 6, night = 4", "half of 6"),
    ("beachhead_drift", '["5-9", 0]', '["5-8", 0]', "cover 9"),
    ("bombardment", '"1-3", "4-6", ', '"1-6", ', "each band"),
    ("bombardment", "12 = {", "13 = {", "the results"),
    ("crt", '"5M/0"', '"5X/0"', "results such as 2D/1"),
    ("crt", '"1:3"', '"1-3"', "written like 3:1"),
    ("drop_table", "tight = [", "loosely = [", "the distances"),
    ("drop_table", "[0, 0, 0, 0, 1, 1]", "[0, 0, 0, 0, 1]", "each face"),
    ("dropzone_location", '["4", 2]', '["3", 2]', "cover 3"),
    ("infiltration", 'roll = "9-10"', 'roll = "9-11"', "cover 11"),
    ("limber_unlimber", "M = {", "R = {", "exactly"),
    ("strong_points", "defence = 1", "defence = 0", "defence strength of 0"),
    ("terrain", "level1 = {foot = 1", "level1 = {foot = -1", "points or P"),
    ("terrain", 'mot = "3/4", ', "", "the strategic rates"),
    ("unit_templates", 'movement = "mech"', 'movement = "wheels"', "move as"),
    ("unit_templates", 'ammo = "2"', 'ammo = "4"', "ammunition"),
    ("weather", '["12+", "rain"]', '["13+", "rain"]', "cover 12"),
]


def test_every_file_is_read_and_every_chart_has_a_file() -> None:
    assert set(chart_texts()) == set(Charts.kinds())


@pytest.mark.parametrize(("name", "right", "wrong", "why"), WRONG)
def test_values_that_cannot_be_right_are_refused(name: str, right: str, wrong: str, why: str) -> None:
    assert_refused(Charts, name, right, wrong, why)


def test_rows_are_found_by_a_range_and_beyond_the_table_the_end_rows_count() -> None:
    rows = [("<=3", "low"), ("4", "four"), ("5-7", "some"), ("8+", "high")]
    found = [banded(rows, number)[1] for number in (-5, 3, 4, 5, 7, 8, 20)]
    assert found == ["low", "low", "four", "some", "some", "high", "high"]


def losses(cell: str) -> tuple[int, int, int, int]:
    """Numbers and flags of both sides; a flag counts 1 or 2."""
    attacker, defender = cell.split("/")
    flag = {"": 0, "D": 1, "M": 2}
    return int(attacker[0]), flag[attacker[1:]], int(defender[0]), flag[defender[1:]]


def test_a_better_column_or_roll_is_never_worse_for_the_attacker() -> None:
    table = [[losses(cell) for cell in row] for row in charts().crt.results.values()]
    for row in (*table, *zip(*table, strict=True)):
        for low, high in pairwise(row):
            assert high[0] <= low[0]
            assert high[1] <= low[1]
            assert high[2] >= low[2]
            assert high[3] >= low[3]


def test_the_odds_of_each_row_rise() -> None:
    for odds in charts().crt.terrain_rows.values():
        ratios = [int(one.split(":")[0]) / int(one.split(":")[1]) for one in odds]
        assert all(low < high for low, high in pairwise(ratios))


def test_strengths_fall_with_each_step() -> None:
    for name, unit in charts().unit_templates.unit.items():
        for full, less in pairwise(unit.steps):
            assert full[0] >= less[0], name
            assert full[1] >= less[1], name


def test_every_battalion_of_the_breakdown_chart_has_a_template_and_can_afford_its_companies() -> None:
    templates = charts().unit_templates.unit
    for name, broken in charts().breakdown.battalion.items():
        attack, defence = templates[name].steps[0]
        assert broken.companies * broken.attack <= attack, name
        assert broken.companies * broken.defence <= defence, name
