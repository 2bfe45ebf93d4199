"""Which hexes lie on which sea (7.462): partial-sea hexes, and up the rivers for evacuation."""

from __future__ import annotations

from functools import lru_cache

from engine.games.lebensraum.scenario.ground import SEA, Ground, ground
from engine.referee import State, case


@lru_cache(maxsize=4)
@case("7.462-d", "7.462-e")
def coast(land: Ground) -> dict[str, frozenset[str]]:
    """The seas of each partial-sea hex, from the regions of the map: `sea-black`. Ports on two seas as the
    chart names them."""
    found: dict[str, frozenset[str]] = {}
    for region in land.document.map.regions:
        if region.kind == SEA:
            for here in land.land.intersection(region.hexes):
                found[here] = found.get(here, frozenset()) | {region.key.removeprefix("sea-")}
    chart = land.charts.naval_markers
    for ports in (chart.two_sea_ports, chart.two_sea_ports_reconstructed):
        for name, seas in ports.items():
            for here in _called(land, name):
                found[here] = frozenset(sea.casefold() for sea in seas)
    return found


def _called(land: Ground, name: str) -> set[str]:
    """The land hexes with a place or a label of this name."""
    places = {h for h in land.land if any(one.name == name for one in land.document.features_at(h))}
    return places | {one.hex for one in land.document.map.labels if one.text == name and one.hex in land.land}


def seas_at(state: State, here: str) -> frozenset[str]:
    """The seas on which a hex lies."""
    return coast(ground(state)).get(here, frozenset())


@lru_cache(maxsize=4)
@case("7.462-b")
def ports(land: Ground) -> dict[str, frozenset[str]]:
    """The seas on which a city is for evacuation: it lies on the coast, or one of its river hexsides, or the
    next one along the river, is a side of a hex on the coast."""
    shore = coast(land)
    found = {}
    for here in land.cities:
        seas = set(shore.get(here, ()))
        for first in _river_sides(land, here):
            for side in (first, *_joined(land, first)):
                for beside in side:
                    seas |= shore.get(beside, frozenset())
        if seas:
            found[here] = frozenset(seas)
    return found


def _river_sides(land: Ground, here: str) -> list[tuple[str, str]]:
    return [(here, there) for there in land.grid.adjacency[here] if (here, there) in land.rivers]


def _ends(land: Ground, side: tuple[str, str]) -> list[str]:
    """The hexes at the two ends of a hexside."""
    one, other = side
    return [here for here in land.grid.adjacency[one] if here in land.grid.adjacency[other]]


def _joined(land: Ground, side: tuple[str, str]) -> list[tuple[str, str]]:
    """The river hexsides that go on at the ends of one."""
    one, other = side
    around = ((here, end) for end in _ends(land, side) for here in (one, other))
    return [pair for pair in around if pair in land.rivers]
