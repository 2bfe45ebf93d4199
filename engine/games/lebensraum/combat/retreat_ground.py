"""Into which hexes a unit or a headquarters may retreat (7.42-b)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from engine.games.lebensraum.movement.march import Footing, March
from engine.games.lebensraum.records import Unit
from engine.games.lebensraum.scenario.ground import ground
from engine.referee import Refusal, State, case

MOVEMENT_ONLY: Final = ("5.5-a", "12.1-c", "12.1-e")
"""What does not bind retreats: the ends of moves, at Salerno and otherwise, and the ban on garrisons."""


@case("7.42-b", "11.92-a", "11.7-d", "12.1-c", "12.1-e", "8.0-g")
def refusals_of_ground(
    state: State, unit: Unit, there: str, ruled: str, vacated: Collection[str] = ()
) -> Iterator[Refusal]:
    """It must be able to enter the hex in normal movement; zones of control do not matter, other units do,
    except in hexes that will be vacated.

    `ruled` is the case to cite."""
    if there not in ground(state).neighbors[unit.place]:
        text = f"{there} is not adjacent to {unit.name}, and a retreat is one hex"
        yield Refusal("7.42-a" if ruled == "7.42-b" else ruled, text)
        return
    march = March(state, unit.key)
    closed = (
        *march.refusals_to_cross(Footing(unit.place), there),
        *march.refusals_of_place(there),
        *(() if there in vacated else march.refusals_of_unit(there)),
        *march.refusals_to_end(there),
    )
    found = [one for one in closed if one.case not in MOVEMENT_ONLY]
    if found:
        yield Refusal(ruled, f"{unit.name} retreats only to a hex that it could enter in movement")
    yield from found
