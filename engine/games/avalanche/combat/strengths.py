"""Attack and defence strengths unit by unit, each with the reasons for what it is (3.9.f)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Final

from engine.games.avalanche.combat.armor import Levels, halves_tanks
from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.general.calendar import is_predawn
from engine.games.avalanche.records import ALLIED, DEMORALIZED, DISRUPTED, ISO, OOS, Unit, Work
from engine.games.avalanche.scenario.ground import ground
from engine.referee import State, Strength, case, mark_value

IP: Final = "ip"
FORT: Final = "fort"
RETREATED: Final = "retreated"
"""A mark until the end of the player turn: the hex that a unit has fallen back to."""

Change = tuple[str, str, Callable[[int], int]]
"""Case, words, and what it makes of a strength."""


def half_up(strength: int) -> int:
    return (strength + 1) // 2


def half_down(strength: int) -> int:
    return strength // 2


def one_less(least: int) -> Callable[[int], int]:
    """1 less, but not below a floor, which raises nothing."""
    return lambda strength: max(min(strength, least), strength - 1)


def work_at(state: State, here: str) -> str:
    """The improved position or fort in a hex: ip, fort or nothing."""
    found = state.find(Work, here)
    return found.kind if found else ""


# attack


@case("combat.gun-in-ezoc-attacks")
def printed_attack(unit: Unit) -> int:
    """The printed attack strength; guns attack with that of their limbered side."""
    return unit.limbered_attack if unit.is_gun else unit.attack


@case("str.attack-cumulative", "armor.halve-tanks", "predawn.combat-half")
def terrain_changes(state: State, battle: Battle, unit: Unit, found: Levels) -> Iterator[Change]:
    """River and cliff, tanks in close terrain, landings before dawn, and antitank guns that are too good."""
    land, target = ground(state), battle.target
    if land.has_river(unit.place, target):
        yield "str.attack-cumulative", "across a river ½", half_up
    if land.has_cliff(unit.place, target):
        yield "str.attack-cumulative", "across a cliff ½", half_up
    if unit.branch in ("tank", "recon"):
        if close := close_terrain(state, target):
            yield "str.attack-cumulative", f"{unit.branch} into {close} ½", half_up
        if halves_tanks(found):
            yield "armor.halve-tanks", f"antitank {found.at} against armor {found.armor} ½", half_up
    if unit.side == ALLIED and is_predawn(state):
        yield "predawn.combat-half", "landing before dawn ½", half_up
    if unit.key in battle.hit:
        yield "atfire.resolve", "hit by antitank fire ½", half_up


@case("str.attack-cumulative")
def close_terrain(state: State, here: str) -> str:
    """The terrain of a hex in which tanks and recon attack with half their strength."""
    return next((name for name, row in ground(state).rows(here) if "tank" in row.combat), "")


@case("str.attack-oos", "str.attack-iso", "str.attack-disrupted", "str.attack-demoralized")
def state_changes(unit: Unit) -> Iterator[Change]:
    """Supply, then disorder: never OOS and Iso together, nor disrupted and demoralized."""
    if unit.supply == OOS:
        yield "str.attack-oos", "out of supply -1", one_less(1)
    elif unit.supply == ISO:
        yield "str.attack-iso", "isolated ½", half_up
    if unit.state == DISRUPTED and unit.is_battalion:
        yield "str.attack-disrupted", "disrupted -1", one_less(2)
    elif unit.state == DEMORALIZED:
        yield "str.attack-demoralized", "demoralized ½", half_up


@case("str.attack-total")
def attack_line(state: State, battle: Battle, unit: Unit, found: Levels) -> Strength:
    """What a unit adds to the attack."""
    changes = (*terrain_changes(state, battle, unit, found), *state_changes(unit))
    return _line(unit, printed_attack(unit), changes, "str.attack-total")


# defence


@case("str.defend-iso", "str.defend-demoralized", "morale.failed-defender")
def defence_changes(unit: Unit, failed: Container[str]) -> Iterator[Change]:
    """Isolation and demoralization halve, rounded up; a failed roll halves last, rounded down."""
    if unit.supply == ISO:
        yield "str.defend-iso", "isolated ½", half_up
    if unit.state == DEMORALIZED:
        yield "str.defend-demoralized", "demoralized ½", half_up
    if unit.key in failed:
        yield "morale.failed-defender", "failed its morale roll ½", half_down


@case("str.defend-retreated")
def fell_back(state: State, unit: Unit) -> bool:
    """Did it retreat into its hex in this player turn? Then it has no defence strength."""
    return mark_value(state, unit.key, RETREATED) == unit.place


@case("str.defend-retreated", "combat.target")
def printed_defence(state: State, unit: Unit) -> int:
    """The printed defence strength of the side that is up; 0 where the unit has fallen back to."""
    return 0 if fell_back(state, unit) else unit.defence


@case("str.defend-total")
def defence_line(state: State, unit: Unit, failed: Container[str]) -> Strength:
    """What a unit adds to the defence."""
    return _line(unit, printed_defence(state, unit), defence_changes(unit, failed), "str.defend-total")


@case("str.defend-works")
def works_lines(state: State, target: str, side: str) -> Iterator[Strength]:
    """An improved position adds 2 points, but nothing in a town; a fort adds 4."""
    kind, table = work_at(state, target), ground(state).charts.terrain
    if kind == FORT:
        yield Strength(side, "fort", table.fort, "str.defend-works")
    elif kind == IP and not ground(state).is_town(target):
        yield Strength(side, "improved position", table.ip, "str.defend-works")


def _line(unit: Unit, strength: int, changes: Sequence[Change] | Iterator[Change], ruled: str) -> Strength:
    text = f"{unit.name} {strength}"
    for case_id, words, change in changes:
        strength = change(strength)
        text, ruled = f"{text}, {words} = {strength}", case_id
    return Strength(unit.side, text, strength, ruled)
