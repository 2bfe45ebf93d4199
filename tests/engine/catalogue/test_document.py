"""Documents: places in words, ratings by the game's fields, features in one order, no database."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.document import (
    Feature,
    MapSheet,
    Placement,
    RatingField,
    hexside,
    rating_faults,
)
from engine.catalogue.map_sheet import check_hexes, check_hexsides
from engine.hexes.grid import GridSpec
from tests.engine.catalogue.samples import RATINGS, small_document, small_map
from tests.engine.catalogue.strategies import placements


def test_a_document_needs_no_database() -> None:
    heavy = "sqlmodel sqlalchemy alembic pydantic shapely numpy platformdirs sqlite3"
    program = (
        "import sys, engine.catalogue.document, engine.catalogue.scenario_text, engine.catalogue.victory\n"
        f"print([name for name in {heavy.split()} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@given(placements)
def test_a_placement_reads_as_it_is_written(place: Placement) -> None:
    assert Placement.parse(str(place)) == place


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("2314", Placement("hex", "2314")),
        ("within 2 of 2314", Placement("within", "2314", 2)),
        ("area Kerkrade bulge", Placement("area", "Kerkrade bulge")),
        ("along westwall", Placement("along", "westwall")),
        ("within 3 along westwall", Placement("along", "westwall", 3)),
        ("box comz", Placement("box", "comz")),
    ],
)
def test_placements(words: str, place: Placement) -> None:
    assert Placement.parse(words) == place


@pytest.mark.parametrize(
    "words", ["", "23/14", "area", "box ", "within 2 of", "within x of 2314", "near 2314"]
)
def test_no_placements(words: str) -> None:
    if words == "area":
        assert Placement.parse(words) == Placement("hex", "area")
        return
    with pytest.raises(BadInput, match="is not a place"):
        Placement.parse(words)


def test_hexsides_have_one_name() -> None:
    assert hexside("2315", "2314") == hexside("2314", "2315") == "2314/2315"
    assert hexside("W0101", "NE") == hexside("NE", "W0101") == "W0101/NE"
    check_hexsides(["2314/2315", "W0101/NE"], "here")
    for wrong in ("2315/2314", "2314/2314", "2314", "2314/2315/2316", "23 14/2315", "/2315"):
        with pytest.raises(BadInput, match="named by two hexes"):
            check_hexsides(["0101/0102", wrong], "here")


def test_hex_numbers() -> None:
    check_hexes([], "here")
    check_hexes(["2314", "E12.14", "A-3"], "here")
    for wrong in ("", "23 14", "23/14", "ü", "1" * 33, 2314):
        with pytest.raises(BadInput):
            check_hexes(["0101", wrong], "here")  # type: ignore[list-item]


def test_features_stand_in_one_order() -> None:
    one, other = Feature("bridge"), Feature("river", "Liane")
    spec = GridSpec("flat", "even", 2, 2)
    first = MapSheet("m", "M", spec, hexsides={"0101/0102": (other, one, one)})
    second = MapSheet("m", "M", spec, hexsides={"0101/0102": (one, other), "0102/0201": ()})
    assert first == second
    assert first.hexsides == {"0101/0102": (one, other)}


def test_the_letters_of_a_text_file_do_not_make_another_map() -> None:
    assert replace(small_map(), legend={"clear": "c"}) == small_map()


def test_lookups() -> None:
    document = small_document()
    assert document.region("landing") == document.regions[0]
    assert document.region("west bank") == document.map.regions[0]
    assert document.region("moon") is None
    assert [feature.kind for feature in document.features_at("0603")] == ["town", "objective"]
    assert document.features_at("0101") == ()
    assert document.hexes_with("objective")["0603"].value == 6
    assert document.ratings(document.units[0]) == {"movement": 4, "strength": 4, "steps": (4, 2)}


def test_every_hex_answers_to_its_aliases() -> None:
    lattice = small_map().lattice()
    assert lattice.first_name("X1") == "0101"
    assert lattice.distance("X1", "0103") == 2
    with pytest.raises(BadInput, match="alias 0102 is the number of a hex already"):
        replace(small_map(), aliases={"0102": "0101"}).lattice()
    with pytest.raises(BadInput):
        replace(small_map(), aliases={"X1": "9999"}).lattice()


@pytest.mark.parametrize(
    ("ratings", "found"),
    [
        ({"strength": 4, "movement": 4}, []),
        ({"strength": 4, "movement": 4, "quality": "green", "static": False, "steps": (3, 2)}, []),
        ({"movement": 4}, ["rating strength is missing"]),
        (
            {"strength": 21, "movement": -1},
            ["rating strength is 21, above 20", "rating movement is -1, below 0"],
        ),
        ({"strength": "4", "movement": 4}, ["rating strength must be int, not '4'"]),
        ({"strength": True, "movement": 4}, ["rating strength must be int, not True"]),
        ({"strength": 1, "movement": 4, "static": 1}, ["rating static must be flag, not 1"]),
        ({"strength": 1, "movement": 4, "steps": 3}, ["rating steps must be a list, not 3"]),
        ({"strength": 1, "movement": 4, "steps": (3, "x")}, ["rating steps must be int, not 'x'"]),
        ({"strength": 1, "movement": 1, "luck": 3}, ["rating luck is unknown to the game"]),
        (
            {"strength": 1, "movement": 1, "quality": "elite"},
            ["rating quality is 'elite', not one of green, regular, veteran"],
        ),
    ],
)
def test_ratings(ratings: dict[str, object], found: list[str]) -> None:
    assert list(rating_faults(RATINGS, ratings)) == found  # type: ignore[arg-type]


def test_a_table_may_be_a_rating() -> None:
    assert list(RatingField("table").faults({"full": 3})) == []
    assert list(RatingField("table").faults(3)) == ["must be table, not 3"]
