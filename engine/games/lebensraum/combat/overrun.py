"""Headquarters and leaders in a hex that an enemy unit enters in an advance (7.43-f, 7.43-g)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.lebensraum.headquarters.reserves import end_reserve
from engine.games.lebensraum.leaders.fate import headquarters_lost, leader_overrun
from engine.games.lebensraum.markers.records import lose_markers_under
from engine.games.lebensraum.records import LOST, WITH_HQ, Leader, Unit, hqs_at
from engine.mechanics.places import box
from engine.mechanics.telling import tell
from engine.referee import Transaction, case


@case("7.43-f", "7.4611-c", "11.1-d", "11.3-f")
def take_off(tx: Transaction, hq: Unit, ruled: str) -> None:
    """It is lost with its air markers and no longer in reserve; its leaders roll."""
    lose_markers_under(tx, hq.key)
    end_reserve(tx, hq.key)
    tx.put(replace(hq, place=box(LOST, hq.side)))
    headquarters_lost(tx, hq, ruled)


@case("7.43-f")
def lose_headquarters(tx: Transaction, hq: Unit, ruled: str) -> None:
    """It is overrun."""
    tell(tx, "HqOverrun", f"{hq.name} is overrun in {hq.place}", ruled, unit=hq.key, hex=hq.place)
    take_off(tx, hq, ruled)


@case("7.43-f", "7.45-e")
def overrun(tx: Transaction, side: str, here: str) -> None:
    """A unit of a side advances into a hex: enemy headquarters and leaders in it are overrun."""
    for hq in hqs_at(tx.state, here):
        if hq.side != side:
            lose_headquarters(tx, hq, "7.43-f")
    for leader in list(tx.state.all(Leader).values()):
        if leader.at == here and leader.side != side and leader.post == WITH_HQ:
            leader_overrun(tx, leader)
