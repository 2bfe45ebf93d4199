"""Scenario text files: what is written comes back, hands may rearrange it, mistakes get one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.document import Feature, MapSheet, ScenarioDocument
from engine.catalogue.scenario_text import (
    dumps,
    dumps_map,
    load_file,
    loads,
    loads_map,
    map_key_of,
    save_file,
)
from engine.hexes.grid import GridSpec
from tests.engine.catalogue.samples import large_document, small_document, small_map
from tests.engine.catalogue.strategies import documents, maps


def test_small_scenario_comes_back() -> None:
    document = small_document()
    written = dumps(document)
    assert loads(written) == document
    assert dumps(loads(written)) == written


def test_large_scenario_comes_back() -> None:
    document = large_document(20, 20, 60)
    assert loads(dumps(document)) == document


@settings(max_examples=100, deadline=None)
@given(documents)
def test_any_scenario_comes_back(document: ScenarioDocument) -> None:
    written = dumps(document)
    assert loads(written) == document
    assert dumps(loads(written)) == written


@settings(max_examples=60, deadline=None)
@given(maps())
def test_any_map_comes_back(sheet: MapSheet) -> None:
    assert loads_map(dumps_map(sheet)) == sheet


def test_each_unit_takes_one_line() -> None:
    lines = dumps(small_document()).splitlines()
    assert sum('id = "b/1"' in line and 'name = "1st Foot"' in line for line in lines) == 1


def test_terrain_is_a_picture_of_the_map() -> None:
    written = dumps_map(small_map())
    assert "0101 .......~\n0102 .......~\n0103 ..w..t..\n0104 ..w....." in written


def test_a_road_is_written_as_the_hexes_it_runs_through() -> None:
    assert "0303 0403 0503 0602 0603" in dumps_map(small_map())


def test_chosen_letters_are_kept() -> None:
    sheet = replace(small_map(), legend={"woods": "f", "clear": "o"})
    written = dumps_map(sheet)
    assert "0103 oofootoo" in written
    assert loads_map(written).legend["woods"] == "f"


def test_hands_may_rearrange_a_file() -> None:
    document = small_document()
    written = dumps(document)
    edited = "# my own notes\n" + written.replace("0103 ..w..t..", "   0103   ..w ..t ..  ")
    head, _, tail = edited.partition("units = [")
    units, _, rest = tail.partition("]\nsetups")
    edited = head + "setups" + rest.replace("\n\n[[regions]]", f"\nunits = [{units}]\n\n[[regions]]", 1)
    assert loads(edited) == document


def test_a_river_may_be_written_as_a_list_or_the_wrong_way_round() -> None:
    sheet = small_map()
    written = dumps_map(sheet).replace("0401/0501 0401/0502", "0501/0401 0502/0401")
    assert "0501/0401" in written
    assert loads_map(written) == sheet
    listed = dumps_map(sheet).replace('sides = """\n0403/0503\n"""', 'sides = ["0503/0403"]')
    assert "0503/0403" in listed
    assert loads_map(listed) == sheet


def test_units_without_order_stand_as_in_the_file() -> None:
    document = small_document()
    turned = replace(document, units=document.units[::-1])
    assert "order = 3" in dumps(turned)
    assert loads(dumps(turned)) == turned
    bare = "\n".join(line.replace(", order = 3", "") for line in dumps(turned).splitlines())
    assert [unit.order for unit in loads(bare).units] == [0, 2, 1, 0]


def test_a_map_may_stand_in_its_own_file() -> None:
    document = small_document()
    written = dumps(document, map_by_key=True)
    assert map_key_of(written) == "liane"
    assert map_key_of(dumps(document)) == ""
    assert loads(written, {"liane": document.map}) == document
    with pytest.raises(BadInput, match="map 'liane', which is not here"):
        loads(written)


def test_road_to_the_edge_of_the_map() -> None:
    sheet = MapSheet("edge", "Edge", GridSpec("flat", "even", 3, 3), hexsides={"0101/N": (Feature("road"),)})
    assert "0101 N" in dumps_map(sheet)
    assert loads_map(dumps_map(sheet)) == sheet


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "samer.toml"
    save_file(path, small_document())
    assert load_file(path) == small_document()
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert load_file(path) == small_document()
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="UTF-8"):
        load_file(path)
    with pytest.raises(BadInput, match="cannot be read"):
        load_file(tmp_path)
    assert [found.name for found in path.parent.iterdir()] == ["samer.toml"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('format = "startline scenario 1"\n', "", "must begin with format"),
        ('title = "Samer', 'title = 3 # "', "must be text"),
        ('game = "toy"\n', "", "lacks game"),
        ("complexity = 2", "complexity = 2.5", "must be a whole number"),
        ("complexity = 2", "complexity = 99999999999999999999", "too large"),
        ("minutes = 45", "minuets = 45", "unknown entry 'minuets'"),
        ('place = "0303"', 'place = "somewhere nice"', "is not a place"),
        ("columns = 8", "columns = 8000", "columns"),
        ("0103 ..w..t..", "0103 ..w..t...", "9 letters follow 0103, but 8 hexes"),
        ("0103 ..w..t..", "0103 ..w..Z..", "'Z' in the line of 0103 is not in map.legend"),
        ("0103 ..w..t..", "9903 ..w..t..", "not a hex of the grid"),
        ("0303 0403 0503", "0303 04/03 0503", "not a hex number"),
        ("\n0401/0501", "\n0401-0501", "0401-0501"),
        ("[map.grid]", "[map.gird]", "Grid"),
        ('unit = "b/1"', "unit = 1979-05-27", "setups[0].unit cannot hold datetime.date"),
        ("turn = 4,", "turn = true,", "must be a whole number"),
        ("figures = {kx = 71.5}", "figures = {kx = nan}", "must be a number"),
        ("sides = [", "sides = {", "not valid TOML"),
        ("balance = {", 'balance = "Even" # ', "must be a table"),
    ],
)
def test_a_mistake_gets_one_sentence(old: str, new: str, said: str) -> None:
    written = dumps(small_document())
    assert old in written
    with pytest.raises(BadInput) as caught:
        loads(written.replace(old, new, 1))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_document_that_cannot_be_written_is_refused() -> None:
    document = small_document()
    with pytest.raises(BadInput, match="control character"):
        dumps(replace(document, description="bell \x07"))
    with pytest.raises(BadInput, match="smaller first"):
        dumps(replace(document, map=replace(document.map, hexsides={"0502/0401": (Feature("river"),)})))
    with pytest.raises(BadInput, match="must be text"):
        dumps(replace(document, title=7))  # type: ignore[arg-type]
