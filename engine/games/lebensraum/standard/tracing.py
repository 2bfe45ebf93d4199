"""Lines of command and supply, counted in hexes (7.44-b)."""

from __future__ import annotations

from engine.games.lebensraum.records import Unit, army_places
from engine.games.lebensraum.scenario.ground import ground
from engine.referee import State, derived


@derived(Unit)
def within_range(state: State, side: str, here: str, reach: int) -> dict[str, int]:
    """The hexes within a range of a hex, and how far each is: no hex with an enemy unit is entered. Zones of
    control, sea and lakes do not matter."""
    around, armies = ground(state).neighbors, army_places(state)
    found = {here: 0}
    ring = [here]
    for steps in range(1, reach + 1):
        following = []
        for at in ring:
            for there in around[at]:
                army = armies.get(there)
                if there not in found and (army is None or army.side == side):
                    found[there] = steps
                    following.append(there)
        ring = following
    return found
