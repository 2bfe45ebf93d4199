"""The German movement ban of the first turns (7.3.8)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.crossing_the_line.records import GERMAN, Clock
from engine.games.crossing_the_line.scenario.ground import ground
from engine.referee import Refusal, State, case


@case("7.3.8")
def refusals_of_ban(state: State, side: str, there: str) -> Iterator[Refusal]:
    """On the first turns German units stay behind the outer pillbox line, the bulge of Kerkrade apart."""
    land = ground(state)
    rule = land.rules.movement_ban
    if rule is None or side != GERMAN or state.one(Clock).turn > rule.last_turn:
        return
    if there in land.banned:
        where = f"{land.name_of(there)} is north-west of the outer pillbox line"
        yield Refusal("7.3.8", f"{where}, closed to German units until turn {rule.last_turn}")
