"""Modifiers are a list, not a number: the odds panel, the log and the tests read the same one."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, TypeAlias

from engine.record import Record

Amount: TypeAlias = int | Fraction
ALL: Final = "*"
"""The group of a cap on the sum of all groups."""


class Modifier(Record):
    """One reason why a strength, a die or a column changes. Waived ones stay listed and count nothing."""

    case: str
    text: str
    amount: Amount
    group: str = ""
    waived: bool = False

    def __str__(self) -> str:
        mark = " waived" if self.waived else ""
        return f"{signed(self.amount)} {self.text} ({self.case}){mark}"


class Cap(Record):
    """The case that limits the sum of a group to a lowest and a highest value; None means no limit."""

    group: str
    lowest: Amount | None
    highest: Amount | None
    case: str

    def held(self, amount: Amount) -> Amount:
        """The sum within the limits."""
        if self.lowest is not None and amount < self.lowest:
            return self.lowest
        return self.highest if self.highest is not None and amount > self.highest else amount

    def __str__(self) -> str:
        limits = [f"at least {signed(self.lowest)}"] if self.lowest is not None else []
        limits += [f"at most {signed(self.highest)}"] if self.highest is not None else []
        return " and ".join(limits)


def signed(amount: Amount) -> str:
    """`+1`, `-1/2`, `+0`."""
    return f"{'+' if amount >= 0 else ''}{amount}"


def total(modifiers: Iterable[Modifier], caps: Iterable[Cap] = ()) -> Amount:
    """The sum of the claimed modifiers: each group within its cap, then the total within that of `ALL`."""
    limits = {cap.group: cap for cap in caps}
    sums: dict[str, Amount] = {}
    for modifier in modifiers:
        if not modifier.waived:
            sums[modifier.group] = sums.get(modifier.group, 0) + modifier.amount
    whole: Amount = sum(
        (limits[group].held(sums[group]) if group in limits else sums[group] for group in sums), 0
    )
    return limits[ALL].held(whole) if ALL in limits else whole
