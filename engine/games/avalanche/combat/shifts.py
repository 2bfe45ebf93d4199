"""Everything that shifts the odds (3.9.f): each with its case, all netted at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.games.avalanche.combat.armor import ENGINEER, armor_shifts
from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.combat.integrity import attacker_integrity, defender_integrity
from engine.games.avalanche.combat.morale import morale_shifts
from engine.games.avalanche.combat.slots import ENVELOPING
from engine.games.avalanche.combat.strengths import FORT, printed_attack, work_at
from engine.games.avalanche.general.formations import is_assigned, is_flexible
from engine.games.avalanche.records import ALLIED, Unit
from engine.games.avalanche.scenario.ground import ground
from engine.referee import Modifier, State, case

UNASSIGNED: Final = frozenset(
    ("parachute", "recon", "glider", "commando", "ranger", "engineer", "tank", "tank destroyer")
)
"""Types that count as unassigned in mixed attacks."""


def shifts(
    state: State,
    battle: Battle,
    attackers: Sequence[Unit],
    defenders: Sequence[Unit],
    viewer: str | None = None,
) -> list[Modifier]:
    """All shifts of the odds, to the right for the attacker; only units that take part count. A viewer
    counts only what he sees of other stacks."""
    return [
        *surprise_shift(battle),
        *morale_shifts(state, battle.levels),
        *armor_shifts(state, attackers, defenders, battle.failed),
        *leader_shifts(state, battle),
        *attacker_integrity(state, attackers, battle.target, viewer),
        *defender_integrity(state, defenders, battle.target, viewer),
        *mixed_shift(state, attackers),
        *envelopment_shift(attackers, battle.target),
        *engineer_shift(state, battle.target, attackers),
        *height_shift(state, battle.target, attackers),
    ]


@case("shift.surprise", "surprise.success")
def surprise_shift(battle: Battle) -> Iterator[Modifier]:
    if battle.surprised:
        yield Modifier("shift.surprise", "surprise", 1)


@case("shift.leader")
def leader_shifts(state: State, battle: Battle) -> Iterator[Modifier]:
    """1 for the side of each leader whose roll succeeded."""
    for key in battle.helped:
        leader = state.get(Unit, key)
        yield Modifier("shift.leader", leader.name, 1 if leader.side == battle.side else -1)


@case("shift.mixed", "shift.mixed-exempt", "def.formation-flexible")
def mixed_shift(state: State, attackers: Sequence[Unit]) -> Iterator[Modifier]:
    """Allied units that are assigned to more than one formation attack together."""
    formations = {
        unit.formation
        for unit in attackers
        if unit.side == ALLIED
        and unit.branch not in UNASSIGNED
        and is_assigned(state, unit)
        and not is_flexible(unit)
    }
    if len(formations) > 1:
        yield Modifier("shift.mixed", f"{' and '.join(sorted(formations))} attack together", -1)


def attacking_hexes(attackers: Iterable[Unit], target: str) -> frozenset[str]:
    """The hexes that the attack comes from."""
    return frozenset(unit.place for unit in attackers if unit.place != target)


@case("shift.envelopment")
def envelopment_shift(attackers: Sequence[Unit], target: str) -> Iterator[Modifier]:
    """Four or more of the hexes around the defender."""
    hexes = attacking_hexes(attackers, target)
    if len(hexes) >= ENVELOPING:
        yield Modifier("shift.envelopment", f"attack from {len(hexes)} hexes", 1)


@case("shift.engineers")
def engineer_shift(state: State, target: str, attackers: Sequence[Unit]) -> Iterator[Modifier]:
    """Against a city, town or fort, if an engineer unit attacks from every attacking hex."""
    land = ground(state)
    strong = land.is_town(target) or land.is_city(target) or work_at(state, target) == FORT
    able = {unit.place for unit in attackers if unit.branch == ENGINEER and printed_attack(unit) > 0}
    hexes = attacking_hexes(attackers, target)
    if strong and hexes and hexes <= able:
        yield Modifier("shift.engineers", "engineers attack from every hex", 1)


@case("shift.height")
def height_shift(state: State, target: str, attackers: Sequence[Unit]) -> Iterator[Modifier]:
    """Every attacker is lower than the defender."""
    land = ground(state)
    if attackers and all(land.level(unit.place) < land.level(target) for unit in attackers):
        yield Modifier("shift.height", f"the defender is higher (level {land.level(target)})", -1)
