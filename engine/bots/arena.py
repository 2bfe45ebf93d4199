"""Matches of many games: who wins how often, with intervals, on one or several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt

from engine.bots.match import MatchResult, MatchTask, play_match
from engine.bots.workers import executor, in_any_order
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


class Standing(Record):
    """The games of a match so far, for the bot that is judged: from which seat it won, drew and lost."""

    seat: str
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many were played from this seat."""
        return self.won + self.drawn + self.lost


def standings(results: Iterable[MatchResult], name: str) -> dict[str, Standing]:
    """How a bot did from each seat that it had."""
    found: dict[str, list[int]] = {}
    for result in results:
        for side, bot in result.task.bots.items():
            if bot == name:
                row = found.setdefault(side, [0, 0, 0])
                row[0 if result.winner == side else 2 if result.winner else 1] += 1
    return {side: Standing(side, *row) for side, row in found.items()}


def is_decided(won: float, of: int, limit: float = 0.5) -> bool:
    """Does the interval of a rate lie on one side of a limit, so that further games are not needed?"""
    low, high = wilson(won, of)
    return low > limit or high < limit


def play_all(
    tasks: Sequence[MatchTask],
    jobs: int,
    progress: Callable[[int, int, MatchResult], None] | None = None,
    stop: Callable[[Sequence[MatchResult]], bool] | None = None,
) -> list[MatchResult]:
    """Play tasks, at most until `stop` says that enough is known; results in the order of the tasks."""
    done: dict[int, MatchResult] = {}
    with executor(jobs) as pool:
        for number, result in in_any_order(pool, play_match, tasks, jobs):
            done[number] = result
            if progress is not None:
                progress(len(done), len(tasks), result)
            if stop is not None and stop(list(done.values())):
                break
    return [done[number] for number in sorted(done)]
