"""Battle groups (5.7)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.games.lebensraum.records import Clock, Unit, units_at
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.steps import change, merge, worded
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import Refusal, State, Transaction, case


def groups(state: State, power: str) -> tuple[Unit, ...]:
    """The battle groups of a power on the map."""
    return tuple(unit for unit in state.all(Unit).values() if unit.is_group and unit.power == power)


@case("5.7-b")
def allowed(state: State, power: str) -> int:
    """How many battle groups a power may have at one time on this turn."""
    return ground(state).charts.battle_groups.allowed(state.one(Clock).turn, power)


@case("5.7-a", "5.7-b")
def refusals_to_detach(state: State, unit: Unit) -> Iterator[Refusal]:
    """An army at full strength, while the power may have another battle group."""
    if unit.is_hq or unit.is_group or not unit.on_map:
        yield Refusal("5.7-a", f"{unit.name} is no army on the map from which a battle group can be made")
    elif unit.flipped:
        yield Refusal("5.7-a", f"{unit.name} is reduced; a battle group is made from a full army")
    if any(other.key != unit.key and not other.is_hq for other in units_at(state, unit.place)):
        # INTERPRETATION (5.7-a): reinforcements that still share a hex are no place for one unit more.
        yield Refusal("5.7-a", f"{unit.name} shares {unit.place} with another unit")
    most, now = allowed(state, unit.power), len(groups(state, unit.power))
    if now >= most:
        name = ground(state).powers.title_of(unit.power)
        text = f"the {name} may have {counted(most, 'battle group')} on this turn; in play now: {now}"
        yield Refusal("5.7-b", text)


@case("5.7-a", "5.7-c")
def detach(tx: Transaction, unit: Unit) -> None:
    """The army is turned over; the group has the strength that it lost and the class of its reduced side."""
    parent = replace(unit, flipped=True)
    change(tx, parent)
    strength = unit.full[unit.rank] - unit.reduced[unit.rank]
    group = replace(
        parent,
        key=group_key(tx.state, unit),
        name=f"{unit.name} battle group",
        size="battle group",
        classes=(parent.cls,),
        full=(strength,),
        reduced=(strength,),
        reduced_class="",
        start="",
        rank=0,
        parent=unit.key,
    )
    tx.put(group)
    text = f"{unit.name} becomes {worded(parent)} and leaves a battle group of {worded(group)}"
    tell(tx, "GroupMade", text, "5.7-a", unit=(unit.key, group.key), hex=unit.place)


def group_key(state: State, unit: Unit) -> str:
    """A key that no unit has."""
    return f"{unit.key}-group"


@case("5.7-e")
def merge_those_left(tx: Transaction, side: str) -> None:
    """At the end of the segment a battle group that is still with its parent is merged with it."""
    for unit in list(tx.state.all(Unit).values()):
        if unit.is_group and unit.side == side:
            merge(tx, unit)
