"""Modifiers are summed by group, held within their caps, and say what they are."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.referee.modifier import Modifier, signed, total

GUNS = Modifier("4.3", "guns", 1, "help")
NUMBERS = Modifier("4.2", "three units", 2, "help")
RIVER = Modifier("4.2", "river", -1)


@pytest.mark.parametrize(
    ("modifiers", "caps", "expected"),
    [
        ((), {}, 0),
        ((GUNS, NUMBERS, RIVER), {}, 2),
        ((GUNS, NUMBERS, RIVER), {"help": (0, 1)}, 0),
        ((RIVER, RIVER), {"": (-1, 1)}, -1),
        ((RIVER,), {"help": (1, 3)}, -1),
        ((Modifier("4.3", "guns", 1, "help", waived=True), NUMBERS), {}, 2),
        ((Modifier("7.1", "half", Fraction(1, 2)), Modifier("7.1", "half", Fraction(1, 2))), {}, 1),
    ],
)
def test_the_sum_of_what_is_claimed(
    modifiers: tuple[Modifier, ...], caps: dict[str, tuple[int, int]], expected: int
) -> None:
    assert total(modifiers, caps) == expected


def test_modifiers_as_text() -> None:
    assert [signed(amount) for amount in (1, 0, -2, Fraction(1, 2), Fraction(-1, 4))] == [
        *("+1", "+0", "-2", "+1/2", "-1/4")
    ]
    assert str(RIVER) == "-1 river (4.2)"
