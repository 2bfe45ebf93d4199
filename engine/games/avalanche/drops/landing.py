"""Planned airdrops come down: the zone is found or missed, companies scatter, land and assemble."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.combat.steps import eliminate
from engine.games.avalanche.drops.planning import ON_THE_WAY
from engine.games.avalanche.general.calendar import turn
from engine.games.avalanche.general.control import is_friendly
from engine.games.avalanche.general.stacking import refusals_of_nations
from engine.games.avalanche.general.telling import readers, tell
from engine.games.avalanche.movement.march import closed_hexes
from engine.games.avalanche.movement.marching import arrive
from engine.games.avalanche.movement.one_hex import OneHex
from engine.games.avalanche.records import (
    ALLIED,
    GAME_TURN,
    GERMAN,
    DropPlan,
    Unit,
    ground_at,
    held,
    units_at,
)
from engine.games.avalanche.scenario.chart_rows import banded
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import Menu, end, offer, order
from engine.mechanics.plural import counted
from engine.referee import Modifier, Procedure, Refusal, State, Transaction, case, marked, total

DEADLY_LEVEL: Final = 6
HARD_LEVEL: Final = 4
DROPPED: Final = "dropped"
ASSEMBLED: Final = "assembled"


@case("drop.location")
def location_modifiers(state: State, here: str) -> list[Modifier]:
    """A friendly hex, a unit there, and high ground."""
    chart, land = ground(state).charts.dropzone_location, ground(state)
    found = []
    if is_friendly(state, here, ALLIED):
        found.append(Modifier("drop.location", "Allied hex", chart.controlled))
    if ground_at(state, here, ALLIED):
        found.append(Modifier("drop.location", "Allied unit there", chart.unit_there))
    if land.level(here) >= chart.high_level:
        found.append(Modifier("drop.location", f"level {land.level(here)}", chart.high_ground))
    return found


def away(state: State, here: str, direction: int, distance: int) -> str:
    """The hex so far in one of the six directions of the sheet, from 1 above clockwise; empty off the map."""
    for _ in range(distance):
        here = (ground(state).grid.neighbor(here, direction - 1) or "") if here else ""
    return here if here in ground(state).playable else ""


def roll_direction(tx: Transaction, serial: Unit) -> int:
    return int(tx.roll("1d6", "drop.direction-distance", f"Direction of {serial.name}").total)


@case("drop.location")
def find_zone(tx: Transaction, serial: Unit, here: str) -> tuple[str, int]:
    """Where the serial jumps, and the direction if it had to be rolled already."""
    chart = ground(tx.state).charts.dropzone_location
    change = int(total(location_modifiers(tx.state, here)))
    roll = tx.roll("1d6", "drop.location", f"{serial.name} looks for {here}").total + change
    missed = banded(chart.rows, roll)[1]
    if not missed:
        tell(tx, "DropZoneFound", f"{serial.name} finds {here} ({roll})", "drop.location", hex=here)
        return here, 0
    direction = roll_direction(tx, serial)
    there = away(tx.state, here, direction, missed)
    text = (
        f"{serial.name} misses {here} by {counted(missed, 'hex')} and comes to {there or 'nowhere'} ({roll})"
    )
    tell(tx, "DropZoneMissed", text, "drop.location", hex=there or here)
    return there, direction


@case("drop.scatter", "drop.direction-distance")
def scatter(tx: Transaction, serial: Unit, here: str, direction: int) -> Iterator[tuple[Unit, str]]:
    """Each company with the hex where it comes down; empty off the map."""
    chart = ground(tx.state).charts.drop_table
    result = banded(chart.rows, tx.roll("2d6", "drop.scatter", f"Drop of {serial.name}").total)[1]
    tell(tx, "DropScattered", f"The drop of {serial.name} is {result}", "drop.scatter")
    faces = chart.distance[result]
    if any(faces) and not direction:
        direction = roll_direction(tx, serial)
    for unit in companies(tx.state, serial):
        distance = 0
        if any(faces):
            why = f"Distance of {unit.name}"
            roll = tx.roll("1d6", "drop.direction-distance", why, readers(tx.state, (unit.key,)))
            distance = faces[roll.total - 1]
        yield unit, away(tx.state, here, direction, distance) if here else ""


def companies(state: State, serial: Unit) -> list[Unit]:
    """The companies of a serial that are on their way."""
    return sorted(
        (unit for unit in units_at(state, ON_THE_WAY) if unit.parent == serial.key),
        key=lambda unit: unit.key,
    )


@case("drop.terrain")
def touch_down(tx: Transaction, unit: Unit, here: str) -> None:
    """Sea and level 6 kill; levels 4 and 5, towns and cities turn the counter."""
    land = ground(tx.state)
    if not here or here not in land.land or land.level(here) >= DEADLY_LEVEL:
        text = f"{unit.name} comes down in {here or 'the void'} and is lost"
        tell(tx, "DropLost", text, "drop.terrain", unit=unit.key)
        eliminate(tx, unit, "drop.terrain")
        return
    hard = land.level(here) >= HARD_LEVEL or here in land.settlements
    tx.put(replace(unit, place=here, dropped=turn(tx.state), flipped=hard))
    tx.mark(unit.key, DROPPED, GAME_TURN)
    if here not in closed_hexes(tx.state, ALLIED):
        arrive(tx, here, ALLIED)
    how = "hard, with losses" if hard else "well"
    text = f"{unit.name} comes down in {here}, {how}"
    tell(tx, "UnitDropped", text, "drop.terrain", unit=unit.key, hex=here)


@case("drop.location", "drop.scatter", "drop.direction-distance")
def drop(tx: Transaction, plan: DropPlan) -> None:
    """One serial comes down."""
    serial = tx.state.get(Unit, plan.key)
    tx.remove(plan)
    here, direction = find_zone(tx, serial, plan.place)
    for unit, there in list(scatter(tx, serial, here, direction)):
        touch_down(tx, unit, there)


def drop_serials(tx: Transaction, step: AirdropLanding) -> None:
    """All serials on their way, one after the other."""
    if step.side == ALLIED:
        for plan in sorted(tx.state.all(DropPlan).values(), key=lambda plan: plan.key):
            if plan.shown:
                drop(tx, plan)


def assemble(tx: Transaction, step: AirdropLanding) -> None:
    if step.side == ALLIED:
        offer(tx, Assemble(ALLIED))


class Assemble(Menu):
    """Which companies move a hex after landing?"""

    title = "Assembling"
    ruled_by = "drop.landing-move"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return "Which company that has just landed moves a hex?"

    @order("assemble", "unit", "Move")
    def assemble(self, tx: Transaction, unit: Unit) -> None:
        tx.push(AssembleAt(self.side, unit=unit.key))

    @assemble.targets
    def landed(self, state: State) -> Iterable[str]:
        return [unit.key for unit in state.all(Unit).values() if has_landed(state, unit)]

    @assemble.against
    @case("drop.landing-move")
    def refusals_to_assemble(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if not has_landed(state, unit):
            yield Refusal("drop.landing-move", f"{unit.name} has not dropped on this turn")
        if unit.flipped:
            yield Refusal("drop.landing-move", f"{unit.name} was reduced in landing and stays where it is")
        if marked(state, unit.key, ASSEMBLED):
            yield Refusal("drop.landing-move", f"{unit.name} has moved its hex")

    end = end("end", "End of assembling")


def has_landed(state: State, unit: Unit) -> bool:
    return unit.on_map and marked(state, unit.key, DROPPED)


class AssembleAt(OneHex, kw_only=True):
    """Into which hex does the company move?"""

    title = "Assembling"
    ruled_by = "drop.landing-move"
    otherwise = "@ is not possible: a company moves to a land hex beside its own"

    @case("drop.landing-move", "post.nation-stack")
    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        """Not into the enemy, nor to the British; a foot unit can enter any land hex beside it."""
        if target in held(state, GERMAN):
            yield Refusal("drop.landing-move", f"{target} is held by the enemy")
        yield from refusals_of_nations(state, target, (state.get(Unit, self.unit),))

    @case("drop.landing-move")
    def picked(self, tx: Transaction, target: str) -> None:
        unit = tx.state.get(Unit, self.unit)
        tx.put(replace(unit, place=target))
        tx.mark(unit.key, ASSEMBLED, GAME_TURN)
        arrive(tx, target, ALLIED)
        text = f"{unit.name} moves to {target}"
        tell(tx, "UnitMoved", text, "drop.landing-move", unit=unit.key, hex=target)
        tx.pop()


class AirdropLanding(Procedure):
    """Serials come down, then unharmed companies may move a hex."""

    side: str

    title = "Airdrops"
    steps = (drop_serials, assemble)


FRAMES: Final = (AirdropLanding, Assemble, AssembleAt)
