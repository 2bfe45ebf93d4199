"""Named places of a scenario by title, offered as choices for set-up and arrival."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from editor.document.titles import distinct_titles, key_of
from editor.document.working_copy import WorkingCopy
from engine.bad_input import BadInput
from engine.catalogue.document import Placement


def areas(work: WorkingCopy) -> Mapping[str, str]:
    """The titles of the regions of the scenario, then of those of its map."""
    regions = {region.key: region for region in (*work.sheet("regions"), *work.scenario("regions"))}
    own = [region.key for region in work.scenario("regions")]
    ordered = sorted(regions.values(), key=lambda region: region.key not in own)
    return distinct_titles((region.key, region.title) for region in ordered)


def lines(work: WorkingCopy) -> Mapping[str, str]:
    """The titles of the start lines."""
    return distinct_titles((line.key, line.title) for line in work.scenario("start_lines"))


def boxes(work: WorkingCopy) -> Mapping[str, str]:
    """The titles of the boxes off the map."""
    return distinct_titles((box.key, box.title) for box in work.sheet("boxes"))


def entry_hexes(work: WorkingCopy, side: str = "") -> list[str]:
    """The entry hexes of a side, or of all sides."""
    return [
        here
        for table in ("places", "features")
        for here, found in work.features(table).items()
        if any("entry" in feature.kind and (not side or feature.side in ("", side)) for feature in found)
    ]


class PlaceNames(Struct, frozen=True):
    """Placements as an author reads and writes them: regions, lines and boxes by title."""

    titles: Mapping[str, Mapping[str, str]]
    """By the kind of placement the titles by key."""

    @classmethod
    def of(cls, work: WorkingCopy) -> PlaceNames:
        return cls({"area": areas(work), "along": lines(work), "box": boxes(work)})

    def shown(self, words: str) -> str:
        """The written form of a placement, with the title of what it names."""
        return self._with(words, lambda at, titles: titles.get(at, at))

    def written(self, words: str) -> str:
        """The written form of a placement, with the key of what it names by key or title."""
        return self._with(words, key_of)

    def _with(self, words: str, name: Callable[[str, Mapping[str, str]], str]) -> str:
        try:
            place = Placement.parse(words.strip())
        except BadInput:
            return words
        titles = self.titles.get(place.kind)
        return words if titles is None else str(replace(place, at=name(place.at, titles)))


def place_choices(work: WorkingCopy) -> list[str]:
    """All choices as cell text; other places may be typed too."""
    names = PlaceNames.of(work)
    return ["", *(names.shown(str(place)) for place in _places(work))]


def _places(work: WorkingCopy) -> Iterator[Placement]:
    yield from (Placement("hex", here) for here in entry_hexes(work))
    yield from (Placement("area", key) for key in areas(work))
    for key in lines(work):
        yield Placement("along", key)
        yield Placement("along", key, 2)
    yield from (Placement("box", key) for key in boxes(work))
