"""Reads GeoJSON for tracing: named lines, areas and points in longitude and latitude."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, field

from app.background.progress import Progress, silent
from editor.importers.limits import load_json, read_text
from engine.bad_input import BadInput
from engine.mechanics.plural import counted

MAX_POINTS: Final = 500_000
MAX_SHAPES: Final = 200_000
MAX_DEPTH: Final = 8
SUFFIXES: Final = (".geojson", ".json")
_WORDS: Final = ("featurecla", "kind", "type", "class", "natural", "waterway", "highway", "railway", "place")
"""Property names that common sources use for the kind of a feature."""
_WGS_84: Final = ("CRS84", "4326", "WGS84", "WGS 84")

Point = tuple[float, float]
"""Longitude and latitude."""
Line = tuple[Point, ...]


class Shape(Struct, frozen=True):
    """One thing to trace. `kind`: "point", "line" or "area"; an area is its outline, then its holes."""

    kind: str
    parts: tuple[Line, ...]
    name: str = ""
    word: str = ""
    """The kind in the source: River, Land, Road …"""
    properties: Mapping[str, str] = field(default_factory=dict)


class GeoLayer(Struct, frozen=True):
    """All shapes of a file, and what could not be used."""

    title: str
    shapes: tuple[Shape, ...]
    lost: tuple[str, ...]
    points: int
    """Number of points in all shapes."""
    bounds: tuple[float, float, float, float]
    """West, south, east, north."""


def read_geojson(path: Path, progress: Progress = silent) -> GeoLayer:
    """Read the shapes of a file; BadInput if there are none or their coordinates are invalid."""
    found = load_json(read_text(path), path.name)
    return layer_of(found, path.stem, path.name, progress)


def layer_of(found: object, title: str, where: str, progress: Progress = silent) -> GeoLayer:
    """The shapes of parsed GeoJSON."""
    reader = _Reader(where)
    features = list(reader.features(found))
    for number, (geometry, properties) in enumerate(features):
        if number % 200 == 0:
            progress(number, len(features), "Reading shapes")
        reader.add(geometry, properties)
    if not reader.shapes:
        raise BadInput(f"{where} holds no point, line or area; choose another GeoJSON file.")
    points = [point for shape in reader.shapes for part in shape.parts for point in part]
    across, up = [x for x, _ in points], [y for _, y in points]
    bounds = min(across), min(up), max(across), max(up)
    return GeoLayer(title, tuple(reader.shapes), reader.sentences(), len(points), bounds)


class _Reader:
    def __init__(self, where: str) -> None:
        self.where = where
        self.shapes: list[Shape] = []
        self._points = 0
        self._empty = 0

    def sentences(self) -> tuple[str, ...]:
        if not self._empty:
            return ()
        have = "feature has" if self._empty == 1 else "features have"
        return (f"{self.where}: {self._empty} {have} no geometry; not imported.",)

    def features(self, found: object) -> Iterator[tuple[object, Mapping[str, Any]]]:
        if not isinstance(found, Mapping):
            raise BadInput(f"{self.where} is JSON, but not GeoJSON; choose another file.")
        crs = found.get("crs")
        if crs is not None and not any(code in str(crs) for code in _WGS_84):
            raise BadInput(
                f"{self.where} is not in longitude and latitude; save it again in WGS 84 (EPSG:4326)."
            )
        kind = found.get("type")
        if kind == "FeatureCollection":
            listed = found.get("features")
            if not isinstance(listed, list):
                raise BadInput(f"{self.where} has no list of features; it is damaged.")
            if len(listed) > MAX_SHAPES:
                raise BadInput(f"{self.where} holds more than {MAX_SHAPES} features; cut out a part of it.")
            for feature in listed:
                yield self._feature(feature)
        elif kind == "Feature":
            yield self._feature(found)
        else:
            yield found, {}

    def _feature(self, feature: object) -> tuple[object, Mapping[str, Any]]:
        if not isinstance(feature, Mapping):
            raise BadInput(f"{self.where} lists something that is not a feature; it is damaged.")
        properties = feature.get("properties")
        return feature.get("geometry"), properties if isinstance(properties, Mapping) else {}

    def add(self, geometry: object, properties: Mapping[str, Any], depth: int = 0) -> None:
        if geometry is None:
            self._empty += 1
            return
        if not isinstance(geometry, Mapping) or depth > MAX_DEPTH:
            raise BadInput(f"{self.where} has a geometry that cannot be read; it is damaged.")
        kind, coordinates = geometry.get("type"), geometry.get("coordinates")
        if kind == "GeometryCollection":
            for inner in self._list(geometry.get("geometries")):
                self.add(inner, properties, depth + 1)
        elif kind == "Point":
            self._put("point", [[coordinates]], properties)
        elif kind == "MultiPoint":
            for point in self._list(coordinates):
                self._put("point", [[point]], properties)
        elif kind == "LineString":
            self._put("line", [coordinates], properties)
        elif kind == "MultiLineString":
            for line in self._list(coordinates):
                self._put("line", [line], properties)
        elif kind == "Polygon":
            self._put("area", coordinates, properties)
        elif kind == "MultiPolygon":
            for polygon in self._list(coordinates):
                self._put("area", polygon, properties)
        else:
            raise BadInput(f"{self.where} has a geometry {kind!r:.40}, which GeoJSON does not know.")

    def _put(self, kind: str, parts: object, properties: Mapping[str, Any]) -> None:
        least = {"point": 1, "line": 2, "area": 4}[kind]
        lines = tuple(self._line(part, least) for part in self._list(parts))
        if not lines:
            self._empty += 1
            return
        words = {str(key)[:60]: str(value)[:200] for key, value in list(properties.items())[:60]}
        by_small = {key.casefold(): value for key, value in words.items()}
        name = by_small.get("name", "") or by_small.get("nameascii", "")
        word = next((by_small[key] for key in _WORDS if by_small.get(key)), "")
        self.shapes.append(Shape(kind, lines, "" if name == "None" else name, word, words))

    def _line(self, part: object, least: int) -> Line:
        points = tuple(map(self._point, self._list(part)))
        if len(points) < least:
            raise BadInput(
                f"{self.where} has a line or an outline of {counted(len(points), 'point')}; it is damaged."
            )
        self._points += len(points)
        if self._points > MAX_POINTS:
            raise BadInput(f"{self.where} holds more than {MAX_POINTS} points; cut out a part of it.")
        return points

    def _point(self, point: object) -> Point:
        if isinstance(point, list) and len(point) >= 2:
            x, y = point[0], point[1]
            if type(x) in (int, float) and type(y) in (int, float) and -360 <= x <= 360 and -90 <= y <= 90:
                return float(x), float(y)
        raise BadInput(
            f"{self.where}: {point!r:.40} is not a longitude and latitude; save it again in WGS 84."
        )

    def _list(self, value: object) -> list[Any]:
        if not isinstance(value, list):
            raise BadInput(f"{self.where} has coordinates that are not a list; it is damaged.")
        return value
