"""Who belongs to which formation, and which units are assigned to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.games.avalanche.records import GERMAN, Unit, ground_units
from engine.games.avalanche.scenario.ground import ground
from engine.referee import State, case, derived

FLEXIBLE: Final = frozenset(("82 Abn", "7 Armd Div", "Rangers", "2 SS Bde"))
"""Allied formations whose units may be treated as unassigned."""
COMPANIES_OF_BATTALION: Final = 3


@case("def.formation-flexible")
def is_flexible(unit: Unit) -> bool:
    """May its owner treat it as assigned to its formation or as unassigned, whichever he likes?"""
    return unit.side == GERMAN or unit.formation in FLEXIBLE


@case("def.formation-no-hq", "def.formation-flexible")
def is_assigned(state: State, unit: Unit) -> bool:
    """Does it belong to a formation with a headquarters counter in the game?"""
    return unit.formation in ground(state).formations_with_hq


@derived(Unit)
@case("def.formation-16pz")
def headquarters(state: State, side: str, formation: str) -> tuple[Unit, ...]:
    """The headquarters of a formation on the map; in the 16th Panzer Division every regimental one."""
    return tuple(unit for unit in ground_units(state, side) if unit.is_hq and unit.formation == formation)


@case("gen.company-substitution")
def battalions_in(units: Iterable[Unit]) -> int:
    """How many battalions these units in one hex count as: three companies of one type stand for one."""
    counted, companies = 0, dict[str, int]()
    for unit in units:
        if unit.is_battalion:
            counted += 1
        elif unit.is_company:
            companies[unit.branch] = companies.get(unit.branch, 0) + 1
    return counted + sum(number // COMPANIES_OF_BATTALION for number in companies.values())
