"""Advance after combat: limited after ranged fire, general after an assault, breakthrough after a loss."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from engine.catalogue.document import hexside
from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.combat.hits import AMBUSH, Assault
from engine.games.dday_to_berlin.combat.readiness import refusals_to_go_forward
from engine.games.dday_to_berlin.movement.stacking import place, refusals_to_stop
from engine.games.dday_to_berlin.movement.step import BARRED, step
from engine.games.dday_to_berlin.movement.zoc import zoc
from engine.games.dday_to_berlin.records import Bridge, Unit, occupied, units_at
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import Advance, ask_again, counted, end, order, tell
from engine.referee import Action, Refusal, State, Transaction, case, marked

LIMITED_ADVANCE: Final = "limited advance"
"""combat phase"""
BREAKTHROUGH: Final = "breakthrough"
"""combat phase"""
NEVER: Final = frozenset(("HQ", "ART", "ATG"))


@case("adv.limits", "scn.villers-garrison")
def refusals_to_advance(state: State, unit: Unit, kind: str) -> Iterator[Refusal]:
    """Units that may not advance at all."""
    if unit.type in NEVER or (unit.type == "SPA" and kind != BREAKTHROUGH):
        yield Refusal("adv.limits", f"{unit} is {unit.type} and makes no {kind} advance")
    if unit.static:
        yield Refusal("scn.villers-garrison", f"{unit} is a garrison and cannot advance")
    yield from refusals_to_go_forward(state, unit)
    if marked(state, unit.key, marks.WORKED):
        yield Refusal("adv.limits", f"{unit} did engineering work in this player turn")


@case("adv.limits", "2.water")
def refusals_of_step(state: State, unit: Unit, here: str, there: str) -> Iterator[Refusal]:
    """Never into the enemy, nor where its class cannot go; rough terrain does not matter."""
    if there in occupied(state, ground(state).other(unit.side)):
        yield Refusal("adv.limits", f"the enemy is in {there}")
    if step(state, unit, here, there) == BARRED:
        yield Refusal("2.water", f"{unit} ({unit.moves_as}) cannot enter {there} from {here}")


def crosses_open_river(state: State, here: str, there: str) -> bool:
    """A river without a bridge lies between."""
    return ground(state).has_river(here, there) and state.find(Bridge, hexside(here, there)) is None


def advance_to(tx: Transaction, unit: Unit, there: str, kind: str) -> Unit:
    """One zone forward, facing the way it went; places on the way are taken."""
    land = ground(tx.state)
    text = f"{unit} advances from {unit.place} to {land.name_of(there)} ({kind} advance)"
    moved = place(tx, unit, there, land.grid.direction(unit.place, there))
    tell(tx, "UnitAdvanced", text, f"adv.{kind}", unit=unit.key, hex=(unit.place, there))
    return moved


class LimitedAdvance(Question):
    """Into a zone that ranged fire has emptied: a battalion or a regiment from one adjacent zone.

    The zone is empty, so that there is room for all of another one.
    """

    zone: str
    origin: str = ""
    formation: str = ""

    title = "Limited advance"
    ruled_by = "adv.limited"
    otherwise = "@ is not an advance"

    def prompt(self, state: State) -> str:
        return f"Which unit advances into {ground(state).name_of(self.zone)}? Or halt"

    @order("advance", "unit", "Advance")
    def advance(self, tx: Transaction, unit: Unit) -> None:
        tx.mark(unit.key, LIMITED_ADVANCE, marks.COMBAT_PHASE)
        advance_to(tx, unit, self.zone, "limited")
        tx.replace(replace(self, origin=unit.place, formation=unit.formation))
        ask_again(tx)

    @advance.targets
    def near_units(self, state: State) -> Iterable[str]:
        zones = (self.origin,) if self.origin else ground(state).grid.adjacency[self.zone]
        return [unit.key for here in zones for unit in units_at(state, here)]

    @advance.against
    @case("adv.limited")
    def refusals_to_advance(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """One adjacent zone, and of it one battalion or units of one formation; no points are needed."""
        near = unit.on_map and unit.place in ground(state).grid.adjacency[self.zone]
        if unit.side != self.side or not near:
            title = ground(state).title_of(self.side)
            yield Refusal("adv.limited", f"{unit} is not a unit of {title} adjacent to {self.zone}")
            return
        if self.origin and (unit.place != self.origin or unit.formation != self.formation):
            yield Refusal("adv.limited", f"only units of {self.formation} in {self.origin} may follow")
        yield from refusals_to_advance(state, unit, "limited")
        yield from refusals_of_step(state, unit, unit.place, self.zone)

    halt = end("halt")


@case("adv.general", "adv.breakthrough")
def advancing(state: State, assault: Assault, defender_lost: bool) -> tuple[tuple[str, str], ...]:
    """Who may advance after a won assault, and how: the primary alone, or any MECH if the enemy is lost."""
    if assault.manner == AMBUSH:
        return ()
    force = [state.get(Unit, key) for key in (assault.primary, *assault.supports)]
    ways = []
    for unit in force:
        breaks_through = defender_lost and unit.is_mech
        kind = BREAKTHROUGH if breaks_through else "general"
        if (breaks_through or unit.key == assault.primary) and not any(
            refusals_to_advance(state, unit, kind)
        ):
            ways.append((unit.key, kind))
    return tuple(ways)


class AssaultAdvance(Question):
    """The position is taken: who enters it?

    Those who may could enter it to attack, and all of one zone find room in it.
    """

    zone: str
    able: tuple[tuple[str, str], ...]
    """The units that may still advance, each with the kind of its advance."""

    title = "Advance"
    ruled_by = "adv.general"
    otherwise = "@ is not an advance"

    def prompt(self, state: State) -> str:
        return f"Which unit advances into {ground(state).name_of(self.zone)}? Or halt"

    @order("advance", "unit", "Advance")
    def advance(self, tx: Transaction, unit: Unit) -> None:
        kind = dict(self.able)[unit.key]
        wades = crosses_open_river(tx.state, unit.place, self.zone)
        if kind == BREAKTHROUGH:
            tx.mark(unit.key, BREAKTHROUGH, marks.COMBAT_PHASE)
        advance_to(tx, unit, self.zone, kind)
        tx.replace(replace(self, able=tuple(one for one in self.able if one[0] != unit.key)))
        further = ground(tx.state).charts.advance.rows[kind].zones - 1
        tx.push(AdvanceOn(self.side, unit.key, kind, 0 if wades else further))
        ask_again(tx)

    @advance.targets
    def units(self, state: State) -> Iterable[str]:
        return dict(self.able)

    @advance.against
    @case("adv.general", "adv.breakthrough")
    def refusals_to_advance(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Only the primary attacker, or MECH that attacked out of the attacking zone."""
        if unit.key not in dict(self.able):
            broken = BREAKTHROUGH in dict(self.able).values()
            case_id = "adv.breakthrough" if broken else "adv.general"
            yield Refusal(case_id, f"{unit} may not advance after this assault")

    halt = end("halt")

    def resume(self, tx: Transaction, result: Any) -> None:
        ask_again(tx)


class AdvanceOn(Advance, Question):
    """Beyond the captured position, zone by zone."""

    unit: str
    kind: str
    left: int

    title = "Advance"

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        return f"{unit} may advance {counted(self.left, 'more zone')} from {unit.place}, or halt"

    def ahead(self, state: State) -> Iterable[str]:
        return ground(state).grid.adjacency[state.get(Unit, self.unit).place]

    @case("adv.limits", "adv.general", "adv.breakthrough", "map.stacking")
    def refusals_to_enter(self, state: State, there: str) -> Iterator[Refusal]:
        """An adjacent zone, no river without a bridge, and room at the end."""
        unit = state.get(Unit, self.unit)
        yield from refusals_of_step(state, unit, unit.place, there)
        if crosses_open_river(state, unit.place, there):
            yield Refusal(
                "adv.limits", f"{unit} may not cross a river without a bridge beyond the captured position"
            )
        # INTERPRETATION (adv.limits): each zone of an advance needs room, since it may be the last.
        yield from refusals_to_stop(state, unit, there)

    def refusal_of_direction(self, state: State, there: str) -> Refusal:
        return Refusal(f"adv.{self.kind}", f"{there} is not adjacent to {state.get(Unit, self.unit).place}")

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        yield Refusal(f"adv.{self.kind}", f"{action} is not an advance")

    @case("adv.limits")
    def enter(self, tx: Transaction, there: str) -> bool:
        """A breakthrough stops where it enters an enemy zone of control."""
        unit = advance_to(tx, tx.state.get(Unit, self.unit), there, self.kind)
        return unit.place not in zoc(tx.state, ground(tx.state).other(self.side))


@case("adv.defender")
def offer_advance(tx: Transaction, assault: Assault, defender_lost: bool) -> None:
    """The attacker may advance into the emptied zone at once; a defender never advances."""
    able = advancing(tx.state, assault, defender_lost)
    if able:
        tx.push(AssaultAdvance(assault.side, assault.target, able))
