"""Tables that are made entry by entry answer like those that are made at once."""

import pytest

from engine.hexes.cells import Cells
from engine.hexes.grid import Grid, GridSpec
from engine.hexes.on_demand import OnDemand


def test_an_entry_is_made_once() -> None:
    made: list[str] = []
    table = OnDemand(("a", "b"), lambda name: made.append(name) or name * 2)  # type: ignore[func-returns-value]
    assert table["a"] == "aa" and table["a"] == "aa"
    assert made == ["a"]
    assert "b" in table and "c" not in table and len(table) == 2


def test_a_walk_over_the_table_finds_every_entry() -> None:
    table = OnDemand(("a", "b"), str.upper)
    assert table.get("b") == "B" and table.get("c") is None and table.get("c", "?") == "?"
    assert list(table) == ["a", "b"]
    assert dict(table.items()) == {"a": "A", "b": "B"} == table
    assert list(table.keys()) == ["a", "b"] and list(table.values()) == ["A", "B"]


def test_an_unknown_name_has_no_entry() -> None:
    with pytest.raises(KeyError):
        Grid(GridSpec("flat", "odd", 3, 3)).adjacency["0909"]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("stagger", ["odd", "even"])
@pytest.mark.parametrize("order", ["column-row", "row-column"])
def test_runs_hold_the_hexes_of_the_sheet(orientation: str, stagger: str, order: str) -> None:
    spec = GridSpec(
        orientation,  # type: ignore[arg-type]
        stagger,
        7,
        6,
        order,
        first_column=0,
        columns_run="left",
        prefix="A",
        short_staggered=True,
        missing=frozenset({"A0303", "A0304", "A0101"}),
    )
    grid = Grid(spec)
    slow = Cells(spec.orientation, {cell.hex: cell.cube for cell in spec.cells()}, {})
    assert grid.hexes == slow.hexes
    assert grid.all_mask == slow.all_mask == grid.mask(grid.hexes)
    for cell in spec.cells():
        assert grid.cube(cell.hex) == cell.cube and grid.column_row(cell.hex) == (cell.column, cell.row)
        assert grid.index(cell.hex) == slow.index(cell.hex)
        assert grid.around(cell.hex) == slow.around(cell.hex)
    assert [here for run in grid.runs for here in run.hexes] == list(grid.hexes)
    assert grid.at(3, 3) is None and grid.at(2, 2) == spec.printed(2, 2)
