"""Rates with their intervals: how often something happened, and how sure that is."""

from __future__ import annotations

from math import sqrt

from engine.record import Record

SURE = 1.96
"""Standard deviations of an interval of 95 %."""


class Share(Record):
    """How often something happened, with the interval (Wilson, 95 %) in which its true rate lies."""

    count: int
    of: int

    @property
    def rate(self) -> float:
        """Between 0 and 1; a half if nothing is known."""
        return self.count / self.of if self.of else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The least and the greatest rate that fit what was seen."""
        return wilson(self.count, self.of)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.count} of {self.of} ({self.rate:.0%}, {low:.0%} to {high:.0%})"


def wilson(count: float, of: int) -> tuple[float, float]:
    """The interval of a rate by Wilson's formula; a draw may count a half."""
    if not of:
        return 0.0, 1.0
    rate, square = count / of, SURE * SURE
    middle = rate + square / (2 * of)
    reach = SURE * sqrt(rate * (1 - rate) / of + square / (4 * of * of))
    return max(0.0, (middle - reach) / (1 + square / of)), min(1.0, (middle + reach) / (1 + square / of))


def is_decided(won: float, of: int, limit: float = 0.5) -> bool:
    """Does the interval of a rate lie on one side of a limit, so that further games are not needed?"""
    low, high = wilson(won, of)
    return low > limit or high < limit
