"""Demolition of the Rhine bridges (16.5.7-b, optional)."""

from __future__ import annotations

from engine.games.toppling_the_reich.records import ALLIED, Clock, occupied
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import BrokenBridge
from engine.mechanics import tell
from engine.referee import Frame, Transaction, case, marked

THREATENED = "threatened"
"""no scope; on a bridge whose demolition was tried"""


@case("16.5.7-b")
def threaten_bridges(tx: Transaction, frame: Frame) -> None:
    """At the end of a segment: the Germans try to blow the Rhine bridges that Allied units have reached."""
    land = ground(tx.state)
    rule = land.rules.bridge_demolition
    if rule is None or tx.state.one(Clock).turn < rule.first_turn:
        return
    near = occupied(tx.state, ALLIED)
    for bridge, name in land.printed_bridges.items():
        if land.major_rivers[bridge] != rule.river or marked(tx.state, bridge, THREATENED):
            continue
        if not near & set(bridge.split("/")):
            continue
        tx.mark(bridge, THREATENED)
        stands = tx.roll("1d6", "16.5.7-b", f"Demolition of the bridge {name}").total in rule.stands_on
        if not stands:
            tx.put(BrokenBridge(bridge))
        text = f"The bridge {name} {'still stands' if stands else 'is destroyed'}"
        tell(tx, "BridgeThreatened", text, "16.5.7-b", hexside=bridge)
