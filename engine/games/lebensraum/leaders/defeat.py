"""Leaders who lose combats: Shaken, and replaced after a second defeat in a row (9.0)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.games.lebensraum.leaders.posts import draws_leaders, replace_leaders
from engine.games.lebensraum.records import Leader, Unit
from engine.mechanics.telling import tell
from engine.referee import Transaction, case


@case("9.0-b", "9.0-c", "9.6-b")
def lose_combat(tx: Transaction, leaders: Iterable[str]) -> None:
    """Leaders of units that lost are Shaken, whether in command or not; who is Shaken already is replaced at
    once. Mannerheim stays in place."""
    replaced = []
    for key in leaders:
        leader = tx.state.get(Leader, key)
        if not leader.shaken:
            tx.put(replace(leader, shaken=True))
            tell(tx, "LeaderShaken", f"{leader.name} is Shaken", "9.0-b", marker=key)
        elif draws_leaders(tx.state.get(Unit, leader.hq)):
            replaced.append(leader)
    if replaced:
        replace_leaders(tx, replaced, "9.0-c")


@case("9.0-c")
def win_combat(tx: Transaction, leaders: Iterable[str]) -> None:
    """A win turns a Shaken leader back."""
    for key in leaders:
        leader = tx.state.get(Leader, key)
        if leader.shaken:
            tx.put(replace(leader, shaken=False))
            tell(tx, "LeaderRecovered", f"{leader.name} is no longer Shaken", "9.0-c", marker=key)
