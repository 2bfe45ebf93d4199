"""Strengths, die roll modifiers and column shifts of a regular combat (7.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.combat.attack import (
    Attack,
    defenders,
    defending_side,
    dropping,
    ground_units,
    stacks_of,
)
from engine.games.toppling_the_reich.combat.river_assault import AMPHIBIOUS, crossed_as, hinders_tanks
from engine.games.toppling_the_reich.combat.terrain_effects import (
    TERRAIN,
    defence_multiplier,
    ground_modifiers,
    weather_modifiers,
)
from engine.games.toppling_the_reich.command.command_control import in_command, seems_in_command
from engine.games.toppling_the_reich.command.leaders import leader_lines
from engine.games.toppling_the_reich.movement.rivers import NONE
from engine.games.toppling_the_reich.records import Unit, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.supply.general_supply import in_supply
from engine.mechanics.combat import reduced
from engine.referee import Modifier, State, Strength, case, marked

LEADERS: Final = "leaders"
DROP: Final = "drop"
COLUMN: Final = "column"
TIGERS: Final = "LRs"
"""The tag of the King Tiger battalion."""


# strengths


@case("3.3", "6.3-a", "7.4-supply", "8.0-e")
def is_supplied(state: State, unit: Unit, attack: Attack) -> bool:
    """Once an attack is declared its supply is that of the declaration; in an overrun, which is movement,
    that of the beginning of the segment. Who exploits is always in supply."""
    if marked(state, unit.key, marks.EXPLOITING):
        return True
    if attack.is_declared or attack.is_overrun:
        return not marked(state, unit.key, marks.OOS)
    return in_supply(state, unit)


@case("3.3.5-b", "7.4-terrain-d", "3.7")
def attack_factor(state: State, unit: Unit, attack: Attack) -> int:
    """What a unit counts in attack: half without supply, fractions dropped, at least 1."""
    chart = ground(state).charts.state_summary
    supplied = is_supplied(state, unit, attack)
    return chart.share(unit.strength, chart.of(supplied, commanded=True).attack_share)


@case("3.3.5-c", "3.5.5-a", "3.6-a", "3.6-d", "7.4-terrain-d", "3.7")
def defence_factor(state: State, unit: Unit, commanded: bool) -> int:
    """A unit in defence before terrain: half without command, at least 1; supply does not matter."""
    chart = ground(state).charts.state_summary
    return chart.share(unit.strength, chart.of(True, commanded).defence_share)


@case("6.1-d", "7.4-terrain-b", "7.4-terrain-d", "10.1-c")
def stack_strength(state: State, attack: Attack, stack: list[Unit]) -> int:
    """The sum of a stack, reduced by its own hexside and no other, fractions dropped, at least 1."""
    whole = sum(attack_factor(state, unit, attack) for unit in stack if unit.is_combat_unit)
    line = crossed_as(state, attack, stack)
    share = 1 if line == NONE else ground(state).charts.tec_hexsides.rows[line].attack_share
    return reduced(whole, share, least=1)


@case("10.5-f", "3.4.2-d")
def attack_lines(state: State, attack: Attack) -> tuple[Strength, ...]:
    """Each stack over its hexside, the paratroops, and the leaders last of all."""
    land = ground(state)
    lines, stacks = [], {}
    for here, stack in stacks_of(state, attack).items():
        amount = stacks[here] = stack_strength(state, attack, stack)
        line = crossed_as(state, attack, stack)
        over = "" if line == NONE else f" across a {line.replace('_', ' ')}"
        names = ", ".join(unit.name for unit in stack)
        lines.append(
            Strength(attack.side, f"{names} from {land.name_of(here)}{over}", amount, "7.4-terrain-d")
        )
    for unit in dropping(state, attack):
        lines.append(Strength(attack.side, f"{unit} by air", unit.strength, "10.5-f"))
    leaders = [state.get(Unit, key) for key in attack.leaders]
    lines += leader_lines(state, attack.side, leaders, stacks, sum(int(line.amount) for line in lines))
    return tuple(lines)


@case("7.3-b", "7.7-d", "13.2-c")
def defence_lines(state: State, attack: Attack) -> tuple[Strength, ...]:
    """Units that began in the hex with its terrain; reserves and leaders without it."""
    times = defence_multiplier(state, attack.target, defending_side(state, attack))
    lines, supported = [], 0
    for unit in defenders(state, attack):
        commanded = in_command(state, unit) if attack.is_declared else seems_in_command(state, unit)
        factor = defence_factor(state, unit, commanded)
        here = unit.key not in attack.reserves
        amount = factor * times if here else factor
        text = f"{unit} x{times}" if here and times > 1 else f"{unit}" if here else f"{unit} as reserve"
        lines.append(Strength(unit.side, text, amount, "7.3-b"))
        supported += amount if commanded else 0
    leaders = [state.get(Unit, key) for key in attack.defending_leaders]
    side = defending_side(state, attack)
    return (*lines, *leader_lines(state, side, leaders, {attack.target: supported}, supported))


# the die


@case("7.4-terrain-b", "6.1-d", "10.5-f", "10.4.4-b")
def river_modifiers(state: State, attack: Attack) -> Iterator[Modifier]:
    """Only the river most favourable to the attacker; none if one stack attacks across none."""
    rows = ground(state).charts.tec_hexsides.rows
    lines = [crossed_as(state, attack, stack) for stack in stacks_of(state, attack).values()]
    if lines and NONE not in lines:
        best = max(lines, key=lambda line: rows[line].drm)
        yield Modifier("7.4-terrain-b", f"across a {best.replace('_', ' ')}", rows[best].drm, TERRAIN)


@case("7.4-leaders", "3.4.2-a", "7.4-para", "10.5-f", "10.5-i", "7.2-b")
def people_modifiers(state: State, attack: Attack) -> Iterator[Modifier]:
    """Two for each leader of either side, and one for a drop on the hex, however many land."""
    drm = ground(state).charts.combat_drm
    for key in attack.leaders:
        leader = state.get(Unit, key)
        yield Modifier("7.4-leaders", f"{leader} attacks", drm.of("attacking_leader"), LEADERS)
    for key in attack.defending_leaders:
        leader = state.get(Unit, key)
        yield Modifier("7.4-leaders", f"{leader} defends", drm.of("defending_leader"), LEADERS)
    if attack.drops:
        yield Modifier("7.4-para", "paratroops land on the hex", drm.of("drop"), DROP, attack.waives_drop)


def die_modifiers(state: State, attack: Attack) -> tuple[Modifier, ...]:
    """Everything that changes the die."""
    side = defending_side(state, attack)
    return (
        *ground_modifiers(state, attack.target, side),
        *river_modifiers(state, attack),
        *weather_modifiers(state, attack.target),
        *people_modifiers(state, attack),
    )


# the column


@case("7.4-armor-a", "7.4-armor-b")
def armor_superiority(state: State, attack: Attack) -> str:
    """The side whose forces contain armor while the other's contain none; empty for neither.

    Defending panzer grenadiers shield their hex; attacking ones and cavalry shield nobody.
    """
    ours = [*ground_units(state, attack), *dropping(state, attack)]
    theirs = defenders(state, attack)
    attacking = any(unit.is_armor_type for unit in ours)
    defending = any(unit.is_armor_type for unit in theirs)
    if attacking and not defending and not any(unit.type == "panzergrenadier" for unit in theirs):
        return attack.side
    return defending_side(state, attack) if defending and not attacking else ""


@case("7.4-armor-a", "7.2-b")
def armor_shift(state: State, attack: Attack) -> Iterator[Modifier]:
    """One column for the side that has armor superiority and does not waive it."""
    side = armor_superiority(state, attack)
    if not side:
        return
    shift = ground(state).charts.combat_shifts.of("armor_superiority")
    attacking = side == attack.side
    waived = attack.waives_armor if attacking else attack.defender_waives_armor
    text = f"armor superiority of the {'attacker' if attacking else 'defender'}"
    yield Modifier("7.4-armor-a", text, shift if attacking else -shift, COLUMN, waived)


@case("7.4-assets", "10.2.1-a", "10.2.1-b", "10.2.2-a", "10.2.2-b")
def asset_shifts(state: State, attack: Attack) -> Iterator[Modifier]:
    """The 79th Armored and the King Tigers; one 79th unit at most counts."""
    land = ground(state)
    shifts = land.charts.combat_shifts
    stacks = stacks_of(state, attack)
    for here, stack in stacks.items():
        allies = [unit for unit in stack if unit.tag == AMPHIBIOUS]
        helped = any(unit.nation in ("BR", "CDN") and unit.is_combat_unit for unit in stack)
        if allies and helped and not hinders_tanks(state, attack, here):
            yield Modifier("10.2.1-a", f"{allies[0]} with the attack", shifts.of("asset_79th"), COLUMN)
            break
    for here, stack in stacks.items():
        tigers = [unit for unit in stack if unit.tag == TIGERS]
        in_the_open = land.charts.tec_hexes.base[land.terrain[attack.target]].tigers_attack
        if tigers and in_the_open and not hinders_tanks(state, attack, here):
            yield Modifier("10.2.2-a", f"{tigers[0]} with the attack", shifts.of("tigers_attacking"), COLUMN)
    for unit in units_at(state, attack.target):
        if unit.tag == TIGERS and unit.side != attack.side and not unit.hidden:
            yield Modifier("10.2.2-a", f"{unit} with the defence", shifts.of("tigers_defending"), COLUMN)


@case("7.4-oversupply", "3.3.3-a", "7.4-cas", "11.6", "16.3.7-a")
def column_shifts(state: State, attack: Attack) -> tuple[Modifier, ...]:
    """Everything that changes the column, to the right for the attacker."""
    shifts = ground(state).charts.combat_shifts
    found = []
    if attack.oversupply:
        found.append(Modifier("7.4-oversupply", "oversupplied", shifts.of("oversupply"), COLUMN))
    if attack.air:
        amount = attack.air * shifts.of("close_air_support")
        found.append(Modifier("7.4-cas", "close air support of the attacker", amount, COLUMN))
    if attack.defending_air:
        amount = -attack.defending_air * shifts.of("close_air_support")
        found.append(Modifier("7.4-cas", "close air support of the defender", amount, COLUMN))
    if attack.carpet:
        found.append(Modifier("16.3.7-a", "carpet bombing", shifts.of("carpet_bombing"), COLUMN))
    return (*found, *armor_shift(state, attack), *asset_shifts(state, attack))
