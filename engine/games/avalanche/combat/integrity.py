"""Regiments and brigades that fight together (shift.integrity)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.games.avalanche.combat.morale import current_morale
from engine.games.avalanche.combat.slots import regiment_of
from engine.games.avalanche.general.fog import is_open_to
from engine.games.avalanche.general.formations import COMPANIES_OF_BATTALION
from engine.games.avalanche.records import BATTALION, BREAKDOWN, COMPANY, DEMORALIZED, ELIMINATED, Unit
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.places import box
from engine.referee import Modifier, State, case, derived

INFANTRY: Final = frozenset(
    ("infantry", "motorized infantry", "mech infantry", "parachute", "glider", "ranger", "commando")
)
STEADY: Final = 4
"""The morale that a remnant needs to count as a battalion."""
ELITE: Final = 5


@case("shift.integrity-excluded")
def may_have_integrity(unit: Unit) -> bool:
    """Infantry and parachute units of a regiment or brigade; never tanks or guns."""
    return bool(unit.regiment) and unit.branch in INFANTRY


Regiment = tuple[str, str]
"""Nation and name."""


@derived(Unit)
def _units_of(state: State) -> dict[Regiment, tuple[Unit, ...]]:
    """The counters of each regiment, wherever they are."""
    found: dict[Regiment, list[Unit]] = {}
    for unit in state.all(Unit).values():
        if may_have_integrity(unit):
            found.setdefault(regiment_of(unit), []).append(unit)
    return {regiment: tuple(units) for regiment, units in found.items()}


def _battalions(state: State, regiment: Regiment) -> list[Unit]:
    """The battalion counters of a regiment, wherever they are."""
    return [unit for unit in _units_of(state)[regiment] if unit.size == BATTALION]


@case("gen.company-substitution")
def stand_ins(units: Iterable[Unit]) -> int:
    """How many battalions the companies among units stand for: three of one type in a hex for one each."""
    found = Counter((unit.place, unit.branch) for unit in units if unit.size == COMPANY)
    return sum(number // COMPANIES_OF_BATTALION for number in found.values())


@case("shift.integrity-remnant")
def counts_in_attack(unit: Unit) -> bool:
    """A battalion, or a remnant of morale 4 or more."""
    return unit.is_battalion or (unit.is_remnant and current_morale(unit) >= STEADY)


@case("shift.integrity-lost", "gen.company-substitution")
def remaining(state: State, regiment: Regiment) -> list[Unit] | None:
    """The battalions that are left if no more than one is lost altogether and two are left; else None. One
    that is broken down is lost with the last of its companies."""
    battalions = _battalions(state, regiment)
    companies = {unit.parent for unit in _units_of(state)[regiment] if unit.on_map}
    left = [
        unit
        for unit in battalions
        if unit.place != box(ELIMINATED, unit.side) and (not _is_broken_down(unit) or unit.key in companies)
    ]
    return left if len(left) >= 2 and len(battalions) - len(left) <= 1 else None


def _is_broken_down(unit: Unit) -> bool:
    return unit.place == box(BREAKDOWN, unit.side)


@case("shift.integrity-elite")
def has_enough_battalions(battalions: Sequence[Unit], involved: Sequence[Unit]) -> bool:
    """In a regiment of morale 5 or more half of its units there must be battalions or steady remnants."""
    if max(unit.morale for unit in battalions) < ELITE:
        return True
    return 2 * sum(counts_in_attack(unit) for unit in involved) >= len(involved)


@case("shift.integrity-attacker", "gen.company-substitution")
def attacking_regiments(attackers: Iterable[Unit]) -> list[Regiment]:
    """The regiments of which a battalion attacks, or three companies of one hex in its place."""
    units: dict[Regiment, list[Unit]] = {}
    for unit in attackers:
        if may_have_integrity(unit):
            units.setdefault(regiment_of(unit), []).append(unit)
    return sorted(
        regiment
        for regiment, found in units.items()
        if stand_ins(found) or any(unit.size == BATTALION for unit in found)
    )


@case("shift.integrity-attacker", "shift.integrity-remnant", "gen.company-substitution")
def is_complete(left: Sequence[Unit], there: Sequence[Unit]) -> bool:
    """Are all battalions that are left among the units there, none of them demoralized? Companies stand for
    those that are broken down."""
    steady = [unit for unit in there if unit.state != DEMORALIZED]
    whole = [unit for unit in left if not _is_broken_down(unit)]
    return stand_ins(steady) >= len(left) - len(whole) and all(
        unit in steady and counts_in_attack(unit) for unit in whole
    )


@case("shift.integrity-attacker", "shift.integrity-lost", "shift.integrity-elite", "shift.integrity-excluded")
def attacker_integrity(
    state: State, attackers: Sequence[Unit], target: str, viewer: str | None = None
) -> Iterator[Modifier]:
    """1 for each regiment all of whose battalions are beside the defender, none demoralized, and one of which
    attacks; at most 2."""
    most = ground(state).charts.odds_shifts.shift["integrity_attacker"].cap
    found = 0
    for regiment in attacking_regiments(attackers):
        left, there = remaining(state, regiment), _near(state, regiment, target, viewer)
        if left is None or not is_complete(left, there) or not has_enough_battalions(left, there):
            continue
        found += 1
        if found <= most:
            yield Modifier("shift.integrity-attacker", f"{regiment[1]} attacks as a whole", 1)


@case("shift.integrity-defender", "shift.integrity-lost", "shift.integrity-elite", "shift.integrity-excluded")
def defender_integrity(
    state: State, defenders: Sequence[Unit], target: str, viewer: str | None = None
) -> Iterator[Modifier]:
    """1 in all if a battalion of the defender's regiment is with or beside him; remnants do not count."""
    steady = [unit for unit in defenders if may_have_integrity(unit) and unit.state != DEMORALIZED]
    for regiment in sorted({regiment_of(unit) for unit in steady}):
        left, there = remaining(state, regiment), _near(state, regiment, target, viewer)
        able = [unit for unit in there if unit.state != DEMORALIZED]
        present = sum(unit.is_battalion for unit in able) + stand_ins(able)
        if left is not None and present >= 2 and has_enough_battalions(left, there):
            yield Modifier("shift.integrity-defender", f"{regiment[1]} defends together", -1)
            return


def _near(state: State, regiment: Regiment, target: str, viewer: str | None) -> list[Unit]:
    """The units of a regiment in a hex and around it, as far as the viewer sees them."""
    near = {target, *ground(state).neighbors[target]}
    return [
        unit for unit in _units_of(state)[regiment] if unit.place in near and is_open_to(state, unit, viewer)
    ]
