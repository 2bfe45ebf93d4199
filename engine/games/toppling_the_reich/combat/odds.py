"""The odds of a regular combat: both totals, the column, the die, and the result of each face."""

from __future__ import annotations

from fractions import Fraction

from engine.games.toppling_the_reich.combat.attack import (
    Attack,
    defenders,
    defending_side,
    dropping,
    ground_units,
    hides_something,
)
from engine.games.toppling_the_reich.combat.modifiers import (
    attack_lines,
    column_shifts,
    defence_lines,
    die_modifiers,
)
from engine.games.toppling_the_reich.combat.terrain_effects import TERRAIN
from engine.games.toppling_the_reich.records import Unit
from engine.games.toppling_the_reich.scenario.combat_charts import CombatResult
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.mechanics import combat, counted
from engine.mechanics.combat import Odds
from engine.referee import Cap, PossibleOutcome, Preview, State, case, signed


@case("7.4-terrain-c", "7.4-net", "7.4-armor-c")
def reckon(state: State, attack: Attack) -> Odds:
    """The odds, first set to a column of the table and then shifted by the net of all shifts, as far as the
    table goes; terrain takes off three at most."""
    return combat.reckon(
        attack_lines(state, attack),
        defence_lines(state, attack),
        lambda strength, against: odds_column(state, strength, against),
        len(ground(state).charts.crt.columns),
        column_shifts(state, attack),
        die_modifiers(state, attack),
        caps(state),
    )


@case("7.3-c")
def odds_column(state: State, strength: int, against: int) -> int:
    """The column of the odds, rounded in favour of the defender and within the ends of the table."""
    return ground(state).charts.crt.column(strength, against)


@case("7.4-terrain-c")
def caps(state: State) -> tuple[Cap, ...]:
    """Terrain types together take off three at most; weather comes on top."""
    return (Cap(TERRAIN, ground(state).charts.tec_hexes.max_terrain_drm, None, "7.4-terrain-c"),)


@case("7.5")
def result_of(state: State, reckoning: Odds, die: int) -> CombatResult:
    """The die with its net modifier on the column; beyond the table its end rows count."""
    return ground(state).charts.crt.result(reckoning.column, die)


def steps_of(units: list[Unit]) -> int:
    """All steps of these units together."""
    return sum(unit.steps for unit in units if unit.is_combat_unit)


def odds(state: State, attack: Attack) -> Preview:
    """The attack as its side can calculate it: units behind a deception marker are not counted."""
    land = ground(state)
    where = land.name_of(attack.target)
    if hides_something(state, attack):
        text = f"Attack on {where}: a deception marker lies there, so the odds are not known"
        return Preview(text, strengths=attack_lines(state, attack), modifiers=die_modifiers(state, attack))
    reckoning = reckon(state, attack)
    columns = land.charts.crt.columns
    strength, against = reckoning.totals
    shifted = "" if reckoning.column == reckoning.first_column else f", on {columns[reckoning.column]}"
    first = columns[reckoning.first_column]
    return Preview(
        f"Attack on {where}",
        strengths=(*reckoning.attack, *reckoning.defence),
        modifiers=(*reckoning.die, *reckoning.shifts),
        caps=caps(state),
        odds=f"{strength} against {against}: {first}{shifted}, die {signed(reckoning.drm)}",
        outcomes=outcomes(state, attack, reckoning),
    )


def outcomes(state: State, attack: Attack, reckoning: Odds) -> tuple[PossibleOutcome, ...]:
    """Each result of the six faces with its exact chance and the steps it would cost."""

    def described_outcome(result: CombatResult, chance: Fraction) -> PossibleOutcome:
        losses = expected_losses(state, attack, result)
        return PossibleOutcome(described(result), chance, losses, winner(state, attack, result))

    results = reckoning.chances("1d6", lambda die: result_of(state, reckoning, die))
    return results.outcomes(described_outcome)


def expected_losses(state: State, attack: Attack, result: CombatResult) -> tuple[tuple[str, Fraction], ...]:
    """Steps of each side; carpet bombing costs the attacker a step on one face in six."""
    ours, theirs = [*ground_units(state, attack), *dropping(state, attack)], defenders(state, attack)
    lost = steps_of(theirs) - len([u for u in theirs if u.steps > 1]) if result.breakthrough else 0
    lost = lost or min(result.defender_loses, steps_of(theirs))
    mine = Fraction(min(result.attacker_loses, steps_of(ours)))
    mine += Fraction(1, 6) if attack.carpet else 0
    found = ((attack.side, mine), (defending_side(state, attack), Fraction(lost)))
    return tuple((side, amount) for side, amount in found if amount)


def winner(state: State, attack: Attack, result: CombatResult) -> str:
    """The side that gains ground or inflicts more losses."""
    if result.breakthrough or result.defender_retreats or result.defender_loses > result.attacker_loses:
        return attack.side
    if result.attacker_retreats or result.attacker_loses > result.defender_loses:
        return defending_side(state, attack)
    return ""


def described(result: CombatResult) -> str:
    """The result in words."""
    if result.breakthrough:
        return "Breakthrough"
    if result.stalemate:
        return "Stalemate"
    parts = []
    if result.exchange:
        parts.append(f"exchange of {counted(result.attacker_loses, 'step')}")
    else:
        parts += [f"attacker loses {result.attacker_loses}"] if result.attacker_loses else []
        parts += [f"defender loses {result.defender_loses}"] if result.defender_loses else []
    parts += [f"attacker retreats {result.attacker_retreats}"] if result.attacker_retreats else []
    parts += [f"defender retreats {result.defender_retreats}"] if result.defender_retreats else []
    return ", ".join(parts).capitalize() if parts else "No effect"
