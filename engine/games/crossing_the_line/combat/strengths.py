"""Battle strengths: chits, multipliers, odds (7.5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil

from engine.games.crossing_the_line.records import Improved, Unit
from engine.games.crossing_the_line.scenario.ground import ground
from engine.mechanics.plural import mixed
from engine.referee import State, case


@case("7.5.1.1-a", "5.6.3-b", "7.7-a")
def column_of(state: State, unit: Unit, kind: str = "") -> str:
    """The column of a chit that a unit reads: by the type of attack, or by how it defends."""
    columns = ground(state).charts.combat_chit_columns
    if kind:
        return str(getattr(columns, f"attack_{kind}"))
    if unit.disrupted:
        return columns.defend_disrupted_unit
    return columns.defend_improved if state.find(Improved, unit.place) else columns.defend_normal


@case("7.5.1.1-b")
def multiplied(
    state: State, units: Iterable[Unit], chit: str, kind: str = ""
) -> Iterator[tuple[Unit, Fraction]]:
    """Each unit with its multiplier on the chit of its side."""
    chits = ground(state).charts.combat_chits
    for unit in units:
        yield unit, chits.multiplier(chit, unit.effectiveness, column_of(state, unit, kind))


@case("7.5.1-C", "5.1-a")
def battle_strength(state: State, units: Iterable[Unit], chit: str, kind: str = "") -> int:
    """Each strength times its multiplier on the chit; the sum of the side is rounded up once."""
    parts = (unit.now * multiplier for unit, multiplier in multiplied(state, units, chit, kind))
    return ceil(sum(parts, Fraction(0)))


def multipliers(state: State, unit: Unit, kind: str = "") -> str:
    """By what a chit can multiply the strength of a unit, and the column where it stands."""
    column, chits = column_of(state, unit, kind), ground(state).charts.combat_chits
    found = [chits.multiplier(chit, unit.effectiveness, column) for chit in chits.chit]
    return f"times {mixed(min(found))} to {mixed(max(found))} by the chit ({column} column)"


@case("7.5.1-D1", "7.5.1-D2", "5.1-b", "3.1.1-b", "3.1.1-c")
def odds_column(state: State, there: str, attack: int, defence: int) -> int | None:
    """The column on the line of the defender's terrain, rounded down; None if the odds are too low."""
    land = ground(state)
    return land.charts.crt.column(land.row(there).crt_line, attack, defence)


def odds_text(state: State, there: str, column: int | None) -> str:
    """The odds as they are printed: `3:1`, `below 1:3`."""
    land = ground(state)
    line = land.charts.crt.lines[land.row(there).crt_line]
    return f"below {line[0]}" if column is None else line[column]
