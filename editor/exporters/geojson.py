"""A map as GeoJSON: hexes, hexsides, roads, places, regions, start lines and names in degrees."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from app.background.progress import Progress, silent
from app.map.geometry import MapGeometry
from editor.exporters.geojson_projection import degrees_on
from engine.bad_input import BadInput
from engine.catalogue.check_map import is_path
from engine.catalogue.document import Feature, Region, ScenarioDocument, StartLine
from engine.catalogue.start_line import region_hexes
from engine.files import write_atomically
from engine.hexes.layout import Layout, Point

DIGITS: Final = 6
"""Decimal places of degrees: about a tenth of a metre."""


def write_geojson(document: ScenarioDocument, path: Path, progress: Progress = silent) -> None:
    """Write the map; BadInput if it has no known places."""
    features = []
    for number, feature in enumerate(features_of(document)):
        if number % 2000 == 0:
            progress(number, len(document.map.terrain), "Writing hexes")
        features.append(json.dumps(feature, ensure_ascii=False, separators=(",", ":")))
    head = json.dumps({"title": document.map.title, "scenario": document.title}, ensure_ascii=False)
    text = (
        f'{{"type":"FeatureCollection","properties":{head},"features":[\n' + ",\n".join(features) + "\n]}\n"
    )
    write_atomically(path, text.encode())


def features_of(document: ScenarioDocument) -> Iterator[dict[str, Any]]:
    """Yield everything on the map as GeoJSON features."""
    sheet, lattice = document.map, document.map.lattice()
    geometry = MapGeometry(lattice)
    layout = geometry.layout
    writer = _Writer(degrees_on(sheet, geometry), layout)
    for here in lattice.hexes:
        ring = layout.corners(here)
        properties = {"kind": "hex", "hex": here, "terrain": sheet.terrain.get(here, "")}
        yield writer.feature("Polygon", [writer.line((*ring, ring[0]))], properties)
    for side, found in sheet.hexsides.items():
        for thing in found:
            line = writer.across(side) if is_path(thing.kind) else layout.hexside(side)
            yield writer.feature("LineString", writer.line(line), _properties_of(thing, "hexside", side))
    for table in (sheet.features, document.features):
        for here, found in table.items():
            for thing in found:
                yield writer.feature(
                    "Point", writer.point(layout.centre(here)), _properties_of(thing, "hex", here)
                )
    for region in (*sheet.regions, *document.regions):
        yield from writer.region(region)
    for start in document.start_lines:
        yield from writer.start_line(start)
    for label in sheet.labels:
        properties = {"kind": f"name of {label.kind}", "name": label.text, "hex": label.hex}
        yield writer.feature("Point", writer.point(layout.centre(label.hex)), properties)


def _properties_of(thing: Feature, key: str, place: str) -> dict[str, Any]:
    properties: dict[str, Any] = {"kind": thing.kind, key: place}
    for name in ("name", "value", "side", "toward"):
        if value := getattr(thing, name):
            properties[name] = value
    return properties


class _Writer:
    def __init__(self, degrees: Callable[[Point], Point], layout: Layout) -> None:
        self._degrees = degrees
        self._layout = layout

    def point(self, point: Point) -> list[float]:
        return [round(part, DIGITS) for part in self._degrees(point)]

    def line(self, points: Iterable[Point]) -> list[list[float]]:
        return [self.point(point) for point in points]

    def across(self, side: str) -> tuple[Point, Point]:
        """The line from centre to centre; at the map edge from the centre to the hexside."""
        hexes = self._layout.lattice.split(side)
        first = self._layout.centre(hexes[0])
        if len(hexes) == 2:
            return first, self._layout.centre(hexes[1])
        (x1, y1), (x2, y2) = self._layout.hexside(side)
        return first, ((x1 + x2) / 2, (y1 + y2) / 2)

    def region(self, region: Region) -> Iterator[dict[str, Any]]:
        """Yield its hexes as one area, if it has any on the map."""
        try:
            hexes = region_hexes(self._layout.lattice, region)
        except BadInput:
            return  # The problems panel says what is wrong with it.
        rings = [self._layout.corners(here) for here in hexes]
        areas = [[self.line((*ring, ring[0]))] for ring in rings]
        if areas:
            properties = {"kind": f"region {region.kind}".rstrip(), "name": region.title or region.key}
            yield self.feature("MultiPolygon", areas, properties)

    def start_line(self, line: StartLine) -> Iterator[dict[str, Any]]:
        """Yield the line, if it is on the map."""
        points = []
        for name in line.points:
            try:
                (x1, y1), (x2, y2) = (
                    self._layout.hexside(name) if "/" in name else (self._layout.centre(name),) * 2
                )
            except (BadInput, KeyError):
                continue
            points.append(((x1 + x2) / 2, (y1 + y2) / 2))
        if line.closed and points:
            points.append(points[0])
        if len(points) > 1:
            properties = {
                "kind": "start line",
                "name": line.title or line.key,
                "left": line.left,
                "right": line.right,
            }
            yield self.feature("LineString", self.line(points), properties)

    @staticmethod
    def feature(kind: str, coordinates: Any, properties: dict[str, Any]) -> dict[str, Any]:
        geometry = {"type": kind, "coordinates": coordinates}
        return {"type": "Feature", "properties": properties, "geometry": geometry}
