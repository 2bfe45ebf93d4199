"""Landings from the sea: hexes that have been used, opposed landings, free landings (12.2, 12.3)."""

from __future__ import annotations

from engine.record import Record
from engine.referee import State


class LandingHex(Record):
    """A hex that has been used for an amphibious landing; `head`: it serves as a supply head."""

    key: str
    head: bool = True


def landing_hexes(state: State) -> frozenset[str]:
    """The hexes that have been used for landings."""
    return frozenset(state.all(LandingHex))
