"""From places on a printed sheet to longitude and latitude, by the hexes whose place is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from editor.backdrop_fit import Affine, fitted
from engine.bad_input import BadInput
from engine.catalogue.document import Anchor, Georeference, MapSheet
from engine.hexes.layout import Layout

_FLAT: Final = 1e-6


def globe_of(sheet: MapSheet, layout: Layout) -> Affine:
    """The rule of a map: from its figures and one known hex, or from two or more known hexes."""
    known = sheet.georeference
    anchors = [anchor for anchor in known.anchors if anchor.hex in layout.lattice]
    if known.projection == "linear" and anchors and "km_per_hex" in known.figures:
        return _by_figures(known, anchors[0], layout)
    if len(anchors) >= 3:
        return _by_three(anchors, layout)
    if len(anchors) == 2:
        return _by_two(anchors, layout)
    raise BadInput(
        "This map has no place on the globe yet; "
        "give it two or three known hexes with latitude and longitude."
    )


def _by_figures(known: Georeference, anchor: Anchor, layout: Layout) -> Affine:
    figures = known.figures
    try:
        wide, tall = figures["km_per_degree_of_longitude"], figures["km_per_degree_of_latitude"]
        per_point = figures["km_per_hex"] / (3**0.5 * layout.size)
        across, down = per_point / wide, -per_point / tall
    except (KeyError, ZeroDivisionError):
        raise BadInput("The map's projection lacks figures; give it three known hexes instead.") from None
    x, y = layout.centre(anchor.hex)
    return Affine(across, 0.0, 0.0, down, anchor.longitude - across * x, anchor.latitude - down * y)


def _by_two(anchors: Sequence[Anchor], layout: Layout) -> Affine:
    """North is up."""
    (x1, y1), (x2, y2) = (layout.centre(anchor.hex) for anchor in anchors)
    if abs(x2 - x1) < _FLAT or abs(y2 - y1) < _FLAT:
        raise BadInput("The two known hexes lie in one row or column; choose hexes in opposite corners.")
    across = (anchors[1].longitude - anchors[0].longitude) / (x2 - x1)
    down = (anchors[1].latitude - anchors[0].latitude) / (y2 - y1)
    first = anchors[0]
    return Affine(across, 0.0, 0.0, down, first.longitude - across * x1, first.latitude - down * y1)


def _by_three(anchors: Sequence[Anchor], layout: Layout) -> Affine:
    """The best fit, which three hexes meet exactly."""
    pairs = [(layout.centre(anchor.hex), (anchor.longitude, anchor.latitude)) for anchor in anchors]
    (x0, y0), *others = [point for point, _ in pairs]
    sides = [(x - x0, y - y0) for x, y in others]
    areas = [abs(a * d - b * c) for a, b in sides for c, d in sides]
    if max(areas) < _FLAT * max(x * x + y * y for x, y in sides):
        raise BadInput("The known hexes lie in one line; choose one that lies aside.")
    return fitted(Affine(), pairs)
