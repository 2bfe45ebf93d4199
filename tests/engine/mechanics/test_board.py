"""Who is where."""

from __future__ import annotations

from msgspec.structs import replace

from engine.mechanics.board import Board, Piece
from engine.mechanics.places import by_place
from engine.referee import Scenario, State, Transaction
from engine.referee.dice import Dice


class Stand(Piece):
    key: str
    side: str
    place: str
    name: str = "Stand"


ONE, TWO, THREE = Stand("1", "red", "0101"), Stand("2", "red", "pool red"), Stand("3", "blue", "0101")
board = Board(Stand)


def test_a_counter_lies_on_the_map_or_in_a_box_and_is_told_by_its_name() -> None:
    assert ONE.on_map and not TWO.on_map
    assert str(replace(ONE, name="1st Guards")) == "1st Guards"


def test_units_are_found_by_place_and_side() -> None:
    state = State.new(Scenario("s", ("red", "blue"), {}), (Stand,), (ONE, TWO, THREE), (), Dice("x"))
    assert board.units_at(state, "0101") == (ONE, THREE)
    assert board.units_at(state, "0202") == ()
    assert board.forces(state, "red") == (ONE,)
    assert board.occupied(state, "blue") == {"0101"}
    tx = Transaction(state)
    tx.put(replace(THREE, place="0202"))
    assert board.units_at(tx.state, "0202") == (tx.state.get(Stand, "3"),)
    assert board.occupied(tx.state, "blue") == {"0202"}
    assert board.occupied(state, "blue") == {"0101"}


def test_counters_are_found_by_their_place_in_their_order() -> None:
    assert by_place([ONE, TWO, THREE]) == {"0101": (ONE, THREE), "pool red": (TWO,)}
    assert by_place([]) == {}
