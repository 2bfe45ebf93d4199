"""Units that a scenario holds back."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.dday_to_berlin.records import Clock, Unit, forces
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.special_rules import Reserve
from engine.mechanics import counted
from engine.referee import Refusal, State, case


@case("scn.seelow-reserve")
def refusals_to_leave_reserve(state: State, unit: Unit) -> Iterator[Refusal]:
    """The corps reserve does not move on the first turn unless an enemy battalion is near."""
    reserve = ground(state).rules.reserve
    return iter(()) if reserve is None else _refusals_to_leave(state, unit, reserve)


def _refusals_to_leave(state: State, unit: Unit, reserve: Reserve) -> Iterator[Refusal]:
    if state.one(Clock).turn != reserve.turn:
        return
    if unit.formation not in reserve.formations and unit.key not in reserve.units:
        return
    land = ground(state)
    enemies = forces(state, land.other(unit.side))
    # INTERPRETATION (scn.seelow-reserve): as everywhere, a detachment counts as a battalion, an HQ does not.
    near = [enemy for enemy in enemies if land.distance(enemy.place, unit.place) <= reserve.distance]
    if all(enemy.is_hq for enemy in near):
        within = counted(reserve.distance, "zone")
        why = f"{unit} is in corps reserve, and no enemy battalion is within {within}"
        yield Refusal("scn.seelow-reserve", why)
