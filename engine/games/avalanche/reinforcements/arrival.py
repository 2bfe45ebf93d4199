"""Reinforcements arrive."""

from __future__ import annotations

from typing import Final

from engine.games.avalanche.records import ALLIED, GERMAN, Beachhead
from engine.games.avalanche.reinforcements import german_entry, landing, leaders
from engine.games.avalanche.reinforcements.german_entry import GermanEntry
from engine.games.avalanche.reinforcements.landing import LandReinforcements
from engine.mechanics.menu import offer
from engine.referee import Procedure, Transaction, case


def bring_leaders(tx: Transaction, step: Reinforcements) -> None:
    leaders.bring_leaders(tx, step.side)


@case("reinf.german-entry", "reinf.allied-capacity", "gen.player-order")
def units(tx: Transaction, step: Reinforcements) -> None:
    """Germans enter at the edge of the map, the Allies land on their beaches."""
    if step.side == GERMAN:
        if step.asks or german_entry.waiting(tx.state):
            offer(tx, GermanEntry(GERMAN), step.asks)
    elif tx.state.all(Beachhead):
        offer(tx, LandReinforcements(ALLIED), step.asks)


class Reinforcements(Procedure):
    """Leaders first, then units; leaders once more, for staffs that have just come."""

    side: str
    asks: bool = False
    """The decision is asked even if nothing can be done in it: a worked example begins here."""

    title = "Reinforcements"
    steps = (bring_leaders, units, bring_leaders)


FRAMES: Final = (Reinforcements, *german_entry.FRAMES, *landing.FRAMES, *leaders.FRAMES)
