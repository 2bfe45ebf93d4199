"""The Eighth Army draws near from the south."""

from __future__ import annotations

from engine.games.avalanche.general.control import take
from engine.games.avalanche.records import ALLIED, GERMAN, Clock, held
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.telling import tell
from engine.referee import Frame, State, Transaction, case


@case("scen.eighth-army")
def is_closed(state: State, here: str, when: int = 0) -> bool:
    """Has it closed an entry hex on this turn, or on another one?"""
    rule = ground(state).rules.eighth_army
    return rule is not None and here in rule.entries and (when or state.one(Clock).turn) >= rule.turn


@case("scen.eighth-army")
def draw_near(tx: Transaction, frame: Frame) -> None:
    """The land around its road becomes Allied, but for hexes with a German unit."""
    land = ground(tx.state)
    rule = land.rules.eighth_army
    if rule is None or tx.state.one(Clock).turn < rule.turn:
        return
    taken = sorted((land.within(rule.hex, rule.distance) & land.land) - held(tx.state, GERMAN))
    for here in taken:
        take(tx, here, ALLIED)
    text = f"Patrols of the Eighth Army hold the land around {land.name_of(rule.hex)}"
    tell(tx, "HexTaken", text, "scen.eighth-army", hex=rule.hex)
