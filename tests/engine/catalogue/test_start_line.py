"""Start lines and polygons: which hexes lie left and right, for every kind of grid and line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.document import Placement, Region, StartLine
from engine.catalogue.placing import Placing
from engine.catalogue.start_line import front, halves, region_hexes
from engine.hexes.grid import Grid, GridSpec
from engine.hexes.joined import JoinedGrid, JoinedSpec, Joint
from tests.engine.catalogue.samples import small_document

FLAT = Grid(GridSpec("flat", "even", 9, 7))
POINTY = Grid(GridSpec("pointy", "even", 9, 7))


def west_of(grid: Grid, column: int) -> set[str]:
    return {here for here in grid.hexes if grid.column_row(here)[0] < column}


def down_the_column(grid: Grid, column: int) -> tuple[str, ...]:
    rows = range(1, 8)
    return tuple(f"{column:02}{row:02}" for row in rows if f"{column:02}{row:02}" in grid)


@pytest.mark.parametrize("grid", [FLAT, POINTY], ids=["flat", "pointy"])
def test_a_line_from_top_to_bottom(grid: Grid) -> None:
    """Walking down the sheet, the right half of the sheet is to the left hand."""
    line = StartLine("l", down_the_column(grid, 5), left="east", right="west")
    held = halves(grid, line)
    on_line = set(down_the_column(grid, 5))
    assert {here for here, side in held.items() if side == "west"} == west_of(grid, 5)
    assert {here for here, side in held.items() if side == "east"} == set(grid.hexes) - west_of(grid, 6)
    assert held.keys() == set(grid.hexes) - on_line


@pytest.mark.parametrize("grid", [FLAT, POINTY], ids=["flat", "pointy"])
def test_the_other_way_round_changes_hands(grid: Grid) -> None:
    line = StartLine("l", down_the_column(grid, 5), left="east", right="west", on_line="east")
    back = replace(line, points=line.points[::-1], left="west", right="east")
    assert halves(grid, line) == halves(grid, back)
    swapped = halves(grid, replace(line, points=line.points[::-1]))
    assert all(swapped[here] != side for here, side in halves(grid, line).items() if here not in line.points)


@pytest.mark.parametrize("grid", [FLAT, POINTY], ids=["flat", "pointy"])
def test_a_line_across_the_sheet(grid: Grid) -> None:
    line = StartLine("l", ("0104", "0904"), left="north", right="south", on_line="south")
    held = halves(grid, line)
    assert held["0501"] == held["0102"] == held["0902"] == "north"
    assert held["0507"] == held["0106"] == held["0906"] == "south"
    assert held["0104"] == "south"
    assert held.keys() == set(grid.hexes)


@pytest.mark.parametrize("grid", [FLAT, POINTY], ids=["flat", "pointy"])
def test_a_line_along_hexsides_gives_every_hex_to_one_side(grid: Grid) -> None:
    west = west_of(grid, 5)
    border = tuple(
        grid.hexside(here, near)
        for here in sorted(west, key=lambda here: (grid.column_row(here)[1], here))
        for near in sorted(grid.neighbors(here), key=grid.index)
        if near not in west
    )
    ordered = chain(grid, border)
    for points, left, right in ((ordered, "east", "west"), (ordered[::-1], "west", "east")):
        held = halves(grid, StartLine("l", points, left, right))
        assert held == {here: "west" if here in west else "east" for here in grid.hexes}


def chain(grid: Grid, sides: tuple[str, ...]) -> tuple[str, ...]:
    """Touching hexsides one after the other, from the top edge."""
    left = set(sides)
    here = next(
        side
        for side in sides
        if len(left.intersection(grid.joined(side))) == 1 and "01" in (side[2:4], side[7:])
    )
    ordered = [here]
    left.discard(here)
    while left:
        here = next(side for side in grid.joined(here) if side in left)
        ordered.append(here)
        left.discard(here)
    return tuple(ordered)


def test_a_short_line_cuts_off_a_corner() -> None:
    held = halves(FLAT, StartLine("l", ("0301", "0203", "0103"), "sea", "land"))
    assert {here for here, side in held.items() if side == "land"} == {"0101", "0102", "0201", "0202"}


def test_a_closed_line() -> None:
    clockwise = StartLine("p", ("0302", "0702", "0706", "0306"), "out", "in", closed=True)
    held = halves(FLAT, clockwise)
    assert held["0504"] == "in"
    assert held["0101"] == held["0907"] == "out"
    assert "0302" not in held
    turned = replace(clockwise, points=clockwise.points[::-1], left="in", right="out")
    assert halves(FLAT, turned) == held
    inside = {here for here, side in held.items() if side == "in"}
    assert inside < set(region_hexes(FLAT, Region("r", polygon=clockwise.points)))


def test_a_closed_line_along_hexsides_around_one_hex() -> None:
    around = tuple(FLAT.hexside(near, "0504") for near in FLAT.neighbors("0504"))
    held = halves(FLAT, StartLine("p", around, "out", "in", closed=True))
    assert [here for here, side in held.items() if side == "in"] == ["0504"]


def test_exceptions() -> None:
    line = StartLine("l", ("0104", "0904"), "n", "s", exceptions={"0501": "s", "0104": "n"})
    held = halves(FLAT, line)
    assert (held["0501"], held["0104"], held["0601"]) == ("s", "n", "n")


def test_a_ragged_map_and_an_edge_hexside() -> None:
    ragged = Grid(GridSpec("flat", "even", 9, 7, missing=frozenset({"0501", "0502", "0507", "0407"})))
    held = halves(ragged, StartLine("l", ("0503/N", "0503", "0504", "0505", "0506"), "e", "w", on_line="w"))
    assert held["0401"] == held["0406"] == "w"
    assert held["0601"] == held["0607"] == "e"


def test_sheets_laid_together() -> None:
    joined = JoinedGrid(
        JoinedSpec(
            (GridSpec("flat", "odd", 4, 4), GridSpec("flat", "odd", 4, 4, prefix="W")),
            (Joint("0402", "W0202"),),
        )
    )
    held = halves(joined, StartLine("l", ("0101", "W0404"), "n", "s", on_line="n"))
    assert held["W0401"] == "n"
    assert held["0104"] == "s"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (StartLine("l", ("0104", "0504"), "a", "b"), "ends at 0504 inside the map"),
        (StartLine("l", ("0404/0504", "0904"), "a", "b"), "ends at 0404/0504 inside the map"),
        (StartLine("l", ("0104", "9904"), "a", "b"), "'9904', which is not a hex"),
        (StartLine("l", ("0104", "0104/0904"), "a", "b"), "0104/0904"),
        (StartLine("l", ("0104",), "a", "b"), "at least two points"),
        (StartLine("l", (), "a", "b"), "at least two points"),
        (StartLine("l", ("0104", "0504"), "a", "b", closed=True), "at least three points"),
        (StartLine("l", ("0101", "0907", "0107", "0901"), "a", "b"), "crosses itself"),
        (StartLine("l", ("0202", "0606", "0206", "0602"), "a", "b", closed=True), "crosses itself"),
        (StartLine("l", ("0104", "0904"), "a", "b", exceptions={"7777": "a"}), "7777"),
    ],
)
def test_lines_that_divide_nothing(line: StartLine, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        halves(FLAT, line)
    assert said in str(caught.value)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["flat", "pointy"]),
    st.sampled_from(["odd", "even"]),
    st.lists(st.integers(1, 7), min_size=9, max_size=9),
)
def test_any_line_from_edge_to_edge_divides_the_map(
    orientation: str, stagger: str, heights: list[int]
) -> None:
    """Above the line is one side's, below it the other's, whichever way it wanders."""
    grid = Grid(GridSpec(orientation, stagger, 9, 9))  # type: ignore[arg-type]
    points = tuple(f"{column:02}{row + 1:02}" for column, row in enumerate(heights, start=1))
    held = halves(grid, StartLine("l", points, "above", "below", on_line="line"))
    assert held.keys() == set(grid.hexes)
    for column, row in enumerate(heights, start=1):
        assert held[f"{column:02}{row + 1:02}"] == "line"
        if orientation == "flat":
            assert held[f"{column:02}{row:02}"] == "above"
            assert held[f"{column:02}{row + 2:02}"] == "below"


def test_regions() -> None:
    assert region_hexes(FLAT, Region("r", hexes=("0302", "0101"))) == ("0101", "0302")
    with pytest.raises(BadInput, match="three points"):
        region_hexes(FLAT, Region("r", polygon=("0302", "0101")))
    with pytest.raises(BadInput):
        region_hexes(FLAT, Region("r", hexes=("9999",)))


def test_the_front() -> None:
    held = halves(FLAT, StartLine("l", ("0104", "0904"), "n", "s", on_line="s"))
    line = set(front(FLAT, held, "s"))
    assert "0104" in line and "0106" not in line
    assert all(held[here] == "s" for here in line)


def test_where_units_may_be_placed() -> None:
    placing = Placing(small_document())
    assert placing.hexes(Placement("hex", "X1"), "blue") == ("0101",)
    assert set(placing.hexes(Placement("within", "0101", 1), "blue")) == {"0101", "0102", "0201"}
    assert set(placing.hexes(Placement("within", "0101", 9999), "blue")) == set(placing.lattice.hexes)
    assert placing.hexes(Placement("area", "landing"), "blue") == ("0102", "0103")
    assert placing.hexes(Placement("box", "reserve"), "blue") == ()
    along = placing.hexes(Placement("along", "front"), "blue")
    assert set(along) == {f"04{row:02}" for row in range(1, 7)} | {"0801"}
    wider = placing.hexes(Placement("along", "front", 1), "blue")
    assert set(along) < set(wider)
    assert all(placing.held("front")[here] == "blue" for here in wider)
    with pytest.raises(BadInput, match="no start line 'x'"):
        placing.hexes(Placement("along", "x"), "blue")
    with pytest.raises(BadInput, match="no region 'x'"):
        placing.hexes(Placement("area", "x"), "blue")
    assert len(placing.in_play) > 20
