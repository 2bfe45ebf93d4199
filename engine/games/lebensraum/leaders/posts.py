"""Where leaders go: with a new headquarters, back to the pool, to their fate (chapter 9)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.lebensraum.records import POOL, Unit, leader_of
from engine.referee import Transaction


def draw_leader(tx: Transaction, hq: Unit) -> None:
    """A headquarters without a leader gets one from the pool of its power."""


def leader_to_pool(tx: Transaction, hq: Unit) -> None:
    """The leader of a headquarters that is dissolved goes to his pool."""
    leader = leader_of(tx.state).get(hq.key)
    if leader is not None:
        tx.put(replace(leader, post=POOL, hq=""))


def headquarters_lost(tx: Transaction, hq: Unit, ruled: str) -> None:
    """A headquarters is overrun or out of supply: its leaders roll on the Overrun column."""
    leader_to_pool(tx, hq)
