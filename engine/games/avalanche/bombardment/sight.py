"""What a spotter in a hex would see, hex by hex, and what hides the rest from him: for the map."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.avalanche.bombardment.spotting import ACROSS, FARTHEST, is_settled, spots, what_hides
from engine.games.avalanche.scenario.ground import ground
from engine.referee import Overlay, State, Trace


def sight_from(state: State, here: str) -> Iterator[Overlay]:
    """The hexes that a unit there spots, and lines that end where the look into the others ends."""
    land = ground(state)
    if here not in land.land:
        return
    near = [there for there in sorted(land.within(here, FARTHEST)) if there in land.land and there != here]
    seen = {there for there in near if spots(state, here, there)}
    level = f"{land.name_of(here)}, level {land.level(here)}"
    yield Overlay("sight.from", f"Spotted from {level}", dict.fromkeys((here, *sorted(seen)), ""))
    lines = (
        Trace(_line_to(state, here, there), what_hides(state, here, there), cut=True)
        for there in near
        if there not in seen and land.distance(here, there) <= ACROSS
    )
    yield Overlay("hidden.from", f"Not spotted from {land.name_of(here)}, and why", traces=tuple(lines))


def _line_to(state: State, here: str, there: str) -> tuple[str, ...]:
    """The straight line as far as the first hex that ends the look: the target, or what stands before it."""
    land = ground(state)
    line = next(iter(land.grid.lines(here, there)))
    level = land.level(here)
    for number, between in enumerate(line[1:-1], start=1):
        if land.level(between) > level or is_settled(state, between):
            return tuple(line[: number + 1])
    return tuple(line)
