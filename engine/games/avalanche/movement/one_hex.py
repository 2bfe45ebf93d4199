"""A unit that moves a single hex: the base of the decision about where to."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.avalanche.records import Unit
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import PickOne, way_out
from engine.referee import State


class OneHex(PickOne, kw_only=True):
    """Into which adjacent hex?"""

    unit: str

    verb = "move"
    kind = "hex"
    cancel = way_out()

    def prompt(self, state: State) -> str:
        return f"Into which hex does {state.get(Unit, self.unit).name} move?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def options(self, state: State) -> Iterable[str]:
        return ground(state).land_neighbors[state.get(Unit, self.unit).place]
