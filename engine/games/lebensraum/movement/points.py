"""Movement points: what each power is credited with, and how they are spent (5.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.lebensraum.economy.totals import oil_points, refinery_points
from engine.games.lebensraum.records import (
    MOVEMENT_POINTS,
    TURN_A,
    TURN_E,
    WESTERN,
    Clock,
)
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.control import controller
from engine.mechanics import pools
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import Modifier, Refusal, State, Transaction, case, total

CAPACITY: Final = 9999
LE_HAVRE: Final = "E1543"
ANTWERP: Final = "E1539"


def points_left(state: State, power: str) -> int:
    """The movement points on the track of a power."""
    return pools.left(state, power, MOVEMENT_POINTS)


def accounts(state: State, side: str, first: str = "") -> list[str]:
    """The tracks that the powers of a side pay from: movement points, and before them others if named."""
    return pools.track_keys(state, ground(state).powers.of(side), first, MOVEMENT_POINTS)


def income(state: State, power: str) -> tuple[Modifier, ...]:
    """The movement points of a power on this turn, with their sources."""
    return tuple(western_income(state) if power == WESTERN else oil_income(state, power))


@case("5.3-a", "5.3-b")
def oil_income(state: State, power: str) -> Iterator[Modifier]:
    """50 for each pair of an oil and a refinery point; what is left of either gives nothing."""
    oil, refineries = oil_points(state, power), refinery_points(state, power)
    pairs = max(0, min(oil, refineries))
    price = ground(state).charts.mp_prices.income_per_oil_refinery_pair
    yield Modifier("5.3-a", f"{oil} oil and {counted(refineries, 'refinery point')}", price * pairs)


@case("5.3-d", "5.3-e", "13.0-c")
def western_income(state: State) -> Iterator[Modifier]:
    """50 on the turns A to D, 100 from E on; 50 more for Le Havre and 100 more for Antwerp. The western power
    is not in play before turn A."""
    prices, turn = ground(state).charts.mp_prices, state.one(Clock).turn
    if turn < TURN_A:
        return
    late = turn >= TURN_E
    fixed = prices.western_from_turn_e if late else prices.western_before_turn_e
    yield Modifier("5.3-d", "turns E to H" if late else "turns A to D", fixed)
    for here, bonus, name in (
        (LE_HAVRE, prices.le_havre_bonus, "Le Havre"),
        (ANTWERP, prices.antwerp_bonus, "Antwerp"),
    ):
        if controller(state, here) == "allied":
            yield Modifier("5.3-e", name, bonus)


@case("4.2-c", "5.3-g")
def credit_points(tx: Transaction) -> None:
    """Segment 1.A: the income of the turn is added to what is left of earlier turns."""
    land = ground(tx.state)
    for power in land.powers:
        parts = income(tx.state, power)
        added, before = int(total(parts)), points_left(tx.state, power)
        after = min(before + added, CAPACITY)
        pools.fill(tx, power, MOVEMENT_POINTS, after)
        sources = ", ".join(f"{part.text} {part.amount}" for part in parts)
        text = (
            f"{land.powers.title_of(power)}: {counted(added, 'movement point')} ({sources}), {after} in all"
        )
        tell(tx, "PointsCredited", text, "4.2-c")


def track_of(state: State, power: str) -> str:
    """What a power pays from, in words."""
    return f"The track of the {ground(state).powers.title_of(power)}"


@case("5.3-f")
def refusals_to_pay(state: State, ruled: str, power: str, amount: int) -> Iterator[Refusal]:
    """The track of a power cannot go below zero."""
    return pools.refusals_to_spend(state, ruled, power, MOVEMENT_POINTS, amount, track_of(state, power))


def pay(tx: Transaction, power: str, amount: int) -> None:
    """Take movement points off the track of a power."""
    pools.spend(tx, power, MOVEMENT_POINTS, amount)
