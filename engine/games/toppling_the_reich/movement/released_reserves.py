"""How reserves move that a Breakthrough has released (3.5.3-f, 8.0-c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.command.reserve_movement import strip
from engine.games.toppling_the_reich.movement.unit_movement import LandMovement
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import Unit, occupied, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.referee import Refusal, State, Transaction, case
from engine.referee.modifier import Amount

RESERVE: Final = "reserve"
"""The value of EXPLOITING for a released reserve."""


class ReleasedMove(LandMovement):
    """As a reserve: terrain costs, no limit of range, past the enemy where friends stand, but over no army
    group boundary."""

    ruled_by = "3.5.3-f"

    def __init__(self, state: State, movers: tuple[str, ...]) -> None:
        super().__init__(state, movers)
        inside = self.land.grid.hexes_in(strip(state, self.side, self.here))
        self.beyond = self.land.land.difference(inside)
        self.closed |= self.beyond

    @case("3.5.3-f")
    def halts(self, at: str) -> bool:
        """An enemy zone of control stops a reserve only where no friendly unit stands."""
        return at in self.zone and at not in occupied(self.state, self.side)

    @case("3.5.3-f")
    def refusals_to_leave(self, at: str) -> Iterator[Refusal]:
        """Zones of control end the move of a reserve as well."""
        if at != self.here and self.halts(at):
            why = f"must stop in {at}, in an enemy zone of control without a friendly unit"
            yield Refusal("3.5.3-f", f"{self.names()} {why}")

    @case("3.5.3-f")
    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        """It stays inside the boundaries."""
        yield from super().refusals_to_enter(there)
        if there in self.beyond:
            name = self.land.name_of(there)
            yield Refusal("3.5.3-f", f"{name} lies beyond the army group boundary, which no reserve crosses")

    def exits(self, at: str) -> Iterable[tuple[str, int]]:
        return () if at != self.here and self.halts(at) else super().exits(at)

    def refusal_of_way(self, there: str) -> Refusal:
        why = "no path over bridges, past enemy units and inside the boundary"
        return Refusal("3.5.3-f", f"{why} leads to {self.land.name_of(there)}")

    def refusal_of_distance(self, there: str, straight: Amount | None, open_cost: Amount | None) -> Refusal:
        return Refusal(
            "3.5.3-f", f"a reserve pays for terrain: {self.distance(there, open_cost or straight or 0)}"
        )

    @case("3.5.3-f", "8.0-c")
    def go(self, tx: Transaction, there: str) -> None:
        self.walk_to(tx, there, "8.0-c")


@case("3.5.3-f")
def stop_reserves(tx: Transaction, keys: tuple[str, ...]) -> None:
    """Reserves that have come into an enemy zone of control without other friends in it move no farther."""
    lead = tx.state.get(Unit, keys[0])
    others = [unit for unit in units_at(tx.state, lead.place) if unit.key not in keys]
    friends = any(unit.side == lead.side and unit.is_combat_unit for unit in others)
    if lead.place in zoc(tx.state, ground(tx.state).other(lead.side)) and not friends:
        for key in keys:
            tx.mark(key, marks.STOPPED, marks.SEGMENT, value="3.2.1-a")
