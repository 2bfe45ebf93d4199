"""Transport-line hexes that carry no line because they are bombed (7.4612)."""

from __future__ import annotations

from engine.referee import State


def bombed_hexes(state: State) -> frozenset[str]:
    """The hexes whose lines are cut by bombing."""
    return frozenset()
