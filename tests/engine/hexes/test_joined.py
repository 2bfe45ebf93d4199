"""Sheets laid together: one map, some hexes with two numbers."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bad_input import BadInput
from engine.hexes.cubes import DIRECTION_NAMES, STEPS, Cube, opposite
from engine.hexes.grid import Grid, GridSpec
from engine.hexes.joined import JoinedGrid, JoinedSpec, Joint, lattice_from_dict
from engine.hexes.layout import Layout
from tests.engine.hexes.random_grids import specs

relaxed = settings(deadline=None)
NORTH = GridSpec("flat", "even", columns=6, rows=4, prefix="N")
SOUTH = GridSpec("flat", "odd", columns=6, rows=4, first_column=2, prefix="S")


@st.composite
def joined_specs(draw: st.DrawFn) -> JoinedSpec:
    """Two sheets that share a hex, or lie side by side."""
    first, second = (draw(specs(largest=5)) for _ in range(2))
    second = GridSpec(**{**second.to_dict(), "orientation": first.orientation, "missing": frozenset()})
    first, second = (
        GridSpec(
            **{
                **spec.to_dict(),
                "prefix": prefix,
                "missing": frozenset(),
                "short_staggered": spec.short_staggered and min(spec.columns, spec.rows) > 1,
            }
        )
        for spec, prefix in ((first, "a"), (second, "b"))
    )
    hexes = [draw(st.sampled_from(sorted(cell.hex for cell in spec.cells()))) for spec in (first, second)]
    direction = draw(st.sampled_from(("", *DIRECTION_NAMES[first.orientation])))
    return JoinedSpec((first, second), (Joint(*hexes, direction),))


@relaxed
@given(joined_specs())
def test_both_sheets_keep_their_shape(spec: JoinedSpec) -> None:
    grid = JoinedGrid(spec)
    joint = spec.joints[0]
    for sheet in grid.sheets:
        for here in sheet.hexes:
            assert here in grid
            assert here in grid.names(here)
            inside = {grid.first_name(other) for other in sheet.neighbors(here)}
            assert inside <= set(grid.neighbors(here))
            assert grid.distance(here, sheet.hexes[0]) == sheet.distance(here, sheet.hexes[0])
    if joint.direction:
        direction = grid.direction_names.index(joint.direction)
        assert grid.neighbor(joint.hex, direction) == grid.first_name(joint.other)
    else:
        assert grid.first_name(joint.hex) == grid.first_name(joint.other) == joint.hex


@relaxed
@given(joined_specs())
def test_a_hex_answers_to_each_of_its_numbers(spec: JoinedSpec) -> None:
    grid = JoinedGrid(spec)
    printed = [here for sheet in grid.sheets for here in sheet.hexes]
    assert sum(len(grid.names(here)) for here in grid.hexes) == len(printed)
    for name in printed:
        first = grid.first_name(name)
        assert first in grid.hexes
        assert grid.neighbors(name) == grid.neighbors(first)
        assert grid.cube(name) == grid.cube(first)
        assert grid.bit(name) == grid.bit(first)
        assert grid.mask([name]) == grid.mask([first])
        assert grid.hexsides(name) == grid.hexsides(first)
        assert grid.corners(name) == grid.corners(first)
        assert grid.ring(name, 0) == (first,)
        assert grid.line(name, first) == (first,)
        for direction, other in enumerate(grid.around(name)):
            if other is not None:
                assert grid.neighbor(other, opposite(direction)) == first
                for alias in grid.names(other):
                    assert grid.direction(name, alias) == direction
                    assert grid.hexside(name, alias) == grid.hexside(first, other)
                    assert grid.canonical(f"{alias}/{name}") == grid.hexside(first, other)
    layout = Layout(grid, 12.0)
    assert all(layout.hex_at(*layout.centre(name)) == grid.first_name(name) for name in printed)


def test_neighbours_across_the_join() -> None:
    grid = JoinedGrid(JoinedSpec((NORTH, SOUTH), (Joint("N0304", "S0401", "S"),)))
    assert len(grid) == 48
    assert grid.hexside("S0401", "N0304") == "N0304/S0401"
    assert grid.neighbors("N0304") == ("N0303", "N0403", "N0404", "S0401", "N0204", "N0203")
    assert grid.line("N0301", "S0404") == (
        "N0301",
        "N0302",
        "N0303",
        "N0304",
        "S0401",
        "S0402",
        "S0403",
        "S0404",
    )
    assert grid.distance("N0101", "S0204") == 7


def test_a_chain_of_sheets_in_any_order() -> None:
    a, b, c = (GridSpec("pointy", "odd", columns=3, rows=3, prefix=prefix) for prefix in "abc")
    joints = (Joint("c0101", "b0301", "W"), Joint("a0301", "b0101", "E"))
    grid = JoinedGrid(JoinedSpec((a, b, c), joints))
    assert grid.line("a0101", "c0301") == tuple(f"{sheet}0{n}01" for sheet in "abc" for n in (1, 2, 3))
    assert [grid.sheet_numbers(here) for here in ("a0101", "b0101", "c0101")] == [(0,), (1,), (2,)]


def test_three_numbers_in_one_hex() -> None:
    sheets = tuple(GridSpec("pointy", "odd", columns=3, rows=3, prefix=prefix) for prefix in "abc")
    grid = JoinedGrid(JoinedSpec(sheets, (Joint("a0303", "b0101"), Joint("b0101", "c0103"))))
    assert grid.names("c0103") == ("a0303", "b0101", "c0103")
    assert grid.hex_at_cube(grid.cube("b0101")) == "a0303"


@relaxed
@given(joined_specs())
def test_a_joined_spec_survives_json(spec: JoinedSpec) -> None:
    data = json.loads(json.dumps(spec.to_dict()))
    assert JoinedSpec.from_dict(data) == spec
    assert lattice_from_dict(data).hexes == JoinedGrid(spec).hexes


def test_either_table_gives_a_lattice() -> None:
    assert isinstance(lattice_from_dict(NORTH.to_dict()), Grid)
    both = JoinedSpec((NORTH, SOUTH), (Joint("N0304", "S0401", "S"),))
    assert isinstance(lattice_from_dict(both.to_dict()), JoinedGrid)


@pytest.mark.parametrize(
    ("sheets", "joints", "words"),
    [
        ((), (), "0 sheets"),
        ((NORTH, SOUTH), (), "sheet 2 is joined to no other sheet"),
        ((NORTH, NORTH), (Joint("N0101", "N0102"),), "number N0101 is on two sheets"),
        ((NORTH, SOUTH), (Joint("N0101", "X"),), "joint names 'X', which is on no sheet"),
        ((NORTH, SOUTH), (Joint("N0101", "S0201", "E"),), "direction 'E'; use one of N, NE"),
        (
            (NORTH, SOUTH),
            (Joint("N0304", "S0401", "S"), Joint("N0304", "S0401")),
            "contradicts another joint",
        ),
        ((NORTH, SOUTH), (Joint("N0101", "N0102"), Joint("N0101", "S0201")), "contradicts another joint"),
        ((NORTH, GridSpec("pointy", "odd", 2, 2)), (Joint("N0101", "0101"),), "use one orientation"),
        ((NORTH,) * 33, (), "33 sheets"),
        (
            (GridSpec("flat", "odd", 300, 300, column_digits=3, row_digits=3),) * 3,
            (),
            "more than 200000 hexes",
        ),
    ],
)
def test_sheets_that_do_not_fit(sheets: tuple[GridSpec, ...], joints: tuple[Joint, ...], words: str) -> None:
    with pytest.raises(BadInput, match=r"^Joined map: ") as refused:
        JoinedGrid(JoinedSpec(sheets, joints))
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "data",
    [
        {"sheets": [], "joints": []},
        {"sheets": {}, "joints": []},
        {"sheets": [NORTH.to_dict()], "joints": [["N0101"]]},
        {"sheets": [NORTH.to_dict()], "joints": [["N0101", 4]]},
        {"sheets": [NORTH.to_dict()], "joints": [["N0101", "N0102", "S", "S"]]},
        {"sheets": [NORTH.to_dict()]},
        {"sheets": [NORTH.to_dict()], "joints": [], "colour": 1},
        {"sheets": ["N"], "joints": []},
        {"sheets": 3, "joints": 4},
    ],
)
def test_hostile_tables_are_bad_input(data: object) -> None:
    with pytest.raises(BadInput):
        lattice_from_dict(data)


def test_steps_of_the_join_are_those_of_the_sheet() -> None:
    grid = JoinedGrid(JoinedSpec((NORTH, SOUTH), (Joint("N0304", "S0401", "S"),)))
    q, r = grid.cube("N0304")
    step = STEPS["flat"][grid.direction_names.index("S")]
    assert grid.hex_at_cube(Cube(q + step.q, r + step.r)) == "S0401"
