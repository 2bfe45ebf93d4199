"""Affine transforms that place a picture or geographic data on the map by known points."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

Point = tuple[float, float]
Pair = tuple[Point, Point]
"""A point of the placed object, and the map point where it belongs."""
_FLAT = 1e-12


class Affine(NamedTuple):
    """x' = a·x + c·y + e, y' = b·x + d·y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def at(self, point: Point) -> Point:
        """Return the transformed point."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def back(self, point: Point) -> Point:
        """Return the point that this transform maps here (the inverse)."""
        area = self.a * self.d - self.b * self.c
        x, y = point[0] - self.e, point[1] - self.f
        return (self.d * x - self.c * y) / area, (self.a * y - self.b * x) / area

    def moved(self, dx: float, dy: float) -> Affine:
        """Return the transform shifted by this distance on the map."""
        return self._replace(e=self.e + dx, f=self.f + dy)

    @property
    def is_valid(self) -> bool:
        """Whether it can be drawn: finite and not degenerate."""
        size = abs(self.a) + abs(self.b) + abs(self.c) + abs(self.d)
        return all(map(isfinite, self)) and abs(self.a * self.d - self.b * self.c) > _FLAT * size * size


def fitted(base: Affine, pairs: Sequence[Pair]) -> Affine:
    """Return a transform that maps the pairs onto each other and changes `base` as little as possible.

    One pair shifts it, two also rotate and scale it, three determine it, more are averaged by least squares.
    Points on one line determine no more than two points do.
    """
    if not pairs:
        return base
    found = _by_all(pairs) if len(pairs) > 2 else None
    if found is None and len(pairs) > 1:
        found = _by_two(base, pairs[0], max(pairs[1:], key=lambda pair: _apart(pairs[0][0], pair[0])))
    if found is not None and found.is_valid:
        return found
    (point, target), *_ = pairs
    x, y = base.at(point)
    return base.moved(target[0] - x, target[1] - y)


def _apart(first: Point, second: Point) -> float:
    return (first[0] - second[0]) ** 2 + (first[1] - second[1]) ** 2


def _by_two(base: Affine, first: Pair, second: Pair) -> Affine | None:
    """Rotate and scale the result of `base` so that both pairs match."""
    (p, to_p), (q, to_q) = first, second
    before = complex(*base.at(q)) - complex(*base.at(p))
    after = complex(*to_q) - complex(*to_p)
    if abs(before) < _FLAT or abs(after) < _FLAT:
        return None
    turn = after / before
    start = complex(*base.at(p))

    def carried(point: Point) -> complex:
        return complex(*to_p) + turn * (complex(*base.at(point)) - start)

    zero, right, down = carried((0.0, 0.0)), carried((1.0, 0.0)), carried((0.0, 1.0))
    return Affine(
        (right - zero).real,
        (right - zero).imag,
        (down - zero).real,
        (down - zero).imag,
        zero.real,
        zero.imag,
    )


def _by_all(pairs: Sequence[Pair]) -> Affine | None:
    """Least squares over all pairs, relative to their mean for numerical accuracy."""
    count = len(pairs)
    mx, my = sum(p[0] for p, _ in pairs) / count, sum(p[1] for p, _ in pairs) / count
    tx, ty = sum(t[0] for _, t in pairs) / count, sum(t[1] for _, t in pairs) / count
    xx = sum((p[0] - mx) ** 2 for p, _ in pairs)
    yy = sum((p[1] - my) ** 2 for p, _ in pairs)
    xy = sum((p[0] - mx) * (p[1] - my) for p, _ in pairs)
    area = xx * yy - xy * xy
    if area <= 1e-6 * max(xx, yy) ** 2:
        return None
    rows = []
    for axis, middle in ((0, tx), (1, ty)):
        by_x = sum((p[0] - mx) * (t[axis] - middle) for p, t in pairs)
        by_y = sum((p[1] - my) * (t[axis] - middle) for p, t in pairs)
        along, across = (by_x * yy - by_y * xy) / area, (by_y * xx - by_x * xy) / area
        rows.append((along, across, middle - along * mx - across * my))
    (a, c, e), (b, d, f) = rows
    return Affine(a, b, c, d, e, f)


def fit_inside(width: float, height: float, wide: float, tall: float) -> Affine:
    """Scale a rectangle to fit into another one, centred."""
    scale = min(wide / max(width, 1e-9), tall / max(height, 1e-9))
    return Affine(scale, 0.0, 0.0, scale, (wide - width * scale) / 2, (tall - height * scale) / 2)
