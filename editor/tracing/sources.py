"""Traced files of a map: their roles and their placement."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import cos, radians
from pathlib import Path
from typing import Any, Final

from app.background.progress import Progress, silent
from app.map.geometry import HEX_SIZE, MapGeometry
from editor.backdrop.alignment import Affine, fit_inside, fitted
from editor.importers.geojson import GeoLayer, layer_of, read_geojson
from editor.importers.limits import load_json, read_bytes, read_text
from engine.bad_input import BadInput
from engine.catalogue.document import Georeference, Plain
from engine.catalogue.plain_data import read, write
from engine.files import write_atomically
from engine.record import Record

TRACING: Final = "tracing"
"""The key in the map's data."""
ROLES: Final = {
    "land": "Land",
    "lakes": "Lakes",
    "rivers": "Rivers",
    "roads": "Roads",
    "towns": "Towns",
    "look": "Display only",
}
MAX_FILES: Final = 24
_KEPT: Final = re.compile(r"[0-9a-f]{32}\.geojson")
_WATER: Final = ("lake", "reservoir", "lagoon", "water", "pond", "sea", "ocean")
_LAND: Final = ("land", "coast", "island", "country", "admin")
_WAYS: Final = ("road", "highway", "rail", "track", "motorway", "street")


class TracedFile(Record):
    """A file in the user's folder and its role."""

    file: str
    name: str
    role: str = "look"


def files_of(data: Mapping[str, Plain]) -> tuple[TracedFile, ...]:
    """Read the files of a map's data; invalid entries are skipped."""
    found = data.get(TRACING, ())
    try:
        listed = [read(TracedFile, entry, "A tracing of the map") for entry in found]  # type: ignore[union-attr]
    except (BadInput, TypeError):
        return ()
    return tuple(traced for traced in listed if traced.role in ROLES)


def with_files(data: Mapping[str, Plain], files: Sequence[TracedFile]) -> dict[str, Plain]:
    """Return the map's data with these files."""
    others = {key: value for key, value in data.items() if key != TRACING}
    return {**others, TRACING: tuple(write(traced) for traced in files)} if files else others


def guessed_role(layer: GeoLayer) -> str:
    """Guess the role of a file from its shapes and names."""
    kinds = [shape.kind for shape in layer.shapes]
    kind = max(set(kinds), key=kinds.count)
    words = " ".join([layer.title, *(shape.word for shape in layer.shapes[:200])]).casefold()
    if kind == "point":
        return "towns"
    if kind == "line":
        return "roads" if any(word in words for word in _WAYS) else "rivers"
    if any(word in words for word in _WATER):
        return "lakes"
    return "land" if any(word in words for word in _LAND) else "look"


# files


def keep_tracing(folder: Path, path: Path, progress: Progress = silent) -> tuple[TracedFile, GeoLayer]:
    """Read a file, and copy it into the user's folder if it is valid."""
    layer = read_geojson(path, progress)
    content = read_bytes(path)
    file = f"{sha256(content).hexdigest()[:32]}.geojson"
    kept = folder / "tracings" / file
    if not kept.is_file():
        write_atomically(kept, content)
    return TracedFile(file, path.name, guessed_role(layer)), layer


def load_tracing(folder: Path, traced: TracedFile, progress: Progress = silent) -> GeoLayer:
    """Load the shapes of a stored file; BadInput if it is missing."""
    kept = folder / "tracings" / traced.file
    if not _KEPT.fullmatch(traced.file) or not kept.is_file():
        raise BadInput(f"The tracing {traced.name!r:.60} is not on this computer; add the file again.")
    found: Any = load_json(read_text(kept), traced.name)
    return layer_of(found, Path(traced.name).stem, traced.name, progress)


# placement


def globe_on_map(
    geometry: MapGeometry, georeference: Georeference, layers: Sequence[GeoLayer] = ()
) -> Affine:
    """Transform from degrees to scene points: by known places, by the map scale, or fitted into the map."""
    centre = geometry.layout.centre
    pairs = [
        ((anchor.longitude, anchor.latitude), centre(anchor.hex))
        for anchor in georeference.anchors
        if anchor.hex in geometry.lattice
    ]
    base = _by_figures(geometry, georeference) or _fitted_in(geometry, layers)
    return fitted(base, pairs)


def _by_figures(geometry: MapGeometry, georeference: Georeference) -> Affine | None:
    """North is up; the scale comes from kilometres."""
    figures, anchors = georeference.figures, georeference.anchors
    try:
        north = figures["km_per_degree_of_latitude"] / figures["km_per_hex"]
        east = figures["km_per_degree_of_longitude"] / figures["km_per_hex"]
    except (KeyError, ZeroDivisionError):
        return None
    if not anchors or anchors[0].hex not in geometry.lattice:
        return None
    pace = 3**0.5 * HEX_SIZE
    turned = Affine(east * pace, 0.0, 0.0, -north * pace)
    return turned if turned.is_valid else None


def _fitted_in(geometry: MapGeometry, layers: Sequence[GeoLayer]) -> Affine:
    """Fit everything into the map, north up, with the true aspect ratio."""
    if not layers:
        return Affine(1.0, 0.0, 0.0, -1.0)
    bounds = [layer.bounds for layer in layers]
    west, south = min(b[0] for b in bounds), min(b[1] for b in bounds)
    east, north = max(b[2] for b in bounds), max(b[3] for b in bounds)
    narrow = max(0.05, cos(radians((south + north) / 2)))
    inside = fit_inside(
        max(1e-6, (east - west) * narrow),
        max(1e-6, north - south),
        geometry.bounds.width(),
        geometry.bounds.height(),
    )
    scale = inside.a
    return Affine(
        scale * narrow, 0.0, 0.0, -scale, inside.e - west * scale * narrow, inside.f + north * scale
    )
