"""The hexes of a map by their printed numbers: neighbours, distances, rings, lines, turning and bit sets."""

from collections.abc import Iterable, Iterator, Mapping

from engine.bad_input import BadInput
from engine.hexes import cubes
from engine.hexes.cubes import Cube, Mirror, Orientation


class Cells:
    """Hexes that know each other. Built once, never changed.

    Every method takes any number printed in a hex and answers with the hex's first number. A number that
    is on no hex is BadInput. Directions are 0 to 5 clockwise, from north on a flat-top map and from
    north-east on a pointy-top one.

    Each hex has an index for bit sets (a mask is an int with bit `index` set): its place in the bounding
    rectangle of the map, counted down the columns (flat-top) or along the rows (pointy-top), so that
    every step between neighbours is a shift by one of eight distances. A missing hex leaves its index
    unused.
    """

    orientation: Orientation
    hexes: tuple[str, ...]
    adjacency: Mapping[str, tuple[str, ...]]
    direction_names: tuple[str, ...]
    all_mask: int

    def __init__(
        self, orientation: Orientation, places: Mapping[str, Cube], aliases: Mapping[str, str]
    ) -> None:
        self.orientation = orientation
        self.direction_names = cubes.DIRECTION_NAMES[orientation]
        self._index = _indices(orientation, places)
        self.hexes = tuple(sorted(places, key=self._index.__getitem__))
        self._cube = {here: places[here] for here in self.hexes}
        self._at: dict[tuple[int, int], str] = {cube: here for here, cube in self._cube.items()}
        self._hex_of = {index: here for here, index in self._index.items()}
        self._first = {here: here for here in self.hexes}
        self._names: dict[str, tuple[str, ...]] = {}
        self._around: dict[str, tuple[str | None, ...]] = {}
        adjacency: dict[str, tuple[str, ...]] = {}
        at = self._at.get
        steps = cubes.STEPS[orientation]
        for here, (q, r) in self._cube.items():
            around = tuple([at((q + dq, r + dr)) for dq, dr in steps])
            self._around[here] = around
            adjacency[here] = tuple([other for other in around if other is not None])
        for alias, here in aliases.items():
            self._first[alias] = here
            self._cube[alias] = self._cube[here]
            self._index[alias] = self._index[here]
            self._around[alias] = self._around[here]
            self._names[here] = (*self._names.get(here, (here,)), alias)
            adjacency[alias] = adjacency[here]
        self.adjacency = adjacency
        self._mask_bytes = (max(self._hex_of) >> 3) + 1
        self.all_mask = self.mask(self.hexes)
        self._bits: dict[str, int] = {}
        self._neighbor_masks: dict[str, int] = {}

    def __contains__(self, here: object) -> bool:
        return here in self._first

    def __len__(self) -> int:
        return len(self.hexes)

    # Names

    def first_name(self, here: str) -> str:
        """The number this hex is known by, whichever of its numbers was given."""
        try:
            return self._first[here]
        except KeyError:
            raise no_such_hex(here) from None

    def names(self, here: str) -> tuple[str, ...]:
        """Every number printed in this hex, the first name first."""
        first = self.first_name(here)
        return self._names.get(first, (first,))

    def cube(self, here: str) -> Cube:
        """Where the hex lies in cube coordinates."""
        try:
            return self._cube[here]
        except KeyError:
            raise no_such_hex(here) from None

    def hex_at_cube(self, cube: Cube) -> str | None:
        """The hex at a place in cube coordinates, None off the map."""
        return self._at.get(cube)

    # Neighbours

    def neighbors(self, here: str) -> tuple[str, ...]:
        """The neighbours on the map, clockwise. Hot loops may read `adjacency` instead."""
        try:
            return self.adjacency[here]
        except KeyError:
            raise no_such_hex(here) from None

    def around(self, here: str) -> tuple[str | None, ...]:
        """The neighbour in each of the six directions, None where the map ends."""
        try:
            return self._around[here]
        except KeyError:
            raise no_such_hex(here) from None

    def neighbor(self, here: str, direction: int) -> str | None:
        """The neighbour in a direction (taken modulo 6), None where the map ends."""
        return self.around(here)[direction % 6]

    def adjacent(self, a: str, b: str) -> bool:
        """Whether two hexes share a hexside."""
        return self.first_name(b) in self.neighbors(a)

    def direction(self, a: str, b: str) -> int:
        """The direction in which the neighbour b lies from a."""
        around = self.around(a)
        other = self.first_name(b)
        if other not in around:
            raise BadInput(f"Hexes {a} and {b} are not neighbours; name two hexes that share a hexside.")
        return around.index(other)

    # Measuring

    def distance(self, a: str, b: str) -> int:
        """Hexes from a to b, not counting a; holes in the map do not matter."""
        try:
            aq, ar = self._cube[a]
            bq, br = self._cube[b]
        except KeyError as unknown:
            raise no_such_hex(unknown.args[0]) from None
        dq = aq - bq
        dr = ar - br
        return max(abs(dq), abs(dr), abs(dq + dr))

    def ring(self, here: str, radius: int) -> tuple[str, ...]:
        """The hexes on the map at exactly this distance, clockwise from direction 0."""
        q, r = self.cube(here)
        if radius <= 0:
            return (self._first[here],) if radius == 0 else ()
        steps = cubes.STEPS[self.orientation]
        q, r = q + steps[0].q * radius, r + steps[0].r * radius
        found = []
        for side in range(6):
            dq, dr = steps[(side + 2) % 6]
            for _ in range(radius):
                other = self._at.get(Cube(q, r))
                if other is not None:
                    found.append(other)
                q, r = q + dq, r + dr
        return tuple(found)

    def within(self, here: str, radius: int) -> tuple[str, ...]:
        """The hex itself and all hexes on the map up to this distance, nearest first."""
        return tuple(other for distance in range(radius + 1) for other in self.ring(here, distance))

    # Lines

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """The hexes under a straight line from centre to centre, both ends included.

        Where the line runs along a hexside, the hex higher on the sheet counts (of two equally high ones the
        left one), so that the line from b to a is the same line. A hex that is not on the map gives way to
        the one across that hexside; where the line leaves the map altogether, its hexes are left out.
        """
        start, end = self.cube(a), self.cube(b)
        return self._chosen(
            start, end, {cube: self._height(cube) for both in _ties(start, end) for cube in both}
        )

    def lines(self, a: str, b: str) -> tuple[tuple[str, ...], ...]:
        """The line; where it runs along hexsides both lines, first the one to the left, then to the right."""
        start, end = self.cube(a), self.cube(b)
        ties = [cube for both in _ties(start, end) for cube in both]
        left = {cube: (cubes.right_of_line(start, end, cube), 0) for cube in ties}
        right = {cube: (-cubes.right_of_line(start, end, cube), 0) for cube in ties}
        both = (self._chosen(start, end, left), self._chosen(start, end, right))
        return both if both[0] != both[1] else both[:1]

    def _chosen(self, start: Cube, end: Cube, rank: Mapping[Cube, tuple[int, int]]) -> tuple[str, ...]:
        """The line that takes the lowest rank at each tie."""
        found = []
        for choice in cubes.steps_along(start, end):
            ranked = choice if len(choice) == 1 else sorted(choice, key=rank.__getitem__)
            on_map = [self._at[cube] for cube in ranked if cube in self._at]
            found += on_map[:1]
        return tuple(found)

    def _height(self, cube: Cube) -> tuple[int, int]:
        if self.orientation == "flat":
            return (2 * cube.r + cube.q, cube.q)
        return (cube.r, 2 * cube.q + cube.r)

    # Turning

    def rotated(self, here: str, sixths: int, about: str) -> str | None:
        """The hex turned clockwise about another one, None when that leads off the map."""
        return self._at.get(cubes.rotate(self.cube(here), sixths, self.cube(about)))

    def mirrored(self, here: str, way: Mirror, about: str) -> str | None:
        """The hex on the other side of a mirror standing on another one, None when that is off the map."""
        return self._at.get(cubes.mirror(self.cube(here), way, self.orientation, self.cube(about)))

    # Bit sets

    def index(self, here: str) -> int:
        """The bit of this hex in a mask."""
        try:
            return self._index[here]
        except KeyError:
            raise no_such_hex(here) from None

    def hex_of(self, index: int) -> str | None:
        """The hex of a bit, None when no hex has it."""
        return self._hex_of.get(index)

    def bit(self, here: str) -> int:
        """The mask that holds this hex alone."""
        try:
            return self._bits[here]
        except KeyError:
            return self._bits.setdefault(here, 1 << self.index(here))

    def mask(self, hexes: Iterable[str]) -> int:
        """The mask that holds these hexes."""
        index = self._index
        held = bytearray(self._mask_bytes)
        try:
            for here in hexes:
                place = index[here]
                held[place >> 3] |= 1 << (place & 7)
        except KeyError as unknown:
            raise no_such_hex(unknown.args[0]) from None
        return int.from_bytes(held, "little")

    def hexes_in(self, mask: int) -> Iterator[str]:
        """The hexes of a mask, in index order; bits that belong to no hex are passed over."""
        bits = bin(mask & self.all_mask)[:1:-1]
        place = bits.find("1")
        while place >= 0:
            yield self._hex_of[place]
            place = bits.find("1", place + 1)

    def neighbor_mask(self, here: str) -> int:
        """The neighbours of a hex as a mask."""
        known = self._neighbor_masks.get(here)
        if known is None:
            known = self._neighbor_masks[here] = self.mask(self.neighbors(here))
        return known


def no_such_hex(here: object) -> BadInput:
    """The error for a number that is printed in no hex."""
    return BadInput(f"There is no hex {str(here)[:40]!r} on this map; use a number that is printed on it.")


def _indices(orientation: Orientation, places: Mapping[str, Cube]) -> dict[str, int]:
    """Positions in the bounding rectangle: along the lines of hexes, one line after the other."""
    if orientation == "flat":
        spots = {here: (cube.q, (2 * cube.r + cube.q) // 2) for here, cube in places.items()}
    else:
        spots = {here: (cube.r, (2 * cube.q + cube.r) // 2) for here, cube in places.items()}
    first_line = min(line for line, _ in spots.values())
    first_spot = min(spot for _, spot in spots.values())
    length = max(spot for _, spot in spots.values()) - first_spot + 1
    return {here: (line - first_line) * length + spot - first_spot for here, (line, spot) in spots.items()}


def _ties(start: Cube, end: Cube) -> list[tuple[Cube, ...]]:
    return [choice for choice in cubes.steps_along(start, end) if len(choice) > 1]
