"""Numbers with the thing they count, as a sentence says them."""

from __future__ import annotations


def counted(number: int, what: str) -> str:
    """`1 step`, `2 steps`, `4 hexes`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}{'es' if what.endswith('x') else 's'}"
