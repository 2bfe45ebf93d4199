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


def region_areas(work: WorkingCopy, lattice: Lattice) -> Iterator[tuple[str, Sequence[str], str, str]]:
    """The drawable regions of a working copy."""
    return areas_of((*work.sheet("regions"), *work.scenario("regions")), lattice)


def areas_of(regions: Iterable[Region], lattice: Lattice) -> Iterator[tuple[str, Sequence[str], str, str]]:
    """Name, hexes, colour and pattern of each region that can be drawn."""
    for number, region in enumerate(regions):
        try:
            hexes = region_hexes(lattice, region)
        except BadInput:
            continue  # The problems panel says what is wrong with it.
        yield region.title or region.key, hexes, _INKS[number % 6], _PATTERNS[number % 6]
