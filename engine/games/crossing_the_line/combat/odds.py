"""The odds of an attack before it is declared: what its side can know, and the chance of every result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from engine.games.crossing_the_line.actions.isolation import taking_part
from engine.games.crossing_the_line.combat.modifiers import combat_modifiers
from engine.games.crossing_the_line.combat.strengths import (
    battle_strength,
    multipliers,
    odds_column,
    odds_text,
)
from engine.games.crossing_the_line.records import Unit, units_at
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.standard.known import is_identified
from engine.games.crossing_the_line.standard.reroll import DIE
from engine.mechanics.odds import Chances, certain, dice, drawn
from engine.mechanics.plural import counted
from engine.referee import PossibleOutcome, Preview, Price, State, Strength, case, total

NO_ATTACK: Final = "no attack"
"""All attackers are isolated and fail their checks (5.8.4-b)."""


@case("5.3.4-a", "7.5.1-C")
def preview_attack(state: State, how: str, units: Sequence[Unit], there: str, price: Price) -> Preview:
    """The chance of every result, with the printed strengths of the defenders that are known."""
    side = units[0].side
    seen = [unit for unit in units_at(state, there) if is_identified(state, unit, side)]
    known = [replace(unit, now=unit.strength) for unit in seen if unit.is_combat_unit]
    hidden = len(units_at(state, there)) - len(seen)
    more = f"; {counted(hidden, 'unknown counter')} left out" if hidden else ""
    able = taking_part(state, units)
    if len(list(able)) > 1:
        more += "; isolated units must pass their checks first, which the chances include"
    modifiers = combat_modifiers(state, how, units, known, there, side)
    columns = column_chances(state, how, units, known, there)

    def results(attackers: tuple[Unit, ...]) -> Chances[str]:
        if not attackers:
            return certain(NO_ATTACK)
        drm = total(combat_modifiers(state, how, attackers, known, there, side))
        return result_chances(state, column_chances(state, how, attackers, known, there), int(drm))

    return Preview(
        f"Printed strengths of the known defenders{more}",
        strengths=(*_lines(state, units, "7.5.1-C", how), *_lines(state, known, "5.3.4-a")),
        modifiers=modifiers,
        prices=(price,),
        odds=_range(state, there, columns),
        outcomes=outcomes(able.then(results), side, ground(state).other(side)),
    )


def _lines(state: State, units: Sequence[Unit], ruled: str, how: str = "") -> Iterator[Strength]:
    """Each unit with its strength and the multipliers that a chit can give it."""
    for unit in units:
        yield Strength(unit.side, f"{unit.name}, {multipliers(state, unit, how)}", unit.now, ruled)


@case("7.5.1-B", "7.5.1-D1", "7.5.1-D2")
def column_chances(
    state: State, how: str, attackers: Sequence[Unit], defenders: Sequence[Unit], there: str
) -> Chances[int | None]:
    """How likely each column is over all pairs of chits; None stands for odds that are too low."""
    chits = tuple(ground(state).charts.combat_chits.chit)
    ours = {chit: battle_strength(state, attackers, chit, how) for chit in chits}
    theirs = {chit: battle_strength(state, defenders, chit) for chit in chits}
    return drawn(chits, 2).map(lambda pair: odds_column(state, there, ours[pair[0]], theirs[pair[1]]))


def _range(state: State, there: str, columns: Chances[int | None]) -> str:
    found = sorted((column for column, _ in columns), key=lambda column: -1 if column is None else column)
    low, high = odds_text(state, there, found[0]), odds_text(state, there, found[-1])
    return f"Odds {low}" if low == high else f"Odds from {low} to {high}, by the chits"


@case("7.5.1-D2", "7.5.1-D3")
def result_chances(state: State, columns: Chances[int | None], drm: int) -> Chances[str]:
    """How likely every result of the table is."""
    crt = ground(state).charts.crt

    def results(column: int | None) -> Chances[str]:
        if column is None:
            return certain(crt.below_leftmost)
        return dice(DIE).map(lambda die: crt.result(column, die + drm))

    return columns.then(results)


def outcomes(results: Chances[str], side: str, enemy: str) -> tuple[PossibleOutcome, ...]:
    """Every result and its chance, the likeliest first."""

    def described(text: str, chance: Fraction) -> PossibleOutcome:
        if text == NO_ATTACK:
            return PossibleOutcome(text, chance)
        (lost, _), (hit, _) = parse(text)
        winner = side if lost < hit else enemy if hit < lost else ""
        return PossibleOutcome(text, chance, ((side, Fraction(lost)), (enemy, Fraction(hit))), winner)

    return tuple(sorted(results.outcomes(described), key=lambda outcome: -outcome.probability))


@case("7.5.2-a")
def parse(text: str) -> tuple[tuple[int, bool], tuple[int, bool]]:
    """`2r/1`: hits of the attacker and of the defender, each with whether it is printed in red."""
    attacker, _, defender = text.partition("/")
    return (int(attacker.rstrip("r")), "r" in attacker), (int(defender.rstrip("r")), "r" in defender)


def in_words(text: str) -> str:
    """A result for readers: `2 red hits on the attacker, 1 hit on the defender`."""
    attacker, defender = (
        counted(hits, "red hit" if red else "hit") if hits else "no hit" for hits, red in parse(text)
    )
    return f"{attacker} on the attacker, {defender} on the defender"
