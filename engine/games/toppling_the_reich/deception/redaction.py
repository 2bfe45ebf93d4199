"""What the log says of a unit that the enemy does not see."""

from __future__ import annotations

from engine.games.toppling_the_reich.records import Unit
from engine.mechanics import tell
from engine.referee import Transaction, case


@case("hidden-information", "13.2-b", "13.3-a")
def tell_of(tx: Transaction, unit: Unit, what: str, text: str, by: str) -> None:
    """Log a sentence about the state of a unit; the enemy reads nothing about a hidden unit.

    Not even the letter of its marker: that would tell a unit from a dummy, and one unit from another.
    """
    seen_by = (unit.side,) if unit.hidden else None
    tell(tx, what, text, by, seen_by, unit=unit.key)
