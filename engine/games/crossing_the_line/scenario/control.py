"""Control of victory hexes, which changes at once (9-c)."""

from __future__ import annotations

from engine.games.crossing_the_line.records import Control, fighters_at, units_at
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.standard.supply import supplied
from engine.games.crossing_the_line.standard.zoc import zoc
from engine.referee import Event, State, Transaction, case


@case("9-c", "9-d")
def taker(state: State, here: str) -> str:
    """Who meets the conditions for taking a victory hex now; nobody if both or neither do.

    A side stands in it, or projects a zone of control into it while the other side has no unit in it; and a
    free line runs from its supply source to the hex.
    """
    land = ground(state)
    able = []
    for side in land.sides:
        other = land.other(side)
        if any(unit.side == other for unit in units_at(state, here)):
            continue
        # INTERPRETATION (9-c): a headquarters takes no hex, but the enemy takes none where one stands.
        stands = any(unit.side == side for unit in fighters_at(state, here))
        covers = here in zoc(state, side) and here not in zoc(state, other)
        if (stands or covers) and here in supplied(state, side, really=True):
            able.append(side)
    return able[0] if len(able) == 1 else ""


def settle_control(tx: Transaction) -> None:
    """Let every victory hex change hands whose conditions are met."""
    for held in list(tx.state.all(Control).values()):
        side = taker(tx.state, held.key)
        if side and side != held.side:
            tx.put(Control(held.key, side))
            land = ground(tx.state)
            text = f"{land.title_of(side)} takes {land.name_of(held.key)}"
            tx.emit(Event("HexTaken", text, "9-c", about=(("hex", held.key),)))
