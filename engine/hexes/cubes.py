"""Cube coordinates: three axes q + r + s = 0 over the hexes, so that turning and measuring are plain sums.

Axis q grows to the right and r downwards; s follows from both. One table of six steps serves both
orientations: a pointy-top map is a flat-top map turned a little, so that its first direction is one step on.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

Orientation = Literal["flat", "pointy"]
Mirror = Literal["left-right", "top-bottom"]


class Cube(NamedTuple):
    """A place on the endless hex plane."""

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third coordinate."""
        return -self.q - self.r


class Run(NamedTuple):
    """Hexes that follow each other without a gap: down a column (flat-top) or along a row (pointy-top).

    A column is the line q, and its places are counted by r + q // 2; a row is the line r, with q + r // 2.
    """

    line: int
    spot: int
    hexes: Sequence[str]


ORIGIN = Cube(0, 0)
_STEPS = (Cube(0, -1), Cube(1, -1), Cube(1, 0), Cube(0, 1), Cube(-1, 1), Cube(-1, 0))

# Clockwise, as printed on the sheet: direction 0 is north on a flat-top map, north-east on a pointy-top map.
STEPS: dict[Orientation, tuple[Cube, ...]] = {"flat": _STEPS, "pointy": _STEPS[1:] + _STEPS[:1]}
DIRECTION_NAMES: dict[Orientation, tuple[str, ...]] = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}


def opposite(direction: int) -> int:
    """The direction that leads back."""
    return (direction + 3) % 6


def cube_distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Hexes from a to b, not counting a."""
    dq = a[0] - b[0]
    dr = a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def rotate(cube: Cube, sixths: int, about: Cube = ORIGIN) -> Cube:
    """The cube turned clockwise about another by this number of sixths of a full turn."""
    q, r = cube.q - about.q, cube.r - about.r
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return Cube(q + about.q, r + about.r)


def mirror(cube: Cube, way: Mirror, orientation: Orientation, about: Cube = ORIGIN) -> Cube:
    """The cube seen in a mirror that stands on another: left and right, or top and bottom, change places."""
    q, r = cube.q - about.q, cube.r - about.r
    s = -q - r
    if orientation == "flat":
        q, r = (-q, -s) if way == "left-right" else (q, s)
    else:
        q, r = (s, r) if way == "left-right" else (-s, -r)
    return Cube(q + about.q, r + about.r)


def mirror_direction(direction: int, way: Mirror, orientation: Orientation) -> int:
    """Where a facing or a hexside points after mirroring."""
    if orientation == "flat":
        return (-direction if way == "left-right" else 3 - direction) % 6
    return (5 - direction if way == "left-right" else 2 - direction) % 6


def steps_along(a: Cube, b: Cube) -> Iterator[tuple[Cube, ...]]:
    """The hexes under a straight line, step by step; two where the line runs along their common hexside.

    One of the three coordinates changes by exactly one per step, so whole numbers suffice and a tie is exact.
    """
    length = cube_distance(a, b)
    yield (a,)
    dq, dr = b.q - a.q, b.r - a.r
    for i in range(1, length + 1):
        if abs(dq) == length:
            q = a.q + dq * i // length
            yield tuple(Cube(q, a.r + r) for r in _nearest(dr * i, length))
        elif abs(dr) == length:
            r = a.r + dr * i // length
            yield tuple(Cube(a.q + q, r) for q in _nearest(dq * i, length))
        else:
            s = a.s - (dq + dr) * i // length
            yield tuple(Cube(a.q + q, -s - a.q - q) for q in _nearest(dq * i, length))


def _nearest(numerator: int, denominator: int) -> tuple[int, ...]:
    """The whole number nearest to a fraction; both neighbours when it lies half way."""
    low, rest = divmod(numerator, denominator)
    if 2 * rest == denominator:
        return (low, low + 1)
    return (low,) if 2 * rest < denominator else (low + 1,)


def right_of_line(a: Cube, b: Cube, place: Cube) -> int:
    """Positive when the place lies to the right hand of one who looks from a to b, negative to the left."""
    return (b.q - a.q) * (place.r - a.r) - (b.r - a.r) * (place.q - a.q)
