"""The numbers of columns and rows as they lie on the map."""

from __future__ import annotations

from engine.hexes.spec import GridSpec


def numbered_lines(grid: GridSpec) -> tuple[range, range]:
    """Column numbers from left to right, and row numbers from top to bottom."""
    columns = range(grid.first_column, grid.first_column + grid.columns)
    rows = range(grid.first_row, grid.first_row + grid.rows)
    return (
        columns if grid.columns_run == "right" else columns[::-1],
        rows if grid.rows_run == "down" else rows[::-1],
    )
