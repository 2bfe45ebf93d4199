"""GeoJSON, written where a map has its place on the globe."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.map.geometry import MapGeometry
from editor.exporters.geojson import features_of, write_geojson
from editor.importers.geojson import read_geojson
from editor.tracing.sources import globe_on_map
from engine import games
from engine.bad_input import BadInput
from engine.catalogue.document import Anchor, Georeference, Region, ScenarioDocument, StartLine
from engine.catalogue.document_game import DocumentGame
from tests.editor.samples import small_scenario


def placed(*anchors: Anchor) -> ScenarioDocument:
    document = small_scenario()
    return replace(document, map=replace(document.map, georeference=Georeference("", {}, anchors)))


THREE = (Anchor("0101", 51.0, 6.0), Anchor("0801", 51.1, 6.7), Anchor("0106", 50.5, 6.1))


def test_known_hexes_come_out_where_they_are(tmp_path: Path) -> None:
    features = list(features_of(placed(*THREE)))
    hexes = {f["properties"]["hex"]: f for f in features if f["properties"]["kind"] == "hex"}
    assert len(hexes) == 48
    for anchor in THREE:
        ring = hexes[anchor.hex]["geometry"]["coordinates"][0]
        assert len(ring) == 7 and ring[0] == ring[-1]
        x, y = (sum(point[axis] for point in ring[:6]) / 6 for axis in (0, 1))
        assert (x, y) == pytest.approx((anchor.longitude, anchor.latitude), abs=1e-5)


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    document, path = placed(*THREE), tmp_path / "map.geojson"
    write_geojson(document, path)
    json.loads(path.read_text(encoding="utf-8"))
    layer = read_geojson(path)
    words = [shape.word for shape in layer.shapes]
    for word in ("hex", "river", "road", "town", "objective", "name of town"):
        assert word in words
    river = next(shape for shape in layer.shapes if shape.word == "river")
    assert (river.kind, river.name, river.properties["hexside"]) == ("line", "Bach", "0303/0304")
    west = [shape for shape in layer.shapes if shape.word == "region zone" and shape.name == "The west"]
    assert [shape.kind for shape in west] == ["area"] * 3, "one for each of its hexes"
    line = next(shape for shape in layer.shapes if shape.word == "start line")
    drawn = document.start_lines[0]
    assert line.kind == "line" and len(line.parts[0]) == len(drawn.points) + drawn.closed
    assert (line.properties["left"], line.properties["right"]) == (drawn.left, drawn.right)


def test_what_is_not_on_the_map_is_left_out() -> None:
    lost = replace(
        placed(*THREE),
        regions=(Region("x", "X", "zone", ("9999",)),),
        start_lines=(StartLine("x", ("9999", "0101"), "red", "blue"),),
    )
    kinds = [feature["properties"]["kind"] for feature in features_of(lost)]
    assert "start line" not in kinds and kinds.count("region zone") == 1


def test_shipped_maps_with_figures_have_north_at_the_top() -> None:
    game = games.game("ddb")
    assert isinstance(game, DocumentGame)
    document = next(iter(game.documents()))
    anchor = document.map.georeference.anchors[0]
    rings = {
        f["properties"]["hex"]: f["geometry"]["coordinates"][0]
        for f in features_of(document)
        if f["properties"]["kind"] == "hex"
    }
    here = [sum(point[axis] for point in rings[anchor.hex][:6]) / 6 for axis in (0, 1)]
    assert here == pytest.approx([anchor.longitude, anchor.latitude], abs=1e-5)
    assert rings["0102"][0][1] < rings["0101"][0][1] and rings["0301"][0][0] > rings["0101"][0][0]


@pytest.mark.parametrize(
    ("anchors", "said"),
    [
        ((), "no known places"),
        (THREE[:1], "no known places"),
        ((THREE[0], Anchor("0103", 50.8, 6.0)), "one row or column"),
        ((THREE[0], Anchor("0103", 50.8, 6.0), Anchor("0106", 50.5, 6.0)), "one line"),
    ],
)
def test_a_map_without_enough_known_places(tmp_path: Path, anchors: tuple[Anchor, ...], said: str) -> None:
    path = tmp_path / "map.geojson"
    with pytest.raises(BadInput, match=said):
        write_geojson(placed(*anchors), path)
    assert not list(tmp_path.iterdir())


def test_what_is_written_is_traced_back_to_the_same_place() -> None:
    document = placed(*THREE)
    geometry = MapGeometry(document.map.lattice())
    on_map = globe_on_map(geometry, document.map.georeference)
    for feature in features_of(document):
        if feature["properties"]["kind"] == "river":
            first, second = (on_map.at(tuple(point)) for point in feature["geometry"]["coordinates"])
            ends = geometry.layout.hexside(feature["properties"]["hexside"])
            assert [*first, *second] == pytest.approx([*ends[0], *ends[1]], abs=0.5)
