"""Replacement steps: what each power receives or buys, and what a step does for a unit (6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engine.games.lebensraum.economy.totals import holds, points
from engine.games.lebensraum.headquarters.reserves import end_reserve, in_reserve
from engine.games.lebensraum.headquarters.supply import NEUTRAL_NATIONS
from engine.games.lebensraum.movement.points import track_of
from engine.games.lebensraum.records import AXIS, SEGMENT, SOVIET, WESTERN, Clock, Unit
from engine.games.lebensraum.scenario.chart_economy import StepPrice
from engine.games.lebensraum.scenario.ground import Ground, ground
from engine.games.lebensraum.standard.steps import change, groups_of, worded
from engine.mechanics import pools
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import Modifier, Refusal, State, Transaction, case, marked

INFANTRY: Final = "infantry"
ARMOR: Final = "armor"
KINDS: Final = (INFANTRY, ARMOR)
POPULATION: Final = "population"
PRODUCTION: Final = "production"
STRENGTH: Final = "strengthened"
CLASS: Final = "promoted"
REBUILT: Final = "rebuilt"
"""The mark of a unit that has come back by a step in this segment."""
WEST_OF: Final = 8
"""Turn A of the West is turn 9 of the East."""


def track(kind: str) -> str:
    """The name of a track of replacement steps."""
    return f"{kind} steps"


@case("6.21-e")
def kind_of(land: Ground, unit: Unit) -> str:
    """Tank units take armor steps, all others infantry steps."""
    return land.charts.unit_types.type[unit.type].replacement


def steps_left(state: State, power: str, kind: str) -> int:
    """The steps on a track."""
    return pools.left(state, power, track(kind))


# what comes in


@case("6.21-a", "6.21-g", "13.0-h")
def scheduled(state: State, power: str, kind: str) -> tuple[Modifier, ...]:
    """The steps that the charts give a power on this turn; in the combination game those of both fronts."""
    land, turn = ground(state), state.one(Clock).turn
    charts, at = land.charts, turn - WEST_OF - 1
    found = []
    if power == AXIS and land.has_east:
        found.append(Modifier("6.21-a", "East", getattr(charts.axis_replacements_east, kind)[turn - 1]))
    if power == AXIS and land.has_west and at >= 0:
        ruled = "13.0-h" if land.has_east else "6.21-a"
        found.append(Modifier(ruled, "West", getattr(charts.axis_west, kind)[at]))
    if power == WESTERN and kind == INFANTRY and at >= 0:
        found.append(Modifier("6.21-g", "West", charts.allied_reinforcements.replacements[at]))
    return tuple(found)


@case("6.21-a", "6.22-g")
def credit_steps(tx: Transaction, power: str) -> None:
    """Add the steps of the turn to what is left of earlier turns."""
    for kind in KINDS:
        before = steps_left(tx.state, power, kind)
        added = sum(int(one.amount) for one in scheduled(tx.state, power, kind))
        pools.fill(tx, power, track(kind), before + added)
        if added:
            name = ground(tx.state).powers.title_of(power)
            text = f"{name}: {counted(added, f'{kind} replacement step')}, {before + added} in all"
            tell(tx, "StepsCredited", text, "6.21-a")


@case("6.22-a", "6.1-c")
def population(state: State) -> int:
    """The ratings of the cities that the Soviets hold; not in Hungary, Germany and neutral countries."""
    land = ground(state)
    left_out = {name.lower() for name in land.charts.neutrals.population_excludes}
    return sum(
        rating
        for here, rating in land.cities.items()
        if land.country.get(here) not in left_out and holds(state, SOVIET, here)
    )


@case("6.22-a", "6.22-b", "6.22-c")
def count_production(tx: Transaction) -> None:
    """The population and production points of the turn; nothing is left of earlier turns."""
    people, goods = population(tx.state), points(tx.state, SOVIET, "pro")
    pools.fill(tx, SOVIET, POPULATION, people)
    pools.fill(tx, SOVIET, PRODUCTION, goods)
    name = ground(tx.state).powers.title_of(SOVIET)
    tell(tx, "ProductionCounted", f"{name}: population {people}, production {goods}", "6.22-a")


def price_of(land: Ground, kind: str) -> StepPrice:
    """What a step costs the Soviets."""
    chart = land.charts.soviet_production
    return chart.infantry_step if kind == INFANTRY else chart.armor_step


@case("6.22-c")
def refusals_to_buy(state: State, kind: str) -> Iterator[Refusal]:
    """A step takes population and production points together."""
    price = price_of(ground(state), kind)
    name = track_of(state, SOVIET)
    yield from pools.refusals_to_spend(state, "6.22-c", SOVIET, POPULATION, price.population, name)
    yield from pools.refusals_to_spend(state, "6.22-c", SOVIET, PRODUCTION, price.production, name)


@case("6.22-c", "6.22-g")
def buy(tx: Transaction, kind: str) -> None:
    """Points become a step on the track, where it is kept."""
    price = price_of(ground(tx.state), kind)
    pools.spend(tx, SOVIET, POPULATION, price.population)
    pools.spend(tx, SOVIET, PRODUCTION, price.production)
    pools.fill(tx, SOVIET, track(kind), steps_left(tx.state, SOVIET, kind) + 1)
    tell(tx, "StepBought", f"An {kind} step is bought", "6.22-c")


# what steps do


def refusals_to_use(state: State, ruled: str, unit: Unit, steps: int) -> Iterator[Refusal]:
    """There must be as many steps of its kind."""
    kind, name = kind_of(ground(state), unit), track_of(state, unit.power)
    yield from pools.refusals_to_spend(state, ruled, unit.power, track(kind), steps, name)


def use(tx: Transaction, unit: Unit, steps: int) -> None:
    """Take steps off the track."""
    pools.spend(tx, unit.power, track(kind_of(ground(tx.state), unit)), steps)


@case("6.21-b", "6.21-f", "6.22-d", "6.1-c", "5.7-c")
def refusals_to_improve(state: State, unit: Unit, other: str) -> Iterator[Refusal]:
    """Armies in reserve, or those whose marker came off by the other improvement of this segment; not those
    that were rebuilt in it."""
    ruled = "6.22-d" if unit.power == SOVIET else "6.21-b"
    if unit.is_group:
        yield Refusal("5.7-c", f"{unit.name} is a battle group, which has a single step and gets no other")
        return
    if unit.is_hq or not unit.on_map:
        yield Refusal(ruled, f"{unit.name} is no army on the map")
        return
    if unit.nation in NEUTRAL_NATIONS:
        yield Refusal("6.1-c", f"{unit.name} is of a neutral country, which gets no replacements")
    if not in_reserve(state, unit.key) and not marked(state, unit.key, other):
        yield Refusal(ruled, f"{unit.name} is not in reserve")
    if marked(state, unit.key, REBUILT):
        yield Refusal("6.21-f", f"{unit.name} was rebuilt in this segment and gets no further step")
    yield from refusals_to_use(state, "6.21-e", unit, 1)


@case("6.21-c", "6.21-d", "6.22-d", "5.7-f")
def refusals_to_strengthen(state: State, unit: Unit) -> Iterator[Refusal]:
    """A reduced unit is turned to its full side, once in a segment; not while its battle group is out."""
    yield from refusals_to_improve(state, unit, CLASS)
    if unit.is_hq or unit.is_group:
        return
    if not unit.flipped:
        ruled = "6.21-d" if marked(state, unit.key, STRENGTH) else "6.21-c"
        yield Refusal(ruled, f"{unit.name} is at full strength")
    if groups_of(state, unit.key):
        yield Refusal("5.7-f", f"{unit.name} has a battle group on the map")


@case("6.21-c", "6.21-d")
def refusals_to_promote(state: State, unit: Unit) -> Iterator[Refusal]:
    """A unit gets the counter of the next better class, once in a segment."""
    yield from refusals_to_improve(state, unit, STRENGTH)
    if unit.is_hq or unit.is_group:
        return
    if unit.rank == 0:
        yield Refusal("6.21-c", f"{unit.name} has no better class than {unit.classes[0]}")
    if marked(state, unit.key, CLASS):
        yield Refusal("6.21-d", f"{unit.name} has gained a class in this segment")


@case("6.21-b", "6.21-c", "6.22-d", "11.3-g")
def improve(tx: Transaction, unit: Unit, after: Unit, mark: str) -> None:
    """Use a step; the Reserve marker comes off."""
    use(tx, unit, 1)
    change(tx, after)
    tx.mark(unit.key, mark, SEGMENT)
    end_reserve(tx, unit.key)
    text = f"{unit.name} gets a replacement step: {worded(unit)} becomes {worded(after)}"
    tell(tx, "UnitImproved", text, "6.22-d" if unit.power == SOVIET else "6.21-c", unit=unit.key)


def strengthened(unit: Unit) -> Unit:
    """The unit on its full side."""
    return replace(unit, flipped=False)


def promoted(unit: Unit) -> Unit:
    """The unit one class better, on the same side of its counter."""
    return replace(unit, rank=unit.rank - 1)
