"""From strengths to the column: odds, classes, shifts, and the chance of each result (7.2-f, 7.3)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Final

from engine.games.lebensraum.combat.battle import ATTACK, DEFENCE, Battle, units_of
from engine.games.lebensraum.combat.command import expected_command
from engine.games.lebensraum.combat.strengths import changes, lines
from engine.games.lebensraum.records import CLASSES, Unit, army_places, units_at
from engine.games.lebensraum.scenario.charts import CombatResults
from engine.games.lebensraum.scenario.ground import ground
from engine.mechanics.combat import summed, within
from engine.mechanics.odds import dice
from engine.record import Record
from engine.referee import Modifier, PossibleOutcome, Preview, State, Strength, case

STRICT: Final = "strict-odds"
"""The option by which odds are always rounded for the defender."""
HALF: Final = Fraction(1, 2)


@case("7.2-f")
def odds_of(attack: int, defence: int, strict: bool = False) -> tuple[int, int]:
    """The odds in whole numbers, (3, 1) or (1, 2): rounded to the nearest, an exact half for the defender; by
    the option always for the defender. Without any strength on a side they are beyond the table."""
    if not attack or not defence:
        return (1, 99) if not attack else (99, 1)
    if attack >= defence:
        ratio = Fraction(attack, defence)
        return floor(ratio) if strict else ceil(ratio - HALF), 1
    ratio = Fraction(defence, attack)
    return 1, ceil(ratio) if strict else floor(ratio + HALF)


@case("7.2-f", "7.3-d")
def first_column(crt: CombatResults, odds: tuple[int, int]) -> int:
    """The column of the odds; beyond the table the end column."""
    attack, defence = odds
    text = f"{attack}:{defence}"
    if text in crt.columns:
        return crt.columns.index(text)
    return len(crt.columns) - 1 if attack > defence else 0


@case("7.3-a", "7.3-b")
def class_of(units: Sequence[Unit]) -> str:
    """The class of a single unit, else one better than the worst, but not better than A."""
    worst = max(CLASSES.index(unit.cls) for unit in units)
    return CLASSES[worst if len(units) == 1 else max(0, worst - 1)]


class Column(Record):
    """The column of a combat and how it was found."""

    totals: tuple[int, int]
    odds: tuple[int, int]
    shifts: tuple[Modifier, ...]
    first: int
    column: int


@case("7.3-c", "7.3-d")
def column_of(state: State, fought: Battle) -> Column:
    """The defender's class shifts the column first, then the attacker's; each stops at the table's end."""
    charts, columns = ground(state).charts, len(ground(state).charts.crt.columns)
    attackers, defenders = units_of(state, fought.attackers), units_of(state, fought.defenders)
    totals = summed(lines(state, fought, fought.attackers)), summed(lines(state, fought, fought.defenders))
    odds = odds_of(*totals, strict=ground(state).options.get(STRICT) is True)
    first = column = first_column(charts.crt, odds)
    shifts = []
    for units, role, toward in ((defenders, DEFENCE, -1), (attackers, ATTACK, 1)):
        found = class_of(units)
        shift = toward * charts.class_shifts.shift[found]
        column = within(column + shift, columns)
        if shift:
            shifts.append(Modifier("7.3-c", f"class {found} of the {role}", shift, "column"))
    return Column(totals, odds, tuple(shifts), first, column)


def all_changes(state: State, fought: Battle) -> tuple[Modifier, ...]:
    """Everything that changes a strength, marked as of attack or defence."""
    found = []
    for keys, role in ((fought.attackers, ATTACK), (fought.defenders, DEFENCE)):
        for unit in units_of(state, keys):
            for one in changes(state, fought, unit):
                found.append(Modifier(one.case, one.text, one.amount, role))
    return tuple(found)


@case("7.2-g", "7.4-a")
def preview(state: State, fought: Battle, text: str = "") -> Preview:
    """The odds with every reason for them, and the exact chance of each result."""
    found = column_of(state, fought)
    crt = ground(state).charts.crt
    enemy = ground(state).other(fought.side)

    def described(result: tuple[int, int], chance: Fraction) -> PossibleOutcome:
        lost, hit = result
        winner = fought.side if lost < hit else enemy if hit < lost else ""
        losses = ((fought.side, Fraction(lost)), (enemy, Fraction(hit)))
        return PossibleOutcome(f"{lost}/{hit}", chance, losses, winner)

    strengths: list[Strength] = [
        *lines(state, fought, fought.attackers),
        *lines(state, fought, fought.defenders),
    ]
    chances = dice(crt.dice).map(lambda face: crt.result(found.column, face))
    return Preview(
        text,
        strengths=tuple(strengths),
        modifiers=(*all_changes(state, fought), *found.shifts),
        odds=in_words(state, found),
        outcomes=tuple(sorted(chances.outcomes(described), key=lambda one: -one.probability)),
    )


def in_words(state: State, found: Column) -> str:
    """`18:22 is 1:1, column 1:3`."""
    columns = ground(state).charts.crt.columns
    ratio = ":".join(map(str, found.odds))
    return f"{found.totals[0]}:{found.totals[1]} is {ratio}, column {columns[found.column]}"


@case("7.2-a")
def defenders_in(state: State, here: str, side: str) -> tuple[str, ...]:
    """All units of a side in a hex defend together."""
    first = army_places(state).get(here)
    found = [unit for unit in units_at(state, here) if not unit.is_hq and unit.side == side]
    return tuple(unit.key for unit in sorted(found, key=lambda unit: unit is not first))


def planned(state: State, side: str, target: str, attackers: tuple[str, ...]) -> Battle:
    """A combat that could be declared, with as much command as each side can have."""
    defenders = defenders_in(state, target, ground(state).other(side))
    units = units_of(state, (*defenders, *attackers))
    return Battle(side, target, attackers, defenders, commanded=expected_command(state, units))
