"""Armor superiority (7.5.1.2-D)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

from engine.games.crossing_the_line.records import Unit
from engine.games.crossing_the_line.scenario.ground import ground
from engine.referee import Modifier, State, case


class Armor(NamedTuple):
    """The die roll modifier, and for each side the units of which one takes the first loss; none for a free
    choice."""

    modifier: Modifier | None
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()


@case("7.5.1.2-D5")
def best(units: Iterable[Unit], tanks: bool) -> list[Unit]:
    """The unit that has to be used: the highest value, then the most current strength. Several that are equal
    in both leave the choice to their owner."""
    fitting = [unit for unit in units if unit.is_afv == tanks]
    highest = max(((unit.points, unit.now) for unit in fitting), default=None)
    return [unit for unit in fitting if (unit.points, unit.now) == highest]


def _keys(units: Iterable[Unit]) -> tuple[str, ...]:
    return tuple(unit.key for unit in units)


@case("7.5.1.2-D2", "7.5.1.2-D6", "3.1.2-c")
def attacking_tanks(state: State, tank: Unit, here: str, there: str) -> int:
    """Tank points times the multipliers of the terrain and of the hexside, rounded down once."""
    land = ground(state)
    value = tank.points * Fraction(land.row(there).attacker_tank_multiplier)
    if side := land.between(here, there):
        value *= Fraction(land.charts.hexside_effects.hexside[side].attacker_tank_multiplier)
    return floor(value)


@case("7.5.1.2-D1", "7.5.1.2-D2", "7.5.1.2-D3", "7.5.1.2-D4", "7.5.1.2-D6", "7.5.2-1")
def armor(state: State, attackers: Sequence[Unit], defenders: Sequence[Unit], here: str, there: str) -> Armor:
    """Four cases: no tanks, tanks against guns, tanks against tanks, tanks in defence only."""
    ours, theirs = best(attackers, True), best(defenders, True)
    if not ours and not theirs:
        return Armor(None)
    if not ours:
        text = f"{theirs[0]} has tanks, the attacker none"
        return Armor(_drm("7.5.1.2-D4", text, -theirs[0].points), defenders=_keys(theirs))
    value = attacking_tanks(state, ours[0], here, there)
    if theirs:
        text = f"tanks {value} of {ours[0]} against {theirs[0].points} of {theirs[0]}"
        return Armor(_drm("7.5.1.2-D3", text, value - theirs[0].points), _keys(ours), _keys(theirs))
    guns = best(defenders, False)
    against = guns[0].points + ground(state).row(there).defender_at_bonus
    text = f"tanks {value} of {ours[0]} against anti-tank {against}"
    return Armor(_drm("7.5.1.2-D2", text, max(value - against, 0)), _keys(ours), _keys(guns))


def _drm(ruled: str, text: str, amount: int) -> Modifier:
    return Modifier(ruled, text, amount, "armor")
