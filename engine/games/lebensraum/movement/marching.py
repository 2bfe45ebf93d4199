"""A unit goes along its path: hexes change hands, markers are found, tanks break down (5.1, 5.6)."""

from __future__ import annotations

from engine.games.lebensraum.headquarters.reserves import end_reserve
from engine.games.lebensraum.headquarters.staff import leave_staff_behind
from engine.games.lebensraum.movement.march import BREAKDOWN_FREE
from engine.games.lebensraum.movement.points import pay
from engine.games.lebensraum.records import SEGMENT, Unit
from engine.games.lebensraum.scenario.ground import MOUNTAIN, ground
from engine.games.lebensraum.standard.entering import enter
from engine.games.lebensraum.standard.steps import lose_steps, merge
from engine.mechanics.plural import counted
from engine.mechanics.walk import Walk, tell_move
from engine.referee import State, Transaction, case

MOVED = "moved"


class Marching(Walk, kw_only=True):
    """One unit or headquarters on its way."""

    unit: str
    path: tuple[str, ...]
    mountains: int = 0

    title = "Movement"

    def goes_on(self, state: State) -> bool:
        unit = state.find(Unit, self.unit)
        return unit is not None and unit.on_map

    def step(self, tx: Transaction, here: str, there: str) -> None:
        enter(tx, self.unit, here, there)

    @case("5.6-a")
    def after_step(self, tx: Transaction, here: str, there: str) -> None:
        """For the third mountain hex and each further one a tank unit loses a step at once."""
        unit = tx.state.get(Unit, self.unit)
        if not unit.is_tank or ground(tx.state).terrain[there] != MOUNTAIN:
            return
        terrain = ground(tx.state).terrain
        entered = sum(terrain[at] == MOUNTAIN for at in self.path[1 : self.path.index(there) + 1])
        if entered > BREAKDOWN_FREE:
            lose_steps(tx, self.unit, 1, "5.6-a")

    @case("5.7-e")
    def end(self, tx: Transaction, path: tuple[str, ...]) -> None:
        """A battle group that has come to its parent is merged with it."""
        unit = tx.state.find(Unit, self.unit)
        if unit is not None and unit.is_group:
            merge(tx, unit)


@case("5.1-a", "5.3-f", "11.3-f", "11.6-e")
def set_out(tx: Transaction, unit: Unit, path: tuple[str, ...], cost: int) -> None:
    """Pay the whole way and go: the reserve marker comes off, and a unit moves once in a segment."""
    pay(tx, unit.power, cost)
    tx.mark(unit.key, MOVED, SEGMENT)
    end_reserve(tx, unit.key)
    if unit.is_hq:
        leave_staff_behind(tx, unit.key)
    tell_move(
        tx,
        "5.1-a",
        unit.name,
        f"moves to {path[-1]} for {counted(cost, 'movement point')}",
        (unit.key,),
        path,
    )
    tx.replace(Marching(unit=unit.key, path=path))
