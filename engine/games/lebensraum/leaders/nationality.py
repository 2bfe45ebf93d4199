"""The nationality of western leaders in the Campaign in the West (12.3-d)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from engine.games.lebensraum.records import WESTERN, Leader, Unit, hqs, leader_of
from engine.games.lebensraum.scenario.ground import ground
from engine.referee import Refusal, State, case

CAMPAIGN: Final = "12.3-a"
"""The special rule by which the western power uses its leaders freely."""
ENGLISH: Final = "EN"
MOST_ENGLISH: Final = 2
NEVER_ON_STAFF: Final = frozenset(("Patton", "Montgomery"))


def is_bound(state: State, power: str) -> bool:
    """Does the nationality of leaders matter?"""
    return power == WESTERN and ground(state).has_rule(CAMPAIGN)


@case("12.3-d")
def fitting(
    state: State, hq: Unit, drawn: Sequence[str], leaders: Collection[str], leaving: Collection[str]
) -> tuple[str, ...]:
    """Those of the leaders in the pool who may lead a headquarters: at least one and at most two western
    headquarters have English leaders. `drawn` are those for others, `leaving` headquarters that draw, too.
    """
    if not is_bound(state, hq.power):
        return tuple(leaders)
    led = leader_of(state)
    others = [led[one.key] for one in hqs(state, hq.side) if one.key in led and one.power == WESTERN]
    others = [one for one in others if one.hq not in leaving]
    english = sum(one.nation == ENGLISH for one in (*others, *(state.get(Leader, key) for key in drawn)))
    found = tuple(
        key
        for key in leaders
        if (english < MOST_ENGLISH if state.get(Leader, key).nation == ENGLISH else english > 0)
    )
    # INTERPRETATION (12.3-d): with nobody of the right nationality in the pool any leader will do.
    return found or tuple(leaders)


@case("12.3-d")
def refusals_on_staff(state: State, leader: Leader, nation: str) -> Iterator[Refusal]:
    """One of the Combined Chiefs is American, the other one English; Patton and Montgomery never are."""
    if not is_bound(state, leader.power):
        return
    if leader.name in NEVER_ON_STAFF:
        yield Refusal("12.3-d", f"{leader.name} never goes to the General Staff")
    if leader.nation != nation:
        wanted = "English" if nation == ENGLISH else "American"
        yield Refusal("12.3-d", f"this post of the General Staff is for an {wanted} leader")
