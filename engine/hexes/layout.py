"""Where hexes lie on a drawing: centres, corners, and what lies under a point. Pixels, but no window."""

import math

from engine.hexes.cubes import Cube
from engine.hexes.lattice import Lattice, Vertex

Point = tuple[float, float]
_ROOT3 = math.sqrt(3.0)


class Layout:
    """A lattice drawn with hexes of a given size (centre to corner); x grows to the right, y downwards.

    The hexes fill the rectangle from (left, top) to (left + width, top + height) without a margin.
    """

    def __init__(self, lattice: Lattice, size: float = 1.0, left: float = 0.0, top: float = 0.0) -> None:
        if not (math.isfinite(size) and size > 0):
            raise ValueError(f"a hex needs a size above 0, not {size}")
        self.lattice = lattice
        self.size = size
        if lattice.orientation == "flat":
            self._xq, self._xr, self._yq, self._yr = 1.5 * size, 0.0, _ROOT3 / 2 * size, _ROOT3 * size
            half_width, half_height = size, _ROOT3 / 2 * size
        else:
            self._xq, self._xr, self._yq, self._yr = _ROOT3 * size, _ROOT3 / 2 * size, 0.0, 1.5 * size
            half_width, half_height = _ROOT3 / 2 * size, size
        self._left = self._top = 0.0
        centres = [self.centre(here) for here in lattice.ends()]
        least_x, most_x = min(x for x, _ in centres), max(x for x, _ in centres)
        least_y, most_y = min(y for _, y in centres), max(y for _, y in centres)
        self.width = most_x - least_x + 2 * half_width
        self.height = most_y - least_y + 2 * half_height
        self._left = left + half_width - least_x
        self._top = top + half_height - least_y

    def centre(self, here: str) -> Point:
        """The middle of a hex."""
        q, r = self.lattice.cube(here)
        return (self._left + self._xq * q + self._xr * r, self._top + self._yq * q + self._yr * r)

    def vertex(self, vertex: Vertex) -> Point:
        """The point of a vertex: exactly the same for every hex and hexside that has it."""
        q, r = vertex.q / 3, vertex.r / 3
        return (self._left + self._xq * q + self._xr * r, self._top + self._yq * q + self._yr * r)

    def corners(self, here: str) -> tuple[Point, ...]:
        """The six corners, clockwise; number n lies between directions n and n + 1."""
        return tuple(self.vertex(corner) for corner in self.lattice.corners(here))

    def hexside(self, side: str) -> tuple[Point, Point]:
        """The two ends of a hexside."""
        first, second = self.lattice.vertices(side)
        return (self.vertex(first), self.vertex(second))

    def hex_at(self, x: float, y: float) -> str | None:
        """The hex under a point, None off the map."""
        cube = self._cube_at(x, y)
        return None if cube is None else self.lattice.hex_at_cube(cube)

    def hexside_at(self, x: float, y: float) -> str | None:
        """The hexside nearest to a point inside a hex, None off the map."""
        here = self.hex_at(x, y)
        if here is None:
            return None
        cx, cy = self.centre(here)
        first = -90.0 if self.lattice.orientation == "flat" else -60.0
        turn = math.degrees(math.atan2(y - cy, x - cx)) - first
        return self.lattice.hexside_at(here, math.floor(turn / 60 + 0.5) % 6)

    def vertex_at(self, x: float, y: float) -> Vertex | None:
        """The corner nearest to a point inside a hex, None off the map."""
        here = self.hex_at(x, y)
        if here is None:
            return None
        corners = self.lattice.corners(here)
        return min(corners, key=lambda corner: math.dist(self.vertex(corner), (x, y)))

    def _cube_at(self, x: float, y: float) -> Cube | None:
        """The nearest place in cube coordinates: round all three, then correct the one rounded most."""
        dx, dy = x - self._left, y - self._top
        if not (math.isfinite(dx) and math.isfinite(dy)):
            return None
        area = self._xq * self._yr - self._xr * self._yq
        exact_q = (self._yr * dx - self._xr * dy) / area
        exact_r = (self._xq * dy - self._yq * dx) / area
        if not (math.isfinite(exact_q) and math.isfinite(exact_r)):
            return None
        q, r, s = round(exact_q), round(exact_r), round(-exact_q - exact_r)
        off_q, off_r, off_s = abs(q - exact_q), abs(r - exact_r), abs(s + exact_q + exact_r)
        if off_q > off_r and off_q > off_s:
            q = -r - s
        elif off_r > off_s:
            r = -q - s
        return Cube(q, r)
