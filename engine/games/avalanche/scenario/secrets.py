"""What is hidden, rearranged for tests of secrecy: values of strong points from both sides, airdrop plans
from the German."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from engine.games.avalanche.general.fog import is_open_to
from engine.games.avalanche.records import GERMAN, DropPlan, Unit
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.hidden import exchanged, with_changes
from engine.referee import State, marked


def rearranged(state: State, side: str, chance: Random) -> State:
    """The strong points that nobody has turned up exchange their values."""
    hidden = [unit for unit in state.all(Unit).values() if unit.is_strong_point and not unit.revealed]
    state = exchanged(state, Unit, hidden, ("attacks", "defences", "arm"), chance)
    state = _with_other_stacks(state, side, chance)
    return _with_other_plans(state, chance) if side == GERMAN else state


def _with_other_stacks(state: State, side: str, chance: Random) -> State:
    """With the examination option: units that the side cannot see change places with others of equal value.
    Whether a stack exerts a zone of control is no secret, nor which beaches a declared shore party serves."""
    alike: dict[tuple[object, ...], list[Unit]] = {}
    for unit in state.all(Unit).values():
        if not is_open_to(state, unit, side) and not marked(state, unit.key, "shore party"):
            value = (unit.type, unit.size, unit.steps, unit.state, unit.supply, unit.limbered, unit.ammo)
            alike.setdefault((*value, unit.formation, unit.nation, unit.dropped), []).append(unit)
    for units in alike.values():
        other = exchanged(state, Unit, units, ("place",), chance)
        state = other if _open_units(other, side) == _open_units(state, side) else state
    return state


def _open_units(state: State, side: str) -> set[str]:
    """The units that a side may look at."""
    return {unit.key for unit in state.all(Unit).values() if is_open_to(state, unit, side)}


def _with_other_plans(state: State, chance: Random) -> State:
    """The serials that are not on their way yet are planned for other hexes."""
    hexes = sorted(ground(state).land)
    plans = [plan for plan in state.all(DropPlan).values() if not plan.shown]
    return with_changes(state, DropPlan, (replace(plan, place=chance.choice(hexes)) for plan in plans))
