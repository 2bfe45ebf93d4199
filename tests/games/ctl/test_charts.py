"""The charts: their shape, their ranges, and that nothing mistaken gets past the loader."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from engine.games.crossing_the_line.scenario.charts import COLUMNS, Charts, chart_texts, charts
from tests.games.chart_faults import assert_refused


def test_every_file_is_read_and_every_chart_has_a_file() -> None:
    assert set(chart_texts()) == set(Charts.kinds())


WRONG = [
    ("action_points", "level1 = [1, 1, 2,", "level1 = [1, 1,", "ten numbers"),
    ("action_points", "level1 = [1, 1, 2, 2,", "level1 = [1, 1, 3, 2,", "never fall"),
    ("crt", '"1:3", ', "", "9 odds"),
    ("interdiction", "10 = ", "11 = ", "10"),
    ("combat_chits", "er7 = ", "er8 = ", "er7"),
    ("terrain_effects", "cost_leg = ", "price_leg = ", "price_leg"),
    ("stacking", "max_hq = 1", 'max_hq = "one"', "max_hq"),
]


@pytest.mark.parametrize(("name", "right", "wrong", "why"), WRONG)
def test_values_that_cannot_be_right_are_refused(name: str, right: str, wrong: str, why: str) -> None:
    assert_refused(Charts, name, right, wrong, why)


def test_more_activation_levels_and_better_rolls_never_give_fewer_points() -> None:
    table = charts().action_points
    for is_reaction in (False, True):
        for level, higher in pairwise(range(1, 8)):
            for die in range(1, 11):
                low, high = (table.points(one, die, is_reaction) for one in (level, higher))
                assert low <= high
    assert max(table.black["level7"]) == 7


def test_a_reaction_gives_fewer_points_than_an_activation() -> None:
    table = charts().action_points
    for level in range(1, 8):
        assert sum(table.red[f"level{level}"]) < sum(table.black[f"level{level}"])


def test_better_troops_and_better_columns_never_have_a_smaller_multiplier() -> None:
    chits = charts().combat_chits
    assert len(chits.chit) == 12
    for chit in chits.chit:
        for rating, better in pairwise(range(2, 8)):
            for column in COLUMNS:
                assert chits.multiplier(chit, rating, column) <= chits.multiplier(chit, better, column)
        for rating in range(2, 8):
            for worse, best in pairwise(COLUMNS):
                assert chits.multiplier(chit, rating, worse) <= chits.multiplier(chit, rating, best)


def test_all_multipliers_are_halves() -> None:
    chits = charts().combat_chits
    for rows in chits.chit.values():
        for values in rows.values():
            assert all(Fraction(value) * 2 == int(Fraction(value) * 2) for value in values)


def test_a_higher_die_and_higher_odds_never_help_the_defender() -> None:
    table = charts().crt

    def balance(column: int, die: int) -> int:
        attacker, defender = (int(part.rstrip("r")) for part in table.result(column, die).split("/"))
        return defender - attacker

    for column in range(table.columns):
        for die, higher in pairwise(range(1, 21)):
            assert balance(column, die) <= balance(column, higher)
    for column, better in pairwise(range(table.columns)):
        for die in range(1, 21):
            assert balance(column, die) <= balance(better, die)


def test_odds_are_rounded_in_favour_of_the_defender() -> None:
    table = charts().crt
    assert table.column("open", 39, 10) == table.column("open", 30, 10)
    assert table.column("open", 1, 9) is None
    assert table.column("open", 12, 4) > table.column("city", 12, 4)  # type: ignore[operator]


def test_every_unit_type_of_the_scenarios_is_in_the_charts() -> None:
    from tests.games.ctl.test_scenarios import KEYS, scenario

    known = {*charts().unit_types.type, "hq"}
    assert {unit.type for key in KEYS for unit in scenario(key).units} <= known


def test_every_formation_has_a_recovery() -> None:
    tables = charts()
    for key, ratings in tables.formation_ratings.formation.items():
        if ratings.side == "us":
            assert tables.hq_recovery.us[key] == int(ratings.recovery_rating)
        else:
            row = tables.hq_recovery.german[ratings.recovery_rating]
            assert row["i0"] >= row["i1"] >= row["i2"]


@pytest.mark.case("ctl 8.4.1-a")
def test_the_printed_numbers_of_the_text() -> None:
    tables = charts()
    points = tables.us_replacements
    assert (points.infantry, points.armored_infantry, points.tank) == (2, 2, 3)
    assert set(tables.interdiction.roll.values()) == {0, 1, 2}
    assert tuple(tables.victory_plan_pool.german_peek_on) == (9, 10)
