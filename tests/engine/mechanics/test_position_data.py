"""What a worked example may say of its position, and what is said against the rest."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.bad_input import BadInput
from engine.mechanics.position_data import known, listed_units, nothing_else, scoped, table, whole_number
from engine.referee.frame import Procedure


class Turn(Procedure):
    scope = "game turn"


def test_what_is_read_is_taken_out_of_the_data() -> None:
    data = {"asp": {"red": 3}, "red": {"r1": "0101"}, "blue": {"b1": "0202"}}
    assert table(data, "asp") == {"red": 3}
    assert table(data, "asp") == {}
    assert list(listed_units(data, ("red", "blue"))) == [("red", "r1", "0101"), ("blue", "b1", "0202")]
    nothing_else(data, "The Bridge")


def test_a_mark_goes_with_the_frame_of_its_scope() -> None:
    assert scoped("r1", "moved", "game turn", "", (Procedure(), Turn())).depth == 1
    without = scoped("r1", "moved", "segment", "", (Turn(),))
    assert (without.scope, without.depth) == ("", -1)


@pytest.mark.parametrize(
    ("read", "why"),
    [
        (lambda: table({"asp": 3}, "asp"), "`asp` should be a table"),
        (lambda: known(3, ("0101",), "road"), "`road` should be a text"),
        (lambda: known("0101 0102", ("0101",), "road"), "`road` names '0102', which is not there"),
        (lambda: whole_number(1000, "turn"), "`turn` should be a whole number up to 999"),
        (lambda: whole_number(True, "turn"), "not True"),
        (lambda: list(listed_units({"red": {"r 1": ""}}, ("red",))), "'r 1' is not a name for a unit"),
        (lambda: list(listed_units({"red": {"x": ""}, "blue": {"x": ""}}, ("red", "blue"))), "two of them"),
        (lambda: nothing_else({"moon": "full"}, "The Bridge"), "'moon' is not known in a position of The"),
    ],
)
def test_what_cannot_be_meant_is_told(read: Callable[[], object], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        read()
