"""What a scenario leaves to the players: units without a fixed place, and the hexes open to each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.catalogue.document import Placement, ScenarioDocument, Setup
from engine.catalogue.placing import Placing
from engine.mechanics.plural import counted


def set_ups_by_unit(document: ScenarioDocument) -> dict[str, list[Setup]]:
    """The set-ups of each unit in their order: several are alternatives."""
    found: dict[str, list[Setup]] = {}
    for setup in document.setups:
        found.setdefault(setup.unit, []).append(setup)
    return found


class LeftOpen:
    """The units whose place their side chooses. BadInput if a place of theirs is not on the map."""

    def __init__(
        self, placing: Placing, units: Mapping[str, Iterable[Placement]], name_of: Callable[[str], str]
    ) -> None:
        """`units`: where each of them may be put; `name_of`: what a hex is called."""
        self._placing = placing
        self._name_of = name_of
        document = placing.document
        sides = {unit.id: unit.side for unit in document.units}
        self._places = {unit: tuple(places) for unit, places in units.items() if unit in sides}
        shared: dict[tuple[tuple[Placement, ...], str], Mapping[str, None]] = {}
        self._hexes: dict[str, Mapping[str, None]] = {}
        for unit, places in self._places.items():
            rule = (places, sides[unit])
            if rule not in shared:
                shared[rule] = self._union(*rule)
            self._hexes[unit] = shared[rule]
        self._halves = [(line, placing.held(line.key)) for line in document.start_lines if self._places]

    def _union(self, places: tuple[Placement, ...], side: str) -> Mapping[str, None]:
        found = (here for place in places for here in self._from_the_middle(place, side))
        return {here: None for here in found if here in self._placing.in_play}

    def _from_the_middle(self, place: Placement, side: str) -> Sequence[str]:
        """The hexes of a place, those in its middle first; hexes around a hex are in that order already."""
        hexes = self._placing.hexes(place, side)
        if place.kind == "within":
            return hexes
        cube, number = self._placing.lattice.cube, len(hexes)
        middle_q, middle_r = (sum(cube(here)[axis] for here in hexes) for axis in (0, 1))

        def off(here: str) -> int:
            q, r = cube(here)
            away_q, away_r = q * number - middle_q, r * number - middle_r
            return max(abs(away_q), abs(away_r), abs(away_q + away_r))

        return sorted(hexes, key=off)

    def __contains__(self, unit: str) -> bool:
        return unit in self._places

    def __bool__(self) -> bool:
        return bool(self._places)

    def hexes(self, unit: str) -> Mapping[str, None]:
        """Where the scenario lets the unit be put, what lies in the middle first."""
        return self._hexes[unit]

    def beyond(self, side: str, here: str) -> str:
        """The start line on whose far side a hex lies; empty if it is on no enemy's half."""
        return next(
            (self._title(line.key) for line, held in self._halves if held.get(here, side) != side), ""
        )

    def words(self, unit: str) -> str:
        """The instruction of the scenario, as it goes on after "is set up"."""
        return " or ".join(dict.fromkeys(map(self.said, self._places[unit])))

    def said(self, place: Placement) -> str:
        """A place in words."""
        document = self._placing.document
        if place.kind == "within" and place.distance:
            return f"within {counted(place.distance, 'hex')} of {self._name_of(place.at)}"
        if place.kind == "area":
            region = document.region(place.at)
            return f"in {region.title or region.key}" if region else f"in {place.at}"
        if place.kind == "along":
            title = self._title(place.at)
            if place.distance:
                return f"at most {counted(place.distance, 'hex')} behind {title}"
            return f"along {title}"
        return f"in {self._name_of(place.at)}"

    def _title(self, line_key: str) -> str:
        """What a start line is called: by its name if it has one, else by its key if there are others."""
        titles = {line.key: line.title for line in self._placing.document.start_lines}
        title = titles.get(line_key, "")
        if title and title.casefold() != "start line":
            return title
        return "the start line" if len(titles) == 1 else f"start line {line_key}"
