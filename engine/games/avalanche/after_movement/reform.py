"""Companies reform into battalions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.combat.declare import DROP_LOSS
from engine.games.avalanche.combat.steps import follow_companies
from engine.games.avalanche.general.calendar import turn
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.movement.marching import abandon
from engine.games.avalanche.records import BREAKDOWN, COMPANY, GAME_TURN, Unit, ground_units, units_at
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import Menu, PickOne, end, order, way_out
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


def places_for(state: State, battalion: Unit) -> list[str]:
    """The hexes in which enough companies are together; those with one of its own come before all others."""
    enough = {here: units for here, units in matching(state, battalion).items() if len(units) >= LEAST}
    own = [here for here, units in enough.items() if units[0].parent == battalion.key]
    return sorted(own or enough)


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
        places = places_for(tx.state, unit)
        if len(places) > 1:
            tx.push(ReformAt(self.side, unit=unit.key))
        else:
            reform(tx, unit, places[0])
            self.resume(tx, None)

    def resume(self, tx: Transaction, result: object) -> None:
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
        elif not places_for(state, unit):
            yield Refusal("post.reform", f"{unit.name}: fewer than {LEAST} matching companies are in a hex")

    end = end("end", "End reforming")


class ReformAt(PickOne, kw_only=True):
    """In which hex does the battalion reform?"""

    unit: str

    title = "Reforming"
    verb = "at"
    kind = "hex"
    ruled_by = "post.reform"
    otherwise = "@ is not possible: a battalion reforms where companies of its kind are together"
    cancel = way_out()

    def prompt(self, state: State) -> str:
        return f"In which hex does {state.get(Unit, self.unit).name} reform?"

    @case("post.reform")
    def options(self, state: State) -> Iterable[str]:
        return places_for(state, state.get(Unit, self.unit))

    def picked(self, tx: Transaction, target: str) -> None:
        reform(tx, tx.state.get(Unit, self.unit), target)
        tx.pop()


@case("post.reform")
def steps_of(companies: Sequence[Unit]) -> int:
    """A step for each company; one with a drop loss counts half."""
    return max(1, sum(1 if company.flipped else 2 for company in companies) // 2)


@case("post.reform", "post.reform-para", "combat.cannot-attack")
def reform(tx: Transaction, battalion: Unit, here: str) -> None:
    """The companies are removed, and the battalion appears at the strength and in the state they had. What
    they were building is given up. A sister battalion that has lent its last company is lost. A company
    that was reduced in a drop of this turn keeps the battalion from attacking in it."""
    row = ground(tx.state).charts.breakdown.battalion[battalion.type]
    companies = matching(tx.state, battalion)[here][: row.companies]
    worst = max((unit.state for unit in companies), key=WORST_STATE.index)
    supply = max((unit.supply for unit in companies), key=WORST_SUPPLY.index)
    lent = [(unit.parent, unit.name) for unit in companies if unit.parent != battalion.key]
    if any(unit.flipped and unit.dropped == turn(tx.state) for unit in companies):
        tx.mark(battalion.key, DROP_LOSS, GAME_TURN)
    for unit in companies:
        abandon(tx, unit.key)
        hand_on_marks(tx, unit.key, (battalion.key,))
        tx.remove(unit)
    own = [unit for unit in tx.state.all(Unit).values() if unit.parent == battalion.key and unit.steps]
    for unit, (other, name) in zip(own, lent, strict=False):
        tx.put(replace(unit, parent=other, name=name))
    steps = min(steps_of(companies), battalion.full_steps)
    dropped = max(unit.dropped for unit in companies)
    back = replace(battalion, place=here, steps=steps, state=worst, supply=supply, dropped=dropped)
    tx.put(replace(back, green=any(unit.green for unit in companies)))
    text = f"{battalion.name} reforms in {here} with {counted(steps, 'step')}"
    tell(tx, "UnitReformed", text, "post.reform", unit=battalion.key, hex=here)
    for other in dict.fromkeys(other for other, _ in lent):
        follow_companies(tx, other, "post.reform")


FRAMES: Final = (Reforming, ReformAt)
