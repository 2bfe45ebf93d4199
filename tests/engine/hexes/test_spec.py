"""The description of a sheet: what it accepts, what it refuses, and that it survives being written down."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bad_input import BadInput
from engine.hexes.grid import Grid, GridSpec
from engine.hexes.joined import lattice_from_dict
from tests.engine.hexes.random_grids import specs

SENSIBLE = GridSpec("flat", "even", columns=20, rows=15).to_dict()


@settings(deadline=None)
@given(specs())
def test_a_spec_survives_json(spec: GridSpec) -> None:
    assert GridSpec.from_dict(json.loads(json.dumps(spec.to_dict()))) == spec


def test_only_the_shape_must_be_given() -> None:
    spec = GridSpec.from_dict({"orientation": "flat", "stagger": "even", "columns": 20, "rows": 15})
    assert spec.to_dict() == SENSIBLE
    assert [cell.hex for cell in spec.cells()][:3] == ["0101", "0102", "0103"]


@settings(deadline=None)
@given(specs())
def test_printed_numbers_are_unlike_and_can_be_read_back(spec: GridSpec) -> None:
    cells = list(spec.cells())
    assert len({cell.hex for cell in cells}) == len({cell.cube for cell in cells}) == len(cells)
    for cell in cells:
        assert spec.numbers(cell.hex) == (cell.column, cell.row)
        assert spec.printed(cell.column, cell.row) == cell.hex


@given(specs(), st.text(max_size=9))
def test_any_text_is_a_number_of_the_sheet_or_none(spec: GridSpec, text: str) -> None:
    numbers = spec.numbers(text)
    assert numbers is None or spec.printed(*numbers) == text


@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("orientation", "round", "orientation = 'round' must be one of flat, pointy"),
        ("stagger", None, "must be one of odd, even"),
        ("order", ["column-row"], "must be one of column-row, row-column"),
        ("columns_run", "down", "must be one of right, left"),
        ("rows_run", 1, "must be one of down, up"),
        ("columns", 0, "columns = 0 must be a whole number from 1 to 500"),
        ("columns", True, "must be a whole number"),
        ("rows", 7.0, "must be a whole number"),
        pytest.param("rows", 10**5000, "a value too large to show", id="rows-huge"),
        ("column_digits", 5, "must be a whole number from 1 to 4"),
        ("first_row", -1, "must be a whole number from 0"),
        ("first_row", 90, "row 104 does not fit into 2 digits"),
        ("separator", "/", "may hold only letters, digits"),
        ("separator", "0", "must hold no digit"),
        ("prefix", "a b", "may hold only letters, digits"),
        ("suffix", "x" * 9, "at most 8 letters"),
        ("suffix", 4, "must be a text"),
        ("short_staggered", 1, "must be true or false"),
        ("missing", "0101", "must be a list of printed hex numbers"),
        ("missing", [101], "must be a list of printed hex numbers"),
        ("missing", ["2101"], "'2101' is not a hex of this sheet"),
        ("missing", ["101"], "'101' is not a hex of this sheet"),
        ("colour", "green", "unknown setting 'colour'"),
    ],
)
def test_nonsense_is_named(setting: str, value: object, words: str) -> None:
    with pytest.raises(BadInput, match=r"^Grid: ") as refused:
        GridSpec.from_dict({**SENSIBLE, setting: value})
    assert words in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("setting", ["orientation", "stagger", "columns", "rows"])
def test_the_shape_may_not_be_left_out(setting: str) -> None:
    with pytest.raises(BadInput, match=f"the setting {setting} is missing"):
        GridSpec.from_dict({name: value for name, value in SENSIBLE.items() if name != setting})


def test_a_sheet_without_a_hex_is_refused() -> None:
    with pytest.raises(BadInput, match="no hex is left"):
        GridSpec("flat", "odd", columns=1, rows=1, missing=frozenset({"0101"}))
    with pytest.raises(BadInput, match="no hex is left"):
        GridSpec("flat", "odd", columns=1, rows=1, short_staggered=True)


def test_a_sheet_of_monstrous_size_is_refused() -> None:
    with pytest.raises(BadInput, match="at most 200000"):
        GridSpec("flat", "odd", columns=500, rows=500, column_digits=3, row_digits=3)


def test_wide_numbers_need_a_separator() -> None:
    with pytest.raises(BadInput, match="does not fit into 1 digits"):
        GridSpec("pointy", "odd", columns=12, rows=3, column_digits=1, row_digits=1)
    spec = GridSpec("pointy", "odd", columns=12, rows=3, column_digits=1, row_digits=1, separator=".")
    assert {"1.1", "9.3", "12.3"} <= {cell.hex for cell in spec.cells()}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NEAR_MISSES = st.sampled_from(
    (
        "flat",
        "pointy",
        "odd",
        "even",
        "up",
        "left",
        "row-column",
        0,
        1,
        2,
        3,
        499,
        500,
        501,
        -1,
        "",
        "0101",
        [],
    )
)


@settings(deadline=None, max_examples=300)
@given(st.dictionaries(st.sampled_from(sorted(SENSIBLE)), NEAR_MISSES | JSON, max_size=4), st.booleans())
def test_hostile_tables_raise_nothing_else(changes: dict[str, object], whole: bool) -> None:
    data = {**SENSIBLE, **changes} if whole else changes
    try:
        spec = GridSpec.from_dict(data)
    except BadInput as refused:
        assert str(refused).startswith("Grid: ")
    else:
        assert GridSpec.from_dict(spec.to_dict()) == spec
        if spec.columns * spec.rows < 2000:
            assert len(Grid(spec)) >= 1


@given(JSON)
def test_hostile_values_raise_nothing_else(data: object) -> None:
    with pytest.raises(BadInput):
        lattice_from_dict(data)
