"""Counters find room wherever there is any, and disturb nobody without need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from engine.mechanics.seating import Room
from engine.record import Record


class Piece(Record):
    key: str
    size: int = 1


def room(
    choices: Mapping[str, str], limit: int, standing: Sequence[tuple[str, Piece]] = (), fixed: str = ""
) -> Room[Piece]:
    """`choices`: for each piece, the places it may be in, one letter each."""

    def fits(here: str, stack: Sequence[Piece]) -> bool:
        return sum(piece.size for piece in stack) <= limit

    return Room(
        standing, lambda piece: choices[piece.key], fits, [key for key in choices if key not in fixed]
    )


def test_the_emptiest_place_comes_first() -> None:
    found = room({"a": "xy", "b": "xy", "c": "xyz"}, 2)
    assert all(found.seat(Piece(key)) for key in "abc")
    assert found.found == {"a": "x", "b": "y", "c": "z"}


def test_somebody_makes_way_over_several_places() -> None:
    found = room({"a": "xy", "b": "yz", "c": "x"}, 1, [("x", Piece("a")), ("y", Piece("b"))])
    assert found.seat(Piece("c"))
    assert found.found == {"c": "x", "a": "y", "b": "z"}


def test_whoever_is_fixed_stays() -> None:
    found = room({"a": "xy", "b": "x"}, 1, [("x", Piece("a"))], fixed="a")
    assert not found.seat(Piece("b"))
    assert found.found == {}


def test_a_large_piece_takes_the_place_of_a_small_one_that_fits_elsewhere() -> None:
    found = room({"a": "xy", "b": "x"}, 2, [("x", Piece("a")), ("y", Piece("f", 1))])
    assert found.seat(Piece("b", 2))
    assert found.found == {"b": "x", "a": "y"}


@given(
    st.lists(st.sets(st.sampled_from("wxyz"), min_size=1), min_size=1, max_size=6),
    st.integers(1, 2),
)
def test_of_pieces_of_one_size_as_many_as_possible_find_room(wanted: list[set[str]], limit: int) -> None:
    choices = {str(n): "".join(sorted(places)) for n, places in enumerate(wanted)}
    found = room(choices, limit)
    seated = sum(found.seat(Piece(key)) for key in choices)
    stacks = [list(found.found.values()).count(here) for here in "wxyz"]
    assert max(stacks) <= limit and sum(stacks) == seated
    assert all(found.found[key] in choices[key] for key in found.found)
    best = max(
        sum(here != "-" for here in chosen)
        for chosen in product(*(places + "-" for places in choices.values()))
        if all(chosen.count(here) <= limit for here in "wxyz")
    )
    assert seated == best
