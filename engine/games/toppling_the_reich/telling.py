"""What the log says of a unit that the enemy does not see."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.toppling_the_reich.records import Unit
from engine.referee.event import Event
from engine.referee.refusal import case
from engine.referee.transaction import Transaction


@case("hidden-information", "13.2-b", "13.3-a")
def tell_of(tx: Transaction, unit: Unit, what: str, sentence: Callable[[str], str], by: str) -> None:
    """A sentence about a unit; of a marker the enemy reads its letter, of an unknown unit nothing."""
    about = (("unit", unit.key),)
    if not unit.hidden:
        tx.emit(Event(what, sentence(unit.name), by, about=about))
        return
    redacted = sentence(f"Marker {unit.letter}") if unit.letter else ""
    tx.emit(Event(what, sentence(unit.name), by, (unit.side,), redacted, about))
