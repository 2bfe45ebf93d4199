"""Whether an attack can reach the table at all (crt.off-left)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.games.avalanche.combat.battle import ASSAULT, Battle
from engine.games.avalanche.combat.leaders import able_leaders
from engine.games.avalanche.combat.morale import current_morale, highest_level, with_morale
from engine.games.avalanche.combat.reckoning import on_map, reckon
from engine.games.avalanche.combat.result import column_of
from engine.games.avalanche.combat.support import (
    MOST_AIR,
    MOST_SHIPS,
    best_help,
    possible_guns,
    refusals_to_support,
)
from engine.games.avalanche.general.calendar import is_am, is_night
from engine.games.avalanche.initial.air import air_points
from engine.games.avalanche.records import Unit
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.combat import level_text
from engine.referee import Refusal, State, case


def may_surprise(state: State) -> bool:
    """Surprise is possible in AM and night turns; turn 1 is a night turn unless an option makes it day."""
    return is_am(state) or is_night(state)


@case("crt.off-left")
def best_case(state: State, battle: Battle) -> int | None:
    """The highest final odds that choices and dice could give; a strong point that is face down has the most
    attack and the least defence of the pool."""
    pool = ground(state).charts.strong_points.rows
    best, least = max(row.attack for row in pool), min(row.defence for row in pool)

    def supposed(unit: Unit) -> Unit:
        unseen = unit.is_strong_point and not unit.revealed
        return replace(unit, attacks=(best,), defences=(least,), arm=0) if unseen else unit

    attackers = [supposed(unit) for unit in on_map(state, battle.attackers)]
    defenders = [supposed(unit) for unit in on_map(state, battle.defenders)]
    option = ASSAULT if ground(state).has_option("combat_options") else battle.attack_option
    full = replace(battle, attack_option=option)
    if not battle.breakthrough:
        full = replace(full, **_support(state, full, attackers))
    shift = int(may_surprise(state) and not battle.breakthrough) + bool(
        able_leaders(state, battle.side, attackers)
    )
    found = [
        reckon(state, supposed_so, attackers, defenders, battle.side).level(shift=shift)
        for supposed_so in _morale(full, attackers, defenders)
    ]
    return max((level for level in found if level is not None), default=None)


@case("crt.off-left", "morale.level", "morale.failed-defender")
def _morale(battle: Battle, attackers: list[Unit], defenders: list[Unit]) -> Iterator[Battle]:
    """The highest level of the attacker, and for the defender each at which other units of his can fail."""
    ours, theirs = with_morale(attackers), with_morale(defenders)
    if not ours or not theirs:
        yield battle
        return
    highest = highest_level(theirs)
    for level in sorted({0, *(current_morale(unit) + 1 for unit in theirs)}):
        if level <= highest:
            failed = tuple(unit.key for unit in theirs if current_morale(unit) < level)
            yield replace(battle, levels=(highest_level(ours), level), failed=failed)


def _support(state: State, battle: Battle, attackers: list[Unit]) -> dict[str, object]:
    """Everything that could support, the guns with double strength."""
    guns: list[tuple[str, int]] = []
    ships: list[tuple[str, int]] = []
    for gun in possible_guns(state, battle.side):
        if next(refusals_to_support(state, gun, True), None) is None:
            found = best_help(state, gun, attackers, True)
            if found is not None:
                (ships if gun.is_ship else guns).append((gun.key, found.points))
    ships.sort(key=lambda ship: -ship[1])
    return {
        "attack_support": (*guns, *ships[: MOST_SHIPS[True]]),
        "doubled": tuple(key for key, _ in guns),
        "air": min(air_points(state, battle.side, "support"), MOST_AIR),
    }


@case("crt.off-left", "combat.defend-limit")
def refusals_by_odds(state: State, battles: Iterable[Battle]) -> Iterator[Refusal]:
    """An attack that lies left of the table even in the best case cannot be made, whoever may be named to
    defend."""
    found = []
    for battle in battles:
        level = best_case(state, battle)
        if level is not None and column_of(state, battle.target, level) is not None:
            return
        found.append(level)
    best = max((level for level in found if level is not None), default=None)
    odds = "no strength" if best is None else level_text(best)
    yield Refusal("crt.off-left", f"The best possible odds, {odds}, lie left of the table")
