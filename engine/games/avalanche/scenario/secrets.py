"""What is hidden, rearranged for tests of secrecy: values of strong points from both sides."""

from __future__ import annotations

from random import Random

from engine.games.avalanche.records import Unit
from engine.mechanics.hidden import exchanged
from engine.referee import State


def rearranged(state: State, side: str, chance: Random) -> State:
    """The strong points that nobody has turned up exchange their values."""
    hidden = [unit for unit in state.all(Unit).values() if unit.is_strong_point and not unit.revealed]
    return exchanged(state, Unit, hidden, ("attacks", "defences", "arm"), chance)
