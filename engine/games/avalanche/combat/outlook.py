"""What may still come of a combat: the exact chances over surprise, ships, morale, leaders and the table.

Nothing here reads what the deciding side cannot know: a strong point that is face down counts with each value
that is left in the pool.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from engine.games.avalanche.combat.at_fire import shots, targets
from engine.games.avalanche.combat.battle import PARTICIPATION, SURPRISE, Battle
from engine.games.avalanche.combat.leaders import able_leaders
from engine.games.avalanche.combat.morale import failing_chances, lowest_level, with_morale
from engine.games.avalanche.combat.reckoning import Reckoning, on_map, reckon
from engine.games.avalanche.combat.result import (
    Half,
    attacker_steps,
    column_of,
    defender_steps,
    halves,
    result_on,
)
from engine.games.avalanche.records import Unit, names
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.combat import level_text
from engine.mechanics.odds import Chances, certain, dice, one_of
from engine.referee import PossibleOutcome, Preview, State, case

NO_ATTACK: Final = "no attack"
"""The odds lie left of the table."""
SHIP_FIRES: Final = 4
SURPRISES: Final = 2

Led = Mapping[str, int]
"""For a side that is deciding on its leader: the number that shifts the odds, 0 if nobody tries."""
NOBODY_YET: Final[Led] = {}


@case("combat.reveal-strongpoint")
def guesses(state: State, units: Sequence[Unit]) -> Chances[tuple[Unit, ...]]:
    """The units as they may turn out to be: a strong point that is face down can be any that is left."""
    hidden = [unit for unit in units if unit.is_strong_point and not unit.revealed]
    if not hidden:
        return certain(tuple(units))
    seen = [
        (unit.attacks, unit.defences, unit.arm)
        for unit in state.all(Unit).values()
        if unit.is_strong_point and unit.revealed
    ]
    pool = []
    for row in ground(state).charts.strong_points.rows:
        one = ((row.attack,), (row.defence,), row.at)
        pool += [one] * max(row.count - seen.count(one), 0)

    def turned(values: tuple[tuple[int], tuple[int], int]) -> tuple[Unit, ...]:
        attacks, defences, arm = values
        return tuple(
            replace(unit, attacks=attacks, defences=defences, arm=arm, arm_kind="T")
            if unit in hidden
            else unit
            for unit in units
        )

    # INTERPRETATION (combat.reveal-strongpoint): a hex holds one strong point at most.
    return one_of(pool).map(turned)


def seen(units: Sequence[Unit]) -> list[Unit]:
    """The units without strong points that are face down."""
    return [unit for unit in units if not unit.is_strong_point or unit.revealed]


def supposed(state: State, battle: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Battle:
    """Morale levels that are not chosen yet: both sides take the highest at which everybody fights."""
    ours, theirs = with_morale(attackers), with_morale(defenders)
    if battle.levels or not ours or not theirs:
        return battle
    return replace(battle, levels=(lowest_level(ours), lowest_level(theirs)))


@case("shift.leader", "shift.leader-limits")
def leader_chances(
    state: State, battle: Battle, fighting: Sequence[Unit], defenders: Sequence[Unit], led: Led
) -> Chances[int]:
    """The shift by leaders that have not tried yet, if the best of each side does."""
    enemy = state.scenario.other(battle.side)
    found = certain(0)
    for side, units, by in ((battle.side, fighting, 1), (enemy, defenders, -1)):
        if side in led:
            number = led[side]
        elif side in battle.settled:
            number = 0
        else:
            number = max((leader.combat for leader in able_leaders(state, side, units)), default=0)
        if number:
            found = plus(found, number, by)
    return found


def plus(found: Chances[int], highest: int, amount: int) -> Chances[int]:
    """A sum to which a die of this number or less adds an amount."""
    roll = dice("1d6").map(lambda die: amount if die <= highest else 0)
    return found.then(lambda before: roll.map(lambda more: before + more))


def ship_chances(battle: Battle) -> Chances[int]:
    """The points of the ships that are named and have not rolled."""
    found = certain(0)
    for _, points in battle.ships_named:
        found = plus(found, SHIP_FIRES, points)
    return found


def surprise_chances(battle: Battle) -> Chances[bool]:
    """Whether an announced attempt succeeds that has not been rolled for."""
    if not battle.tries_surprise or SURPRISE in battle.settled:
        return certain(False)
    return dice("1d6").map(lambda die: die <= SURPRISES)


@case("crt.lookup", "crt.off-left", "morale.participation", "support.att-ship", "shift.leader")
def outlook(state: State, battle: Battle, viewer: str, led: Led = NOBODY_YET) -> Chances[str]:
    """The exact chance of each result, `1/2D`, with everything that dice still decide."""
    attackers, defenders = on_map(state, battle.attackers), on_map(state, battle.defenders)
    battle = supposed(state, battle, attackers, defenders)
    ships, surprise = ship_chances(battle), surprise_chances(battle)

    def levels(found: Reckoning, shifts: Chances[int]) -> Chances[int | None]:
        return surprise.then(
            lambda is_surprised: ships.then(
                lambda points: shifts.map(
                    lambda shift: found.level(points, shift + is_surprised, is_surprised)
                )
            )
        )

    def at(ours: tuple[Unit, ...], theirs: tuple[Unit, ...], failed: tuple[str, ...]) -> Chances[int | None]:
        fighting = [unit for unit in ours if unit.key not in failed]
        shifts = leader_chances(state, battle, fighting, theirs, led)
        return levels(reckon(state, replace(battle, failed=failed), ours, theirs, viewer), shifts)

    def fought(ours: tuple[Unit, ...], theirs: tuple[Unit, ...]) -> Chances[int | None]:
        return failures(state, battle, ours, theirs).then(lambda failed: at(ours, theirs, failed))

    return (
        guesses(state, attackers)
        .then(lambda ours: guesses(state, defenders).then(lambda theirs: fought(ours, theirs)))
        .then(lambda level: results(state, battle, level))
    )


def failures(
    state: State, battle: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]
) -> Chances[tuple[str, ...]]:
    """Who fails the participation rolls of both sides, if they have not been made."""
    if PARTICIPATION in battle.settled or not battle.levels:
        return certain(battle.failed)
    ours, theirs = battle.levels
    return failing_chances(state, attackers, ours).then(
        lambda failed: failing_chances(state, defenders, theirs).map(lambda others: (*failed, *others))
    )


def results(state: State, battle: Battle, level: int | None) -> Chances[str]:
    """The results of the table at final odds."""
    column = None if level is None else column_of(state, battle.target, level)
    if column is None:
        return certain(NO_ATTACK)
    return dice("2d6").map(lambda roll: in_short(result_on(state, battle, column, roll)))


def in_short(found: tuple[Half, Half]) -> str:
    return f"{found[0]}/{found[1]}"


def preview(state: State, battle: Battle, viewer: str, text: str = "", led: Led = NOBODY_YET) -> Preview:
    """The strengths, every shift with its case, the odds as they stand and the chance of each result."""
    attackers, defenders = on_map(state, battle.attackers), on_map(state, battle.defenders)
    if not attackers or not defenders:
        return Preview(text)
    ours, theirs = seen(attackers), seen(defenders)
    unseen = len(ours) < len(attackers) or len(theirs) < len(defenders)
    assumed = supposed(state, battle, attackers, defenders)
    found = reckon(state, assumed, ours, theirs, viewer)
    notes = [text] if text else []
    if unseen:
        notes.append(
            "A strong point that nobody has seen is left out of the strengths; the chances include it"
        )
    if assumed.levels and not battle.levels:
        notes.append(
            f"Morale levels {assumed.levels[0]} and {assumed.levels[1]} supposed, so that all take part"
        )
    notes += not_counted(state, battle, (*ours, *theirs))
    return Preview(
        ". ".join(notes),
        strengths=(*found.attack, *found.defence),
        modifiers=found.shifts,
        odds="" if unseen or found.level() is None else f"Odds {found}",
        outcomes=outcomes(state, battle, outlook(state, battle, viewer, led)),
    )


def not_counted(state: State, battle: Battle, units: Iterable[Unit]) -> Iterator[str]:
    """What comes before the roll and is not part of the chances: steps that green units may lose, and
    antitank fire."""
    if green := [unit for unit in units if unit.green]:
        yield f"Not counted: a step that each green unit may lose in its first combat ({names(green)})"
    fires = ground(state).has_option("at_fire") and PARTICIPATION not in battle.settled
    if fires and targets(state, battle) and shots(state, battle):
        yield "Not counted: antitank fire before the roll"


def outcomes(
    state: State, battle: Battle, chances: Iterable[tuple[str, Fraction]]
) -> tuple[PossibleOutcome, ...]:
    """Every result with its chance, the likeliest first."""
    side, enemy = battle.side, state.scenario.other(battle.side)

    def described(text: str, chance: Fraction) -> PossibleOutcome:
        if text == NO_ATTACK:
            return PossibleOutcome(text, chance)
        ours, theirs = halves(text)
        lost = Fraction(attacker_steps(battle, ours.number))
        hit = Fraction(defender_steps(battle, theirs.number))
        winner = side if theirs.number > ours.number else enemy if ours.number > theirs.number else ""
        return PossibleOutcome(text, chance, ((side, lost), (enemy, hit)), winner)

    found = [described(text, chance) for text, chance in chances]
    return tuple(sorted(found, key=lambda outcome: (-outcome.probability, outcome.text)))


def odds_text(level: int | None) -> str:
    """`3:1`."""
    return "none" if level is None else level_text(level)
