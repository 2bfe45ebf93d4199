"""What many games say together: who wins how often, how, when, and where it is fought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from statistics import mean, stdev

from engine.bots.rates import SURE, Share
from engine.lab.figures import GameFigures
from engine.lab.plan import Cell, Plan
from engine.record import Record


class Summary(Record):
    """The games of one cell, or of several."""

    games: int
    winners: Mapping[str, Share]
    """By side; a draw is ""."""
    levels: Mapping[str, int]
    """The most frequent first."""
    turns: Mapping[int, int]
    """In which turn the games ended."""
    strength: Mapping[str, tuple[float, ...]]
    """The mean share of each side that was left after each turn."""
    held: Mapping[str, tuple[float, ...]]
    """The mean number of hexes that each side held after each turn."""
    lost: Mapping[str, Mapping[str, float]]
    """For each side: how often it lost strength in a hex, per game; the most frequent first."""
    points: Mapping[str, Mapping[int, int]]
    """For each condition that counts points: in how many games it had counted how many."""
    cut_off: int = 0
    """Games that were stopped because they did not end."""

    def fought(self, side: str = "") -> dict[str, float]:
        """How often this side, or any side, lost strength in a hex, per game; the most frequent first."""
        found: Counter[str] = Counter()
        for key, places in self.lost.items():
            if side in ("", key):
                found.update(places)
        return {place: round(number, 3) for place, number in found.most_common()}


def summed_up(figures: Sequence[GameFigures], sides: Iterable[str]) -> Summary:
    """The summary of some games."""
    sides, games = tuple(sides), len(figures)
    winners = Counter(one.winner for one in figures)
    lost: dict[str, Counter[str]] = {side: Counter() for side in sides}
    for one in figures:
        for side, places in one.lost.items():
            lost[side].update(places)
    points: dict[str, Counter[int]] = {}
    for one in figures:
        for key, number in one.points.items():
            points.setdefault(key, Counter())[number] += 1
    return Summary(
        games,
        {side: Share(winners[side], games) for side in (*sides, "")},
        dict(Counter(one.level for one in figures).most_common()),
        dict(sorted(Counter(one.turn for one in figures if one.turn is not None).items())),
        {side: _means([one.strength.get(side, ()) for one in figures]) for side in sides},
        {side: _means([one.held.get(side, ()) for one in figures]) for side in sides},
        {
            side: {place: number / games for place, number in found.most_common()}
            for side, found in lost.items()
        },
        {key: dict(sorted(counted.items())) for key, counted in points.items()},
        sum(one.cut_off for one in figures),
    )


def _means(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The mean of each turn over the games that lasted so long."""
    longest = max(map(len, rows), default=0)
    return tuple(round(mean(row[at] for row in rows if at < len(row)), 3) for at in range(longest))


class Difference(Record):
    """What a what-if changes for the first side: wins in 100 games, a draw being half a win."""

    change: float
    low: float
    high: float
    """The interval (95 %), from games with the same seeds with and without the change."""
    pairs: int

    @property
    def is_clear(self) -> bool:
        """Does the interval leave no doubt about the direction?"""
        return self.low > 0 or self.high < 0

    def __str__(self) -> str:
        return f"{self.change:+.0f} ({self.low:+.0f} to {self.high:+.0f})"


def difference(
    before: Sequence[GameFigures], after: Sequence[GameFigures], first_side: str
) -> Difference | None:
    """The change between pairs of games; None without two pairs."""
    changes = [
        100 * (_score(new, first_side) - _score(old, first_side))
        for old, new in zip(before, after, strict=True)
    ]
    if len(changes) < 2:
        return None
    middle, reach = mean(changes), SURE * stdev(changes) / sqrt(len(changes))
    return Difference(middle, max(-100.0, middle - reach), min(100.0, middle + reach), len(changes))


def _score(figures: GameFigures, side: str) -> float:
    return 0.5 if not figures.winner else float(figures.winner == side)


class CellReport(Record):
    """One cell of a plan with what is known of its games, in the order of its seeds."""

    cell: Cell
    games: tuple[GameFigures, ...]
    summary: Summary
    difference: Difference | None = None
    """Compared with the scenario as it is; None for that itself."""


def reports(plan: Plan, found: Mapping[str, GameFigures]) -> tuple[CellReport, ...]:
    """Each cell with its games; what-ifs are compared with the scenario as it is, seed by seed."""
    sides = [side.key for side in plan.document.playing_sides]
    plain = {cell.bots: cell for cell in plan.cells if not cell.variant.words}
    made = []
    for cell in plan.cells:
        games = _games(cell, found)
        compared = None
        if cell.variant.words:
            pairs = [
                (found[old.key], found[new.key])
                for old, new in zip(plain[cell.bots].tasks, cell.tasks, strict=True)
                if old.key in found and new.key in found
            ]
            compared = difference([old for old, _ in pairs], [new for _, new in pairs], sides[0])
        made.append(CellReport(cell, games, summed_up(games, sides), compared))
    return tuple(made)


def _games(cell: Cell, found: Mapping[str, GameFigures]) -> tuple[GameFigures, ...]:
    return tuple(found[task.key] for task in cell.tasks if task.key in found)
