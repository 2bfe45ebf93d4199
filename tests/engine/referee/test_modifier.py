"""Modifiers are summed by group, held within their caps, and say what they are."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.referee.modifier import ALL, Amount, Cap, Modifier, signed, total

GUNS = Modifier("4.3", "guns", 1, "help")
NUMBERS = Modifier("4.2", "three units", 2, "help")
RIVER = Modifier("4.2", "river", -1)


@pytest.mark.parametrize(
    ("modifiers", "caps", "expected"),
    [
        ((), (), 0),
        ((GUNS, NUMBERS, RIVER), (), 2),
        ((GUNS, NUMBERS, RIVER), (Cap("help", 0, 1, "4.3"),), 0),
        ((RIVER, RIVER), (Cap("", -1, 1, "4.2"),), -1),
        ((RIVER,), (Cap("help", 1, 3, "4.3"),), -1),
        ((GUNS, NUMBERS, RIVER), (Cap("help", None, 2, "4.3"), Cap(ALL, None, 0, "4.4")), 0),
        ((RIVER, RIVER), (Cap(ALL, -1, None, "4.4"),), -1),
        ((), (Cap(ALL, 1, None, "4.4"),), 1),
        ((Modifier("4.3", "guns", 1, "help", waived=True), NUMBERS), (), 2),
        ((Modifier("7.1", "half", Fraction(1, 2)), Modifier("7.1", "half", Fraction(1, 2))), (), 1),
    ],
)
def test_the_sum_of_what_is_claimed(
    modifiers: tuple[Modifier, ...], caps: tuple[Cap, ...], expected: Amount
) -> None:
    assert total(modifiers, caps) == expected


def test_modifiers_as_text() -> None:
    assert [signed(amount) for amount in (1, 0, -2, Fraction(1, 2), Fraction(-1, 4))] == [
        *("+1", "+0", "-2", "+1/2", "-1/4")
    ]
    assert str(RIVER) == "-1 river (4.2)"
    assert str(Cap("help", -2, 1, "4.3")) == "at least -2 and at most +1"
    assert str(Cap("help", None, 1, "4.3")) == "at most +1"
