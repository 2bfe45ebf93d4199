"""Eliminated units come back and new armies are raised, for replacement steps (6.21-f, 6.22-e, 6.22-f)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.games.lebensraum.headquarters.supply import NEUTRAL_NATIONS
from engine.games.lebensraum.records import AXIS, LOST, SEGMENT, SOVIET, Unit, units_at
from engine.games.lebensraum.reinforcements.arrivals import (
    GUARDS,
    TRAINING,
    in_pile,
    make_due,
    random_pile,
    waiting,
)
from engine.games.lebensraum.reinforcements.entry_hexes import home_of, refusals_of_withdrawn
from engine.games.lebensraum.reinforcements.steps_bought import REBUILT, refusals_to_use, use
from engine.games.lebensraum.standard.steps import worded
from engine.mechanics.places import box
from engine.mechanics.telling import tell
from engine.referee import Refusal, State, Transaction, case


def eliminated(state: State, side: str) -> list[Unit]:
    """The armies of a side that have been eliminated."""
    return [one for one in units_at(state, box(LOST, side)) if not one.is_hq]


def can_be_full(unit: Unit) -> bool:
    """Soviet units may be built on their full side for two steps."""
    return unit.power == SOVIET


@case("6.21-f", "6.22-e", "6.3-c", "6.3-e", "6.1-c")
def refusals_to_rebuild(state: State, unit: Unit, steps: int) -> Iterator[Refusal]:
    """An eliminated unit, none of a neutral country; one step, or two for a full one."""
    ruled = "6.22-e" if unit.power == SOVIET else "6.21-f"
    if unit.type in GUARDS.values():
        yield Refusal("6.3-e", f"{unit.name} is a Guard army, which comes by training only")
    elif unit.place == box(TRAINING, unit.side):
        yield Refusal("6.3-c", f"{unit.name} was set aside to become a Guard army")
    elif unit.is_hq or unit.place != box(LOST, unit.side):
        yield Refusal(ruled, f"{unit.name} is no unit that was eliminated")
    else:
        yield from refusals_of_price(state, unit, steps, ruled)


def refusals_of_price(state: State, unit: Unit, steps: int, ruled: str) -> Iterator[Refusal]:
    """An eliminated unit of this kind does not return for so many steps."""
    if unit.nation in NEUTRAL_NATIONS:
        yield Refusal("6.1-c", f"{unit.name} is of a neutral country, which gets no replacements")
    if steps > 1 and not can_be_full(unit):
        yield Refusal("6.21-f", f"{unit.name} returns reduced, for one step")
    yield from refusals_of_withdrawn(state, unit)
    yield from refusals_to_use(state, ruled, unit, steps)


@case("6.21-f", "6.22-e", "6.11-c")
def rebuild(tx: Transaction, unit: Unit, steps: int) -> None:
    """Axis and western units return reduced and in their lowest class, and get no further step now; Soviet
    ones return as they are paid."""
    use(tx, unit, steps)
    ruled = "6.22-e"
    if unit.power != SOVIET:
        ruled = "6.21-f"
        tx.mark(unit.key, REBUILT, SEGMENT)
    back = replace(unit, rank=len(unit.classes) - 1, flipped=steps < 2)
    make_due(tx, back, home_of(unit) if unit.power == AXIS else "")
    tell(tx, "UnitRebuilt", f"{unit.name} is rebuilt as {worded(back)}", ruled, unit=unit.key)


@case("6.22-f")
def refusals_to_raise(state: State, unit: Unit, steps: int) -> Iterator[Refusal]:
    """The infantry army of the lowest number that was never in play."""
    pile = random_pile(state)
    if unit not in pile:
        yield Refusal("6.22-f", f"{unit.name} is no infantry army of the pile")
        return
    if unit != pile[0]:
        yield Refusal("6.22-f", f"{pile[0].name} is raised before {unit.name}")
    yield from refusals_to_use(state, "6.22-f", unit, steps)


@case("6.22-f")
def raise_army(tx: Transaction, unit: Unit, steps: int) -> None:
    """A new army, reduced for one step, full for two."""
    use(tx, unit, steps)
    new = replace(unit, flipped=steps < 2)
    make_due(tx, new)
    tell(tx, "UnitRaised", f"{unit.name} is raised as {worded(new)}", "6.22-f", unit=unit.key)


@case("6.3-a", "6.3-b")
def refusals_to_train(state: State, unit: Unit) -> Iterator[Refusal]:
    """A Soviet army that is due now, while there is a Guard army for it; no paratroops, no Yugoslavs."""
    if unit.power != SOVIET or unit not in waiting(state, unit.side):
        yield Refusal("6.3-a", f"{unit.name} is no Soviet army that arrives now")
        return
    if unit.type not in GUARDS or unit.nation != "Soviet":
        yield Refusal("6.3-a", f"{unit.name} cannot be made into a Guard army")
        return
    kind = GUARDS[unit.type]
    taken = sum(GUARDS.get(one.type) == kind for one in units_at(state, box(TRAINING, unit.side)))
    if len(in_pile(state, kind)) <= taken:
        yield Refusal("6.3-a", "no Guard army is left for it")
