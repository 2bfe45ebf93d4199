"""The charts: their shape, their ranges, their monotony, and that nothing mistaken gets past the loader."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from engine.games.toppling_the_reich.scenario.charts import Charts, chart_texts, charts
from engine.games.toppling_the_reich.scenario.combat_charts import CombatResult
from tests.games.chart_faults import assert_refused

KINDS = Charts.kinds()
SIDES = ("allied", "german")


def test_every_file_is_read_and_every_chart_has_a_file() -> None:
    assert set(chart_texts()) == set(KINDS)


WRONG = [
    ("unit_types", 'hot_pursuit = "yes"', 'hot_pursuit = "maybe"', "hot pursuit"),
    ("unit_types", 'replacements = ["armor"]', 'replacements = ["horses"]', "replacement"),
    ("unit_steps", "cf = [15, 11, 8, 4]", "cf = [15, 11, 12, 4]", "weaker"),
    ("stacking", "corps = 9", "corps = 90", "more than a hex holds"),
    ("stacking", "battalion = 1", "", "stacking points"),
    ("command_ranges", "command_hexes = 4", "command_hexes = 0", "command within hexes"),
    ("state_summary", 'mp = "1/4"', 'mp = "a bit"', "not a fraction"),
    ("state_summary", 'mp = "1/4"', 'mp = "5/4"', "not a share"),
    ("asp_costs", "minor_attack = { asp = 0", "minor_attack = { asp = -1", "below 0"),
    ("leader_ranks", "\n3 = ", "\n4 = ", "ranks"),
    ("tec_hexes", "forest = { mp = 2", "forest = { mp = 0", "movement points"),
    ("tec_hexes", "drm = -1, tigers_attack", "drm = 1, tigers_attack", "help the defender"),
    ("tec_hexsides", 'attack_multiplier = "1/2"', 'attack_multiplier = "1/0"', "not a fraction"),
    ("engineer_assault", 'canal = "none"', 'canal = "dry"', "treated as"),
    ("weather", '"mud: holland"', '"fog: holland"', "condition"),
    ("weather", '"mud: holland"', '"mud: saxony"', "area"),
    ("weather_effects", 'air = "none"', 'air = "some"', "air missions"),
    ("victory_points", "town = 1", "town = 0", "worth a point"),
    ("crt", '"a3 ar2"', '"b3"', "not a result"),
    ("crt", "\n0 = ", "\n12 = ", "in turn"),
    ("art", "1-30 = 0", "1-30 = -1", "number of steps"),
    ("art", "columns_from = [1, 31,", "columns_from = [31, 1,", "higher and higher"),
    ("turn_record", '"1944-09-17"', '"1944-09-18"', "turn 2 should run"),
    ("turn_record", 'last = "1944-10-04", month = "sep"', 'last = "1944-10-04", month = "oct"', "month"),
    ("air_status", "[allied]\n", '[allied]\n"-3" = {}\n', "same columns"),
    ("air_missions", "least = 2, most = 2", "least = 2, most = 1", "cost something"),
    ("ultra", '"141+" = "NE"', '"141+" = "**"', "not a level"),
    ("comz", 'applies_to = "7"', 'applies_to = "8"', "entries"),
]


@pytest.mark.parametrize(("name", "right", "wrong", "why"), WRONG)
def test_values_that_cannot_be_right_are_refused(name: str, right: str, wrong: str, why: str) -> None:
    assert_refused(Charts, name, right, wrong, why)


def worth(result: CombatResult) -> int:
    """How good a result is for the attacker."""
    if result.breakthrough:
        return 20
    return (
        3 * (result.defender_loses - result.attacker_loses)
        + result.defender_retreats
        - result.attacker_retreats
    )


@pytest.mark.case("ttr 7.5")
def test_combat_results_rise_with_the_die_and_with_the_odds() -> None:
    crt = charts().crt
    table = [[worth(crt.result(column, die)) for column in range(9)] for die in range(-4, 11)]
    assert table[0] == table[1]
    assert table[-1] == table[-2]
    for row in table:
        assert row == sorted(row)
    for column in zip(*table, strict=True):
        assert list(column) == sorted(column)


@pytest.mark.case("ttr 7.3-c")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (30, 10, "3:1"),
        (29, 10, "2:1"),
        (5, 10, "1:2"),
        (9, 10, "1:2"),
        (1, 9, "1:3"),
        (80, 10, "7:1"),
        (7, 7, "1:1"),
    ],
)
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defence: int, odds: str) -> None:
    crt = charts().crt
    assert crt.columns[crt.column(attack, defence)] == odds


@pytest.mark.case("ttr 7.11-a")
def test_attrition_rises_with_the_total_and_the_die() -> None:
    art = charts().art
    assert [art.column(total) for total in (0, 1, 30, 31, 330, 331, 5000)] == [0, 0, 0, 1, 6, 7, 7]
    rows = [[art.steps(column, die) for column in range(8)] for die in range(1, 7)]
    for row in (*rows, *zip(*rows, strict=True)):
        assert list(row) == sorted(row)
    assert art.steps(9, 6) == art.steps(7, 6) == 4


@pytest.mark.case("ttr 11.1")
def test_air_actions_rise_with_the_die_and_with_the_favour_of_the_column() -> None:
    chart = charts().air_status
    for side in SIDES:
        rows = [[chart.actions(side, column, die) for column in range(1, 8)] for die in range(-3, 10)]
        assert rows[0] == rows[1]
        assert rows[-1] == rows[-2]
        for row in rows:
            assert row == sorted(row, reverse=side == "german")
        for column in zip(*rows, strict=True):
            assert list(column) == sorted(column)
    assert (chart.shifted(7, 1), chart.shifted(1, -1), chart.shifted(4, 1)) == (7, 1, 5)


@pytest.mark.case("ttr 13.1")
def test_ultra_reads_the_column_of_the_german_points() -> None:
    ultra = charts().ultra
    assert [ultra.result(points, 6).text for points in (203, 141, 140, 126, 125, 111, 110, 91, 90, 0)] == [
        *("2", "2", "4*", "4*", "6*", "6*", "4*", "4*", "2*", "2*")
    ]
    nothing, level = ultra.result(118, 1), ultra.result(118, 3)
    assert (nothing.no_effect, nothing.level, nothing.herbstnebel) == (True, 0, False)
    assert (level.no_effect, level.level, level.herbstnebel) == (False, 3, True)


@pytest.mark.case("ttr 5.1-a")
def test_the_weather_says_what_holds_where() -> None:
    weather = charts().weather
    assert weather.result("sep", 1) == ()
    assert weather.result("dec", 5) == (("mud", "holland"), ("cloud", "ardennes"))
    assert weather.result("nov", 2) == (("cloud", "ardennes"), ("cloud", "black_forest"))
    assert weather.result("jan", 6) == (("hard_winter", "all"),)
    rivers = {
        where
        for row in weather.rows
        for die in range(1, 7)
        for what, where in weather.result(row, die)
        if what == "flood"
    }
    assert rivers == set(charts().flood_rivers.rows)


@pytest.mark.case("ttr 5.1.2-a")
def test_a_river_floods_with_its_tributaries() -> None:
    assert "Roer" in charts().flood_rivers.rivers("Meuse")
    assert "Saar" in charts().flood_rivers.rivers("Moselle")
    assert not set(charts().flood_rivers.rivers("Meuse")) & set(charts().flood_rivers.rivers("Moselle"))


@pytest.mark.case("ttr 7.4-terrain-c")
def test_no_multiplier_exceeds_three() -> None:
    chart = charts().tec_hexes
    assert [chart.multiplier(*parts) for parts in ((1,), (2,), (2, 2), (2, 2, 2), (2, 3))] == [1, 2, 3, 3, 3]


@pytest.mark.case("ttr 10.4.4-a")
def test_an_engineer_takes_a_river_one_line_down() -> None:
    sides, ladder = charts().tec_hexsides.rows, charts().engineer_assault.treated_as
    for crossed, as_if in ladder.items():
        if as_if == "none":
            assert sides[crossed].attack_share == 1
        else:
            assert sides[as_if].attack_share >= sides[crossed].attack_share
            assert sides[as_if].drm >= sides[crossed].drm or not sides[crossed].regular_attack


@pytest.mark.case("ttr 3.7")
def test_states_leave_a_share_that_is_never_less_than_one() -> None:
    chart = charts().state_summary
    shares = [
        chart.of(supplied, commanded).mp_share for supplied in (True, False) for commanded in (True, False)
    ]
    assert shares == [Fraction(1), Fraction(1, 2), Fraction(1, 2), Fraction(1, 4)]
    assert [chart.share(amount, Fraction(1, 4)) for amount in (10, 8, 3, 1, 0)] == [2, 2, 1, 1, 0]
    assert chart.share(8, Fraction(0)) == 0


@pytest.mark.case("ttr 6.5.3-b", "ttr 6.5.3-e")
def test_replacements_fit_the_type_and_some_units_get_none() -> None:
    chart, types = charts().replacement_eligibility, charts().unit_types.rows
    for name, row in types.items():
        assert set(chart.kinds(name, "?")) == set(row.replacements), name
    assert chart.kinds("armor", "150 Pz Bde") == ()
    assert chart.kinds("paratroop", "HEYD") == ()
    assert chart.kinds("panzergrenadier", "3 PzG") == ("infantry", "armor")


@pytest.mark.case("ttr 7.9-b")
def test_pursuit_depends_on_type_and_side() -> None:
    types = charts().unit_types.rows
    assert types["infantry"].pursues("allied")
    assert not types["infantry"].pursues("german")
    assert types["armor"].pursues("allied") and types["armor"].pursues("german")
    assert not types["paratroop"].pursues("allied")
    assert types["paratroop"].pursues("german")


@pytest.mark.case("ttr 2.3")
def test_a_turn_is_six_days() -> None:
    record = charts().turn_record
    assert (record.of(1).first, record.of(17).first, record.of(36).last) == (
        *("1944-09-11", "1944-12-16", "1945-04-14"),
    )
    assert record.of(19).month == "dec"
    assert len(record.rows) == 36


@pytest.mark.case("ttr 3.5.1")
def test_higher_headquarters_command_by_boundaries_and_the_map() -> None:
    ranges = charts().command_ranges
    assert ranges.of("german", "army").command_hexes == 4
    assert ranges.of("allied", "army").command_hexes == 5
    assert ranges.of("allied", "army_group").command == "boundaries"
    assert ranges.of("german", "front").command == "map"


def test_crt_tokens_are_read_one_by_one() -> None:
    result = CombatResult.read("ex1 dr1")
    assert (result.attacker_loses, result.defender_loses, result.exchange, result.defender_retreats) == (
        1,
        1,
        True,
        1,
    )
    assert CombatResult.read("stl").stalemate
    assert CombatResult.read("a3 ar2").attacker_retreats == 2
    assert all(
        a.attacker_loses >= b.attacker_loses for a, b in pairwise(map(CombatResult.read, ("a3", "a2", "a1")))
    )
