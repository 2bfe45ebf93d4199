"""Columns and rows by their numbers, as they lie on the map."""

from __future__ import annotations

import pytest

from editor.map.numbered_lines import numbered_lines
from engine.hexes.spec import GridSpec


@pytest.mark.parametrize(
    ("columns_run", "rows_run", "across", "down"),
    [
        ("right", "down", [3, 4, 5], [1, 2]),
        ("left", "down", [5, 4, 3], [1, 2]),
        ("right", "up", [3, 4, 5], [2, 1]),
    ],
)
def test_numbers_run_either_way(columns_run: str, rows_run: str, across: list[int], down: list[int]) -> None:
    grid = GridSpec(
        "flat",
        "even",
        3,
        2,
        first_column=3,
        columns_run=columns_run,
        rows_run=rows_run,  # type: ignore[arg-type]
    )
    found = numbered_lines(grid)
    assert [list(line) for line in found] == [across, down]
