"""Advance after combat: limited after ranged fire, general after an assault, breakthrough after a loss."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from engine.catalogue.document import hexside
from engine.games.dday_to_berlin.combat.hits import AMBUSH, Assault
from engine.games.dday_to_berlin.combat.segments import HALT, CombatChoice
from engine.games.dday_to_berlin.movement.stacking import place, refusals_to_stop
from engine.games.dday_to_berlin.movement.step import BARRED, step
from engine.games.dday_to_berlin.movement.zoc import zoc
from engine.games.dday_to_berlin.records import (
    ACTIVATED,
    COLUMN,
    COMBAT_PHASE,
    FALLBACK,
    WORKED,
    Bridge,
    Unit,
    occupied,
    units_at,
)
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics.plural import counted
from engine.referee import Action, Event, Refusal, State, Transaction, case, mark_value, marked

LIMITED_ADVANCE: Final = "limited advance"
"""combat phase"""
BREAKTHROUGH: Final = "breakthrough"
"""combat phase"""
NEVER: Final = frozenset(("HQ", "ART", "ATG"))


@case("adv.limits", "2.column-combat", "2.fallback", "scn.villers-garrison")
def refusals_to_advance(state: State, unit: Unit, kind: str) -> Iterator[Refusal]:
    """Units that may not advance at all."""
    if unit.type in NEVER or (unit.type == "SPA" and kind != BREAKTHROUGH):
        yield Refusal("adv.limits", f"{unit} is {unit.type} and makes no {kind} advance")
    if unit.static:
        yield Refusal("scn.villers-garrison", f"{unit} is a garrison and cannot advance")
    if marked(state, unit.key, COLUMN):
        yield Refusal("2.column-combat", f"{unit} is in road column")
    if mark_value(state, unit.key, ACTIVATED) == FALLBACK:
        yield Refusal("2.fallback", f"{unit} has a Fallback result and may do nothing more")
    if marked(state, unit.key, WORKED):
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
    about = (("unit", unit.key), ("hex", unit.place), ("hex", there))
    tx.emit(Event("UnitAdvanced", text, f"adv.{kind}", about=about))
    return moved


class LimitedAdvance(CombatChoice):
    """Into a zone that ranged fire has emptied: a battalion or a regiment from one adjacent zone."""

    zone: str
    origin: str = ""
    formation: str = ""

    title = "Limited advance"

    def prompt(self, state: State) -> str:
        return f"Which unit advances into {ground(state).name_of(self.zone)}? Or halt"

    def candidates(self, state: State) -> Iterable[Action]:
        zones = (self.origin,) if self.origin else ground(state).grid.adjacency[self.zone]
        for here in zones:
            for unit in units_at(state, here):
                yield Action("advance", "unit", unit.key)
        yield HALT

    @case("adv.limited")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """One adjacent zone, and of it one battalion or units of one formation; no points are needed.

        The zone is empty, so that there is room for all of another one.
        """
        if action == HALT:
            return
        if action.verb != "advance" or action.kind != "unit":
            yield Refusal("adv.limited", f"{action} is not an advance")
            return
        unit = state.get(Unit, action.target)
        if (
            unit.side != self.side
            or not unit.on_map
            or unit.place not in ground(state).grid.adjacency[self.zone]
        ):
            yield Refusal(
                "adv.limited",
                f"{unit} is not a unit of {ground(state).title_of(self.side)} adjacent to {self.zone}",
            )
            return
        if self.origin and (unit.place != self.origin or unit.formation != self.formation):
            yield Refusal("adv.limited", f"only units of {self.formation} in {self.origin} may follow")
        yield from refusals_to_advance(state, unit, "limited")
        yield from refusals_of_step(state, unit, unit.place, self.zone)

    def is_possible(self, state: State) -> bool:
        """Is there anybody who may advance?"""
        return any(
            next(self.refusals(state, action), None) is None
            for action in self.candidates(state)
            if action != HALT
        )

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == HALT:
            tx.pop()
            return
        unit = tx.state.get(Unit, action.target)
        tx.mark(unit.key, LIMITED_ADVANCE, COMBAT_PHASE)
        advance_to(tx, unit, self.zone, "limited")
        following = replace(self, origin=unit.place, formation=unit.formation)
        if following.is_possible(tx.state):
            tx.replace(following)
        else:
            tx.pop()


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


class AssaultAdvance(CombatChoice):
    """The position is taken: who enters it?"""

    zone: str
    able: tuple[tuple[str, str], ...]
    """The units that may still advance, each with the kind of its advance."""

    title = "Advance"

    def prompt(self, state: State) -> str:
        return f"Which unit advances into {ground(state).name_of(self.zone)}? Or halt"

    def candidates(self, state: State) -> Iterable[Action]:
        for key, _ in self.able:
            yield Action("advance", "unit", key)
        yield HALT

    @case("adv.general", "adv.breakthrough")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """Only the primary attacker, or MECH that attacked out of the attacking zone.

        They could enter it to attack, and all of one zone find room in it.
        """
        if action == HALT:
            return
        if action.verb != "advance" or action.kind != "unit":
            yield Refusal("adv.general", f"{action} is not an advance")
            return
        unit = state.get(Unit, action.target)
        if unit.key not in dict(self.able):
            kinds = {kind for _, kind in self.able}
            case_id = "adv.breakthrough" if BREAKTHROUGH in kinds else "adv.general"
            yield Refusal(case_id, f"{unit} may not advance after this assault")

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == HALT:
            tx.pop()
            return
        unit, kind = tx.state.get(Unit, action.target), dict(self.able)[action.target]
        wades = crosses_open_river(tx.state, unit.place, self.zone)
        if kind == BREAKTHROUGH:
            tx.mark(unit.key, BREAKTHROUGH, COMBAT_PHASE)
        advance_to(tx, unit, self.zone, kind)
        tx.replace(replace(self, able=tuple(one for one in self.able if one[0] != unit.key)))
        further = ground(tx.state).charts.advance.rows[kind].zones - 1
        tx.push(AdvanceOn(self.side, unit.key, kind, 0 if wades else further))
        go_on(tx)

    def resume(self, tx: Transaction, result: Any) -> None:
        if not self.able:
            tx.pop()


class AdvanceOn(CombatChoice):
    """Beyond the captured position, zone by zone."""

    unit: str
    kind: str
    left: int

    title = "Advance"

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        return f"{unit} may advance {counted(self.left, 'more zone')} from {unit.place}, or halt"

    def candidates(self, state: State) -> Iterable[Action]:
        for there in ground(state).grid.adjacency[state.get(Unit, self.unit).place]:
            yield Action("advance", "hex", there)
        yield HALT

    @case("adv.limits", "adv.general", "adv.breakthrough", "map.stacking")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """An adjacent zone, no river without a bridge, and room at the end."""
        unit = state.get(Unit, self.unit)
        if action == HALT:
            return
        if action.verb != "advance" or action.kind != "hex":
            yield Refusal(f"adv.{self.kind}", f"{action} is not an advance")
        elif action.target not in ground(state).grid.adjacency[unit.place]:
            yield Refusal(f"adv.{self.kind}", f"{action.target} is not adjacent to {unit.place}")
        else:
            yield from self._refusals_to_enter(state, unit, action.target)

    def _refusals_to_enter(self, state: State, unit: Unit, there: str) -> Iterator[Refusal]:
        yield from refusals_of_step(state, unit, unit.place, there)
        if crosses_open_river(state, unit.place, there):
            yield Refusal(
                "adv.limits", f"{unit} may not cross a river without a bridge beyond the captured position"
            )
        # INTERPRETATION (adv.limits): each zone of an advance needs room, since it may be the last.
        yield from refusals_to_stop(state, unit, there)

    @case("adv.limits")
    def apply(self, tx: Transaction, action: Action) -> None:
        """A breakthrough stops where it enters an enemy zone of control."""
        if action == HALT:
            tx.pop()
            return
        unit = advance_to(tx, tx.state.get(Unit, self.unit), action.target, self.kind)
        stopped = unit.place in zoc(tx.state, ground(tx.state).other(self.side))
        tx.replace(replace(self, left=0 if stopped else self.left - 1))
        go_on(tx)


def go_on(tx: Transaction) -> None:
    """Ask only while there is a zone to go to."""
    frame = tx.state.frame
    assert isinstance(frame, AdvanceOn)
    ahead = (action for action in frame.candidates(tx.state) if action != HALT)
    if frame.left <= 0 or all(next(frame.refusals(tx.state, action), None) for action in ahead):
        tx.pop()


@case("adv.defender")
def offer_advance(tx: Transaction, assault: Assault, defender_lost: bool) -> None:
    """The attacker may advance into the emptied zone at once; a defender never advances."""
    able = advancing(tx.state, assault, defender_lost)
    if able:
        tx.push(AssaultAdvance(assault.side, assault.target, able))
