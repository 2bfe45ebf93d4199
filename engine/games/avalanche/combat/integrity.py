"""Regiments and brigades that fight together (shift.integrity)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from engine.games.avalanche.combat.morale import current_morale
from engine.games.avalanche.combat.slots import regiment_of
from engine.games.avalanche.general.fog import is_open_to
from engine.games.avalanche.records import BATTALION, DEMORALIZED, ELIMINATED, Unit
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


@derived(Unit)
def _battalions(state: State) -> dict[tuple[str, str], tuple[Unit, ...]]:
    """The battalion counters of each regiment, wherever they are."""
    found: dict[tuple[str, str], list[Unit]] = {}
    for unit in state.all(Unit).values():
        if unit.size == BATTALION and may_have_integrity(unit):
            found.setdefault(regiment_of(unit), []).append(unit)
    return {regiment: tuple(units) for regiment, units in found.items()}


@case("shift.integrity-remnant")
def counts_in_attack(unit: Unit) -> bool:
    """A battalion, or a remnant of morale 4 or more."""
    return unit.is_battalion or (unit.is_remnant and current_morale(unit) >= STEADY)


@case("shift.integrity-lost")
def remaining(battalions: Sequence[Unit]) -> list[Unit] | None:
    """The battalions that are left if no more than one is lost altogether and two are left; else None."""
    left = [unit for unit in battalions if unit.place != box(ELIMINATED, unit.side)]
    return left if len(left) >= 2 and len(battalions) - len(left) <= 1 else None


@case("shift.integrity-elite", "gen.company-substitution")
def has_enough_battalions(battalions: Sequence[Unit], involved: Sequence[Unit]) -> bool:
    """In a regiment of morale 5 or more half of its units there must be battalions or steady remnants."""
    if max(unit.morale for unit in battalions) < ELITE:
        return True
    return 2 * sum(counts_in_attack(unit) for unit in involved) >= len(involved)


@case("shift.integrity-attacker", "shift.integrity-lost", "shift.integrity-elite", "shift.integrity-excluded")
def attacker_integrity(
    state: State, attackers: Sequence[Unit], target: str, viewer: str | None = None
) -> Iterator[Modifier]:
    """1 for each regiment all of whose battalions are beside the defender, none demoralized, and one of which
    attacks; at most 2."""
    land = ground(state)
    near = frozenset((*land.neighbors[target], target))
    regiments = {
        regiment_of(unit) for unit in attackers if unit.size == BATTALION and may_have_integrity(unit)
    }
    found = 0
    for regiment in sorted(regiments):
        battalions = _battalions(state)[regiment]
        left = remaining(battalions)
        if left is None or not all(
            unit.place in near
            and unit.state != DEMORALIZED
            and counts_in_attack(unit)
            and is_open_to(state, unit, viewer)
            for unit in left
        ):
            continue
        if has_enough_battalions(battalions, _of(state, regiment, near, viewer)):
            found += 1
            if found <= land.charts.odds_shifts.shift["integrity_attacker"].cap:
                yield Modifier("shift.integrity-attacker", f"{regiment[1]} attacks as a whole", 1)


@case("shift.integrity-defender", "shift.integrity-lost", "shift.integrity-elite", "shift.integrity-excluded")
def defender_integrity(
    state: State, defenders: Sequence[Unit], target: str, viewer: str | None = None
) -> Iterator[Modifier]:
    """1 in all if a battalion of the defender's regiment is with or beside him; remnants do not count."""
    near = frozenset((*ground(state).neighbors[target], target))
    steady = [unit for unit in defenders if may_have_integrity(unit) and unit.state != DEMORALIZED]
    for regiment in sorted({regiment_of(unit) for unit in steady}):
        battalions = _battalions(state).get(regiment, ())
        present = [
            unit
            for unit in battalions
            if unit.place in near
            and unit.is_battalion
            and unit.state != DEMORALIZED
            and is_open_to(state, unit, viewer)
        ]
        if len(present) < 2 or remaining(battalions) is None:
            continue
        if has_enough_battalions(battalions, _of(state, regiment, near, viewer)):
            yield Modifier("shift.integrity-defender", f"{regiment[1]} defends together", -1)
            return


def _of(state: State, regiment: tuple[str, str], near: Collection[str], viewer: str | None) -> list[Unit]:
    """The units of a regiment in these hexes, as far as the viewer sees them."""
    return [
        unit
        for unit in state.all(Unit).values()
        if unit.place in near
        and may_have_integrity(unit)
        and regiment_of(unit) == regiment
        and is_open_to(state, unit, viewer)
    ]
