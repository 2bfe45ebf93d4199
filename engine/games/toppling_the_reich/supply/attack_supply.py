"""Attack Supply Points: what is there and what they are spent on (3.3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.games.toppling_the_reich.records import army
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.mechanics import counted, tell
from engine.referee import Preview, Price, Refusal, State, Transaction, case


@case("3.3.2-c")
def cost_of(state: State, use: str) -> int:
    """What the chart asks for a use."""
    return ground(state).charts.asp_costs.of(use)


@case("4.3-b")
def refusals_to_spend(state: State, side: str, amount: int, by: str, why: str) -> Iterator[Refusal]:
    """The points must be there when they are wanted."""
    have = army(state, side).asp
    if have < amount:
        yield Refusal(by, f"{why} takes {counted(amount, 'Attack Supply Point')}, {have} left")


@case("3.3.2-b", "3.3.2-c")
def spend(tx: Transaction, side: str, amount: int, by: str, why: str) -> None:
    """Take points off the side's store."""
    if amount:
        held = army(tx.state, side)
        tx.put(replace(held, asp=held.asp - amount))
        text = (
            f"{ground(tx.state).title_of(side)}: {amount} Attack Supply for {why}, {held.asp - amount} left"
        )
        tell(tx, "AttackSupplySpent", text, by, side=side)


def preview_cost(state: State, side: str, amount: int, by: str, text: str = "") -> Preview:
    """What an action brings, and what it takes of the points in store."""
    return Preview(text, prices=(Price("Attack Supply", amount, by, army(state, side).asp),))
