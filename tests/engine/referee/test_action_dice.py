"""Actions as text, and dice that follow from their seed."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bad_input import BadInput
from engine.referee.action import KINDS, Action
from engine.referee.dice import Dice, commitment, face, parse
from engine.referee.refusal import RulesBug

WORD = st.text(st.characters(categories=["L", "N"], include_characters="-_'./"), min_size=1, max_size=8)


@given(WORD, st.sampled_from([k for k in KINDS if k not in ("none", "number")]), WORD, WORD)
def test_an_action_is_read_back_as_it_was_written(verb: str, kind: str, first: str, second: str) -> None:
    for action in (Action(verb), Action(verb, kind, first), Action(verb, kind, f"{first} {second}")):
        assert Action.parse(str(action)) == action


@given(st.integers(-99_999_999, 999_999_999))
def test_numbers_are_actions_too(number: int) -> None:
    action = Action("take", "number", str(number))
    assert Action.parse(str(action)).number == number


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", "move 2314", "move elsewhere 2314", "move none 2314", "move hex"),
        *(f"take number {what}" for what in ("x", "1234567890", "٣", "--1")),
    ],
)
def test_what_is_no_action_is_said_to_be_none(text: str) -> None:
    with pytest.raises(BadInput, match="is not an action"):
        Action.parse(text)


def test_dice_follow_from_their_seed() -> None:
    first, after = Dice("a").roll("3d6")
    assert (first, after) == Dice("a").roll("3d6")
    assert after.fallen == 3
    assert first.total == sum(first.faces)
    one_by_one = []
    dice = Dice("a")
    for _ in range(3):
        roll, dice = dice.roll("1d6")
        one_by_one += roll.faces
    assert tuple(one_by_one) == first.faces
    assert Dice("b").roll("10d6")[0] != Dice("a").roll("10d6")[0]


@pytest.mark.parametrize("sides", [2, 6, 10, 7])
def test_every_face_is_equally_likely(sides: int) -> None:
    throws = 3000 * sides
    fell = Counter(face("fair", n, sides) for n in range(throws))
    assert set(fell) == set(range(1, sides + 1))
    expected = throws / sides
    chi_square = sum((count - expected) ** 2 / expected for count in fell.values())
    assert chi_square < sides - 1 + 5 * (2 * (sides - 1)) ** 0.5


def test_loaded_dice_fall_first() -> None:
    roll, dice = Dice("a", loaded=(6, 1, 3)).roll("2d6")
    assert roll.faces == (6, 1)
    assert dice == Dice("a", fallen=2, loaded=(3,))
    roll, dice = dice.roll("1d6")
    assert roll.faces == (3,)
    assert dice.roll("1d6")[0] == Dice("a", fallen=3).roll("1d6")[0]


def test_dice_that_were_loaded_wrongly_are_a_bug_of_the_example() -> None:
    with pytest.raises(RulesBug, match="only 1 loaded"):
        Dice("a", loaded=(6,)).roll("2d6")
    with pytest.raises(RulesBug, match="show"):
        Dice("a", loaded=(7,)).roll("1d6")


def test_the_seal_does_not_betray_the_seed() -> None:
    seal = Dice("secret").commitment
    assert seal == commitment("secret") != commitment("Secret")
    assert "secret" not in seal
    assert len(seal) == 64


@pytest.mark.parametrize("notation", ["", "d6", "0d6", "2d0", "100d6", "2d1000", "2d6+1", " 2d6"])
def test_what_is_no_dice_is_a_bug(notation: str) -> None:
    with pytest.raises(RulesBug, match="is not dice"):
        parse(notation)
