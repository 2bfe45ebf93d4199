"""Who may take part in a regular attack, and what it costs (7.1, 3.3.2 to 3.3.5)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.games.toppling_the_reich.air.airborne import AIR_ASP, FLOWN_POINTS
from engine.games.toppling_the_reich.combat.attack import COMBAT, Attack, ground_units, is_major, stacks_of
from engine.games.toppling_the_reich.combat.river_assault import refusals_to_cross
from engine.games.toppling_the_reich.combat.stalemate import due_repeats, refusals_while_locked
from engine.games.toppling_the_reich.command.command_control import in_command
from engine.games.toppling_the_reich.records import (
    AIR_SUPPLIED,
    ATTACKED,
    DROPPED,
    EXPLOITING,
    RAILED,
    STRATEGIC,
    Clock,
    Unit,
    forces,
    occupied,
    units_at,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.supply.attack_supply import cost_of, refusals_to_spend
from engine.games.toppling_the_reich.supply.general_supply import (
    asp_channels,
    brings_attack_supply,
    has_line,
    in_supply,
    is_garrison,
    supplied_otherwise,
)
from engine.games.toppling_the_reich.supply.oversupply import may_be_oversupplied
from engine.mechanics import article
from engine.referee import Refusal, State, case, derived, mark_value, marked

HIT = "attacked here"
"""segment; the mark of a hex that was attacked"""


def refusals_to_join(state: State, unit: Unit, attack: Attack) -> Iterator[Refusal]:
    """Every reason why a unit or armored asset may not attack the hex with the others."""
    if unit.key in attack.units:
        yield Refusal("7.2-a", f"{unit} takes part already")
        return
    yield from refusals_to_attack(state, unit, attack)
    if unit.on_map and unit.is_combat_unit:
        yield from refusals_of_supply(state, replace(attack, units=(*attack.units, unit.key)))


@case("7.0-a", "7.1-a", "3.5.5-a", "3.4-a")
def refusals_to_attack(state: State, unit: Unit, attack: Attack) -> Iterator[Refusal]:
    """An adjacent unit that is able to attack; headquarters and leaders never do."""
    if unit.side != attack.side or not unit.on_map:
        yield Refusal("7.1-a", f"{unit} is not {article(attack.side)} {attack.side.title()} unit on the map")
    elif unit.is_leader:
        yield Refusal("3.4-a", f"{unit} is a leader and cannot attack")
    elif unit.is_hq:
        yield Refusal("3.5.5-a", f"{unit} is a headquarters and never attacks")
    elif attack.target not in ground(state).grid.adjacency[unit.place]:
        yield Refusal("7.0-a", f"{unit} is not adjacent to {attack.target}")
    else:
        yield from refusals_of_history(state, unit, attack)
        yield from refusals_while_locked(state, unit, attack)
        yield from refusals_to_cross(state, attack, unit)
        if unit.is_combat_unit:
            yield from refusals_of_state(state, unit, attack)


@case("7.1-a", "6.2-a", "6.4-a", "10.5-h", "8.0-d", "13.2-c")
def refusals_of_history(state: State, unit: Unit, attack: Attack) -> Iterator[Refusal]:
    """One attack in a segment; none after Strategic or rail movement or a drop of this turn."""
    if mark_value(state, unit.key, ATTACKED) == attack.segment:
        yield Refusal("7.1-a", f"{unit} has attacked in this segment")
    if marked(state, unit.key, STRATEGIC):
        yield Refusal("6.2-a", f"{unit} has used Strategic Movement")
    if marked(state, unit.key, RAILED):
        yield Refusal("6.4-a", f"{unit} has moved by rail this game turn")
    if mark_value(state, unit.key, DROPPED) == str(state.one(Clock).turn):
        yield Refusal("10.5-h", f"{unit} has dropped this game turn")
    if attack.exploits and not marked(state, unit.key, EXPLOITING):
        yield Refusal("8.0-d", f"{unit} does not belong to the exploitation")
    if unit.dummy:
        yield Refusal("13.2-c", f"{unit} is a dummy")


@case("7.4-assets", "10.2.1-a", "10.2.2-a")
def refusals_to_use_asset(state: State, unit: Unit, attack: Attack) -> Iterator[Refusal]:
    """An armored asset has no strength of its own: it supports an attacking unit in its hex."""
    if not any(other.is_combat_unit for other in stacks_of(state, attack).get(unit.place, ())):
        yield Refusal("7.4-assets", f"no unit in the hex of {unit} takes part")


@case("7.4-supply", "3.5.2-b", "3.6-b", "3.3.1-e", "8.0-e")
def refusals_of_state(state: State, unit: Unit, attack: Attack) -> Iterator[Refusal]:
    """A unit needs command and a supply line, not only fortress supply; an exploiting force needs neither."""
    if attack.exploits:
        return
    if not in_command(state, unit):
        yield Refusal("3.5.2-b", f"{unit} is out of command and makes no regular attack")
    if is_garrison(state, unit) and not supplied_otherwise(state, unit) and not has_line(state, unit):
        yield Refusal("3.3.1-e", f"{unit} is supplied by its fortress and has no supply line")


@case("3.3.2-a", "3.3.5-b", "3.5.2-c", "10.5-h")
def refusals_of_supply(state: State, attack: Attack) -> Iterator[Refusal]:
    """A Major Attack needs General Supply for all, and a headquarters that hands on Attack Supply."""
    if attack.exploits or not is_major(state, attack):
        return
    for unit in ground_units(state, attack):
        if not unit.is_combat_unit:
            continue
        if not in_supply(state, unit):
            yield Refusal("3.3.5-b", f"{unit} is out of supply and makes Minor Attacks only, from one hex")
        else:
            yield from refusals_of_channel(state, unit, cost_of(state, "major_attack"))


@case("3.5.2-c", "10.5-h", "3.3.6-a")
def refusals_of_channel(state: State, unit: Unit, points: int) -> Iterator[Refusal]:
    """Attack Supply comes through an army headquarters, or was brought along; by air comes one point."""
    if brings_attack_supply(state, unit) or asp_channels(state, unit):
        return
    if not marked(state, unit.key, AIR_SUPPLIED):
        yield Refusal("3.5.2-c", f"no army headquarters can pass Attack Supply on to {unit}")
    elif not marked(state, unit.side, AIR_ASP):
        why = f"the Attack Supply Point that was flown to {unit} is spent"
        yield Refusal("3.3.6-a", f"{why}, and no army headquarters can pass on another")
    elif points > FLOWN_POINTS:
        why = f"{FLOWN_POINTS} Attack Supply Point was flown to {unit}, {points} are needed"
        yield Refusal("3.3.6-a", f"{why}, and no army headquarters can pass on any")


# what it costs


@case("3.3.3-a", "3.3.4", "8.0-e", "16.4.7-f", "3.3.2-a")
def cost(state: State, attack: Attack) -> int:
    """Attack Supply Points for the attack as it stands."""
    if attack.exploits:
        return 0
    if attack.oversupply:
        return cost_of(state, "oversupplied_attack")
    if not is_major(state, attack):
        return cost_of(state, "minor_attack")
    if attack.nordwind or is_paid_by_air(state, attack):
        return 0
    return cost_of(state, "major_attack")


@case("3.3.6-a")
def is_paid_by_air(state: State, attack: Attack) -> bool:
    """Is it a Major Attack with units to which a point was flown that is not spent?"""
    # INTERPRETATION (3.3.6-a): the point belongs to the units that were in the hex, wherever they go.
    if attack.exploits or attack.oversupply or attack.nordwind or not is_major(state, attack):
        return False
    return marked(state, attack.side, AIR_ASP) and any(
        marked(state, unit.key, AIR_SUPPLIED) for unit in ground_units(state, attack)
    )


@case("4.3-b", "3.3.2-a")
def refusals_of_cost(state: State, attack: Attack) -> Iterator[Refusal]:
    """The points must be there when the attack is declared."""
    by, what = ("4.3-b", "an oversupplied attack") if attack.oversupply else ("3.3.2-a", "a Major Attack")
    yield from refusals_to_spend(state, attack.side, cost(state, attack), by, what)


@case("3.3.3-a", "3.3.3-b", "8.0-g", "3.3.5-b", "3.5.2-c", "3.3.6-a")
def refusals_to_oversupply(state: State, attack: Attack) -> Iterator[Refusal]:
    """Two points, valid supply lines for all units, and not in exploitation."""
    if attack.exploits:
        yield Refusal("8.0-g", "an exploitation attack may not be oversupplied")
        return
    points = cost_of(state, "oversupplied_attack")
    yield from refusals_to_spend(state, attack.side, points, "4.3-b", "an oversupplied attack")
    for unit in ground_units(state, attack):
        if not unit.is_combat_unit:
            continue
        if not in_supply(state, unit):
            yield Refusal("3.3.5-b", f"{unit} is out of supply: no Attack Supply reaches it")
            continue
        against = list(refusals_of_channel(state, unit, points))
        yield from against
        if not against and not brings_attack_supply(state, unit) and not may_be_oversupplied(state, unit):
            why = "crosses a Major River with engineers only, or a Flooded Hex"
            yield Refusal("3.3.3-b", f"the supply of {unit}, or of its headquarters, {why}")


# what can be attacked


@case("7.1-b")
def refusals_of_target(state: State, attack: Attack) -> Iterator[Refusal]:
    """A hex with enemy units, attacked at most once in a segment."""
    land = ground(state)
    if attack.target not in occupied(state, land.other(attack.side)):
        yield Refusal("7.0-a", f"no enemy unit is in {land.name_of(attack.target)}")
    if marked(state, attack.target, HIT):
        yield Refusal("7.1-b", f"{land.name_of(attack.target)} was attacked in this segment")


@case("7.7-a")
def repetition(state: State, side: str, target: str) -> Attack | None:
    """The attack that must be made again on this hex, with the units that made it before."""
    held = next((held for held in due_repeats(state, side) if held.key == target), None)
    return None if held is None else Attack(side, target, COMBAT, units=held.attackers, repeat=True)


def refusals_of_whole(state: State, attack: Attack) -> Iterator[Refusal]:
    """Every reason why the attack cannot be made with all that was named for it."""
    yield from refusals_of_target(state, attack)
    for unit in ground_units(state, attack):
        others = replace(attack, units=tuple(key for key in attack.units if key != unit.key))
        yield from refusals_to_attack(state, unit, others)
        if unit.is_asset:
            yield from refusals_to_use_asset(state, unit, attack)
    yield from refusals_of_supply(state, attack)
    yield from refusals_of_cost(state, attack)


def can_begin(state: State, unit: Unit, attack: Attack) -> bool:
    """True if an attack could begin with this unit; with an asset only if a unit in its hex can join it."""
    if next(refusals_to_join(state, unit, attack), None) is not None:
        return False
    led = replace(attack, units=(unit.key,))
    return unit.is_combat_unit or any(
        other.is_combat_unit and next(refusals_to_join(state, other, led), None) is None
        for other in units_at(state, unit.place)
    )


@derived()
def attackable(state: State, side: str, segment: str) -> dict[str, tuple[str, ...]]:
    """The hexes that units on the ground can attack now, with those that could be the first to join."""
    land = ground(state)
    enemies = occupied(state, land.other(side))
    found: dict[str, list[str]] = {}
    barred: dict[str, bool] = {}
    for unit in forces(state, side):
        if unit.is_leader or unit.is_hq:
            continue
        for target in land.grid.adjacency[unit.place]:
            if target not in enemies:
                continue
            attack = Attack(side, target, segment)
            if target not in barred:
                barred[target] = next(refusals_of_target(state, attack), None) is not None
            if not barred[target] and can_begin(state, unit, attack):
                found.setdefault(target, []).append(unit.key)
    return {target: tuple(keys) for target, keys in sorted(found.items())}
