"""Step A: both sides roll for the first move, and the lower total chooses."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.games.dday_to_berlin.morale.markers import remove_markers
from engine.games.dday_to_berlin.records import Clock, army
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import counted, order, tell
from engine.referee import Action, Procedure, State, Transaction, case

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
            first = land.title_of(land.first_player)
            settle_order(tx, land.first_player, f"{first} moves first by the scenario")
        else:
            tx.push(ChooseOrder(winner_of_first_move(tx)))

    def resume(self, tx: Transaction, result: Any) -> None:
        settle_order(tx, str(result), f"{ground(tx.state).title_of(str(result))} moves first")


@case("A.roll", "A.tie")
def winner_of_first_move(tx: Transaction) -> str:
    """1d10 and the side's morale markers: the lower total; equal totals are rolled again with the same."""
    title_of = ground(tx.state).title_of
    while True:
        totals = {}
        for side in tx.state.scenario.sides:
            markers = army(tx.state, side).markers
            why = f"First move of {title_of(side)}, {counted(markers, 'morale marker')} added"
            totals[side] = tx.roll("1d10", "A.roll", why).total + markers
        lowest = min(totals, key=totals.__getitem__)
        if list(totals.values()).count(totals[lowest]) == 1:
            break
        tell(tx, "FirstMoveTied", f"Both totals are {totals[lowest]}: roll again", "A.tie")
    listed = ", ".join(f"{title_of(side)} {total}" for side, total in totals.items())
    tell(tx, "FirstMoveWon", f"{title_of(lowest)} chooses who moves first ({listed})", "A.roll")
    return lowest


@case("A.choice", "A.clear")
def settle_order(tx: Transaction, first: str, text: str) -> None:
    """The order stands; both sides remove their markers."""
    tx.put(replace(tx.state.one(Clock), player_a=first))
    tell(tx, "OrderSettled", text, "A.choice")
    remove_markers(tx)
    tx.pop()


class ChooseOrder(Question):
    """The winner is free to go first or second."""

    title = "First move"
    ruled_by = "A.choice"
    otherwise = "@ is not a valid choice: move first or second"

    def prompt(self, state: State) -> str:
        return "Move first or second?"

    @order("move_first")
    def first(self, tx: Transaction) -> None:
        tx.pop(self.side)

    @order("move_second")
    def second(self, tx: Transaction) -> None:
        tx.pop(tx.state.scenario.other(self.side))
