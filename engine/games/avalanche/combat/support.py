"""Artillery, naval and air support: who may give it, what it is worth, and its limits (3.9.c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil
from typing import Final, NamedTuple

from engine.games.avalanche.combat.battle import ASSAULT, Battle
from engine.games.avalanche.combat.strengths import one_less, printed_attack
from engine.games.avalanche.general.calendar import is_night
from engine.games.avalanche.general.formations import headquarters, is_assigned, is_flexible
from engine.games.avalanche.general.zoc import in_ezoc
from engine.games.avalanche.records import (
    DEMORALIZED,
    DISRUPTED,
    OUT,
    UK,
    US,
    Unit,
    ground_at,
    ground_units,
    ships,
)
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.plural import counted
from engine.referee import Modifier, Refusal, State, case, marked

BOMBARDED: Final = "bombarded"
SUPPORTED: Final = "supported"
"""Marks of guns and ships until the end of the player turn; that of an attack they have supported."""
MOST_SHIPS: Final = {True: 3, False: 2}
"""In attack and in defence."""
MOST_AIR: Final = 4
AIR_POINT: Final = 2
RANGERS: Final = "Rangers"
"""The formation whose HQ counts as British and American."""


class Help(NamedTuple):
    """What a gun or ship gives to the unit that it supports best."""

    unit: Unit
    points: int
    why: tuple[Modifier, ...]


# who may support


@case("support.ineligible", "support.ezoc-moment", "combat.gun-support-exception", "bomb.exclusive")
def refusals_to_support(state: State, gun: Unit, attacks: bool) -> Iterator[Refusal]:
    """What bars a gun or ship from support, whatever it supports; a zone of control counts as it is now."""
    if attacks and marked(state, gun.key, BOMBARDED):
        yield Refusal("bomb.exclusive", f"{gun} has bombarded in this player turn")
    if gun.ammo == OUT:
        yield Refusal("support.ineligible", f"{gun} is out of ammunition")
    if gun.is_ship:
        return
    if gun.state == DEMORALIZED:
        yield Refusal("support.ineligible", f"{gun} is demoralized")
    if gun.limbered:
        yield Refusal("support.ineligible", f"{gun} is limbered")
    if in_ezoc(state, gun.side, gun.place):
        yield Refusal("support.ezoc-moment", f"{gun} is in an enemy zone of control")


@case("bomb.range-elevation", "support.range-elevation")
def reach(state: State, gun: Unit, there: str) -> int:
    """The range of a gun; by the optional rule 1 more or less for each 2 levels of height, rounded up."""
    land = ground(state)
    if not land.has_option("elevation") or gun.is_ship:
        return gun.range
    higher = land.level(gun.place) - land.level(there)
    levels = (abs(higher) + 1) // 2
    return gun.range + (levels if higher > 0 else -levels)


@case("support.range", "support.ineligible", "support.def-naval", "support.att-naval", "support.ranger-hq")
def refusals_to_help(state: State, gun: Unit, unit: Unit, attacks: bool) -> Iterator[Refusal]:
    """The supported unit must be in range and of the same nation or service; battleships and monitors serve
    both nations, and Rangers with their HQ are served by everybody."""
    far, length = ground(state).distance(gun.place, unit.place), reach(state, gun, unit.place)
    if far > length:
        text = f"{gun} reaches {counted(length, 'hex')}, and {unit} is {far} away"
        yield Refusal("support.range", text)
    if gun.luftwaffe != unit.luftwaffe and not unit.is_strong_point:
        yield Refusal("support.ineligible", f"{gun} and {unit} belong to different services")
    if not same_nation(state, gun, unit):
        naval = "support.att-naval" if attacks else "support.def-naval"
        case_id = naval if gun.is_ship else "support.ineligible"
        yield Refusal(case_id, f"{gun} does not serve {unit.nation} units")


@case("support.ranger-hq", "support.def-naval")
def same_nation(state: State, gun: Unit, unit: Unit) -> bool:
    """Does a gun or ship serve the nation of a unit? HNLMS Flores sails with the Americans."""
    nation = gun.nation if gun.nation in (US, UK) or not gun.is_ship else US
    if unit.is_strong_point or nation == unit.nation or (gun.is_ship and serves_both(state, gun)):
        return True
    return unit.formation == RANGERS and any(map(is_ranger_hq, ground_at(state, unit.place, unit.side)))


def serves_both(state: State, ship: Unit) -> bool:
    return ground(state).charts.ships.ship_class[ship.type].serves == "both"


def is_ranger_hq(unit: Unit) -> bool:
    return unit.is_hq and unit.formation == RANGERS


# what it is worth


@case("support.formation-half", "support.formation-hq", "def.formation-flexible", "def.formation-no-hq")
def is_foreign(state: State, gun: Unit, unit: Unit) -> bool:
    """Is the gun assigned to a formation and the unit not to that one? Not if it is beside their HQ."""
    if gun.is_ship or not is_assigned(state, gun) or is_flexible(gun):
        return False
    if unit.formation == gun.formation:
        return False
    land = ground(state)
    return not any(
        land.distance(hq.place, gun.place) <= 1 for hq in headquarters(state, gun.side, unit.formation)
    )


@case("support.night-half", "support.max-mods", "support.att-disrupted")
def worth(state: State, gun: Unit, unit: Unit, attacks: bool) -> Help:
    """The night half and at most one other modifier, the worst for its owner; rounded up at the end."""
    if gun.is_ship:
        return Help(unit, gun.support, ())
    others: list[tuple[Fraction, Modifier]] = []
    whole = Fraction(gun.support)
    if is_foreign(state, gun, unit):
        others.append((whole / 2, Modifier("support.formation-half", "other formation", -whole / 2)))
    if attacks and gun.state == DISRUPTED and gun.is_battalion:
        less = Fraction(one_less(2)(gun.support))
        others.append((less, Modifier("support.att-disrupted", "disrupted", less - whole)))
    points, why = whole, []
    if others:
        points, worst = min(others, key=lambda other: other[0])
        why.append(worst)
    if is_night(state):
        why.append(Modifier("support.night-half", "night", -points / 2))
        points /= 2
    return Help(unit, ceil(points), tuple(why))


@case("support.markers")
def best_help(state: State, gun: Unit, fighting: Iterable[Unit], attacks: bool) -> Help | None:
    """The marker goes to the unit that the gun may support and where it is worth most; None for none."""
    found = [
        worth(state, gun, unit, attacks)
        for unit in fighting
        if next(refusals_to_help(state, gun, unit, attacks), None) is None
    ]
    return max(found, key=lambda one: one.points, default=None)


def possible_guns(state: State, side: str) -> list[Unit]:
    """The guns and ships of a side on the map."""
    guns = [unit for unit in ground_units(state, side) if unit.is_gun]
    return [*guns, *(ship for ship in ships(state) if ship.side == side)]


# its limits


@case("support.def-max")
def most_in_defence(defenders: Iterable[Unit]) -> int:
    """The printed defence strength of the defenders."""
    return sum(unit.defence for unit in defenders)


@case("support.att-max", "support.att-assault")
def most_in_attack(battle: Battle, attackers: Iterable[Unit]) -> int:
    """Twice the printed attack strength of the attackers, three times in an Assault."""
    times = 3 if battle.attack_option == ASSAULT else 2
    return times * sum(printed_attack(unit) for unit in attackers)


@case("support.att-double")
def points_of(battle: Battle, supports: Iterable[tuple[str, int]]) -> int:
    """What guns and ships give together, doubled ones twice."""
    return sum(points * (2 if key in battle.doubled else 1) for key, points in supports)
