"""Lines of supply and command: whether a line leads from one hex to another, and how long it is.

Exits are those of `paths`: hexes that a line may enter and what each counts, usually 1. A line drawn the
other way round, from the source outward, asks for the exits of the other way round; most rules do not
tell them apart. For lines counted in hexes over a whole map `Crossings.flood` is faster still.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from engine.hexes.paths import C, N, Reach, spread


def trace(
    start: N,
    is_goal: Callable[[N], bool],
    exits: Callable[[N], Iterable[tuple[N, C]]],
    limit: int | Fraction | None = None,
) -> tuple[N, ...] | None:
    """The shortest line from a hex to the nearest goal, both included; None without one in the limit."""
    cost, came_from, goal = spread((start,), limit, exits, None, is_goal)
    return None if goal is None else Reach(cost, came_from).path_to(goal)


def flood(
    sources: Sequence[N],
    exits: Callable[[N], Iterable[tuple[N, C]]],
    limit: int | Fraction | None = None,
    halts: Callable[[N], bool] | None = None,
) -> Reach[N, C]:
    """Everything that a line from any of the sources reaches: one search answers for all units.

    `cost` is the length of the shortest line, `path_back(hex)` the line from the hex to its source. Of
    equally near sources the one named first counts. A hex that halts is reached, but no line runs through
    it.
    """
    cost, came_from, _ = spread(sources, limit, exits, halts)
    return Reach(cost, came_from)
