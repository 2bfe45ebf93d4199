"""What a record may be made of, so that nothing is lost or mistaken when it is saved."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

import pytest
from msgspec import field

from engine.bad_input import BadInput
from engine.record import Record
from engine.referee.action import Action
from engine.referee.codec import Codec
from engine.referee.dice import Dice
from engine.referee.frame import Frame
from engine.referee.state import Scenario


class Share(Record):
    key: str
    amount: Fraction | int = 0
    table: Mapping[str, int] = field(default_factory=dict)


class Strict(Record):
    key: str

    def __post_init__(self) -> None:
        if not self.key:
            raise ValueError("a key has at least one letter")


class Then(Frame):
    """What follows on it is part of it."""

    next: Frame | None = None


CODEC = Codec([Share, Strict, Then])


def read(data: Any) -> Any:
    return CODEC.decode(data, "here")


@pytest.mark.parametrize("text", ["1e999999999", "1/2e9", " 1/2", "1_0", "0.5", "٣", "1/0", "9" * 5000, ""])
def test_a_share_is_written_plainly(text: str) -> None:
    with pytest.raises(BadInput, match=r"here\.amount"):
        read({"is": "Share", "key": "a", "amount": text})


@pytest.mark.parametrize("amount", [Fraction(3, 4), Fraction(-7, 2), Fraction(10**40, 3), 5, 0])
def test_shares_and_whole_numbers_stay_what_they_are(amount: Fraction | int) -> None:
    again = read(CODEC.encode(Share("a", amount)))
    assert again == Share("a", amount) and type(again.amount) is type(amount)


def test_the_order_of_a_table_inside_a_record_is_kept() -> None:
    table = {"north": 1, "east": 2, "south": 3}
    again = read(CODEC.encode(Share("a", table=table)))
    assert list(again.table) == ["north", "east", "south"]


@pytest.mark.parametrize(
    "hint",
    [
        str | Fraction,
        str | Action,
        Action | Fraction,
        Literal["x"] | Fraction,
        Mapping[int, str],
        list[int],
        float,
    ],
)
def test_a_type_that_would_be_mistaken_is_not_saved(hint: Any) -> None:
    with pytest.raises(TypeError, match=r"can(not)? be saved"):
        CODEC._decoder(hint)


def test_what_a_record_itself_refuses_is_bad_input() -> None:
    with pytest.raises(BadInput, match="here is not a valid Strict: a key has at least one letter"):
        read({"is": "Strict", "key": ""})


def test_frames_inside_frames_end_somewhere() -> None:
    data: dict[str, Any] = {"is": "Then"}
    for _ in range(900):
        data = {"is": "Then", "next": data}
    snapshot = {"tables": {}, "frames": [data], "dice": CODEC.encode(Dice("seed"))}
    with pytest.raises(BadInput, match="nested too deeply"):
        CODEC.decode_state(snapshot, Scenario("square", ("north", "south"), {}), ())
