"""The surprise of Herbstnebel: what the defender may not do on the first German player-turn (16.4.7-a)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.toppling_the_reich.movement.control import phasing
from engine.games.toppling_the_reich.records import ALLIED, GERMAN, Clock, Herbstnebel
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.referee import Refusal, State, case

RULE = "16.4.7-a"


@case("16.4.7-a", "17.3")
def is_surprised(state: State, side: str) -> bool:
    """The Allies, in the German player-turn in which Herbstnebel begins."""
    plan = state.find(Herbstnebel, "")
    return (
        side == ALLIED
        and plan is not None
        and ground(state).has_rule(RULE)
        and plan.turn == state.one(Clock).turn
        and phasing(state) == GERMAN
    )


def refusals_when_surprised(state: State, side: str) -> Iterator[Refusal]:
    """No reserves, no leaders, no close air support."""
    if is_surprised(state, side):
        yield Refusal(RULE, "surprise: no reserves, leaders or close air support this player-turn")
