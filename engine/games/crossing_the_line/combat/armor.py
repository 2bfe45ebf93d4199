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
    """The die roll modifier, and the units that must take the first loss of each side; empty for a free
    choice."""

    modifier: Modifier | None
    attacker: str
    defender: str


@case("7.5.1.2-D5")
def best(units: Iterable[Unit], tanks: bool) -> Unit | None:
    """The unit that has to be used: the highest value, then the most current strength."""
    fitting = [unit for unit in units if unit.is_afv == tanks]
    return max(fitting, key=lambda unit: (unit.points, unit.now), default=None)


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
    guns = best(defenders, False)
    if ours is None and theirs is None:
        return Armor(None, "", "")
    if ours is None:
        assert theirs is not None
        found = Modifier("7.5.1.2-D4", f"{theirs} has tanks, the attacker none", -theirs.points, "armor")
        return Armor(found, "", theirs.key)
    value = attacking_tanks(state, ours, here, there)
    if theirs is not None:
        text = f"tanks {value} of {ours} against {theirs.points} of {theirs}"
        found = Modifier("7.5.1.2-D3", text, value - theirs.points, "armor")
        return Armor(found, ours.key, theirs.key)
    bonus = ground(state).row(there).defender_at_bonus
    against = (guns.points if guns is not None else 0) + bonus
    text = f"tanks {value} of {ours} against anti-tank {against}"
    found = Modifier("7.5.1.2-D2", text, max(value - against, 0), "armor")
    return Armor(found, ours.key, guns.key if guns is not None else "")
