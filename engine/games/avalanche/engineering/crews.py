"""Who may do an engineering task: by type and size, three companies standing in for a battalion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from engine.games.avalanche.general.formations import COMPANIES_OF_BATTALION
from engine.games.avalanche.records import DEMORALIZED, Unit, ground_at
from engine.referee import Refusal, State, case, marked

BUILT: Final = "built"
"""Mark of a unit that has worked in this player turn."""
ENGINEER: Final = "engineer"
SAPPERS: Final = frozenset((ENGINEER, "construction"))
DIGGERS: Final = frozenset(
    (
        "infantry",
        "motorized infantry",
        "mech infantry",
        "MG",
        "ranger",
        "commando",
        "recon",
        "glider",
        "parachute",
    )
)
"""Types whose battalions build improved positions."""


@case("eng.eligible")
def refusals_to_work(state: State, unit: Unit) -> Iterator[Refusal]:
    """Not demoralized, and one task in a turn."""
    if unit.state == DEMORALIZED:
        yield Refusal("eng.eligible", f"{unit.name} is demoralized and does no work")
    if marked(state, unit.key, BUILT):
        yield Refusal("eng.eligible", f"{unit.name} has worked in this turn")


@case("gen.company-substitution", "eng.eligible")
def crew(state: State, unit: Unit, types: Iterable[str]) -> tuple[str, ...]:
    """Who works as a battalion: the battalion itself, or three companies of its type that are free to work.

    Empty if they are too few or of another type.
    """
    if unit.branch not in types:
        return ()
    if unit.is_battalion:
        return (unit.key,)
    return _companies(state, unit, lambda one: next(refusals_to_work(state, one), None) is None)


def _companies(state: State, unit: Unit, is_free: Callable[[Unit], bool]) -> tuple[str, ...]:
    if not unit.is_company:
        return ()
    there = [
        one.key
        for one in ground_at(state, unit.place, unit.side)
        if one.is_company and one.branch == unit.branch and one.key != unit.key and is_free(one)
    ]
    found = (unit.key, *there[: COMPANIES_OF_BATTALION - 1])
    return found if len(found) == COMPANIES_OF_BATTALION else ()
