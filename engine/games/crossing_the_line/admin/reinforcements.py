"""The Reinforcements and Withdrawals Segment (8.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.actions.ban import refusals_of_ban
from engine.games.crossing_the_line.admin.assignment import RELEASED, AssignUnits
from engine.games.crossing_the_line.records import (
    ASIDE,
    DUE,
    GAME_TURN,
    GERMAN,
    LOST,
    US,
    WITHDRAWN,
    Clock,
    Formation,
    Unit,
    combat_units,
    fighters_at,
    occupied,
    units_at,
)
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.opening import formation
from engine.games.crossing_the_line.scenario.question import Pick, Question
from engine.games.crossing_the_line.scenario.victory import settle_victory
from engine.games.crossing_the_line.standard.command import in_command
from engine.games.crossing_the_line.standard.effectiveness import (
    eliminate,
    end_improved_defense,
    record_losses,
)
from engine.games.crossing_the_line.standard.formations import formation_of
from engine.games.crossing_the_line.standard.hq_displacement import displace, refusals_to_house
from engine.games.crossing_the_line.standard.known import beside
from engine.games.crossing_the_line.standard.stack_order import on_top
from engine.games.crossing_the_line.standard.stacking import surplus
from engine.games.crossing_the_line.standard.supply import in_supply
from engine.mechanics.menu import end, order, way_out
from engine.mechanics.places import box
from engine.referee import Due, Event, Frame, Procedure, Refusal, State, Transaction, case, due, marked

# Withdrawals


@case("8.5.2-a", "8.5.2-b", "8.5.2-c", "8.5.2-d", "10-c")
def withdraw(tx: Transaction, frame: Frame) -> None:
    """Divisions that the scenario withdraws leave with their own units; a unit that cannot is eliminated.
    First every unit is judged, while all of them and their headquarters stand; then they leave."""
    turn = tx.state.one(Clock).turn
    leaving = [e.unit for e in ground(tx.state).document.schedule if (e.kind, e.turn) == ("withdrawal", turn)]
    divisions = dict.fromkeys(tx.state.get(Unit, unit).formation for unit in leaving)
    fit = frozenset(
        unit.key
        for unit in combat_units(tx.state, GERMAN)
        if unit.formation in divisions and can_withdraw(tx.state, unit)
    )
    for key in divisions:
        withdraw_formation(tx, key, fit)


def withdraw_formation(tx: Transaction, key: str, fit: frozenset[str]) -> None:
    """The units that are fit leave, the others are eliminated."""
    land = ground(tx.state)
    for unit in combat_units(tx.state, GERMAN):
        if unit.formation != key:
            continue
        end_improved_defense(tx, unit.place)
        if unit.key in fit:
            record_losses(tx, unit)
            gone = replace(unit, place=box(WITHDRAWN, unit.side), now=unit.strength, disrupted=False)
            tx.put(replace(gone, assigned=""))
        else:
            eliminate(tx, unit, "8.5.2-b", "it cannot withdraw")
    for hq in [u for u in tx.state.all(Unit).values() if u.is_hq and u.formation == key]:
        if hq.on_map or hq.place == box(ASIDE, hq.side):
            tx.put(replace(hq, place=box(WITHDRAWN, hq.side)))
    for unit in list(tx.state.all(Unit).values()):
        if unit.assigned == key:
            tx.put(replace(unit, assigned=""))
            tx.mark(unit.key, RELEASED, GAME_TURN)
    if one := tx.state.find(Formation, key):
        tx.remove(one)
    tx.emit(Event("FormationWithdrawn", f"{land.titles(key)} withdraws", "8.5.2-a"))
    schedule_return(tx, key)


@case("8.5.2-a", "8.5.2-d")
def schedule_return(tx: Transaction, key: str) -> None:
    """A division that comes back does so at full strength, with units that were eliminated before; what it
    had lost stays counted."""
    turn = tx.state.one(Clock).turn
    for entry in ground(tx.state).document.schedule:
        unit = tx.state.find(Unit, entry.unit)
        comes = entry.kind == "reinforcement" and entry.turn > turn and entry.place is not None
        if not comes or unit is None or unit.formation != key or entry.place is None:
            continue
        if unit.place == box(LOST, unit.side):
            record_losses(tx, unit)
        fresh = replace(unit, place=box(DUE, unit.side), now=unit.strength, disrupted=False, assigned="")
        tx.put(fresh)
        tx.put(Due(unit.key, entry.turn, "reinforcement", unit.key, entry.place.at, unit.side))


@case("8.5.2-c")
def give_released_away(tx: Transaction, frame: Frame) -> None:
    """Units that were assigned to a division that has withdrawn may join another one at once."""
    settle_victory(tx)
    released = tuple(unit.key for unit in tx.state.all(Unit).values() if marked(tx.state, unit.key, RELEASED))
    asked = AssignUnits(GERMAN, only=released)
    if released and any(asked.changeable(tx.state)):
        tx.push(asked)


@case("8.5.2-b")
def can_withdraw(state: State, unit: Unit) -> bool:
    """Undisrupted, in command, and its headquarters in supply."""
    belongs = formation_of(state, unit)
    return (
        not unit.disrupted and in_command(state, unit, really=True) and in_supply(state, belongs, really=True)
    )


# Reinforcements


@case("8.5-b", "8.5-c", "3.3-c")
def refusals_to_place(state: State, unit: Unit, there: str) -> Iterator[Refusal]:
    """No enemy unit, not banned, within the stacking limits; a headquarters where it may stand."""
    land = ground(state)
    if unit.is_hq:
        yield from refusals_to_house(state, unit, there)
        return
    yield from land.refusals_outside(there)
    if there in occupied(state, land.other(unit.side)):
        yield Refusal("8.5-c", f"{land.name_of(there)} is occupied by the enemy")
    elif surplus(state, (*fighters_at(state, there), unit)):
        yield Refusal("5.3.1-b", f"{land.name_of(there)} would be overstacked")
    yield from refusals_of_ban(state, unit.side, there)


@case("8.5-b", "8.5-c")
def refusals_to_enter(state: State, unit: Unit, there: str) -> Iterator[Refusal]:
    """The given hex or, only if that is closed, one in command range that touches no enemy unit."""
    land, given, formation = ground(state), state.get(Due, unit.key).place, formation_of(state, unit)
    name = land.name_of(there)
    if there != given and next(refusals_to_place(state, unit, given), None) is None:
        yield Refusal("8.5-b", f"{unit} comes in its given hex, {land.name_of(given)}, which is open")
        return
    yield from refusals_to_place(state, unit, there)
    if there != given and there in beside(state, land.other(unit.side)):
        yield Refusal("8.5-c", f"{name} is next to an enemy unit")
    # INTERPRETATION (8.5-c): an arriving headquarters needs no command range, it brings its own.
    if (
        there != given
        and unit.is_combat_unit
        and not in_command(state, replace(unit, place=there), formation)
    ):
        yield Refusal("8.5-c", f"{name} is not in command range of {land.titles(formation)}")


@case("8.5-b", "8.5-c")
def entries(state: State, unit: Unit) -> list[str]:
    """The hexes where a reinforcement may come, the closest to its given one."""
    land, given = ground(state), state.get(Due, unit.key).place
    found: list[str] = []
    for distance, there in land.nearest_first(given):
        if found and distance > land.grid.distance(given, found[0]):
            break
        if next(refusals_to_enter(state, unit, there), None) is None:
            found.append(there)
    return found


@case("3.1.3-a", "8.5-a")
def waiting(state: State, side: str) -> list[Unit]:
    """The units of a side that are due."""
    turn = state.one(Clock).turn
    ready = {entry.subject for entry in due(state, turn, "reinforcement")}
    found = [unit for unit in units_at(state, box(DUE, side)) if unit.key in ready]
    return sorted(found, key=lambda unit: not unit.is_hq)


class PlaceReinforcements(Question):
    """Which reinforcement comes in? The others are delayed."""

    title = "Reinforcements"
    ruled_by: ClassVar[str] = "8.5-a"

    def prompt(self, state: State) -> str:
        return f"Place reinforcements ({len(waiting(state, self.side))} due), or delay the rest"

    @order("place", "unit", "Place")
    def place(self, tx: Transaction, unit: Unit) -> None:
        tx.push(PickEntry(self.side, tuple(entries(tx.state, unit)), unit=unit.key))

    @place.targets
    def units_due(self, state: State) -> Iterable[str]:
        return [unit.key for unit in waiting(state, self.side)]

    @place.against
    @case("8.5-a", "8.5.1-a", "5.5.2-e", "8.5-c")
    def refusals_to_bring(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """It must be due; independents must have been assigned, and there must be a hex."""
        if enemy := self.enemy_unit(unit):
            yield enemy
            return
        if unit not in waiting(state, self.side):
            yield Refusal("8.5-a", f"{unit} is not due as a reinforcement now")
        elif unit.is_combat_unit and not formation_of(state, unit):
            yield Refusal("8.5.1-a", f"{unit} is independent and has not been assigned")
        elif not entries(state, unit):
            yield Refusal("8.5-c", f"No hex is open for {unit}")

    done = end("done", "Delay the rest")

    @done.reminds
    def delayed(self, state: State) -> Iterator[str]:
        """They may come on a later turn."""
        for unit in waiting(state, self.side):
            yield f"{unit} is delayed"

    def resume(self, tx: Transaction, result: object) -> None:
        if not waiting(tx.state, self.side):
            tx.pop()


class PickEntry(Pick, kw_only=True):
    """In which hex?"""

    unit: str

    title = "Reinforcements"
    verb: ClassVar[str] = "enter"
    kind: ClassVar[str] = "hex"
    ruled_by: ClassVar[str] = "8.5-b"

    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        """Why not there; if nothing else speaks against a hex, it is farther away than others."""
        refused = list(refusals_to_enter(state, state.get(Unit, self.unit), target))
        if not refused and target not in self.options(state):
            near = ", ".join(self.options(state))
            refused.append(Refusal("8.5-c", f"Hexes that are closer to the given one are open: {near}"))
        return iter(refused)

    def prompt(self, state: State) -> str:
        return f"Where is {state.get(Unit, self.unit)} placed?"

    @case("8.5-b", "8.5-d", "8.5.1-b", "7.7-c")
    def picked(self, tx: Transaction, target: str) -> None:
        unit, land = tx.state.get(Unit, self.unit), ground(tx.state)
        arrival = tx.state.get(Due, unit.key)
        tx.remove(arrival)
        tx.put(on_top(tx.state, replace(unit, place=target)))
        if unit.is_hq:
            listed = next((e for e in land.document.schedule if e.unit == unit.key), None)
            level = listed.data.get("level") if listed else None
            tx.put(formation(land, unit.formation, level if isinstance(level, int) else -1))
        text = f"{unit} arrives in {land.name_of(target)}"
        tx.emit(Event("UnitArrived", text, "8.5-b", about=(("unit", unit.key), ("hex", target))))
        tx.pop()

    cancel = way_out()


@case("5.3.2-4")
def return_headquarters(tx: Transaction, side: str) -> None:
    """Headquarters that were kept aside come back in any eligible hex."""
    for hq in units_at(tx.state, box(ASIDE, side)):
        displace(tx, hq, "5.3.2-4")


class ReinforcementsOf(Procedure):
    """The reinforcements of one side."""

    side: str

    def run(self, tx: Transaction) -> None:
        if self.at == 2:
            settle_victory(tx)
            tx.pop()
            return
        tx.replace(replace(self, at=self.at + 1))
        if self.at == 0:
            return_headquarters(tx, self.side)
        elif waiting(tx.state, self.side):
            tx.push(PlaceReinforcements(self.side))


class ReinforcementSegment(Procedure):
    """Withdrawals, then German and US reinforcements."""

    title = "Reinforcements"
    steps = (
        withdraw,
        give_released_away,
        lambda tx, frame: tx.push(ReinforcementsOf(GERMAN)),
        lambda tx, frame: tx.push(ReinforcementsOf(US)),
    )


FRAMES: Final = (ReinforcementSegment, ReinforcementsOf, PlaceReinforcements, PickEntry)
