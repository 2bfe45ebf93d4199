"""From strengths to the result of a table."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mechanics.combat import (
    column_from,
    level_text,
    odds_level,
    ratio_column,
    reckon,
    reduced,
    summed,
    within,
)
from engine.referee import Cap, Modifier, Strength

COLUMNS = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "5:1")
HALF = Fraction(1, 2)
strengths = st.integers(1, 60)


def test_halvings_are_rounded_once_at_the_end() -> None:
    assert reduced(7, HALF, HALF) == 1
    assert reduced(7, HALF, 2) == 7, "rounded in between it would be 6"
    assert reduced(7, HALF, rounding=ceil) == 4
    assert reduced(reduced(7, HALF), 2) == 6


def test_what_a_strength_keeps_at_least() -> None:
    assert reduced(1, HALF, HALF, least=1) == 1
    assert reduced(0, HALF, least=1) == 0, "nothing of nothing"
    assert reduced(4, 0, least=1) == 0, "a share of nothing leaves nothing"


def test_a_side_is_rounded_once() -> None:
    lines = [Strength("red", name, Fraction(3, 2)) for name in "abc"]
    assert (summed(lines), summed(lines, ceil), summed([])) == (4, 5, 0)


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(1, 4, None), (1, 3, "1:3"), (11, 6, "3:2"), (2, 1, "2:1"), (59, 10, "5:1"), (5, 0, "5:1")],
)
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defence: int, odds: str | None) -> None:
    column = ratio_column(COLUMNS, attack, defence)
    assert (None if column is None else COLUMNS[column]) == odds


@given(strengths, strengths)
def test_the_column_is_the_last_that_is_reached(attack: int, defence: int) -> None:
    reached = [
        at for at, odds in enumerate(COLUMNS) if Fraction(attack, defence) >= Fraction(odds.replace(":", "/"))
    ]
    assert ratio_column(COLUMNS, attack, defence) == max(reached, default=None)


def test_columns_of_differences_and_sums() -> None:
    assert [column_from((-5, 0, 3, 8), number) for number in (-6, -5, 2, 3, 99)] == [None, 0, 1, 2, 3]


@given(strengths, strengths)
def test_a_level_of_odds_never_promises_more_than_there_is(attack: int, defence: int) -> None:
    level = odds_level(attack, defence)
    ours, theirs = map(int, level_text(level).split(":"))
    better_ours, better_theirs = map(int, level_text(level + 1).split(":"))
    assert attack * theirs >= defence * ours
    assert attack * better_theirs < defence * better_ours


def test_levels_of_odds_can_be_shifted_past_one_to_one() -> None:
    assert [level_text(odds_level(3, 2) + shift) for shift in (-2, -1, 0, 1)] == ["1:3", "1:2", "1:1", "2:1"]


@given(st.integers(-30, 30), st.integers(1, 9))
def test_a_column_stays_on_its_table(column: int, columns: int) -> None:
    assert 0 <= within(column, columns) < columns
    if 0 <= column < columns:
        assert within(column, columns) == column


def test_everything_before_the_die() -> None:
    odds = reckon(
        [Strength("red", "1st", 9), Strength("red", "2nd", 3)],
        [Strength("blue", "3rd", 6)],
        partial(ratio_column, COLUMNS),
        len(COLUMNS),
        shifts=[
            Modifier("1", "armour", 2, "armour"),
            Modifier("2", "air", 1),
            Modifier("3", "guns", 1, waived=True),
        ],
        die=[Modifier("4", "woods", -2, "terrain"), Modifier("5", "river", -2, "terrain")],
        caps=[Cap("armour", None, 1, "6"), Cap("terrain", -3, None, "7")],
    )
    assert odds.totals == (12, 6)
    assert [COLUMNS[odds.first_column], COLUMNS[odds.column]] == ["2:1", "5:1"], (
        "two of the three shifts count"
    )
    assert odds.drm == -3
    chances = odds.chances("1d6", lambda die: "hit" if die >= 1 else "miss")
    assert chances["hit"] == Fraction(1, 2)


def test_odds_below_the_table_use_its_first_column_before_they_are_shifted() -> None:
    odds = reckon(
        [Strength("red", "1st", 1)],
        [Strength("blue", "2nd", 9)],
        partial(ratio_column, COLUMNS),
        len(COLUMNS),
        shifts=[Modifier("1", "air", 1)],
    )
    assert (odds.first_column, odds.column) == (0, 1)
