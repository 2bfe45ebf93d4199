"""Rows of charts that are found by a die."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mechanics.chart import broken_rows, not_given, on_row

ROWS = {"-1 or less": "a", "0": "b", "1": "c", "2 or more": "d"}


@given(st.integers(-20, 20))
def test_beyond_the_table_the_end_rows_count(die: int) -> None:
    assert on_row(ROWS, die) == "abcd"[min(max(die, -1), 2) + 1]


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ({"1": (1, 2), "3": (3, 4)}, "for each number in turn"),
        ({"one": (1, 2)}, "does not begin with a number"),
        ({"": (1, 2)}, "does not begin with a number"),
        ({"1": (1, 2), "2": (3,)}, "the same columns"),
        ({"1": {"a": 1}, "2": {"b": 1}}, "the same columns"),
        ({}, "for each number in turn"),
    ],
)
def test_rows_that_are_broken(rows: dict[str, tuple[int, ...]], fault: str) -> None:
    assert fault in " ".join(broken_rows(rows, "row"))


def test_rows_that_are_whole() -> None:
    assert list(broken_rows({"1": (1, 2), "2": (3, 4), "3 or more": (5, 6)}, "row")) == []
    assert list(not_given({"a": 1}, ["a"], "x")) == []
    assert list(not_given({"a": 1}, ["a", "b"], "the rows")) == ["the rows should be given for exactly a, b"]
