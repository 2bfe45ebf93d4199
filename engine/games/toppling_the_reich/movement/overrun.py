"""Overruns: a stack eliminates an enemy ten times weaker during its movement (6.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.air.actions import interdicted
from engine.games.toppling_the_reich.combat.attack import MOVEMENT, Attack
from engine.games.toppling_the_reich.combat.modifiers import defence_factor, stack_strength
from engine.games.toppling_the_reich.combat.stalemate import settle
from engine.games.toppling_the_reich.combat.terrain_effects import defence_multiplier
from engine.games.toppling_the_reich.command.command_control import seems_in_command
from engine.games.toppling_the_reich.movement.placing import eliminate
from engine.games.toppling_the_reich.movement.rivers import roer_closed
from engine.games.toppling_the_reich.movement.unit_movement import OneStep
from engine.games.toppling_the_reich.movement.walk import (
    BEGAN,
    BOUND,
    Walk,
    has_begun,
    name_all,
    points_left,
    refusals_on_foot,
    refusals_to_part,
)
from engine.games.toppling_the_reich.movement.zoc import exerts, reaches
from engine.games.toppling_the_reich.records import Unit, forces, occupied, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import AirMarker
from engine.mechanics import counted, tell
from engine.referee import Preview, Refusal, State, Strength, Transaction, case, mark_value, marked

ODDS: Final = 10
"""How many times the defence the overrunning stack must be."""
EXTRA: Final = 4
"""Movement points on top of the terrain."""


@case("6.3-a", "3.4.2-d")
def attack_strength(state: State, units: list[Unit], target: str) -> int:
    """What the stack would count in an attack on the hex, with the supply judged for its movement, leaders
    left out."""
    attack = Attack(units[0].side, target, MOVEMENT, units=tuple(unit.key for unit in units))
    return stack_strength(state, attack, units)


@case("6.3-a", "3.4.2-d")
def defence_strength(state: State, side: str, target: str) -> int:
    """What the enemy in the hex counts with all effects of terrain, leaders left out."""
    there = [unit for unit in units_at(state, target) if unit.side == side and unit.is_combat_unit]
    factors = [defence_factor(state, unit, seems_in_command(state, unit)) for unit in there]
    return sum(factors) * defence_multiplier(state, target, side)


@case("6.3-c")
def other_zone(state: State, side: str, here: str, target: str) -> bool:
    """Does an enemy that is not in the target exert a zone of control over a hex?"""
    land = ground(state)
    closed = roer_closed(state)
    near = set(land.grid.adjacency[here]) - {target}
    return any(
        unit.place in near and exerts(land, unit) and reaches(land, unit.place, here, closed)
        for unit in forces(state, land.other(side))
    )


@case("6.3-a")
def refusals_of_points(state: State, units: list[Unit], target: str, cost: int) -> Iterator[Refusal]:
    """Each unit pays the terrain and the extra points out of what it has left."""
    for unit in units:
        left = points_left(state, unit)
        if left < cost:
            yield Refusal(
                "6.3-a", f"the overrun of {target} takes {counted(cost, 'movement point')}, {unit} has {left}"
            )


@case("6.3-a", "8.0-e")
def lacks_command(state: State, unit: Unit) -> bool:
    """Is it out of command, and not in an exploitation, which needs none?"""
    return marked(state, unit.key, marks.OOC) and not marked(state, unit.key, marks.EXPLOITING)


@case("6.3-a", "3.5.5-a", "13.2-c")
def refusals_of_force(state: State, units: list[Unit], target: str) -> Iterator[Refusal]:
    """One stack from the start of the segment, in command, ten times as strong as the enemy."""
    side = units[0].side
    enemy = ground(state).other(side)
    begins = {mark_value(state, unit.key, BEGAN) or unit.place for unit in units}
    if len(begins) > 1:
        yield Refusal("6.3-a", f"{name_all(units)} did not begin the segment together")
    for unit in units:
        if lacks_command(state, unit):
            yield Refusal("6.3-a", f"{unit} is out of command and cannot join an overrun")
        if unit.is_hq:
            yield Refusal("3.5.5-a", f"{unit} is a headquarters and never attacks")
        if unit.hidden:
            # INTERPRETATION (13.2-c): what attacks is no longer hidden, so it is shown before.
            yield Refusal("13.2-c", f"{unit} is hidden and cannot overrun before it is revealed")
    if any(unit.side == enemy and unit.hidden for unit in units_at(state, target)):
        # INTERPRETATION (6.3-a): what a deception marker stands for shows only in combat, so nobody can
        # reckon the odds of an overrun against it.
        yield Refusal("6.3-a", f"the strength behind the deception marker in {target} is not known")
        return
    strength, defence = attack_strength(state, units, target), defence_strength(state, enemy, target)
    if strength < ODDS * defence or not strength:
        yield Refusal("6.3-a", f"{strength} against {defence} in {target} is less than {ODDS} to 1")


@case("6.3-c", "3.2.1-c")
def refusals_of_zones(state: State, units: list[Unit], target: str) -> Iterator[Refusal]:
    """Zones of control of enemies that are not overrun stop the stack as usual."""
    here, side = units[0].place, units[0].side
    if not other_zone(state, side, here, target):
        return
    if any(has_begun(state, unit) for unit in units):
        yield Refusal("6.3-c", f"{name_all(units)} entered the zone of control of another enemy in {here}")
    elif other_zone(state, side, target, target):
        yield Refusal("3.2.1-c", f"{here} and {target} are both in zones of control of other enemies")


def is_hopeless(state: State, units: list[Unit], target: str) -> bool:
    """Too weak even if all units attacked in full and the enemy defended with half: checked first, as it is
    fast."""
    enemy = ground(state).other(units[0].side)
    there = [unit.strength for unit in units_at(state, target) if unit.side == enemy and unit.is_combat_unit]
    least = sum(max(strength // 2, 1) for strength in there) * defence_multiplier(state, target, enemy)
    return sum(unit.strength for unit in units) < ODDS * least


@case("6.3-c")
def may_still_overrun(state: State, unit: Unit) -> bool:
    """Could a unit that stopped before the enemy overrun him, with all that came with it?"""
    began = mark_value(state, unit.key, BEGAN)
    stack = [
        other
        for other in units_at(state, unit.place)
        if other.side == unit.side
        and other.strength
        and not other.is_hq
        and mark_value(state, other.key, BEGAN) == began
        and not lacks_command(state, other)
    ]
    keys = tuple(other.key for other in stack)
    return unit in stack and bool(Overrun(state, keys).arrivals().ends)


class Overrun(OneStep):
    """Destroy the enemy in an adjacent hex and enter it."""

    ruled_by = "6.3-a"
    single_step = "6.3-a"

    def neighbors(self, here: str) -> Iterable[str]:
        near = occupied(self.state, self.enemy).intersection(self.land.grid.adjacency[here])
        return [there for there in near if not is_hopeless(self.state, self.units, there)]

    def refusals_to_set_out(self) -> Iterator[Refusal]:
        """Zones of control of those who are overrun do not stop the stack."""
        yield from refusals_to_part(self.state, self.units)
        for unit in self.units:
            yield from refusals_on_foot(self.state, unit)

    def refusals_to_single_step(self, there: str) -> Iterator[Refusal]:
        state, units, name = self.state, self.units, self.land.name_of(there)
        near = there in self.land.grid.adjacency[self.here]
        if not near or there not in occupied(state, self.enemy):
            yield Refusal("6.3-a", f"{name} is not an adjacent hex with enemy units")
            return
        yield from refusals_of_zones(state, units, there)
        if there in interdicted(state, self.side):
            yield Refusal("11.3-a", f"{name} is under enemy interdiction")
        yield from refusals_of_force(state, units, there)
        impassable = list(self.refusals_to_cross(self.here, there))
        yield from impassable
        if not impassable:
            yield from refusals_of_points(state, units, there, self.price(there))
        yield from self.refusals_to_end(there)

    @case("6.3-a")
    def price(self, there: str) -> int:
        """Terrain, hexside and the extra points."""
        return int(self.cost(self.here, there)) + EXTRA

    @case("6.3-b", "7.7-a")
    def go(self, tx: Transaction, there: str) -> None:
        """Every enemy in the hex is destroyed; the stack enters it and stays together."""
        left = self.budget() - self.price(there)
        tell(tx, "Overrun", f"{self.names()} overrun {self.land.name_of(there)}", "6.3-b", hex=there)
        destroy(tx, self.enemy, there, self.names())
        settle(tx)
        for key in self.movers:
            tx.unmark(key, marks.STOPPED)
            tx.mark(key, BOUND, marks.SEGMENT, value=" ".join(self.movers))
        tx.push(Walk(self.movers, (left,), "6.3-b", path=(self.here, there)))

    def preview(self, there: str) -> Preview:
        ours = attack_strength(self.state, self.units, there)
        theirs = defence_strength(self.state, self.enemy, there)
        strengths = (
            Strength(self.side, self.names(), ours, "6.3-a"),
            Strength(self.enemy, f"the enemy in {there}", theirs, "6.3-a"),
        )
        text = "Every unit in the hex is eliminated"
        return Preview(text, (self.here, there), self.price(there), strengths=strengths)


@case("6.3-b")
def destroy(tx: Transaction, enemy: str, here: str, by_whom: str) -> None:
    """Units, leaders and markers of the enemy in an overrun hex are gone."""
    for unit in units_at(tx.state, here):
        if unit.side == enemy and tx.state.get(Unit, unit.key).place == here:
            eliminate(tx, unit, "6.3-b", f"overrun by {by_whom}")
    for marker in list(tx.state.all(AirMarker).values()):
        if marker.side == enemy and marker.place == here:
            tx.remove(marker)
