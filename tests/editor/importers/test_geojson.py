"""GeoJSON is read with checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor.importers.geojson import layer_of, read_geojson
from engine.bad_input import BadInput
from tests.editor.importers.fixtures import collection


def test_shapes_of_every_kind(tmp_path: Path) -> None:
    path = tmp_path / "rhine.geojson"
    square = [[[5, 50], [6, 50], [6, 51], [5, 50]]]
    path.write_text(
        collection(
            ("LineString", [[6.0, 51.0], [6.1, 51.2]], {"name": "Rhine", "featurecla": "River"}),
            ("MultiLineString", [[[1, 2], [3, 4]], [[5, 6], [7, 8]]], {}),
            ("Polygon", square, {"natural": "wood"}),
            ("MultiPolygon", [square, square], {}),
            ("Point", [6.5, 50.5, 120], {"NAME": "Aachen", "place": "city"}),
        ),
        encoding="utf-8",
    )
    layer = read_geojson(path)
    assert [shape.kind for shape in layer.shapes] == ["line", "line", "line", "area", "area", "area", "point"]
    assert (layer.shapes[0].name, layer.shapes[0].word) == ("Rhine", "River")
    assert (layer.shapes[-1].name, layer.shapes[-1].parts) == ("Aachen", (((6.5, 50.5),),))
    assert layer.bounds == (1.0, 2.0, 7.0, 51.2)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([], "not GeoJSON"),
        ({"type": "FeatureCollection", "features": {}}, "no list of features"),
        ({"type": "FeatureCollection", "features": [3]}, "not a feature"),
        ({"type": "FeatureCollection", "features": []}, "no point, line or area"),
        ({"type": "Circle", "coordinates": [1, 2]}, "does not know"),
        ({"type": "Point", "coordinates": [400000, 5600000]}, "WGS 84"),
        ({"type": "Point", "coordinates": ["6", "50"]}, "not a longitude"),
        ({"type": "Point", "coordinates": [True, 50]}, "not a longitude"),
        ({"type": "LineString", "coordinates": [[1, 2]]}, "1 point;"),
        ({"type": "Polygon", "coordinates": 7}, "not a list"),
        ({"type": "Point", "crs": {"properties": {"name": "EPSG:3857"}}, "coordinates": [1, 2]}, "WGS 84"),
    ],
)
def test_damaged_geojson(found: object, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        layer_of(found, "x", "x.geojson")


def test_nested_too_deeply() -> None:
    geometry: object = {"type": "Point", "coordinates": [1, 2]}
    for _ in range(40):
        geometry = {"type": "GeometryCollection", "geometries": [geometry]}
    with pytest.raises(BadInput, match="damaged"):
        layer_of(geometry, "x", "x.geojson")


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, '{"type": "Point", "coordinates": [NaN, 1]}', "\0\0"]
)
def test_what_is_no_json(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.geojson"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput):
        read_geojson(path)
