"""Colours and patterns of regions in the editor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from editor.document.working_copy import WorkingCopy
from engine.bad_input import BadInput
from engine.catalogue.document import Region
from engine.catalogue.start_line import region_hexes
from engine.hexes.lattice import Lattice

_INKS: Final = ("#7c3a10", "#1d4ed8", "#0f766e", "#7e22ce", "#be123c", "#4d7c0f")
_PATTERNS: Final = ("rising", "falling", "dots", "levels", "uprights", "rings")


MOST_FILLED: Final = 6
"""With more regions only the chosen one is filled: their patterns would hide the map and each other."""


def region_areas(
    work: WorkingCopy, lattice: Lattice, chosen: str | None
) -> Iterator[tuple[str, Sequence[str], str, str]]:
    """The drawable regions of a working copy as outlines.

    While regions are drawn, `chosen` is the key of the one in hand, or empty: it is filled, or all are.
    """
    regions = (*work.sheet("regions"), *work.scenario("regions"))
    all_filled = chosen == "" and len(regions) <= MOST_FILLED
    for region in regions:
        for name, hexes, ink, pattern in areas_of([region], lattice, regions.index(region)):
            yield name, hexes, ink, pattern if all_filled or region.key == chosen else ""


def areas_of(
    regions: Iterable[Region], lattice: Lattice, first: int = 0
) -> Iterator[tuple[str, Sequence[str], str, str]]:
    """Name, hexes, colour and pattern of each region that can be drawn; the first has the number `first`."""
    for number, region in enumerate(regions, start=first):
        try:
            hexes = region_hexes(lattice, region)
        except BadInput:
            continue  # The problems panel says what is wrong with it.
        yield region.title or region.key, hexes, _INKS[number % 6], _PATTERNS[number % 6]
