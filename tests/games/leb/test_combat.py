"""Combat by itself: rounding of odds, classes, the table, the preview."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.games.lebensraum.combat.odds import class_of, first_column, odds_of
from engine.games.lebensraum.records import Unit
from engine.games.lebensraum.scenario.charts import charts


@pytest.mark.case("leb 7.2-f")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (18, 22, (1, 1)),
        (25, 10, (2, 1)),
        (26, 10, (3, 1)),
        (10, 15, (1, 2)),
        (3, 1, (3, 1)),
        (10, 25, (1, 3)),
        (10, 24, (1, 2)),
    ],
)
def test_odds_are_rounded_to_the_nearest_and_a_half_for_the_defender(
    attack: int, defence: int, odds: tuple[int, int]
) -> None:
    assert odds_of(attack, defence) == odds


@pytest.mark.case("leb 7.2-f")
def test_the_strict_option_never_rounds_for_the_attacker() -> None:
    for attack in range(1, 60):
        for defence in range(1, 60):
            ours, theirs = odds_of(attack, defence, strict=True)
            assert Fraction(ours, theirs) <= Fraction(attack, defence)
            usual = odds_of(attack, defence)
            assert Fraction(*usual) >= Fraction(ours, theirs)


@pytest.mark.case("leb 7.3-d")
def test_odds_beyond_the_table_use_its_end_columns() -> None:
    crt = charts().crt
    assert crt.columns[first_column(crt, (1, 9))] == "1:5"
    assert crt.columns[first_column(crt, (12, 1))] == "8:1"
    assert crt.columns[first_column(crt, (1, 1))] == "1:1"


@pytest.mark.case("leb 7.3-b")
@pytest.mark.parametrize(
    ("classes", "found"), [("D", "D"), ("AAD", "C"), ("BB", "A"), ("AA", "A"), ("EE", "D"), ("AE", "D")]
)
def test_several_units_fight_one_class_better_than_the_worst(classes: str, found: str) -> None:
    units = [
        Unit(f"u{at}", "axis", "", "infantry", "", "E2024", classes=(cls,), full=(8,), reduced=(4,))
        for at, cls in enumerate(classes)
    ]
    assert class_of(units) == found


@pytest.mark.case("leb 7.4-a")
def test_results_never_get_worse_for_the_attacker_with_better_odds_or_a_lower_die() -> None:
    crt = charts().crt
    for die in range(1, 7):
        for column in range(len(crt.columns)):
            lost, hit = crt.result(column, die)
            if column:
                before = crt.result(column - 1, die)
                assert lost <= before[0] and hit >= before[1]
            if die > 1:
                better = crt.result(column, die - 1)
                assert better[0] <= lost and better[1] >= hit
    assert crt.result(crt.columns.index("4:1"), 2) == (0, 4)
