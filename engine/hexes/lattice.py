"""Hexsides and the vertices where they meet, on top of the hexes.

A hexside has one name from whichever hex it is seen: the two printed numbers, the smaller by string order
first ("2314/2315"). At the edge of the map it is the hex and the direction ("2314/N").
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.bad_input import BadInput
from engine.hexes.cells import Cells, no_such_hex
from engine.hexes.cubes import STEPS, Cube, opposite


class Vertex(NamedTuple):
    """A point where three hexes meet: the sum of their cube coordinates, so it is the same seen from each."""

    q: int
    r: int


class Lattice(Cells):
    """The hexes of a map with the hexsides between them."""

    # Hexsides

    def hexside(self, a: str, b: str) -> str:
        """The name of the hexside between two neighbours."""
        try:
            first, second = self._first[a], self._first[b]
        except KeyError as unknown:
            raise no_such_hex(unknown.args[0]) from None
        if second not in self.adjacency[first]:
            raise BadInput(f"Hexes {a} and {b} are not neighbours, so no hexside lies between them.")
        return f"{first}/{second}" if first < second else f"{second}/{first}"

    def hexside_at(self, here: str, direction: int) -> str:
        """The name of the hexside in a direction (taken modulo 6), also at the edge of the map."""
        first = self.first_name(here)
        other = self._around[first][direction % 6]
        if other is None:
            return f"{first}/{self.direction_names[direction % 6]}"
        return f"{first}/{other}" if first < other else f"{other}/{first}"

    def hexsides(self, here: str) -> tuple[str, ...]:
        """The six hexsides of a hex, clockwise from direction 0."""
        return tuple(self.hexside_at(here, direction) for direction in range(6))

    def all_hexsides(self, *, edges: bool = True) -> Iterator[str]:
        """Every hexside once, with or without those at the edge of the map."""
        for here in self.hexes:
            for direction, other in enumerate(self._around[here]):
                if other is None:
                    if edges:
                        yield f"{here}/{self.direction_names[direction]}"
                elif here < other:
                    yield f"{here}/{other}"

    def locate(self, side: str) -> tuple[str, int]:
        """The first hex of a hexside and the direction in which the side lies from it."""
        a, slash, b = side.partition("/")
        if slash and a in self._first:
            if b in self._first:
                first, second = sorted((self._first[a], self._first[b]))
                if second in self.adjacency[first]:
                    return first, self._around[first].index(second)
            elif b in self.direction_names:
                return self.locate_at(a, self.direction_names.index(b))
        raise BadInput(
            f"{side[:60]!r} is not a hexside of this map; name two neighbours, 2314/2315, or at the edge "
            f"a hex and a direction, 2314/{self.direction_names[0]}."
        )

    def locate_at(self, here: str, direction: int) -> tuple[str, int]:
        """The same hexside seen from its first hex."""
        first = self.first_name(here)
        other = self._around[first][direction % 6]
        if other is not None and other < first:
            return other, opposite(direction)
        return first, direction % 6

    def canonical(self, side: str) -> str:
        """The one name of a hexside, from any way to write it."""
        return self.hexside_at(*self.locate(side))

    def split(self, side: str) -> tuple[str, ...]:
        """The two hexes on either side of a hexside; only one at the edge of the map."""
        here, direction = self.locate(side)
        other = self._around[here][direction]
        return (here,) if other is None else (here, other)

    # Vertices

    def corners(self, here: str) -> tuple[Vertex, ...]:
        """The six vertices of a hex, clockwise; number n lies between directions n and n + 1."""
        q, r = self.cube(here)
        return tuple(Vertex(3 * q + dq, 3 * r + dr) for dq, dr in _CORNERS[self.orientation])

    def vertices(self, side: str) -> tuple[Vertex, Vertex]:
        """The two ends of a hexside, clockwise as its first hex sees them. Joined hexsides share an end."""
        here, direction = self.locate(side)
        corners = self.corners(here)
        return corners[direction - 1], corners[direction]

    def hexes_at(self, vertex: Vertex) -> tuple[str, ...]:
        """The hexes on the map that meet at a vertex, three inside the map."""
        found = []
        for dq, dr in _CORNERS[self.orientation]:
            q, r = vertex.q - dq, vertex.r - dr
            if q % 3 == 0 and r % 3 == 0:
                found.append(self.hex_at_cube((q // 3, r // 3)))
        return tuple(here for here in found if here is not None)

    def hexsides_at(self, vertex: Vertex) -> tuple[str, ...]:
        """The hexsides that meet at a vertex, three inside the map, in order of their names."""
        found = set()
        for here in self.hexes_at(vertex):
            corner = self.corners(here).index(vertex)
            found |= {self.hexside_at(here, corner), self.hexside_at(here, corner + 1)}
        return tuple(sorted(found))

    def joined(self, side: str) -> tuple[str, ...]:
        """The hexsides that share an end with this one, four inside the map: where a river may flow on."""
        here = self.canonical(side)
        ends = self.vertices(here)
        return tuple(sorted({other for end in ends for other in self.hexsides_at(end)} - {here}))


def _corner_offsets(steps: tuple[Cube, ...]) -> tuple[tuple[int, int], ...]:
    following = steps[1:] + steps[:1]
    return tuple((a.q + b.q, a.r + b.r) for a, b in zip(steps, following, strict=True))


_CORNERS = {orientation: _corner_offsets(steps) for orientation, steps in STEPS.items()}
