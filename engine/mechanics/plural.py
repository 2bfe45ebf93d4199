"""Numbers and articles with the noun that follows them, for messages."""

from __future__ import annotations

from fractions import Fraction


def counted(number: int | Fraction, what: str) -> str:
    """`1 step`, `2 steps`, `4 hexes`, `11 1/4 points`."""
    ending = "" if number == 1 else "es" if what.endswith("x") else "s"
    return f"{mixed(number)} {what}{ending}"


def mixed(number: int | Fraction) -> str:
    """A fraction above one as a whole number and the rest: `3/4`, `11 1/4`, `5`."""
    whole, rest = divmod(Fraction(number), 1)
    return f"{whole} {rest}" if whole > 0 and rest else str(number)


def halves(number: int | Fraction) -> str:
    """A number of whole and half points: `½`, `2½`, `3`."""
    whole, half = divmod(Fraction(number), 1)
    return f"{whole if whole or not half else ''}{'½' if half else ''}"


def article(word: str) -> str:
    """`an` before a word that begins with a vowel, as in `an Allied unit`; else `a`."""
    return "an" if word[:1].lower() in "aeiou" else "a"
