"""Random sheets for the property tests: every way to stagger, number and fray a map."""

from collections.abc import Callable

from hypothesis import strategies as st

from engine.hexes.grid import Grid, GridSpec


@st.composite
def specs(draw: st.DrawFn, *, largest: int = 8, full: bool = False) -> GridSpec:
    """A sheet; `full` means a rectangle without holes."""
    separator = draw(st.sampled_from(("", "", ".", "-")))
    digits = (1, 2, 3, 4) if separator else (2, 3, 4)
    settings = {
        "orientation": draw(st.sampled_from(("flat", "pointy"))),
        "stagger": draw(st.sampled_from(("odd", "even"))),
        "columns": draw(st.integers(1, largest)),
        "rows": draw(st.integers(1, largest)),
        "order": draw(st.sampled_from(("column-row", "row-column"))),
        "column_digits": draw(st.sampled_from(digits)),
        "row_digits": draw(st.sampled_from(digits)),
        "first_column": draw(st.integers(0, 40)),
        "first_row": draw(st.integers(0, 40)),
        "columns_run": draw(st.sampled_from(("right", "left"))),
        "rows_run": draw(st.sampled_from(("down", "up"))),
        "separator": separator,
        "prefix": draw(st.sampled_from(("", "A", "East-", "7"))),
        "suffix": draw(st.sampled_from(("", "w", "3"))),
    }
    whole = GridSpec(**settings)
    if full:
        return whole
    hexes = sorted(cell.hex for cell in whole.cells())
    short = settings["columns"] > 1 and settings["rows"] > 1 and draw(st.booleans())
    left = sorted(cell.hex for cell in GridSpec(**settings, short_staggered=short).cells())
    kept = draw(st.sampled_from(left))
    missing = draw(st.sets(st.sampled_from(hexes), max_size=6)) - {kept}
    return GridSpec(**settings, short_staggered=short, missing=frozenset(missing))


def grids(*, largest: int = 8, full: bool = False) -> st.SearchStrategy[Grid]:
    """A built sheet."""
    return specs(largest=largest, full=full).map(Grid)


@st.composite
def grids_with_hexes(
    draw: st.DrawFn, count: int, *, largest: int = 8, full: bool = False
) -> tuple[Grid, list[str]]:
    """A built sheet and some of its hexes, which may be the same."""
    grid = draw(grids(largest=largest, full=full))
    return grid, draw(st.lists(st.sampled_from(grid.hexes), min_size=count, max_size=count))


@st.composite
def pair_predicates(draw: st.DrawFn, grid: Grid) -> Callable[[str, str], bool]:
    """A yes or no for every ordered pair of neighbours."""
    pairs = [(here, other) for here in grid.hexes for other in grid.adjacency[here]]
    no = draw(st.sets(st.sampled_from(pairs), max_size=len(pairs))) if pairs else set()
    return lambda here, other: (here, other) not in no
