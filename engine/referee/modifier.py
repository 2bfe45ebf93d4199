"""Modifiers are a list, not a number: the odds panel, the log and the tests read the same one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Amount: TypeAlias = int | Fraction


@dataclass(frozen=True, slots=True)
class Modifier:
    """One reason why a strength, a die or a column changes. Waived ones stay listed and count nothing."""

    case: str
    text: str
    amount: Amount
    group: str = ""
    waived: bool = False

    def __str__(self) -> str:
        mark = " waived" if self.waived else ""
        return f"{signed(self.amount)} {self.text} ({self.case}){mark}"


def signed(amount: Amount) -> str:
    """`+1`, `-1/2`, `+0`."""
    return f"{'+' if amount >= 0 else ''}{amount}"


def total(modifiers: Iterable[Modifier], caps: Mapping[str, tuple[Amount, Amount]] | None = None) -> Amount:
    """The sum of what is claimed, each group held between its lowest and highest allowed sum."""
    sums: dict[str, Amount] = {}
    for modifier in modifiers:
        if not modifier.waived:
            sums[modifier.group] = sums.get(modifier.group, 0) + modifier.amount
    for group, (lowest, highest) in (caps or {}).items():
        if group in sums:
            sums[group] = min(max(sums[group], lowest), highest)
    return sum(sums.values(), start=0)
