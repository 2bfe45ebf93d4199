"""A unit goes along its path: hexes change hands, markers are found, tanks break down (5.1, 5.6)."""

from __future__ import annotations

from engine.games.lebensraum.headquarters.reserves import end_reserve
from engine.games.lebensraum.headquarters.staff import leave_staff_behind
from engine.games.lebensraum.movement.march import BREAKDOWN_FREE, March
from engine.games.lebensraum.movement.points import pay
from engine.games.lebensraum.records import MOVED, SEGMENT, Unit
from engine.games.lebensraum.scenario.ground import LAKE, MOUNTAIN, ground
from engine.games.lebensraum.standard.entering import enter
from engine.games.lebensraum.standard.steps import groups_of, lose_steps, merge
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.mechanics.walk import Walk, tell_move
from engine.referee import State, Transaction, case


class Marching(Walk, kw_only=True):
    """One unit or headquarters on its way."""

    unit: str
    power: str
    path: tuple[str, ...]
    costs: tuple[int, ...]
    """What each step of the path costs."""

    title = "Movement"

    @case("5.4-b", "11.7-b")
    def goes_on(self, state: State) -> bool:
        """Not if what it set off on its way stands before it or reaches it: an invaded country has units at
        once."""
        march = March(state, self.unit)
        stopped = self.at > 0 and self.path[self.at] in march.zone
        return not stopped and next(march.refusals_to_enter(self.path[self.at + 1]), None) is None

    def may_stay(self, state: State, here: str) -> bool:
        """A unit that is stopped on a frozen lake goes back to the shore."""
        return ground(state).terrain[here] != LAKE

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

    @case("5.3-f", "5.7-e")
    def end(self, tx: Transaction, path: tuple[str, ...]) -> None:
        """Pay for the hexes that were entered. A battle group that has come to its parent is merged with it,
        and one to which its parent has come."""
        pay(tx, self.power, sum(self.costs[: len(path) - 1]))
        unit = tx.state.find(Unit, self.unit)
        if unit is None:
            return
        if len(path) < len(self.path) and unit.on_map:
            tell(tx, "UnitStopped", f"{unit.name} is stopped in {path[-1]}", "5.4-b", unit=unit.key)
        for group in (unit,) if unit.is_group else groups_of(tx.state, unit.key):
            merge(tx, group)


@case("5.1-a", "11.3-f", "11.6-e")
def set_out(tx: Transaction, unit: Unit, path: tuple[str, ...], costs: tuple[int, ...]) -> None:
    """Go: the reserve marker comes off, and a unit moves once in a segment."""
    tx.mark(unit.key, MOVED, SEGMENT)
    end_reserve(tx, unit.key)
    if unit.is_hq:
        leave_staff_behind(tx, unit)
    words = f"moves to {path[-1]} for {counted(sum(costs), 'movement point')}"
    tell_move(tx, "5.1-a", unit.name, words, (unit.key,), path)
    tx.replace(Marching(unit=unit.key, power=unit.power, path=path, costs=costs))
