"""Units with several counters: a loss turns the counter over, or changes it for one of the next lower class.

The counters of a unit are a ladder, the best first. A unit stands on one of them, with its full or its
reduced side up. Each loss is taken in one of two ways; when neither is left the next one removes the unit.
"""

from __future__ import annotations

from typing import Final

from engine.record import Record

FLIP: Final = "flip"
"""To the reduced side of the same counter."""
LOWER: Final = "lower"
"""To the next lower counter, with the same side up."""


class Rung(Record):
    """Where a unit stands: which of its counters is used, 0 for the best, and which side of it is up."""

    rank: int
    flipped: bool = False


def steps_left(counters: int, rung: Rung) -> int:
    """How many losses remove the unit: one for each lower counter, one for the full side and the last one."""
    return counters - rung.rank + (not rung.flipped)


def ways_down(counters: int, rung: Rung) -> dict[str, Rung]:
    """Where one loss can leave the unit, by the way it is taken; nowhere if it removes the unit."""
    found = {} if rung.flipped else {FLIP: Rung(rung.rank, True)}
    if rung.rank + 1 < counters:
        found[LOWER] = Rung(rung.rank + 1, rung.flipped)
    return found


def after_losses(counters: int, rung: Rung, losses: int) -> frozenset[Rung]:
    """Everywhere that a number of losses can leave the unit, in any mix; nowhere if they remove it."""
    found = frozenset((rung,))
    for _ in range(losses):
        found = frozenset(below for at in found for below in ways_down(counters, at).values())
    return found
