"""Random scenarios for Hypothesis: small, of every shape, with awkward words in them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from engine.catalogue import document as d
from engine.catalogue.map_sheet import EDGES
from engine.hexes.grid import GridSpec
from engine.hexes.joined import JoinedSpec, Joint

words = st.text(
    st.one_of(
        st.sampled_from("ab \"'\\#=[]{}\n\t_;,./"),
        st.characters(
            exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters="\x85\u2028\u2029", codec="utf-8"
        ),
    ),
    max_size=12,
)
keys = st.text(st.sampled_from('abcXYZ09 -_."é/'), min_size=1, max_size=8).map(str.strip).filter(bool)
numbers = st.integers(-(2**53) + 1, 2**53 - 1)
plains: st.SearchStrategy[Any] = st.recursive(
    st.one_of(words, numbers, st.booleans(), st.floats(allow_nan=False, allow_infinity=False)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple), st.dictionaries(words, inner, max_size=3)
    ),
    max_leaves=6,
)
tables = st.dictionaries(words, plains, max_size=3)
one_sheet = st.builds(
    GridSpec,
    orientation=st.sampled_from(["flat", "pointy"]),
    stagger=st.sampled_from(["odd", "even"]),
    columns=st.integers(1, 5),
    rows=st.integers(1, 4),
    order=st.sampled_from(["column-row", "row-column"]),
    columns_run=st.sampled_from(["right", "left"]),
    rows_run=st.sampled_from(["down", "up"]),
    prefix=st.sampled_from(["", "E"]),
    separator=st.sampled_from(["", "."]),
)
two_sheets = st.just(
    JoinedSpec(
        (GridSpec("flat", "odd", 3, 3), GridSpec("flat", "odd", 3, 3, prefix="W")),
        (Joint("0302", "W0102"),),
    )
)
hexes = st.from_regex(r"\A[A-Za-z0-9.:_+-]{1,6}\Z").filter(lambda hex_id: hex_id not in EDGES)
beyond = st.one_of(hexes, st.sampled_from(sorted(EDGES)))
hexsides = st.tuples(hexes, beyond).filter(lambda pair: pair[0] != pair[1]).map(lambda pair: d.hexside(*pair))
points = st.one_of(hexes, hexsides)
features = st.builds(d.Feature, kind=words, name=words, value=numbers, side=words, toward=words)
placed = st.lists(features, min_size=1, max_size=3).map(tuple)
placements = st.one_of(
    hexes.map(lambda at: d.Placement("hex", at)),
    st.builds(d.Placement, st.just("within"), hexes, st.integers(0, 9999)),
    st.builds(d.Placement, st.sampled_from(["area", "box"]), keys),
    st.builds(d.Placement, st.just("along"), keys, st.integers(0, 9999)),
)
regions = st.builds(
    d.Region,
    key=words,
    title=words,
    kind=words,
    hexes=st.lists(hexes, max_size=4).map(tuple),
    polygon=st.lists(points, max_size=4).map(tuple),
)


@st.composite
def maps(draw: st.DrawFn) -> d.MapSheet:
    """A map whose terrain lies mostly, but not only, on its grid."""
    grid = draw(st.one_of(one_sheet, two_sheets))
    sheet = d.MapSheet(draw(keys), draw(words), grid)
    on_grid = st.sampled_from(sheet.lattice().hexes)
    return d.MapSheet(
        key=sheet.key,
        title=sheet.title,
        grid=grid,
        terrain=draw(st.dictionaries(st.one_of(on_grid, hexes), words, max_size=20)),
        features=draw(st.dictionaries(st.one_of(on_grid, hexes), placed, max_size=4)),
        hexsides=draw(st.dictionaries(hexsides, placed, max_size=6)),
        labels=draw(many(st.builds(d.Label, hexes, words, words, words))),
        regions=draw(many(regions)),
        boxes=draw(many(st.builds(d.Box, words, words, words))),
        aliases=draw(st.dictionaries(hexes, hexes, max_size=3)),
        georeference=draw(
            st.builds(
                d.Georeference,
                words,
                st.dictionaries(words, st.floats(-1e6, 1e6), max_size=2),
                many(st.builds(d.Anchor, hexes, st.floats(-90, 90), st.floats(-180, 180))),
            )
        ),
        data=draw(tables),
    )


def many(records: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(records, max_size=3).map(tuple)


lines = st.builds(
    d.StartLine,
    key=words,
    points=st.lists(points, max_size=4).map(tuple),
    left=words,
    right=words,
    title=words,
    closed=st.booleans(),
    on_line=words,
    exceptions=st.dictionaries(words, words, max_size=2),
)
bands = st.builds(d.Band, words, words, st.none() | numbers, st.none() | numbers)
conditions = st.builds(
    d.VictoryCondition,
    key=words,
    when=words,
    title=words,
    test=plains,
    score=plains,
    winner=words,
    level=words,
    bands=many(bands),
    first=st.none() | numbers,
    last=st.none() | numbers,
)
documents = st.builds(
    d.ScenarioDocument,
    key=keys,
    title=words,
    game=keys,
    map=maps(),
    sides=many(st.builds(d.Side, words, words, words, tables)),
    turns=st.builds(d.Turns, numbers, numbers, many(words)),
    area=words,
    features=st.dictionaries(hexes, placed, max_size=3),
    regions=many(regions),
    formations=many(st.builds(d.Formation, words, words, words, words, tables)),
    unit_types=many(st.builds(d.UnitType, words, words, words, tables)),
    units=many(st.builds(d.Unit, words, words, words, words, words, words, tables, numbers)),
    setups=many(st.builds(d.Setup, words, placements, tables)),
    schedule=many(
        st.builds(
            d.ScheduleEntry, words, numbers, words, words, st.none() | placements, amount=numbers, data=tables
        )
    ),
    allotments=many(st.builds(d.Allotment, words, words, numbers, numbers)),
    start_lines=many(lines),
    victory=many(conditions),
    options=many(st.builds(d.Option, words, words, plains, many(plains), words)),
    special_rules=many(st.builds(d.SpecialRule, words, tables, words)),
    description=words,
    complexity=numbers,
    minutes=numbers,
    balance=st.builds(d.Balance, words, tables),
    data=tables,
)
