"""What is hidden from a side (5.3.4, 5.5.2-d, 8.3), rearranged for tests of secrecy."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from engine.games.crossing_the_line.records import GERMAN, Formation, PlanMarker, Unit, combat_units
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.opening import PLANS
from engine.games.crossing_the_line.standard.formations import formations_of
from engine.games.crossing_the_line.standard.known import is_identified
from engine.mechanics.hidden import exchanged, with_changes
from engine.referee import Cup, State


def rearranged(state: State, side: str, chance: Random) -> State:
    """Enemy units below the top of their stacks change places, current strengths, support points and
    assignments are dealt out anew, and for the German side the Victory Plan markers that it has not seen.
    Units that are just acting or fighting keep what they have."""
    enemy = ground(state).other(side)
    busy = _busy(state)
    hidden = [
        unit
        for unit in state.all(Unit).values()
        if unit.side == enemy and unit.on_map and unit.key not in busy
        if not is_identified(state, unit, side)
    ]
    other = exchanged(state, Unit, hidden, ("place", "level"), chance)
    idle = [unit for unit in combat_units(other, enemy) if unit.key not in busy]
    other = exchanged(other, Unit, idle, ("assigned",), chance)
    weakened = [
        replace(unit, now=chance.randint(1, unit.strength))
        for unit in combat_units(other, enemy)
        if unit.key not in busy
    ]
    other = with_changes(other, Unit, weakened)
    if not busy:
        other = with_changes(other, Formation, _other_support(other, enemy, chance))
    return _other_plans(other, chance) if side == GERMAN else other


def _busy(state: State) -> set[str]:
    """The units of the Actions and combats that are going on."""
    fields = ("units", "defenders")
    return {key for frame in state.frames for field in fields for key in getattr(frame, field, ())}


def _other_support(state: State, side: str, chance: Random) -> list[Formation]:
    """The formations of a side with other support points."""
    printed = ground(state).formations
    return [
        replace(one, support=chance.randint(0, printed[one.key].attack_support))
        for one in formations_of(state, side)
    ]


def _other_plans(state: State, chance: Random) -> State:
    """The markers that the German side has not seen are mixed with those that are still in the cup."""
    unseen = [marker for marker in state.all(PlanMarker).values() if not marker.seen]
    cup = state.get(Cup, PLANS)
    plans = sorted((*(marker.plan for marker in unseen), *cup.chits))
    chance.shuffle(plans)
    drawn, left = plans[: len(unseen)], plans[len(unseen) :]
    mixed = (replace(marker, plan=plan) for marker, plan in zip(unseen, drawn, strict=True))
    other = with_changes(state, PlanMarker, mixed)
    return with_changes(other, Cup, [replace(cup, chits=tuple(left))])
