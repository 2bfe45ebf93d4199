"""Armor against antitank: levels, what they do to strengths, shifts and losses (3.9.e)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final, NamedTuple

from engine.games.avalanche.records import GERMAN, Unit
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.plural import counted
from engine.referee import Modifier, State, case

ARMOR: Final = frozenset("AS")
"""Armor values, in a square or not; the others are antitank values."""
TANKS: Final = frozenset(("tank", "tank destroyer"))
ENGINEER: Final = "engineer"


class Levels(NamedTuple):
    """The armor levels of both sides and the antitank level of the defender."""

    armor: int
    """The attacker's."""
    at: int
    defending_armor: int
    tanks: bool
    """Tank units attack."""


@case("armor.prerequisite")
def is_leg(state: State, unit: Unit) -> bool:
    """Infantry of every kind, machine guns, construction units, and engineers on foot."""
    return unit.branch in ground(state).charts.movement_classes.leg_type or (
        unit.branch == ENGINEER and unit.cls == "foot"
    )


@case("armor.prerequisite", "armor.recon-exception", "armor.german-engineers", "combat.reveal-strongpoint")
def may_use_value(state: State, unit: Unit, companions: Sequence[Unit], defends: bool) -> bool:
    """An armor or antitank unit needs a leg-type unit of its hex in the same combat; recon and strong points
    do not, nor do German mech and motorized engineers in defence."""
    if not unit.arm:
        return False
    if is_leg(state, unit) or unit.branch == "recon" or unit.is_strong_point:
        return True
    if defends and unit.side == GERMAN and unit.branch == ENGINEER:
        return True
    return any(
        other.place == unit.place and is_leg(state, other) and other.defence > 0 and not other.is_hq
        for other in companions
    )


@case("armor.markers", "armor.square", "morale.failed-defender")
def value(unit: Unit, square_less: bool, failed: bool = False) -> int:
    """The armor or antitank value: isolation and demoralization cost an armor value 2 and an antitank value 1
    each, a square 1 in attack or in the comparison of armor, and a failed defender has half, rounded down."""
    each = 2 if unit.arm_kind in ARMOR else 1
    worse = each * ((unit.supply == "iso") + (unit.state == "demoralized"))
    found = max(unit.arm - worse - (square_less and unit.arm_kind == "S"), 0)
    return found // 2 if failed else found


@case("armor.pick-highest")
def levels(
    state: State, attackers: Sequence[Unit], defenders: Sequence[Unit], failed: Container[str]
) -> Levels:
    """The highest usable values; in defence a tank's armor value serves as antitank value."""
    ours = [
        value(unit, True)
        for unit in attackers
        if unit.arm_kind in ARMOR and may_use_value(state, unit, attackers, False)
    ]
    able = [unit for unit in defenders if may_use_value(state, unit, defenders, True)]
    return Levels(
        max(ours, default=0),
        max((value(unit, False, unit.key in failed) for unit in able), default=0),
        max((value(unit, True, unit.key in failed) for unit in able if unit.arm_kind in ARMOR), default=0),
        any(unit.branch == "tank" for unit in attackers),
    )


@case("armor.halve-tanks")
def halves_tanks(found: Levels) -> bool:
    """The antitank level is 2 or more above the armor level: tank and recon units have half strength."""
    return found.at >= found.armor + 2


@case("armor.massed")
def massed(
    state: State, attackers: Sequence[Unit], defenders: Sequence[Unit], failed: Container[str]
) -> tuple[int, int]:
    """Steps of attacking tanks of the highest value, and of defending tank and antitank units; infantry with
    a value of its own is none."""
    ours = [
        (value(unit, True), unit.steps)
        for unit in attackers
        if unit.branch in TANKS and may_use_value(state, unit, attackers, False)
    ]
    theirs = [
        (value(unit, False, unit.key in failed), unit.steps)
        for unit in defenders
        if not is_leg(state, unit) and may_use_value(state, unit, defenders, True)
    ]
    return _best_steps(ours), _best_steps(theirs)


def _best_steps(found: list[tuple[int, int]]) -> int:
    best = max((value for value, _ in found), default=0)
    return sum(steps for value, steps in found if value == best) if best else 0


@case("armor.shift", "armor.inferior", "armor.massed", "shift.armor")
def armor_shifts(
    state: State, attackers: Sequence[Unit], defenders: Sequence[Unit], failed: Container[str]
) -> Iterator[Modifier]:
    """At most 3 to the right less the antitank level, 1 more for massed tanks, 1 to the left for worse."""
    found = levels(state, attackers, defenders, failed)
    shift = ground(state).charts.odds_shifts.shift
    gained = max(min(found.armor, shift["armor"].cap) - found.at, 0)
    if gained:
        yield Modifier("armor.shift", f"armor level {found.armor} against antitank {found.at}", gained)
    ours, theirs = massed(state, attackers, defenders, failed)
    if theirs and ours >= 5 * theirs:
        yield Modifier("armor.massed", f"{counted(ours, 'tank step')} against {theirs}", shift["massed"].cap)
    if found.armor < found.defending_armor:
        yield Modifier(
            "armor.inferior",
            f"armor level {found.armor} below the defender's {found.defending_armor}",
            -shift["inferior"].cap,
        )
