"""Supply and command paths: which hexes they may enter, in truth and as far as their side knows (5.4.1-d)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.crossing_the_line.records import Unit, occupied
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.standard.known import known_zoc
from engine.games.crossing_the_line.standard.zoc import zoc
from engine.hexes.paths import Reach
from engine.hexes.tracing import flood
from engine.referee import Mark, State, case, derived

# INTERPRETATION (5.3.4-a, 5.8-b): a zone of control that a side cannot see must not betray itself by a price,
# a marker or a refusal. What a side decides is judged by the zones that it can know; what happens without a
# decision (`really`) is judged by the true ones.


@derived(Unit, Mark)
@case("5.4.1-d", "5.7.2-b", "5.8.2-a", "5.3.4-a")
def closed_to_paths(state: State, side: str, really: bool) -> frozenset[str]:
    """The hexes that no supply or command path of a side may enter: those with an enemy unit of any kind,
    and those in an enemy zone of control without a friendly unit, which cancels it even if disrupted."""
    enemy = ground(state).other(side)
    zone = zoc(state, enemy) if really else known_zoc(state, enemy)
    return occupied(state, enemy) | (zone - occupied(state, side))


@case("5.7.2-b", "5.8.2-b")
def free_paths(state: State, side: str, starts: Iterable[str], really: bool) -> Reach[str, int]:
    """Every hex that a free chain of hexes links with one of these, and how many steps away it is."""
    steps, closed = ground(state).path_steps[side], closed_to_paths(state, side, really)

    def exits(here: str) -> list[tuple[str, int]]:
        return [step for step in steps[here] if step[0] not in closed]

    return flood(tuple(starts), exits)
