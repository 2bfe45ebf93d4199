"""The US Victory Plan (8.3)."""

from __future__ import annotations

from typing import Final

from engine.games.crossing_the_line.records import PlanMarker
from engine.referee import State, case

DUMMY: Final = "dummy"


@case("8.3-b")
def plan_in_force(state: State) -> str:
    """The first marker drawn that is not a dummy; none before that."""
    drawn = sorted(state.all(PlanMarker).values(), key=lambda marker: int(marker.key))
    return next((marker.plan for marker in drawn if marker.plan != DUMMY), "none")
