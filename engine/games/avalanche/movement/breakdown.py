"""A battalion is broken down into companies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.movement.assistance import is_assisting
from engine.games.avalanche.movement.marching import abandon
from engine.games.avalanche.records import BREAKDOWN, COMPANY, Unit
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.places import box
from engine.mechanics.substitution import hand_on_marks
from engine.referee import Refusal, State, Transaction, case

LETTERS: Final = "ABCDEFGH"


@case("breakdown.do", "breakdown.reduced")
def companies_of(state: State, unit: Unit) -> int:
    """How many companies a battalion breaks down into: by its steps, and never stronger than it is."""
    row = ground(state).charts.breakdown.battalion[unit.type]
    most = [row.companies, unit.steps]
    if row.attack:
        most.append(unit.attack // row.attack)
    return min(*most, unit.defence // row.defence)


@case("breakdown.do")
def refusals_to_break_down(state: State, unit: Unit) -> Iterator[Refusal]:
    if not unit.is_battalion:
        yield Refusal("breakdown.do", f"{unit.name} is not a battalion")
    elif unit.type not in ground(state).charts.breakdown.battalion:
        yield Refusal("breakdown.do", f"{unit.name}: the chart has no companies of {unit.branch}")
    if is_assisting(state, unit):
        yield Refusal("river.engineer-stay", f"{unit.name} has helped at a river and stays as it is")


@case("breakdown.do", "breakdown.match", "breakdown.reduced")
def break_down(tx: Transaction, unit: Unit) -> None:
    """The battalion goes to the box; companies of its kind take its place, with its markers. What it was
    building is given up."""
    abandon(tx, unit.key)
    letters = free_letters(tx.state, unit)[: companies_of(tx.state, unit)]
    made = [company(tx.state, unit, letter) for letter in letters]
    for one in made:
        tx.put(one)
    hand_on_marks(tx, unit.key, (one.key for one in made))
    tx.put(replace(unit, place=box(BREAKDOWN, unit.side)))
    text = f"{unit.name} breaks down into {len(made)} companies"
    tell(tx, "UnitBrokenDown", text, "breakdown.do", unit=unit.key, hex=unit.place)


@case("breakdown.do")
def free_letters(state: State, unit: Unit) -> list[str]:
    """The letters of its companies without those that are on the map: one may be left of an earlier time,
    another may have been lent to a sister battalion."""
    there = (state.find(Unit, company_key(unit, letter)) for letter in LETTERS)
    return [letter for letter, one in zip(LETTERS, there, strict=True) if one is None or not one.steps]


def company_key(unit: Unit, letter: str) -> str:
    return f"{unit.key}-{letter.lower()}"


@case("breakdown.match")
def company(state: State, unit: Unit, letter: str) -> Unit:
    """A company of the battalion's type, morale and armor or anti-tank value."""
    row = ground(state).charts.breakdown.battalion[unit.type]
    return replace(
        unit,
        key=company_key(unit, letter),
        name=f"{letter}/{unit.name}",
        size=COMPANY,
        parent=unit.key,
        attacks=(row.attack,),
        defences=(row.defence,),
        steps=1,
    )
