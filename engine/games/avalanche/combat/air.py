"""Air points of the day that support attacks, bombard or attack ships."""

from __future__ import annotations

from engine.games.avalanche.general.calendar import is_night
from engine.games.avalanche.records import Points, points
from engine.referee import State, Transaction, case


@case("init.air-assign")
def air_points(state: State, side: str, mission: str) -> int:
    """What is left of a mission; nothing at night."""
    return 0 if is_night(state) else points(state, f"air {side} {mission}")


@case("init.air-expire")
def spend_air(tx: Transaction, side: str, mission: str, number: int) -> None:
    """Use points of a mission up."""
    track = f"air {side} {mission}"
    tx.put(Points(track, points(tx.state, track) - number))
