"""Companies reform into battalions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import BREAKDOWN, COMPANY, Unit, ground_units, units_at
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import Menu, end, order
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.mechanics.substitution import hand_on_marks
from engine.referee import Frame, Refusal, State, Transaction, case

LEAST: Final = 2
"""Companies that a battalion needs to reform."""
WORST_STATE: Final = ("", "disrupted", "demoralized")
WORST_SUPPLY: Final = ("", "oos", "iso")


@case("post.reform", "breakdown.match")
def matching(state: State, battalion: Unit) -> dict[str, list[Unit]]:
    """The companies of a battalion's type, morale and armor or anti-tank value in each hex, its own first."""
    found: dict[str, list[Unit]] = {}
    for unit in ground_units(state, battalion.side):
        if unit.size == COMPANY and unit.parent and unit.type == battalion.type:
            found.setdefault(unit.place, []).append(unit)
    for units in found.values():
        units.sort(key=lambda unit: unit.parent != battalion.key)
    return found


def best_hex(state: State, battalion: Unit) -> tuple[str, list[Unit]]:
    """Where most of its companies are together, and those that reform it."""
    found = matching(state, battalion)
    row = ground(state).charts.breakdown.battalion.get(battalion.type)
    if not found or row is None:
        return "", []
    here = max(sorted(found), key=lambda place: len(found[place]))
    return here, found[here][: row.companies]


class Reforming(Menu):
    """Which battalions come back from the Breakdown box?"""

    title = "Reforming"
    ruled_by = "post.reform"
    records: ClassVar = {"unit": Unit}

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        menu = cls(str(getattr(parent, "side", "")))
        return menu if menu.is_open(state) else None

    def prompt(self, state: State) -> str:
        return "Which battalions reform?"

    @order("reform", "unit", "Reform")
    def reform(self, tx: Transaction, unit: Unit) -> None:
        reform(tx, unit)
        if not self.is_open(tx.state):
            tx.pop()

    @reform.targets
    def broken_down(self, state: State) -> Iterable[str]:
        return [unit.key for unit in units_at(state, box(BREAKDOWN, self.side))]

    @reform.against
    @case("post.reform", "post.reform-para")
    def refusals_to_reform(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.place != box(BREAKDOWN, self.side):
            yield Refusal("post.reform", f"{unit.name} is not in the Breakdown box")
        elif len(best_hex(state, unit)[1]) < LEAST:
            yield Refusal("post.reform", f"{unit.name}: fewer than {LEAST} matching companies are in a hex")

    end = end("end", "End reforming")


@case("post.reform")
def steps_of(companies: Sequence[Unit]) -> int:
    """A step for each company; one with a drop loss counts half."""
    return max(1, sum(1 if company.flipped else 2 for company in companies) // 2)


@case("post.reform", "post.reform-para")
def reform(tx: Transaction, battalion: Unit) -> None:
    """The companies are removed, and the battalion appears at the strength and in the state they had."""
    here, companies = best_hex(tx.state, battalion)
    worst = max((unit.state for unit in companies), key=WORST_STATE.index)
    supply = max((unit.supply for unit in companies), key=WORST_SUPPLY.index)
    lent = [unit.parent for unit in companies if unit.parent != battalion.key]
    for unit in companies:
        hand_on_marks(tx, unit.key, (battalion.key,))
        tx.remove(unit)
    own = [unit for unit in tx.state.all(Unit).values() if unit.parent == battalion.key]
    for unit, other in zip(own, lent, strict=False):
        tx.put(replace(unit, parent=other))
    steps = min(steps_of(companies), battalion.full_steps)
    dropped = max(unit.dropped for unit in companies)
    back = replace(battalion, place=here, steps=steps, state=worst, supply=supply, dropped=dropped)
    tx.put(replace(back, green=any(unit.green for unit in companies)))
    text = f"{battalion.name} reforms in {here} with {counted(steps, 'step')}"
    tell(tx, "UnitReformed", text, "post.reform", unit=battalion.key, hex=here)


FRAMES: Final = (Reforming,)
