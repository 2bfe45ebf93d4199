"""Leaders who come with the headquarters that they are named for (6.13-a)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.games.lebensraum.leaders.posts import draw_leader
from engine.games.lebensraum.records import WITH_HQ, Leader, Unit
from engine.mechanics.telling import tell
from engine.referee import Transaction, case

DUE: Final = "due"


@case("6.13-a", "12.3-d")
def bring_leader(tx: Transaction, hq: Unit) -> None:
    """The leader named for a headquarters comes with it; if he is in the pool, one is drawn."""
    named = (one for one in tx.state.all(Leader).values() if (one.name, one.post) == (hq.leader, DUE))
    leader = next(named, None)
    if leader is None:
        draw_leader(tx, hq)
        return
    tx.put(replace(leader, post=WITH_HQ, hq=hq.key))
    tell(tx, "LeaderPlaced", f"{leader.name} takes command of {hq.name}", "6.13-a", marker=leader.key)
