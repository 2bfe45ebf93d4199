"""Step A: both sides roll for the first move, and the lower total chooses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.games.dday_to_berlin.morale.markers import remove_markers
from engine.games.dday_to_berlin.records import Clock, army
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import OldQuestion
from engine.mechanics.plural import counted
from engine.referee import Action, Event, Procedure, Refusal, State, Transaction, case

FIRST = Action("move_first")
SECOND = Action("move_second")


class FirstMove(Procedure):
    """Who is Player A of this game turn, or goes first at night."""

    title = "First move"

    @case("A.roll", "C.order")
    def run(self, tx: Transaction) -> None:
        """A scenario may fix the first player of its first turn; else the dice decide."""
        clock, land = tx.state.one(Clock), ground(tx.state)
        if clock.turn == land.first_turn and land.first_player and not clock.night:
            settle_order(
                tx,
                land.first_player,
                f"{ground(tx.state).title_of(land.first_player)} moves first by the scenario",
            )
        else:
            tx.push(ChooseOrder(winner_of_first_move(tx)))

    def resume(self, tx: Transaction, result: Any) -> None:
        settle_order(tx, str(result), f"{ground(tx.state).title_of(str(result))} moves first")


@case("A.roll", "A.tie")
def winner_of_first_move(tx: Transaction) -> str:
    """1d10 and the side's morale markers: the lower total; equal totals are rolled again with the same."""
    sides = tx.state.scenario.sides
    while True:
        totals = {}
        for side in sides:
            markers = army(tx.state, side).markers
            why = (
                f"First move of {ground(tx.state).title_of(side)}, {counted(markers, 'morale marker')} added"
            )
            totals[side] = tx.roll("1d10", "A.roll", why).total + markers
        lowest = min(totals, key=totals.__getitem__)
        if list(totals.values()).count(totals[lowest]) == 1:
            break
        tx.emit(Event("FirstMoveTied", f"Both totals are {totals[lowest]}: roll again", "A.tie"))
    listed = ", ".join(f"{ground(tx.state).title_of(side)} {total}" for side, total in totals.items())
    tx.emit(
        Event(
            "FirstMoveWon",
            f"{ground(tx.state).title_of(lowest)} chooses who moves first ({listed})",
            "A.roll",
        )
    )
    return lowest


@case("A.choice", "A.clear")
def settle_order(tx: Transaction, first: str, text: str) -> None:
    """The order stands; both sides remove their markers."""
    tx.put(replace(tx.state.one(Clock), player_a=first))
    tx.emit(Event("OrderSettled", text, "A.choice"))
    remove_markers(tx)
    tx.pop()


class ChooseOrder(OldQuestion):
    """The winner is free to go first or second."""

    title = "First move"

    def prompt(self, state: State) -> str:
        return "Move first or second?"

    def candidates(self, state: State) -> Iterable[Action]:
        return (FIRST, SECOND)

    @case("A.choice")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action not in (FIRST, SECOND):
            yield Refusal("A.choice", f"{action} is not a valid choice: move first or second")

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.pop(self.side if action == FIRST else tx.state.scenario.other(self.side))
