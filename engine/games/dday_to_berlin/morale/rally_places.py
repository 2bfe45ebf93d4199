"""Where rallied units come back."""

from __future__ import annotations

from engine.games.dday_to_berlin.movement.stacking import room
from engine.games.dday_to_berlin.movement.step import BARRED, has_road, step
from engine.games.dday_to_berlin.movement.zoc import zoc
from engine.games.dday_to_berlin.records import Unit, forces, occupied
from engine.games.dday_to_berlin.scenario.control import controller
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.referee import State, case


@case("1.return")
def places_for_battalion(state: State, hq: Unit, unit: Unit) -> tuple[str, ...]:
    """With the headquarters; if there is no room, in an adjacent zone it can enter, clear of the enemy."""
    if room(state, hq.place, unit):
        return (hq.place,)
    enemy_zoc = zoc(state, ground(state).other(unit.side))
    return tuple(
        there
        for there in ground(state).grid.neighbors(hq.place)
        if step(state, unit, hq.place, there) != BARRED
        and there not in enemy_zoc
        and room(state, there, unit)
    )


@case("1.hq-self")
def places_for_hq(state: State, hq: Unit) -> tuple[str, ...]:
    """With a unit of its formation clear of enemy zones of control, else on a supply point of its side."""
    enemy = ground(state).other(hq.side)
    enemy_zoc = zoc(state, enemy)
    own = {
        unit.place
        for unit in forces(state, hq.side)
        if unit.formation == hq.formation and not unit.is_hq and could_hold(state, hq, unit.place)
    }
    if own - enemy_zoc:
        return tuple(sorted(own - enemy_zoc))
    taken = occupied(state, enemy) | enemy_zoc
    points = ground(state).supply_points
    return tuple(sorted(p for p in points if controller(state, p) == hq.side and p not in taken))


def could_hold(state: State, unit: Unit, place: str) -> bool:
    """Ground that the unit could stand on: no marsh without a road."""
    going = ground(state).terrain[place].going[unit.moves_as]
    return going in ("normal", "alone") or (going == "road" and has_road(state, place))
