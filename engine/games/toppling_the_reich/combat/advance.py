"""Advance after combat and hot pursuit (7.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.air.actions import interdicted
from engine.games.toppling_the_reich.combat.attack import Attack
from engine.games.toppling_the_reich.deception.discovery import discover
from engine.games.toppling_the_reich.movement.placing import put_down
from engine.games.toppling_the_reich.movement.rivers import can_cross
from engine.games.toppling_the_reich.movement.stacking import has_room, refusals_to_stack
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import Unit, occupied, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.special_units.corps import expanded
from engine.mechanics import ask_again, counted, end, offer, order, tell
from engine.referee import Action, Event, Refusal, State, Transaction, case


@case("7.9-a", "2.1.1-b")
def survivors(state: State, attack: Attack) -> list[Unit]:
    """Attackers on the ground, those of a corps that broke down included, and the leaders with them."""
    units = [state.get(Unit, key) for key in (*expanded(state, attack.units), *attack.leaders)]
    near = ground(state).grid.adjacency[attack.target]
    return [unit for unit in units if unit.on_map and unit.place in near]


@case("7.9-b")
def pursues(state: State, unit: Unit) -> bool:
    """The unit type chart says who follows up a retreat."""
    return unit.is_combat_unit and ground(state).charts.unit_types.rows[unit.type].pursues(unit.side)


class AdvanceAfterCombat(Question):
    """Which units enter the vacated hex; fast units may continue along the path of the retreat."""

    attack: Attack
    length: int = 1
    """Hexes that pursuit may cover, the vacated one included; 1 means no pursuit."""
    # INTERPRETATION (7.9-b): of the hexes that pursuit may cover the vacated one is the first.
    routes: tuple[tuple[str, ...], ...] = ()
    advanced: tuple[str, ...] = ()

    title = "Advance"
    ruled_by = "7.9-a"
    otherwise = "name a unit that advances, or end the advance"

    def prompt(self, state: State) -> str:
        where = ground(state).name_of(self.attack.target)
        further = f"; pursuit may go {counted(self.length, 'hex')}" if self.length > 1 else ""
        return f"{where} is vacated{further}. Which units advance?"

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.attack.target,)

    @order("advance", "unit", "Advance")
    @case("7.9-b", "13.3-b")
    def advance(self, tx: Transaction, unit: Unit) -> None:
        """Who pursues may go on from the vacated hex, unless that discovers an unknown enemy."""
        tx.replace(replace(self, advanced=(*self.advanced, unit.key)))
        discovered = enter(tx, unit, self.attack.target)
        if self.length > 1 and pursues(tx.state, unit):
            pursuit = self.pursuit(unit)
            tx.push(replace(pursuit, left=0) if discovered else pursuit)
            pursue_on(tx)
        else:
            ask_again(tx)

    @advance.targets
    def attackers(self, state: State) -> Iterable[str]:
        return [unit.key for unit in survivors(state, self.attack)]

    @advance.against
    @case("7.9-a", "7.9-c", "7.10-b", "3.1-d", "3.5.6-c")
    def refusals_to_advance(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Any surviving attacker, regardless of zones of control; within stacking limits where it ends."""
        target = self.attack.target
        if unit.key in self.attack.drops:
            yield Refusal("7.9-a", f"{unit} has dropped and does not advance")
        elif unit.key in self.advanced:
            yield Refusal("7.9-a", f"{unit} has advanced already")
        elif unit not in survivors(state, self.attack):
            yield Refusal("7.9-a", f"{unit} did not attack {target} on the ground, or is there already")
        elif unit.is_combat_unit and not unit.mf:
            # INTERPRETATION (7.9-a): a unit that cannot move does not advance, as it cannot be a reserve.
            yield Refusal("7.9-a", f"{unit} cannot move")
        elif not unit.is_combat_unit and not any(u.is_combat_unit for u in units_at(state, target)):
            yield Refusal("7.9-a", f"{unit} follows only when a combat unit has entered {target}")
        else:
            full = list(refusals_to_stack(state, target, [unit]))
            if full and not self.leads_through(state, unit):
                yield from full

    def leads_through(self, state: State, unit: Unit) -> bool:
        """Can the unit pass the vacated hex in pursuit, to stop where there is room?"""
        onward = self.pursuit(unit)
        return pursues(state, unit) and onward.leads_on(state, self.attack.target, self.length - 1)

    def pursuit(self, unit: Unit) -> HotPursuit:
        """What the unit could do after it has entered the vacated hex."""
        target, left = self.attack.target, self.length - 1
        return HotPursuit(self.side, unit.key, target, left, self.routes, came_from=unit.place)

    done = end("done", "No further advance")

    def resume(self, tx: Transaction, result: Any) -> None:
        ask_again(tx)


def enter(tx: Transaction, unit: Unit, there: str) -> bool:
    """Advance one hex; True if that discovered an unknown enemy. Assets may still follow the others."""
    land = ground(tx.state)
    text = f"{unit} advances into {land.name_of(there)}"
    tx.emit(Event("UnitAdvanced", text, "7.9-a", about=(("unit", unit.key), ("hex", there))))
    put_down(tx, unit, there)
    tx.mark(unit.key, marks.MOVED, marks.PLAYER_TURN)
    return discover(tx, unit.side, there)


class HotPursuit(Question):
    """How far a unit follows the retreat."""

    unit: str
    vacated: str
    left: int
    routes: tuple[tuple[str, ...], ...] = ()
    """None if all defenders were eliminated: then every direction is allowed."""
    came_from: str = ""
    """The hex from which it attacked."""

    title = "Hot pursuit"

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        where = ground(state).name_of(unit.place)
        return f"{unit} is in {where}: pursuit by {counted(self.left, 'hex')} more"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def ahead(self, state: State, here: str) -> list[str]:
        """The next hexes on the paths of the retreat, or all neighbours if no unit is left to pursue."""
        if not self.routes:
            return list(ground(state).land_neighbors[here])
        after = [b for route in self.routes for a, b in pairwise(route) if a == here]
        return list(dict.fromkeys(after))

    @order("advance", "hex", "Pursue to")
    @case("7.9-b", "13.3-b")
    def advance(self, tx: Transaction, there: str) -> None:
        """It stops in the first enemy zone of control that no friendly unit stands in, or at a discovery."""
        friends = has_friends(tx.state, self.side, there)
        discovered = enter(tx, tx.state.get(Unit, self.unit), there)
        stopped = discovered or (there in zoc(tx.state, ground(tx.state).other(self.side)) and not friends)
        tx.replace(replace(self, left=0 if stopped else self.left - 1))
        pursue_on(tx)

    @advance.targets
    def hexes_ahead(self, state: State) -> Iterable[str]:
        return self.ahead(state, state.get(Unit, self.unit).place)

    @advance.against
    @case("7.9-b", "3.1-d", "3.5.6-c")
    def refusals_to_advance(self, state: State, there: str) -> Iterator[Refusal]:
        """Along the retreat; it stops only where there is room for it."""
        unit = state.get(Unit, self.unit)
        if there not in self.ahead(state, unit.place):
            yield Refusal("7.9-b", f"{there} is not the next hex on the way of the retreat")
            return
        yield from self.refusals_to_enter(state, unit.place, there)
        full = list(refusals_to_stack(state, there, [unit]))
        if full and not self.leads_on(state, there, self.left - 1):
            yield from full

    @order("halt", words="Stop here", ends=True)
    def halt(self, tx: Transaction) -> None:
        end_pursuit(tx, self)

    @halt.against
    def refusals_to_halt(self, state: State) -> Iterator[Refusal]:
        unit = state.get(Unit, self.unit)
        return refusals_to_stack(state, unit.place, [unit])

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        yield Refusal("7.9-b", f"{state.get(Unit, self.unit)} continues to an adjacent hex, or stops")

    @case("7.9-c", "11.3-a")
    def refusals_to_enter(self, state: State, here: str, there: str) -> Iterator[Refusal]:
        """Over bridges only, not into the enemy nor an interdicted hex."""
        name = ground(state).name_of(there)
        if there in occupied(state, ground(state).other(self.side)):
            yield Refusal("7.9-b", f"enemy units are in {name}")
        if not can_cross(state, self.side, here, there):
            yield Refusal("7.9-c", f"pursuit may cross to {name} only over a bridge")
        if there in interdicted(state, self.side):
            yield Refusal("11.3-a", f"{name} is interdicted")

    @case("3.1-d", "7.9-b")
    def leads_on(self, state: State, here: str, left: int) -> bool:
        """True if it can continue from a hex, by at most this number of hexes, to one where it may stop."""
        if not left or (here != self.vacated and stops_pursuit(state, self.side, here)):
            return False
        unit = state.get(Unit, self.unit)
        return any(
            next(self.refusals_to_enter(state, here, there), None) is None
            and (has_room(state, there, [unit]) or self.leads_on(state, there, left - 1))
            for there in self.ahead(state, here)
        )


def has_friends(state: State, side: str, here: str) -> bool:
    """Does a combat unit of the side stand in the hex?"""
    return any(unit.side == side and unit.is_combat_unit for unit in units_at(state, here))


@case("7.9-b")
def stops_pursuit(state: State, side: str, here: str) -> bool:
    """An enemy zone of control stops pursuit where no friendly unit stands."""
    return here in zoc(state, ground(state).other(side)) and not has_friends(state, side, here)


def pursue_on(tx: Transaction) -> None:
    """Ask while there is a hex to go to."""
    frame = tx.state.frame
    assert isinstance(frame, HotPursuit)
    if not frame.left or not frame.is_open(tx.state):
        end_pursuit(tx, frame)


@case("3.1-d", "13.3-b")
def end_pursuit(tx: Transaction, frame: HotPursuit) -> None:
    """It stays where it is; if it may not, it returns to the hex from which it attacked."""
    # INTERPRETATION (13.3-b): who is stopped by an unknown unit in a hex where he may not stay goes back.
    unit = tx.state.get(Unit, frame.unit)
    if not has_room(tx.state, unit.place, [unit]):
        text = f"{unit} has no place to stop and returns to {ground(tx.state).name_of(frame.came_from)}"
        tell(tx, "UnitReturned", text, "3.1-d", unit=unit.key, hex=frame.came_from)
        put_down(tx, unit, frame.came_from)
    tx.pop()


def offer_advance(tx: Transaction, attack: Attack, length: int, routes: tuple[tuple[str, ...], ...]) -> None:
    """The surviving attackers may occupy the vacated hex."""
    offer(tx, AdvanceAfterCombat(attack.side, attack, length, routes))


FRAMES = (AdvanceAfterCombat, HotPursuit)
