"""How many units may be in a hex, and who may not be there together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.games.avalanche.records import ALLIED, UK, US, Unit, ground_at
from engine.games.avalanche.scenario.ground import ground
from engine.referee import Refusal, State, case


@case("post.stack-limit", "def.strongpoint")
def counted_units(state: State, units: Iterable[Unit]) -> int:
    """What counts against the limit: ground units but strong points, less the headquarters that is free."""
    fighting = [unit for unit in units if unit.is_ground and not unit.is_strong_point]
    staffs = sum(unit.is_hq for unit in fighting)
    return len(fighting) - min(staffs, ground(state).charts.stacking.free_hqs)


@case("post.stack-limit", "post.overstack")
def excess(state: State, here: str, side: str, coming: Sequence[Unit] = ()) -> int:
    """How many units of a side are too many in a hex, with those that come."""
    there = [*ground_at(state, here, side), *(unit for unit in coming if unit.place != here)]
    return max(0, counted_units(state, there) - ground(state).charts.stacking.units)


@case("post.nation-stack")
def refusals_of_nations(state: State, here: str, units: Sequence[Unit]) -> Iterator[Refusal]:
    """British and American units do not stack together of their own will, leaders and staffs neither; units
    of both that were forced into one hex do not go on together."""
    if not units or units[0].side != ALLIED or all(unit.is_leader for unit in units):
        return
    there = [*ground_at(state, here, ALLIED), *(unit for unit in units if unit.is_ground)]
    for unit in units:
        if other := next((one for one in there if {one.nation, unit.nation} == {US, UK}), None):
            why = f"{unit.name} ({unit.nation}) would stack with {other.name} ({other.nation})"
            yield Refusal("post.nation-stack", f"{why} in {here}")
            return
