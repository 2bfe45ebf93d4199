"""Other limits of points with which the stored games would have been more even."""

from __future__ import annotations

from collections.abc import Sequence

from engine.catalogue.document import Band, ScenarioDocument, VictoryCondition
from engine.lab.figures import GameFigures
from engine.lab.what_if import shifted
from engine.record import Record

LOPSIDED = 0.65
"""A side that wins more than this share of the decided games is favoured."""
FEWEST = 10
"""Games that must have been decided by points."""
FARTHEST = 40
"""Points by which limits are moved at most."""


class Suggestion(Record):
    """Limits of a condition moved by some points, and the wins of both sides with them.

    The same games are counted anew. Players who know the new limits would play otherwise: try it as a
    what-if before you believe it.
    """

    condition: str
    """Its key, or * for all of them."""
    by: int
    before: tuple[int, int, int]
    """Games that the first side, nobody and the others won."""
    after: tuple[int, int, int]

    @property
    def words(self) -> str:
        """The what-if that tries it."""
        return f"victory:{self.condition}={self.by:+d}"

    @property
    def sentence(self) -> str:
        """What it would have changed."""
        before, after = self.before, self.after
        return (
            f"With all limits of points {self.by:+d} the same games would be "
            f"{after[0]} : {after[2]} ({after[1]} drawn) instead of {before[0]} : {before[2]} "
            f"({before[1]} drawn): {favoured(after):.0%} of the decided games for the favoured side instead "
            f"of {favoured(before):.0%}. Bots that know the new limits play otherwise: try it as a what-if."
        )


def favoured(counted: tuple[int, int, int]) -> float:
    """The share of decided games that the stronger side won."""
    decided = counted[0] + counted[2]
    return max(counted[0], counted[2]) / decided if decided else 0.5


def suggestion(document: ScenarioDocument, games: Sequence[GameFigures]) -> Suggestion | None:
    """The change of all limits of points that makes these games most even; None if none does."""
    first = document.playing_sides[0].key if document.playing_sides else ""
    scored = [c for c in document.victory if len({band.winner for band in c.bands if band.winner}) > 1]
    by_points = [
        (condition, one)
        for one in games
        if (condition := next((c for c in scored if _decides(c, one)), None)) is not None
    ]
    if len(by_points) < FEWEST:
        return None
    decided = {id(one) for _, one in by_points}
    others = [one.winner for one in games if id(one) not in decided]

    def counted(by: int) -> tuple[int, int, int]:
        return _counted(
            [*others, *(_winner(shifted(c.bands, by), one.points[c.key]) for c, one in by_points)], first
        )

    before = counted(0)
    by = min(range(-FARTHEST, FARTHEST + 1), key=lambda by: (_unevenness(counted(by)), abs(by), by))
    if not by or _unevenness(counted(by)) >= _unevenness(before):
        return None
    key = scored[0].key if len(scored) == 1 else "*"
    return Suggestion(key, by, before, counted(by))


def _unevenness(counted: tuple[int, int, int]) -> int:
    """How far wins are apart; a draw counts a little, so that not everything becomes one."""
    return 2 * abs(counted[0] - counted[2]) + counted[1]


def _decides(condition: VictoryCondition, game: GameFigures) -> bool:
    """Did this condition decide the game: does the band of its points say what happened?"""
    points = game.points.get(condition.key)
    band = None if points is None else _band(condition.bands, points)
    return band is not None and (band.winner, band.level) == (game.winner, game.level)


def _winner(bands: Sequence[Band], points: int) -> str:
    band = _band(bands, points)
    return band.winner if band is not None else ""


def _band(bands: Sequence[Band], points: int) -> Band | None:
    for band in bands:
        if (band.low is None or points >= band.low) and (band.high is None or points <= band.high):
            return band
    return None


def _counted(winners: Sequence[str], first: str) -> tuple[int, int, int]:
    won, drawn = winners.count(first), winners.count("")
    return won, drawn, len(winners) - won - drawn
