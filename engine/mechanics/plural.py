"""Numbers and articles with the noun that follows them, for messages."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

SIGNS: Final = {
    Fraction(1, 4): "¼",
    Fraction(1, 3): "⅓",
    Fraction(1, 2): "½",
    Fraction(2, 3): "⅔",
    Fraction(3, 4): "¾",
}
"""The fractions that have a sign of their own."""


def counted(number: int | Fraction, what: str) -> str:
    """`1 step`, `2 steps`, `4 hexes`, `11¼ points`."""
    ending = "" if 0 < number <= 1 else "es" if what.endswith("x") else "s"
    return f"{mixed(number)} {what}{ending}"


def mixed(number: int | Fraction) -> str:
    """A whole number and the rest: `5`, `2½`, `11¼`, `1 5/6`."""
    if number < 0:
        return f"-{mixed(-number)}"
    whole, rest = divmod(Fraction(number), 1)
    if not rest:
        return str(whole)
    sign = SIGNS.get(rest)
    if not whole:
        return sign or str(rest)
    return f"{whole}{sign}" if sign else f"{whole} {rest}"


def article(word: str) -> str:
    """`an` before a word that begins with a vowel, as in `an Allied unit`; else `a`."""
    return "an" if word[:1].lower() in "aeiou" else "a"
