"""The charts: their shape, their ranges, and that nothing mistaken gets past the loader."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from engine.games.crossing_the_line.records import AFV, LEG
from engine.games.crossing_the_line.scenario.charts import COLUMNS, LEVELS, Charts, chart_texts, charts
from tests.games.chart_faults import assert_refused
from tests.games.ctl.test_scenarios import KEYS, scenario

WRONG = [
    ("action_costs", "movement = 1", "movement = 0", "movement should be at least 1"),
    ("action_points", "level1 = [1, 1, 2", "level1 = [1, 3, 2", "never fall"),
    ("action_points", "6, 6, 7, 7]", "6, 6, 7, 8]", "0 to 7"),
    ("action_points", "level7 = ", "level8 = ", "exactly"),
    ("combat_chits", 'er2 = ["', 'er2 = ["x', "3 numbers"),
    ("combat_chits", "er7 = ", "er8 = ", "the rows of chit"),
    ("crt", "min_roll = 1", "min_roll = 0", "the rows"),
    ("crt", '"5/0"', '"five"', "results such as 2r/1"),
    ("formation_ratings", "reaction = 5", "reaction = 11", "1st Infantry Division"),
    ("formation_ratings", "relocation = 2", "relocation = 0", "relocation"),
    ("formation_ratings", "max_activation = 6", "max_activation = 8", "levels up to 7"),
    ("hexside_effects", 'extra_motorized = "all"', 'extra_motorized = "some"', "all or prohibited"),
    ("hexside_effects", "extra_leg = 1", "extra_leg = -1", "all or prohibited"),
    ("hexside_effects", 'attacker_tank_multiplier = "1/2"', 'attacker_tank_multiplier = "half"', "number"),
    ("hexside_effects", "stream = {", "brook = {", "exactly"),
    ("initiative_track", "[0, 2, 3", "[1, 2, 3", "begin with 0"),
    ("initiative_track", "[0, 2, 3", "[0, 3, 3", "rise"),
    ("interdiction", "10 = 2", "11 = 2", "exactly"),
    ("interdiction", "9 = 2", "9 = 3", "0 to 2"),
    ("stacking", "max_hq = 1", "max_hq = 0", "max hq"),
    ("strength_loss_vp", "afv = ", "afv = -", "afv"),
    ("terrain_effects", "cost_leg = 1,", "cost_leg = 0,", "at least a point"),
    ("terrain_effects", 'cost_us_leg = "1/2"', 'cost_us_leg = "0.5"', "rates of the road"),
]


def test_every_file_is_read_and_every_chart_has_a_file() -> None:
    assert set(chart_texts()) == set(Charts.kinds())


@pytest.mark.parametrize(("name", "right", "wrong", "why"), WRONG)
def test_values_that_cannot_be_right_are_refused(name: str, right: str, wrong: str, why: str) -> None:
    assert_refused(Charts, name, right, wrong, why)


@pytest.mark.case("ctl 6.3.2-a")
@pytest.mark.case("ctl 6.4.2-b")
def test_a_higher_level_is_never_worse_and_a_reaction_never_better() -> None:
    table = charts().action_points
    for low, high in pairwise(LEVELS):
        for colour in (table.black, table.red):
            assert all(one <= other for one, other in zip(colour[low], colour[high], strict=True))
    for level in LEVELS:
        assert all(one <= other for one, other in zip(table.red[level], table.black[level], strict=True))


@pytest.mark.case("ctl 3.1.1-b")
@pytest.mark.case("ctl 5.1-b")
def test_heavier_terrain_never_gives_the_attacker_a_better_column() -> None:
    crt = charts().crt
    for attack in range(1, 40):
        for defence in range(1, 15):
            found = [crt.column(line, attack, defence) for line in ("open", "cover", "strong", "city")]
            columns = [-1 if column is None else column for column in found]
            assert columns == sorted(columns, reverse=True), f"{attack} to {defence}: {columns}"


@pytest.mark.case("ctl 5.6.3-b")
@pytest.mark.case("ctl 7.7-a")
def test_every_chit_gives_better_columns_no_less() -> None:
    chits = charts().combat_chits
    for chit in chits.chit:
        for rating in range(2, 8):
            row = [chits.multiplier(chit, rating, column) for column in COLUMNS]
            assert row == sorted(row) and row[0] > Fraction(0)


@pytest.mark.case("ctl 3.2-b")
@pytest.mark.case("ctl 3.2-c")
def test_the_types_of_units_are_those_of_the_chart() -> None:
    kinds = charts().unit_types.type
    assert {key for key, row in kinds.items() if row["class"] == "AFV"} == AFV
    assert {key for key, row in kinds.items() if row["movement"] == "leg"} == LEG


@pytest.mark.case("ctl 3.3-c")
@pytest.mark.case("ctl 3.1.1-f")
def test_headquarters_stand_where_no_road_is() -> None:
    for row in charts().terrain_effects.terrain.values():
        assert row.hq_allowed != row.may_carry_road


def test_every_unit_type_of_the_scenarios_is_in_the_charts() -> None:
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
