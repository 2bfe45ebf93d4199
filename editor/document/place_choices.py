"""Named places of a scenario, offered as choices for set-up and arrival."""

from __future__ import annotations

from collections.abc import Iterator

from editor.document.working_copy import WorkingCopy
from engine.catalogue.document import Placement


def areas(work: WorkingCopy) -> list[str]:
    """The regions of the scenario, then those of its map."""
    return [region.key for region in (*work.scenario("regions"), *work.sheet("regions"))]


def lines(work: WorkingCopy) -> list[str]:
    """The start lines."""
    return [line.key for line in work.scenario("start_lines")]


def boxes(work: WorkingCopy) -> list[str]:
    """The boxes off the map."""
    return [box.key for box in work.sheet("boxes")]


def entry_hexes(work: WorkingCopy, side: str = "") -> list[str]:
    """The entry hexes of a side, or of all sides."""
    return [
        here
        for table in ("places", "features")
        for here, found in work.features(table).items()
        if any("entry" in feature.kind and (not side or feature.side in ("", side)) for feature in found)
    ]


def place_choices(work: WorkingCopy) -> list[str]:
    """All choices as cell text; other places may be typed too."""
    return ["", *map(str, _places(work))]


def _places(work: WorkingCopy) -> Iterator[Placement]:
    yield from (Placement("hex", here) for here in entry_hexes(work))
    yield from (Placement("area", key) for key in areas(work))
    for key in lines(work):
        yield Placement("along", key)
        yield Placement("along", key, 2)
    yield from (Placement("box", key) for key in boxes(work))
