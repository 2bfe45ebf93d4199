"""Which hexes lie on which sea (7.462): by their sea hexes, and up the rivers for evacuation."""

from __future__ import annotations

from functools import lru_cache

from engine.catalogue.document import hexside
from engine.games.lebensraum.scenario.ground import SEA, Ground, ground
from engine.referee import State, case


@lru_cache(maxsize=4)
def seas_of_water(land: Ground) -> dict[str, str]:
    """The sea of each sea hex, from the regions of the map: `sea-black`."""
    found = {}
    for region in land.document.map.regions:
        if region.kind == "sea":
            found.update(dict.fromkeys(region.hexes, region.key.removeprefix("sea-")))
    return found


@lru_cache(maxsize=4)
@case("7.462-d", "7.462-e")
def coast(land: Ground) -> dict[str, frozenset[str]]:
    """The seas of each partial-sea hex; ports on two seas as the chart names them."""
    water = seas_of_water(land)
    found: dict[str, frozenset[str]] = {}
    for here in land.land:
        near = {water[t] for t in land.grid.adjacency[here] if land.terrain[t] == SEA and t in water}
        if near:
            found[here] = frozenset(near)
    chart = land.charts.naval_markers
    for ports in (chart.two_sea_ports, chart.two_sea_ports_reconstructed):
        for name, seas in ports.items():
            for here in (h for h, known in land.place_names.items() if known == name):
                found[here] = frozenset(sea.casefold() for sea in seas)
    return found


def seas_at(state: State, here: str) -> frozenset[str]:
    """The seas on which a hex lies."""
    return coast(ground(state)).get(here, frozenset())
