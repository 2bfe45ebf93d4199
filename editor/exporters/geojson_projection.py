"""From map points to longitude and latitude: the inverse of tracing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from app.map.geometry import MapGeometry
from editor.tracing.sources import globe_on_map
from engine.bad_input import BadInput
from engine.catalogue.document import Anchor, MapSheet
from engine.hexes.layout import Layout, Point

_FLAT: Final = 1e-6
_FIGURES: Final = {"km_per_degree_of_latitude", "km_per_degree_of_longitude", "km_per_hex"}


def degrees_on(sheet: MapSheet, geometry: MapGeometry) -> Callable[[Point], Point]:
    """Return a function from map points to degrees, based on the map scale and the known places."""
    layout = geometry.layout
    anchors = [anchor for anchor in sheet.georeference.anchors if anchor.hex in layout.lattice]
    by_figures = bool(anchors) and set(sheet.georeference.figures) >= _FIGURES
    if len(anchors) == 2 and not by_figures:
        return _by_two(anchors, layout)
    if len(anchors) < 2 and not by_figures:
        raise BadInput(
            "This map has no known places yet; "
            "add two or three hexes with their latitude and longitude (Edit, Known places)."
        )
    if len(anchors) > 2:
        _check_spread(anchors, layout)
    place = globe_on_map(geometry, sheet.georeference)
    if not place.is_valid:
        raise BadInput(
            "The known places of this map contradict each other; correct their latitudes and longitudes."
        )
    return place.back


def _check_spread(anchors: Sequence[Anchor], layout: Layout) -> None:
    (x0, y0), *others = [layout.centre(anchor.hex) for anchor in anchors]
    sides = [(x - x0, y - y0) for x, y in others]
    areas = [abs(a * d - b * c) for a, b in sides for c, d in sides]
    if max(areas) < _FLAT * max(x * x + y * y for x, y in sides):
        raise BadInput("The known places lie on one line; choose a hex away from that line.")


def _by_two(anchors: Sequence[Anchor], layout: Layout) -> Callable[[Point], Point]:
    """North is up; each axis has its own scale."""
    first, second = anchors
    (x1, y1), (x2, y2) = layout.centre(first.hex), layout.centre(second.hex)
    if abs(x2 - x1) < _FLAT or abs(y2 - y1) < _FLAT:
        raise BadInput("The two known places lie in one row or column; choose hexes in opposite corners.")
    across = (second.longitude - first.longitude) / (x2 - x1)
    down = (second.latitude - first.latitude) / (y2 - y1)
    return lambda point: (
        first.longitude + across * (point[0] - x1),
        first.latitude + down * (point[1] - y1),
    )
