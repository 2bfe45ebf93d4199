"""The hexes of a map by their printed numbers: neighbours, distances, rings, lines, turning and bit sets."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from engine.bad_input import BadInput
from engine.hexes import cubes
from engine.hexes.cubes import Cube, Mirror, Orientation, Run
from engine.hexes.on_demand import OnDemand


class Cells:
    """The hexes of a map and their neighbours. Built once, never changed.

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
    runs: tuple[Run, ...]

    def __init__(
        self, orientation: Orientation, places: Mapping[str, Cube], aliases: Mapping[str, str]
    ) -> None:
        spots = {_spot(orientation, cube): here for here, cube in places.items()}
        self._lay_out(orientation, [Run(*spot, (spots[spot],)) for spot in sorted(spots)], aliases)

    def _lay_out(self, orientation: Orientation, runs: Sequence[Run], aliases: Mapping[str, str]) -> None:
        """Number the hexes of runs that come in order. Data of single hexes is computed on demand."""
        self.orientation = orientation
        self.direction_names = cubes.DIRECTION_NAMES[orientation]
        self._first_line = runs[0].line
        self._first_spot = min(run.spot for run in runs)
        self._length = max(run.spot + len(run.hexes) for run in runs) - self._first_spot
        self._ways = (self._ways_from(0), self._ways_from(1))
        self.runs = tuple(
            Run(run.line - self._first_line, run.spot - self._first_spot, run.hexes) for run in runs
        )
        self._index: dict[str, int] = {}
        self._hex_of: dict[int, str] = {}
        for line, spot, hexes in self.runs:
            places = range(line * self._length + spot, line * self._length + spot + len(hexes))
            self._index.update(zip(hexes, places, strict=True))
            self._hex_of.update(zip(places, hexes, strict=True))
        self.hexes = tuple(self._index)
        self._first = dict(zip(self.hexes, self.hexes, strict=True))
        self._names: dict[str, tuple[str, ...]] = {}
        for alias, here in aliases.items():
            self._first[alias] = here
            self._index[alias] = self._index[here]
            self._names[here] = (*self._names.get(here, (here,)), alias)
        # The functions that make entries hold no reference to the map: that would be a reference cycle.
        self._cube = OnDemand(self._first, self._cubes())
        self._around = OnDemand(self._first, self._neighbours())
        self.adjacency = OnDemand(self._first, partial(_on_map, self._around))
        self._mask_bytes = (max(self._hex_of) >> 3) + 1
        self.all_mask = self._mask_of_runs()
        self._bits: dict[str, int] = {}
        self._neighbor_masks: dict[str, int] = {}

    def _cubes(self) -> Callable[[str], Cube]:
        index, length, flat = self._index, self._length, self.orientation == "flat"
        first_line, first_spot = self._first_line, self._first_spot

        def cube_of(here: str) -> Cube:
            line, spot = divmod(index[here], length)
            line, spot = line + first_line, spot + first_spot
            return Cube(line, spot - line // 2) if flat else Cube(spot - line // 2, line)

        return cube_of

    def _ways_from(self, line: int) -> tuple[tuple[int, int], ...]:
        """From a hex on a line like this one to its neighbours: how much farther along, and in the index."""
        line += self._first_line
        shifts = []
        for dq, dr in cubes.STEPS[self.orientation]:
            across, along = (dq, dr) if self.orientation == "flat" else (dr, dq)
            along += (line + across) // 2 - line // 2
            shifts.append((along, across * self._length + along))
        return tuple(shifts)

    def _neighbours(self) -> Callable[[str], tuple[str | None, ...]]:
        indices, length, at, ways = self._index, self._length, self._hex_of.get, self._ways

        def around(here: str) -> tuple[str | None, ...]:
            index = indices[here]
            line, spot = divmod(index, length)
            return tuple(
                [at(index + shift) if 0 <= spot + along < length else None for along, shift in ways[line & 1]]
            )

        return around

    def _mask_of_runs(self) -> int:
        """All hexes as a mask, by way of its written form: one digit for each bit, the last bit first."""
        digits, done = [], 0
        for line, spot, hexes in self.runs:
            start = line * self._length + spot
            digits.append("0" * (start - done) + "1" * len(hexes))
            done = start + len(hexes)
        return int("".join(digits)[::-1], 2)

    def __contains__(self, here: object) -> bool:
        return here in self._first

    def __len__(self) -> int:
        return len(self.hexes)

    @property
    def aliased(self) -> bool:
        """Whether some hex has more than one number."""
        return bool(self._names)

    @property
    def places_on_a_line(self) -> int:
        """Indices that each line of hexes takes up, whether or not all of them have a hex."""
        return self._length

    def ends(self) -> Iterator[str]:
        """The first and the last hex of every run: none lies farther out than all of these."""
        for run in self.runs:
            yield run.hexes[0]
            yield run.hexes[-1]

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

    def hex_at_cube(self, cube: tuple[int, int]) -> str | None:
        """The hex at a place in cube coordinates, None off the map."""
        line, spot = cube if self.orientation == "flat" else (cube[1], cube[0])
        spot += line // 2 - self._first_spot
        if 0 <= spot < self._length:
            return self._hex_of.get((line - self._first_line) * self._length + spot)
        return None

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
                other = self.hex_at_cube((q, r))
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
        found: list[str] = []
        for choice in cubes.steps_along(start, end):
            ranked = choice if len(choice) == 1 else sorted(choice, key=rank.__getitem__)
            on_map = (here for cube in ranked if (here := self.hex_at_cube(cube)) is not None)
            found += islice(on_map, 1)
        return tuple(found)

    def _height(self, cube: Cube) -> tuple[int, int]:
        if self.orientation == "flat":
            return (2 * cube.r + cube.q, cube.q)
        return (cube.r, 2 * cube.q + cube.r)

    # Turning

    def rotated(self, here: str, sixths: int, about: str) -> str | None:
        """The hex turned clockwise about another one, None when that leads off the map."""
        return self.hex_at_cube(cubes.rotate(self.cube(here), sixths, self.cube(about)))

    def mirrored(self, here: str, way: Mirror, about: str) -> str | None:
        """The hex on the other side of a mirror standing on another one, None when that is off the map."""
        return self.hex_at_cube(cubes.mirror(self.cube(here), way, self.orientation, self.cube(about)))

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
    """The error for a number that no hex has."""
    return BadInput(f"There is no hex {str(here)[:40]!r} on this map; use a number that is printed on it.")


def _on_map(around: Mapping[str, tuple[str | None, ...]], here: str) -> tuple[str, ...]:
    return tuple([other for other in around[here] if other is not None])


def _spot(orientation: Orientation, cube: Cube) -> tuple[int, int]:
    """The line of hexes on which a place lies, and how far along it."""
    line, along = cube if orientation == "flat" else (cube.r, cube.q)
    return line, along + line // 2


def _ties(start: Cube, end: Cube) -> list[tuple[Cube, ...]]:
    return [choice for choice in cubes.steps_along(start, end) if len(choice) > 1]
