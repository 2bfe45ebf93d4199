"""Lines of sight over heights: whether a hex can be seen from another, and what is in the way."""

from __future__ import annotations

from collections.abc import Callable

from engine.hexes.cells import Cells


def in_the_way(
    cells: Cells,
    observer: str,
    target: str,
    height: Callable[[str], int],
    cover: Callable[[str], int] = lambda here: 0,
) -> tuple[str, ...]:
    """The hexes that hide the target from the observer, nearest first; none if it can be seen.

    A hex hides what lies behind it if its height with its cover (woods, buildings) rises above the straight
    line between the heights of both ends. Where the line runs along hexsides, one free side is enough.
    """
    found = [_hiding(line, height, cover) for line in cells.lines(observer, target)]
    return min(found, key=len)


def _hiding(
    line: tuple[str, ...], height: Callable[[str], int], cover: Callable[[str], int]
) -> tuple[str, ...]:
    far = len(line) - 1
    low, high = (height(line[0]), height(line[-1])) if line else (0, 0)
    return tuple(
        here
        for at, here in enumerate(line[1:-1], start=1)
        if (height(here) + cover(here)) * far > low * (far - at) + high * at
    )
