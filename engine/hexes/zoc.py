"""Zones of control: the hexes that units control, unless terrain on the way prevents it."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine.hexes.cells import Cells
from engine.hexes.crossings import Crossings


def zone_of_control(
    cells: Cells, units: Iterable[str], reaches_into: Callable[[str, str], bool]
) -> frozenset[str]:
    """The zone of units that stand in these hexes, hex by hex: the plain meaning of `ZocMasks`."""
    return frozenset(
        other for here in set(units) for other in cells.neighbors(here) if reaches_into(here, other)
    )


class ZocMasks:
    """The same on bit sets, for a map whose terrain is known: a whole side takes a few microseconds.

    `reaches_into(hex, neighbor)` says whether a unit in the hex controls the neighbour (rivers, terrain,
    sea); units that differ in that need one of these each. A unit's own hex belongs to its zone only
    through others.
    """

    def __init__(self, cells: Cells, reaches_into: Callable[[str, str], bool]) -> None:
        self.cells = cells
        self._crossings = Crossings(cells, reaches_into)

    def of_units(self, units: Iterable[str]) -> int:
        """The zone of the units that stand in these hexes."""
        return self._crossings.step(self.cells.mask(units))

    def of_mask(self, occupied: int) -> int:
        """The zone of units in all hexes of a mask."""
        return self._crossings.step(occupied)


class Presence(NamedTuple):
    """How many units stand in each hex, kept for a side as it moves; each step gives a new one.

    The counts are written across masks, bit n of every count in mask n, so that a whole map is a few integers
    and one unit more or less costs about a microsecond. `occupied` is what `ZocMasks.of_mask` takes.
    """

    cells: Cells
    planes: tuple[int, ...] = ()

    @classmethod
    def of(cls, cells: Cells, units: Iterable[str]) -> "Presence":
        """The presence of units that stand in these hexes, one entry for each unit."""
        here = cls(cells)
        for unit in units:
            here = here.enter(unit)
        return here

    @property
    def occupied(self) -> int:
        """The hexes that hold at least one unit."""
        found = 0
        for plane in self.planes:
            found |= plane
        return found

    def units_in(self, here: str) -> int:
        """The units in a hex."""
        bit = self.cells.bit(here)
        return sum(1 << power for power, plane in enumerate(self.planes) if plane & bit)

    def enter(self, here: str) -> "Presence":
        """One unit more in a hex."""
        carry = self.cells.bit(here)
        planes = list(self.planes)
        for power, plane in enumerate(planes):
            planes[power] = plane ^ carry
            carry &= plane
            if not carry:
                return Presence(self.cells, tuple(planes))
        return Presence(self.cells, (*planes, carry))

    def leave(self, here: str) -> "Presence":
        """One unit less in a hex; ValueError when there is none."""
        borrow = self.cells.bit(here)
        planes = list(self.planes)
        for power, plane in enumerate(planes):
            planes[power] = plane ^ borrow
            borrow &= ~plane
            if not borrow:
                while planes and not planes[-1]:
                    planes.pop()
                return Presence(self.cells, tuple(planes))
        raise ValueError(f"no unit can leave hex {here}: none is there")
