"""The places in dispute of a scenario: how near each side is to them, and who is stronger around them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.hexes.cells import Cells
from engine.record import Record

GATHERED = 3
"""How many units of a side count as those on the way to a place."""
REST = 0.3
"""The weight of all the others."""
FALL_OFF = 2.0
"""The strength of a unit counts around a place by 1 / (1 + distance) to this power."""
MOST_PRESENCES = 64
"""So many placements of a side are remembered: mostly one side moves while the other stays."""

Numbers: TypeAlias = "NDArray[np.float64]"


class Presence(Record):
    """Where the units of a side are: the columns of their hexes, their strength around each place in dispute,
    and the way of the nearest one to it."""

    columns: NDArray[np.intp]
    around: Numbers
    nearest: Numbers

    def __bool__(self) -> bool:
        return bool(len(self.columns))


class Objectives:
    """The distances of all hexes from the places in dispute."""

    def __init__(self, grid: Cells, goals: Mapping[str, int]) -> None:
        self.goals = tuple(goals)
        self.weights: Numbers = np.array(list(goals.values()), dtype=np.float64)
        self._columns = {here: column for column, here in enumerate(grid.hexes)}
        cubes = np.array([grid.cube(here) for here in grid.hexes], dtype=np.int64).reshape(-1, 2)
        rows = [self._columns[goal] for goal in self.goals]
        self._distances: Numbers = _distances(cubes[rows], cubes).astype(np.float64)
        self._weight_at: Numbers = (1.0 + self._distances) ** -FALL_OFF
        self.extent = max(1, int(_distances(cubes, cubes[_outermost(cubes)]).max(initial=1)))
        self._nearest: Numbers = self._distances.min(axis=0) if rows else np.zeros(len(cubes))
        self._none = np.zeros(len(self.goals))
        self._present = lru_cache(maxsize=MOST_PRESENCES)(self._gathered)

    def __bool__(self) -> bool:
        return bool(self.goals)

    def presence(self, units: Collection[tuple[str, float]]) -> Presence:
        """Units by their place and strength; those off the map are left out."""
        return self._present(tuple(units))

    def _gathered(self, units: tuple[tuple[str, float], ...]) -> Presence:
        found = [(self._columns[place], strength) for place, strength in units if place in self._columns]
        columns = np.array([column for column, _ in found], dtype=np.intp)
        strengths = np.array([strength for _, strength in found], dtype=np.float64)
        around: Numbers = (self._weight_at[:, columns] * strengths).sum(axis=1)
        nearest = self._distances[:, columns].min(axis=1) if found else self._none
        return Presence(columns, around, nearest)

    def distance(self, place: str) -> float:
        """How far a hex is from the nearest place in dispute; 0 for what is no hex."""
        column = self._columns.get(place)
        return 0.0 if column is None else float(self._nearest[column])

    def ways(self, own: Presence) -> Numbers:
        """The mean way of a side to each place: mostly of its nearest units, a little of all."""
        if not own:
            return np.full(len(self.goals), float(self.extent))
        ways = self._distances[:, own.columns]
        nearest = np.partition(ways, min(GATHERED, ways.shape[1]) - 1, axis=1)[:, :GATHERED]
        mean: Numbers = (1 - REST) * nearest.mean(axis=1) + REST * ways.mean(axis=1)
        return mean

    def lead(self, one: Presence, other: Presence) -> Numbers:
        """By how much one side is nearer to each place than another with its nearest unit; at least 0."""
        if not one or not other:
            return self._none
        ahead: Numbers = np.maximum(0.0, other.nearest - one.nearest)
        return ahead

    def balance(self, own: Presence, others: Presence) -> Numbers:
        """From -1 to 1 for each place: whose strength is the greater around it."""
        mine, theirs = own.around, others.around
        total = mine + theirs
        return np.divide(mine - theirs, total, out=np.zeros_like(total), where=total > 0)


def _distances(some: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.int64]:
    """Hexes between each of some places and each of others, in cube coordinates."""
    apart = some[:, None, :] - others[None, :, :]
    found: NDArray[np.int64] = np.maximum(np.abs(apart).max(axis=2), np.abs(apart.sum(axis=2)))
    return found


def _outermost(cubes: NDArray[np.int64]) -> Sequence[int]:
    """The places that lie farthest out along each of the three axes: of those, two are farthest apart."""
    along = (cubes[:, 0], cubes[:, 1], cubes.sum(axis=1))
    return [int(pick(axis)) for axis in along for pick in (np.argmin, np.argmax)] if len(cubes) else []
