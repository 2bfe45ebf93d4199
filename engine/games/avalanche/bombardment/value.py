"""What a bombardment is worth, and how densely its target is held."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil

from engine.games.avalanche.combat.strengths import FORT, IP, work_at
from engine.games.avalanche.general.calendar import is_night
from engine.games.avalanche.records import DISRUPTED, Unit, ground_at
from engine.games.avalanche.scenario.ground import ground
from engine.referee import Modifier, State, Strength, case

COMPANIES_OF_BATTALION = 3
HIGH = 5


@case("bomb.bv")
def lines(state: State, side: str, guns: Iterable[Unit], air: int) -> list[Strength]:
    """The value of each gun and ship, 1 less for a disrupted battalion, and of the air points."""
    chart = ground(state).charts.bombardment
    found = []
    for gun in guns:
        value = gun.bv
        if gun.state == DISRUPTED and gun.is_battalion:
            value = max(min(value, chart.disrupted_least), value + chart.disrupted)
        found.append(Strength(side, gun.name, value, "bomb.bv"))
    if air:
        found.append(Strength(side, "air points", air * chart.bv_per_air_point, "bomb.bv"))
    return found


@case("bomb.bv")
def factors(state: State, target: str) -> Iterator[tuple[str, Fraction]]:
    """What night and the target's terrain and works leave of the value."""
    land, work = ground(state), work_at(state, target)
    factor = land.charts.bombardment.factor
    if is_night(state):
        yield "night", Fraction(factor["night"])
    if land.is_city(target) or work == FORT:
        yield "city or fort", Fraction(factor["city"])
    elif land.is_town(target):
        yield "town", Fraction(factor["town"])
    if work == IP and not land.is_town(target):
        yield "improved position", Fraction(factor["ip"])
    if land.level(target) >= HIGH:
        yield "level 5 or 6", Fraction(factor["high_level"])


@case("bomb.bv")
def modified(state: State, target: str, sums: Iterable[Strength]) -> tuple[int, tuple[Modifier, ...]]:
    """The sum times all factors, rounded up once, with what each of them takes."""
    value = Fraction(sum(int(line.amount) for line in sums))
    why = []
    for text, factor in factors(state, target):
        why.append(Modifier("bomb.bv", text, value * factor - value))
        value *= factor
    return ceil(value), tuple(why)


@case("bomb.stacking", "def.strongpoint")
def density(state: State, target: str, side: str) -> int:
    """Battalions in the hex, three companies as one, fractions dropped, at least 1."""
    units = [unit for unit in ground_at(state, target, side) if not unit.is_strong_point and not unit.is_hq]
    battalions = sum(unit.is_battalion for unit in units)
    return max((battalions * COMPANIES_OF_BATTALION + len(units) - battalions) // COMPANIES_OF_BATTALION, 1)
