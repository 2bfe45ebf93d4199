"""The hexes that have been used for landings (6.13-b, 12.2-d, 12.3-c)."""

from __future__ import annotations

from engine.games.lebensraum.scenario.ground import ground
from engine.record import Record
from engine.referee import State, case


class LandingHex(Record):
    """A hex that has been used for an amphibious landing; `head`: it serves as a supply head."""

    key: str
    head: bool = True


@case("12.2-d", "6.13-b")
def landing_hexes(state: State) -> frozenset[str]:
    """The hexes that have been used for landings."""
    return frozenset(state.all(LandingHex))


@case("12.3-c")
def chosen_heads(state: State) -> frozenset[str] | None:
    """In the campaign the landing hexes that the Allies have named as supply heads; None elsewhere."""
    if ground(state).rules.landings is None:
        return None
    return frozenset(one.key for one in state.all(LandingHex).values() if one.head)
