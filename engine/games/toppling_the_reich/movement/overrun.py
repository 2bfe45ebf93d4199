"""Overruns: a stack eliminates an enemy ten times weaker during its movement (6.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.toppling_the_reich.air.actions import interdicted
from engine.games.toppling_the_reich.combat.attack import Attack
from engine.games.toppling_the_reich.combat.modifiers import defence_factor, stack_strength
from engine.games.toppling_the_reich.combat.terrain_effects import defence_multiplier
from engine.games.toppling_the_reich.movement.modes import Mode, refusals_to_part, why_they_stay
from engine.games.toppling_the_reich.movement.placing import eliminate
from engine.games.toppling_the_reich.movement.rivers import roer_closed
from engine.games.toppling_the_reich.movement.stacking import refusals_to_stack
from engine.games.toppling_the_reich.movement.step_cost import step_cost, why_no_step
from engine.games.toppling_the_reich.movement.walk import (
    BEGAN,
    BOUND,
    group,
    has_begun,
    name_all,
    points_left,
    stop_in_zone,
    walk,
)
from engine.games.toppling_the_reich.movement.zoc import exerts, reaches
from engine.games.toppling_the_reich.records import (
    EXPLOITING,
    OOC,
    SEGMENT,
    STOPPED,
    Unit,
    forces,
    occupied,
    units_at,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import AirMarker
from engine.games.toppling_the_reich.scenario.named_choice import counted
from engine.referee import Event, Preview, Refusal, State, Strength, Transaction, case, mark_value, marked

ODDS: Final = 10
"""How many times the defence the overrunning stack must be."""
EXTRA: Final = 4
"""Movement points on top of the terrain."""


@case("6.3-a", "3.4.2-d")
def attack_strength(state: State, units: list[Unit], target: str) -> int:
    """What the stack would count in an attack on the hex, leaders left out."""
    attack = Attack(units[0].side, target, units=tuple(unit.key for unit in units))
    return stack_strength(state, attack, units)


@case("6.3-a", "3.4.2-d")
def defence_strength(state: State, side: str, target: str) -> int:
    """What the enemy in the hex counts with all effects of terrain, leaders left out."""
    there = [unit for unit in units_at(state, target) if unit.side == side and unit.is_combat_unit]
    return sum(defence_factor(state, unit) for unit in there) * defence_multiplier(state, target, side)


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


def price(state: State, side: str, here: str, target: str) -> int | None:
    """Terrain, hexside and the extra points; None where there is no way."""
    cost = step_cost(state, side, here, target)
    return None if cost is None else cost + EXTRA


def refusals_to_overrun(state: State, units: list[Unit], target: str) -> Iterator[Refusal]:
    """Every condition that these units of one hex do not meet."""
    lead, land = units[0], ground(state)
    here, side = lead.place, lead.side
    yield from refusals_to_part(state, units)
    for unit in units:
        others = [r for r in why_they_stay(state, [unit]) if r.case != mark_value(state, unit.key, STOPPED)]
        yield from others
    yield from refusals_of_zones(state, units, target)
    if target not in occupied(state, land.other(side)) or target not in land.grid.adjacency[here]:
        yield Refusal("6.3-a", f"{land.name_of(target)} is not an adjacent hex with enemy units")
        return
    if target in interdicted(state, side):
        yield Refusal("11.3-a", f"{land.name_of(target)} is under enemy interdiction")
    yield from refusals_of_force(state, units, target)
    cost = price(state, side, here, target)
    if cost is None:
        yield Refusal(*why_no_step(state, here, target))
    else:
        yield from refusals_of_points(state, units, target, cost)
    yield from refusals_to_stack(state, target, units)


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
    return marked(state, unit.key, OOC) and not marked(state, unit.key, EXPLOITING)


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


def targets(state: State, units: list[Unit]) -> list[str]:
    """The adjacent enemies that these units of one hex can overrun."""
    here, land = units[0].place, ground(state)
    near = occupied(state, land.other(units[0].side)).intersection(land.grid.adjacency[here])
    return [
        target
        for target in near
        if not is_hopeless(state, units, target)
        and next(refusals_to_overrun(state, units, target), None) is None
    ]


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
    return unit in stack and bool(targets(state, stack))


class Overrun(Mode):
    """Destroy the enemy in an adjacent hex and enter it."""

    verb = "overrun"
    words = "Overrun"
    ruled_by = "6.3-a"

    def ends(self, state: State, keys: tuple[str, ...]) -> frozenset[str]:
        return frozenset(targets(state, group(state, keys)))

    def why_not(self, state: State, keys: tuple[str, ...], there: str) -> Iterator[Refusal]:
        return refusals_to_overrun(state, group(state, keys), there)

    @case("6.3-b")
    def go(self, tx: Transaction, keys: tuple[str, ...], there: str) -> None:
        units = group(tx.state, keys)
        side, here = units[0].side, units[0].place
        cost = price(tx.state, side, here, there)
        assert cost is not None
        left = min(points_left(tx.state, unit) for unit in units) - cost
        enemy = ground(tx.state).other(side)
        text = f"{name_all(units)} overrun {ground(tx.state).name_of(there)}"
        tx.emit(Event("Overrun", text, "6.3-b", about=(("hex", there),)))
        destroy(tx, enemy, there, name_all(units))
        for key in keys:
            tx.unmark(key, STOPPED)
            tx.mark(key, BOUND, SEGMENT, value=" ".join(keys))
        walk(tx, keys, (here, there), [left], "6.3-b")
        stop_in_zone(tx, keys)

    def preview(self, state: State, keys: tuple[str, ...], there: str) -> Preview:
        units = group(state, keys)
        side, here = units[0].side, units[0].place
        enemy = ground(state).other(side)
        strengths = (
            Strength(side, name_all(units), attack_strength(state, units, there), "6.3-a"),
            Strength(enemy, f"the enemy in {there}", defence_strength(state, enemy, there), "6.3-a"),
        )
        text = "Every unit in the hex is eliminated"
        return Preview(text, (here, there), price(state, side, here, there), strengths=strengths)


@case("6.3-b")
def destroy(tx: Transaction, enemy: str, here: str, by_whom: str) -> None:
    """Units, leaders and markers of the enemy in an overrun hex are gone."""
    for unit in units_at(tx.state, here):
        if unit.side == enemy and tx.state.get(Unit, unit.key).place == here:
            eliminate(tx, unit, "6.3-b", f"overrun by {by_whom}")
    for marker in list(tx.state.all(AirMarker).values()):
        if marker.side == enemy and marker.place == here:
            tx.remove(marker)
