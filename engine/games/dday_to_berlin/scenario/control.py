"""Who controls objectives and supply points."""

from __future__ import annotations

from engine.games.dday_to_berlin.morale.markers import take_markers
from engine.games.dday_to_berlin.records import Held, Unit
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics.telling import tell
from engine.referee import State, Transaction, case


def controller(state: State, place: str) -> str:
    """The side that controls an objective or supply point; empty for any other zone."""
    held = state.find(Held, place)
    return held.side if held is not None else ""


@case("map.control", "mm.place")
def enter_zone(tx: Transaction, unit: Unit, place: str) -> None:
    """A battalion or detachment that enters takes the place, even in passing; its last owner is shaken."""
    held = tx.state.find(Held, place)
    if held is None or held.side == unit.side or unit.is_hq:
        return
    land = ground(tx.state)
    tx.put(Held(place, unit.side))
    text = f"{unit} takes {land.name_of(place)} for {land.title_of(unit.side)}"
    tell(tx, "PlaceTaken", text, "map.control", hex=place, unit=unit.key)
    if held.side:
        loss = land.charts.morale_markers.place_taken
        take_markers(tx, held.side, loss, "mm.place", f"{land.name_of(place)} is occupied by the enemy")
