"""Which hexes lie to the left and which to the right of an open line that runs from edge to edge of the map.

By arithmetic, without shapely: every game with a start line asks for this when it is opened, and to import
shapely takes longer than all the rest of opening it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import floor, hypot, inf, sqrt
from typing import Final, NamedTuple

from engine.hexes.lattice import Lattice

Point = tuple[float, float]
_NEAR: Final = 1.75
"""Just above the distance of two neighbouring middles: the line never runs between a hex farther away than
this and its neighbours."""
_INSIDE: Final = sqrt(3) / 2 - 1e-9
"""A line that comes closer than this to the middle of a hex runs through the hex."""
_THROUGH: Final = 1e-6
_CLOSE: Final = 1e-9


class _Reach(NamedTuple):
    """How near a line comes to a hex, and on which hand the hex lies: positive to the left.

    Zero beyond an end of the line: there only the neighbours can tell.
    """

    distance: float
    hand: float


def crosses_itself(path: Sequence[Point]) -> bool:
    """Does a line meet itself anywhere but where one of its pieces goes on from the one before?"""
    pieces = list(pairwise(path))
    for at, (start, end) in enumerate(pieces):
        low_x, high_x = sorted((start[0], end[0]))
        low_y, high_y = sorted((start[1], end[1]))
        for other in range(at + 1, len(pieces)):
            (cx, cy), (dx, dy) = pieces[other]
            if (
                (cx < low_x and dx < low_x)
                or (cx > high_x and dx > high_x)
                or (cy < low_y and dy < low_y)
                or (cy > high_y and dy > high_y)
            ):
                continue
            if other == at + 1:
                if _turns_back(start, end, (dx, dy)):
                    return True
            elif _meet(start, end, (cx, cy), (dx, dy)):
                return True
    return False


def sides(
    lattice: Lattice, centre: Callable[[str], Point], path: Sequence[Point]
) -> tuple[list[str], list[str], list[str]]:
    """The hexes to the left, to the right, and those whose middle the line runs through.

    Islands that it does not run over are in none of them. It must not cross itself, and y grows upwards.
    """
    near = _near(lattice.hexes, centre, path)
    hands = {here: reach.hand for here, reach in near.items() if reach.distance < _INSIDE}
    edge = list(hands)
    for here in edge:
        for beside in lattice.neighbors(here):
            if beside in hands:
                continue
            reach = near.get(beside)
            if reach is None:
                hands[beside] = hands[here]
            elif reach.hand:
                hands[beside] = reach.hand
            elif hands[here] and not _is_between(path, centre(here), centre(beside)):
                hands[beside] = hands[here]
            else:
                continue
            edge.append(beside)
    through = _through(near)
    for here in through:
        del hands[here]
    left = [here for here, hand in hands.items() if hand > 0]
    return left, [here for here, hand in hands.items() if hand < 0], through


def passed(hexes: Iterable[str], centre: Callable[[str], Point], path: Sequence[Point]) -> list[str]:
    """The hexes that a line runs through the middle of."""
    return _through(_near(hexes, centre, path))


def _through(near: Mapping[str, _Reach]) -> list[str]:
    return [here for here, reach in near.items() if reach.distance <= _THROUGH]


def _is_between(path: Sequence[Point], here: Point, there: Point) -> bool:
    """Does a line run between two points?"""
    return any(_meet(here, there, start, end) for start, end in pairwise(path))


def _near(
    hexes: Iterable[str], centre: Callable[[str], Point], path: Sequence[Point]
) -> Mapping[str, _Reach]:
    """The hexes that the line comes near to."""
    fields: dict[tuple[int, int], list[tuple[str, float, float]]] = {}
    for here in hexes:
        x, y = centre(here)
        fields.setdefault((floor(x / _NEAR), floor(y / _NEAR)), []).append((here, x, y))
    found: dict[str, _Reach] = {}
    pieces = [piece for piece in pairwise(path) if piece[0] != piece[1]]
    for at, (start, end) in enumerate(pieces):
        before = pieces[at - 1][0] if at else None
        after = pieces[at + 1][1] if at + 1 < len(pieces) else None
        for here, x, y in _beside(fields, start, end):
            reach = _reach(x, y, before, start, end, after)
            if reach.distance < _NEAR and reach.distance < found.get(here, _FAR).distance:
                found[here] = reach
    return found


_FAR: Final = _Reach(inf, 0.0)


def _beside(
    fields: Mapping[tuple[int, int], list[tuple[str, float, float]]], start: Point, end: Point
) -> Iterator[tuple[str, float, float]]:
    columns, rows = (sorted((floor(start[n] / _NEAR), floor(end[n] / _NEAR))) for n in (0, 1))
    for column in range(columns[0] - 1, columns[1] + 2):
        for row in range(rows[0] - 1, rows[1] + 2):
            yield from fields.get((column, row), ())


def _reach(x: float, y: float, before: Point | None, start: Point, end: Point, after: Point | None) -> _Reach:
    """How near one piece of a line comes to a point. At a bend the point lies on the outer hand of it."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
    hand = dx * (y - ay) - dy * (x - ax)
    if along < 0.0:
        return _Reach(hypot(x - ax, y - ay), _outer(before, start, end, hand) if before is not None else 0.0)
    if along > 1.0:
        return _Reach(hypot(x - bx, y - by), _outer(start, end, after, hand) if after is not None else 0.0)
    return _Reach(abs(hand) / hypot(dx, dy), hand)


def _outer(first: Point, second: Point, third: Point, straight: float) -> float:
    """The outer hand of a bend; where there is none, the hand that the piece itself tells."""
    turn = _turn(first, second, third)
    return -turn if abs(turn) > _CLOSE else straight


def _turn(first: Point, second: Point, third: Point) -> float:
    """Positive when the way from the first over the second to the third point bends to the left."""
    return (second[0] - first[0]) * (third[1] - second[1]) - (second[1] - first[1]) * (third[0] - second[0])


def _turns_back(first: Point, second: Point, third: Point) -> bool:
    ahead = (second[0] - first[0]) * (third[0] - second[0]) + (second[1] - first[1]) * (third[1] - second[1])
    return ahead < 0 and abs(_turn(first, second, third)) < _CLOSE


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do two pieces have a point in common?"""
    turns = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    tried = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(abs(turn) < _CLOSE and _between(*points) for turn, points in zip(turns, tried, strict=True))


def _between(start: Point, end: Point, point: Point) -> bool:
    return all(min(start[n], end[n]) - _CLOSE <= point[n] <= max(start[n], end[n]) + _CLOSE for n in (0, 1))
