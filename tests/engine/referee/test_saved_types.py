"""What a record may be made of, so that nothing is lost or mistaken when it is saved."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from msgspec import defstruct, field

from engine.bad_input import BadInput
from engine.record import Record
from engine.referee.codec import Codec
from engine.referee.dice import Dice
from engine.referee.frame import Frame
from engine.referee.state import Scenario


class Share(Record):
    key: str
    amount: Fraction = Fraction(0)
    table: Mapping[str, int] = field(default_factory=dict)


class Strict(Record):
    key: str

    def __post_init__(self) -> None:
        if not self.key:
            raise ValueError("a key has at least one letter")


class Then(Frame):
    """What follows on it is part of it."""

    next: Then | None = None


CODEC = Codec([Share, Strict, Then])


def read(data: Any) -> Any:
    return CODEC.decode(data, "here")


@pytest.mark.parametrize("text", ["1e999999999", "1/2e9", " 1/2", "1_0", "0.5", "٣", "1/0", "9" * 5000, ""])
def test_a_share_is_written_plainly(text: str) -> None:
    with pytest.raises(BadInput, match=r"here\.amount"):
        read({"is": "Share", "key": "a", "amount": text})


@pytest.mark.parametrize("amount", [Fraction(3, 4), Fraction(-7, 2), Fraction(10**40, 3), Fraction(5)])
def test_shares_stay_what_they_are(amount: Fraction) -> None:
    again = read(CODEC.encode(Share("a", amount)))
    assert again == Share("a", amount) and type(again.amount) is Fraction


def test_the_order_of_a_table_inside_a_record_is_kept() -> None:
    table = {"north": 1, "east": 2, "south": 3}
    again = read(CODEC.encode(Share("a", table=table)))
    assert list(again.table) == ["north", "east", "south"]


@pytest.mark.parametrize("hint", [str | Fraction, int | Fraction])
def test_a_type_that_would_be_mistaken_is_not_saved(hint: Any) -> None:
    mistaken = defstruct("Mistaken", [("key", str), ("value", hint)], bases=(Record,))
    with pytest.raises(TypeError, match="not supported"):
        Codec([mistaken]).decode({"is": "Mistaken", "key": "a", "value": 1}, "here")


def test_what_a_record_itself_refuses_is_bad_input() -> None:
    with pytest.raises(BadInput, match="here a key has at least one letter"):
        read({"is": "Strict", "key": ""})


def test_frames_inside_a_frame_are_read_by_their_own_class() -> None:
    inner = Then(next=Then())
    snapshot = {"tables": {}, "frames": [CODEC.encode(inner)], "dice": CODEC.encode(Dice("seed"))}
    state = CODEC.decode_state(snapshot, Scenario("square", ("north", "south"), {}), ())
    assert state.frames == (inner,)
