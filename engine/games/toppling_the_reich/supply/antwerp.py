"""Antwerp and the Scheldt (6.5.4-e)."""

from __future__ import annotations

from engine.games.toppling_the_reich.movement.control import holder
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import ALLIED, GERMAN, occupied
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.referee import State, case

ANTWERP = "Antwerp"
ROTTERDAM = "Rotterdam"


def holds_port(state: State, name: str) -> bool:
    """Do the Allies control this port?"""
    here = ground(state).ports.get(name)
    return here is not None and holder(state, here) == ALLIED


@case("6.5.4-e")
def is_open(state: State) -> bool:
    """A railhead by itself: Allied, and no German unit or zone in any shore hex of the Scheldt."""
    shore = ground(state).scheldt
    return holds_port(state, ANTWERP) and not shore & (occupied(state, GERMAN) | zoc(state, GERMAN))


@case("6.5.4-e")
def serves(state: State, here: str) -> bool:
    """Is the hex Antwerp, and Antwerp a railhead?"""
    return here == ground(state).ports.get(ANTWERP) and is_open(state)
