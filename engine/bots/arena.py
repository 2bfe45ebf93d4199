"""Matches of many games: which bot wins how often, from which seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.bots.match import MatchResult, MatchTask, play_match
from engine.bots.workers import executor, in_any_order
from engine.record import Record


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
