"""The initial segment of AM turns."""

from __future__ import annotations

from typing import Final

from engine.games.avalanche.initial import air, fleet, hq_return, replacements, weather
from engine.games.avalanche.initial.air import AirAssignment, cancel_missions
from engine.games.avalanche.initial.hq_return import HqReturn
from engine.referee import Procedure


class InitialSegment(Procedure):
    """Replacements, weather, German ammunition, the fleet, air points, headquarters."""

    title = "Initial segment"
    steps = (
        replacements.accrue,
        replacements.spend_replacements,
        weather.roll_weather,
        weather.resupply_german_guns,
        fleet.bring_ships_back,
        fleet.place_fleet,
        AirAssignment,
        cancel_missions,
        HqReturn,
    )


FRAMES: Final = (
    InitialSegment,
    *replacements.FRAMES,
    *weather.FRAMES,
    *fleet.FRAMES,
    *air.FRAMES,
    *hq_return.FRAMES,
)
