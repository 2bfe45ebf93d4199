"""Combat on a table: strengths become odds, odds a column, the column and a die a result.

    odds = reckon(ours, theirs, partial(ratio_column, COLUMNS), len(COLUMNS), shifts, die, CAPS)
    odds.chances("1d6", lambda face: RESULTS[face][odds.column])

The columns of a table by ratio are odds such as `3:1`; of one by difference or by a sum, the lowest number.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import TypeVar

from engine.mechanics.odds import Chances, dice
from engine.record import Record
from engine.referee import Cap, Modifier, Strength, total
from engine.referee.modifier import Amount

R = TypeVar("R", bound=Hashable)


# strengths


def reduced(
    amount: Amount, *shares: Amount, rounding: Callable[[Amount], int] = floor, least: int = 0
) -> int:
    """An amount times each share, one halving after the other, and rounded once at the end.

    `least` is what any amount above 0 keeps of a share above 0. Where a rule rounds in between, it calls this
    twice.
    """
    product = amount
    for share in shares:
        product *= share
    return max(rounding(product), least) if product else 0


def summed(lines: Iterable[Strength], rounding: Callable[[Amount], int] = floor) -> int:
    """The sum of a side, rounded once."""
    return rounding(sum(line.amount for line in lines))


# columns


def ratio_column(columns: Sequence[str], attack: Amount, defence: Amount) -> int | None:
    """The last column whose odds (`3:1`) are reached, so rounded in favour of the defender; None below the
    first. The odds ascend."""
    reached = None
    for at, odds in enumerate(columns):
        attacker, _, defender = odds.partition(":")
        if attack * int(defender) < defence * int(attacker):
            break
        reached = at
    return reached


def column_from(starts: Sequence[int], amount: Amount) -> int | None:
    """The last column that begins at or below an amount: a difference of strengths, or a sum; None below the
    first. The starts ascend."""
    return max((at for at, start in enumerate(starts) if start <= amount), default=None)


def within(column: int, columns: int) -> int:
    """The column, moved to the nearest one that a table with this number of columns has."""
    return min(max(column, 0), columns - 1)


def odds_level(attack: Amount, defence: Amount) -> int:
    """The odds in whole steps, for rules that shift the odds themselves and not a column: 3 for 3:1, 1 for
    1:1, 0 for 1:2, -1 for 1:3. Rounded in favour of the defender; both strengths are above 0."""
    return floor(Fraction(attack) / defence) if attack >= defence else 2 - ceil(Fraction(defence) / attack)


def level_text(level: int) -> str:
    """`3:1`, `1:2`."""
    return f"{level}:1" if level > 0 else f"1:{2 - level}"


class Odds(Record):
    """Everything that decides a combat before the die is rolled, for the log, the preview and the result."""

    attack: tuple[Strength, ...]
    defence: tuple[Strength, ...]
    shifts: tuple[Modifier, ...]
    """What moves the column, to the right for the attacker."""
    die: tuple[Modifier, ...]
    """What is added to the die."""
    caps: tuple[Cap, ...]
    totals: tuple[int, int]
    first_column: int
    """Before the shifts."""
    column: int
    drm: int
    """The sum of the die roll modifiers."""

    def chances(self, notation: str, result: Callable[[int], R]) -> Chances[R]:
        """The exact chance of each result of the modified die."""
        return dice(notation).map(lambda face: result(face + self.drm))


def reckon(
    attack: Sequence[Strength],
    defence: Sequence[Strength],
    first_column: Callable[[int, int], int | None],
    columns: int,
    shifts: Sequence[Modifier] = (),
    die: Sequence[Modifier] = (),
    caps: Sequence[Cap] = (),
) -> Odds:
    """Sum both sides up, find the column within the ends of the table, shift it as far as the table goes, and
    sum the die roll modifiers up. The caps limit groups of shifts and of modifiers."""
    totals = summed(attack), summed(defence)
    found = first_column(*totals)
    first = within(found or 0, columns)
    column = within(first + int(total(shifts, caps)), columns)
    drm = int(total(die, caps))
    return Odds(
        tuple(attack), tuple(defence), tuple(shifts), tuple(die), tuple(caps), totals, first, column, drm
    )
