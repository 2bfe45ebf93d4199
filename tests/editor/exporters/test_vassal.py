"""A module of VASSAL that is written here reads back as the same map, counters, set-up and sides."""

from __future__ import annotations

import zipfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from app.map.geometry import MapGeometry
from app.rules.rule_library import charts_of
from editor.exporters import vassal_text as words
from editor.exporters.vassal import MAIN_MAP, OFF_MAP, write_vmod
from editor.exporters.vassal_grid import BoardLayout, grid_attributes, numbering_attributes
from editor.importers.vassal.grid import BoardGrid, GridLines, Numbering
from editor.importers.vassal.module import read_vmod
from editor.importers.vassal.text import counter, split, traits
from engine.catalogue.build import sources
from engine.catalogue.document import Box, Placement, ScenarioDocument, Setup
from engine.hexes.grid import Grid
from engine.hexes.spec import GridSpec
from tests.editor.exporters.vassal_names import ATTRIBUTES

pytestmark = pytest.mark.usefixtures("qapp")


def document(key: str) -> ScenarioDocument:
    return sources()[1][key]


def build_file(path: Path) -> ElementTree.Element:
    with zipfile.ZipFile(path) as archive:
        return ElementTree.fromstring(archive.read("buildFile.xml"))


@pytest.mark.parametrize("key", ["ddb-carentan", "ctl-1-first-blood", "free-causeway"])
def test_a_scenario_reads_back(key: str, tmp_path: Path) -> None:
    made = document(key)
    path = tmp_path / "made.vmod"
    write_vmod(made, path, charts=charts_of(made))
    found = read_vmod(path)
    assert found.title == made.title
    assert found.sides == tuple(side.title for side in made.playing_sides)
    assert isinstance(made.map.grid, GridSpec)
    assert {cell.hex for cell in made.map.grid.cells()} <= {cell.hex for cell in found.grid.cells()}
    names = {unit.id: unit.name for unit in made.units}
    placed = Counter((names[s.unit], s.place.at) for s in made.setups if s.place.kind == "hex")
    assert Counter((piece.name, piece.hex) for piece in found.pieces if piece.hex) == placed
    assert {unit.name for unit in made.units} <= {piece.name for piece in found.pieces}
    assert found.picture is not None and found.picture.width > 500


def test_every_element_and_attribute_is_one_of_vassal(tmp_path: Path) -> None:
    path = tmp_path / "made.vmod"
    for key in ("free-causeway", "ddb-carentan"):
        made = document(key)
        write_vmod(with_box(made), path, charts=charts_of(made))
        for element in build_file(path).iter():
            kind = element.tag.removeprefix("VASSAL.build.")
            if kind not in ("entry", "setup"):
                assert set(element.attrib) <= ATTRIBUTES[kind], kind


def with_box(made: ScenarioDocument) -> ScenarioDocument:
    """The scenario with a box in which one of its units begins."""
    boxes = (*made.map.boxes, Box("reserve", "Reserve"))
    unit = made.setups[0].unit
    setups = (Setup(unit, Placement("box", "reserve")), *made.setups[1:])
    return replace(made, map=replace(made.map, boxes=boxes), setups=setups)


def traits_of(element: ElementTree.Element) -> list[str]:
    """The traits of the counter that an element makes; none if it makes none."""
    text = (element.text or "").strip()
    return traits(split(text, "/")[2]) if text.startswith("+/") else []


def test_every_picture_that_is_named_is_in_the_module(tmp_path: Path) -> None:
    path, made = tmp_path / "made.vmod", document("free-causeway")
    write_vmod(with_box(made), path)
    with zipfile.ZipFile(path) as archive:
        files = {name.removeprefix("images/") for name in archive.namelist()}
    named = set()
    for element in build_file(path).iter():
        named |= {element.get(name) or "" for name in ("image", "fileName")}
        for trait in traits_of(element):
            parts = split(trait, ";")
            match parts[0]:
                case "piece":
                    named.add(parts[3])
                case "obs":
                    named.add(parts[2])
                case "emb2":
                    named.update(split(parts[16], ","))
    assert named - {""} <= files and len(named) > 10


def test_units_in_boxes_and_decks_lie_off_the_map(tmp_path: Path) -> None:
    path, made = tmp_path / "made.vmod", document("free-causeway")
    write_vmod(with_box(made), path)
    maps = {one.get("mapName"): one for one in build_file(path).iter("VASSAL.build.module.Map")}
    assert set(maps) == {MAIN_MAP, OFF_MAP}
    off = maps[OFF_MAP]
    assert [stack.get("name") for stack in off.iter("VASSAL.build.module.map.SetupStack")] == [
        "Corran ships",
        "Reserve",
    ]
    found = read_vmod(path)
    assert {deck.title for deck in found.table.decks} and found.table.cards


def test_a_unit_with_two_steps_is_flipped(tmp_path: Path) -> None:
    path, made = tmp_path / "made.vmod", document("ddb-carentan")
    write_vmod(made, path)
    slots = [slot.text or "" for slot in build_file(path).iter("VASSAL.build.widget.PieceSlot")]
    layers = [trait for text in slots for trait in traits(split(text, "/")[2]) if trait.startswith("emb2;")]
    assert layers and all(len(split(split(layer, ";")[16], ",")) > 1 for layer in layers)


def test_it_says_what_is_not_in_the_module(tmp_path: Path) -> None:
    sentences = write_vmod(document("free-causeway"), tmp_path / "made.vmod")
    assert any("rules" in sentence for sentence in sentences)
    assert any("choice of set-up hexes: 1" in sentence for sentence in sentences)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("stagger", ["odd", "even"])
@pytest.mark.parametrize("columns_run", ["right", "left"])
@pytest.mark.parametrize("rows_run", ["down", "up"])
@pytest.mark.parametrize(("first_column", "first_row"), [(1, 1), (4, 10)])
def test_vassal_counts_the_printed_numbers(
    orientation: str, stagger: str, columns_run: str, rows_run: str, first_column: int, first_row: int
) -> None:
    spec = GridSpec.from_dict(
        {
            "orientation": orientation,
            "stagger": stagger,
            "columns": 7,
            "rows": 6,
            "columns_run": columns_run,
            "rows_run": rows_run,
            "first_column": first_column,
            "first_row": first_row,
            "order": "row-column" if stagger == "odd" else "column-row",
            "prefix": "E",
        }
    )
    geometry = MapGeometry(Grid(spec))
    width, height = round(geometry.bounds.width() * 0.7), round(geometry.bounds.height() * 0.7)
    layout = BoardLayout(geometry, 0.7, width, height)
    lines = GridLines.read(grid_attributes(layout, spec).get, "test")
    numbering = Numbering.read(numbering_attributes(layout, spec).get, "test")
    board = BoardGrid.laid(lines, numbering, (width, height), "test")
    for cell in spec.cells():
        assert board.at(*layout.pixel(cell.hex)) == cell.hex


def test_a_counter_survives_every_separator() -> None:
    name = "1/506's; \\ \t odd, 'unit'"
    made = words.definition(
        (
            words.uses_prototype("A/B"),
            words.step_layer(("a,b.png", "c.png"), ("full", "half;")),
            words.basic_piece(name, "p.png", "17"),
        )
    )
    found = counter(made)
    assert found is not None
    assert (found.name, found.prototypes) == (" ".join(name.split()), ("A/B",))
    assert (found.picture, found.number) == ("p.png", "17")
    layer = next(trait for trait in traits(split(made, "/")[2]) if trait.startswith("emb2;"))
    assert split(split(layer, ";")[16], ",") == ["a,b.png", "c.png"]
