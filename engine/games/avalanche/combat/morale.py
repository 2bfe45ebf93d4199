"""Morale levels, who takes part, and the shift (3.9.d)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.games.avalanche.records import Unit
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.odds import Chances, certain, dice
from engine.referee import Modifier, State, case


@case("morale.markers")
def current_morale(unit: Unit) -> int:
    """Isolation lowers it by 1, demoralization by 1 more; never below 0."""
    return max(unit.morale - (unit.supply == "iso") - (unit.state == "demoralized"), 0)


@case("morale.strongpoint", "morale.level")
def with_morale(units: Iterable[Unit]) -> list[Unit]:
    """The units that have a morale: all but strong points."""
    return [unit for unit in units if not unit.is_strong_point]


@case("morale.level")
def highest_level(units: Iterable[Unit]) -> int:
    """The highest level that a side may choose: at least one of its units must have it."""
    return max((current_morale(unit) for unit in with_morale(units)), default=0)


def lowest_level(units: Iterable[Unit]) -> int:
    """The highest level at which everybody takes part without a roll."""
    return min((current_morale(unit) for unit in with_morale(units)), default=0)


@case("morale.participation")
def failing(state: State, units: Iterable[Unit], level: int, die: int) -> tuple[str, ...]:
    """Who does not take part at a roll: 1 below the level fails on 1-2, 2 on 1-3, 3 or more on 1-4."""
    limits = ground(state).charts.morale_participation.fails_up_to

    def fails(unit: Unit) -> bool:
        below = level - current_morale(unit)
        return below > 0 and die <= limits[min(below, len(limits)) - 1]

    return tuple(unit.key for unit in with_morale(units) if fails(unit))


def must_roll(units: Iterable[Unit], level: int) -> bool:
    """Is any unit below the level?"""
    return any(current_morale(unit) < level for unit in with_morale(units))


def failing_chances(state: State, units: Sequence[Unit], level: int) -> Chances[tuple[str, ...]]:
    """How likely each set of failing units is."""
    if not must_roll(units, level):
        return certain(())
    return dice("1d6").map(lambda die: failing(state, units, level, die))


@case("morale.shift", "shift.morale")
def morale_shifts(state: State, levels: Sequence[int]) -> list[Modifier]:
    """To the right by the difference, at most 3; to the left by half of it rounded up, at most 2."""
    if not levels or levels[0] == levels[1]:
        return []
    ours, theirs = levels
    shift = ground(state).charts.odds_shifts.shift
    text = f"morale level {ours} against {theirs}"
    if ours > theirs:
        return [Modifier("shift.morale", text, min(ours - theirs, shift["morale_attacker"].cap))]
    return [Modifier("shift.morale", text, -min((theirs - ours + 1) // 2, shift["morale_defender"].cap))]
