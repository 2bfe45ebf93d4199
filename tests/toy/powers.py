"""Two powers of one side: each has a bank of movement points that all of its units draw on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.mechanics.menu import way_out
from engine.mechanics.movement import Arrivals, Go, Movement
from engine.mechanics.pools import Pool, fill, left, spend, track_keys
from engine.referee import (
    Action,
    Frame,
    Mark,
    Modifier,
    Refusal,
    State,
    Transaction,
    case,
    derived,
    mark_value,
)
from engine.referee.modifier import Amount
from tests.toy.movement import STACKING, MovementSegment, MoveUnit, OnFoot, Walk
from tests.toy.records import ALLOWANCE, QUARTERS, Piece, ground
from tests.toy.staff import HARASSED, sectors

POINTS = "quarters of movement points"
BANK = 4 * QUARTERS


@case("9.1")
def fill_banks(tx: Transaction, frame: Frame) -> None:
    for power in ground(tx.state).powers:
        fill(tx, power, POINTS, BANK)


@case("8.2")
def is_harassed(state: State, side: str, here: str) -> bool:
    """Has the enemy of this side fired at the sector of a hex?"""
    enemy = ground(state).other(side)
    return any(
        here in state.scenario.region_hexes(sector)
        for sector in sectors(state)
        if mark_value(state, sector, HARASSED) == enemy
    )


class OnBank(OnFoot):
    """A unit walks no farther than the bank of its power allows, if it belongs to one."""

    @case("9.1")
    def budget(self) -> int:
        power = self.piece.power
        return min(ALLOWANCE, left(self.state, power, POINTS)) if power else ALLOWANCE

    @case("8.2")
    def charges(self, at: str, there: str) -> Iterable[Modifier]:
        yield from super().charges(at, there)
        if is_harassed(self.state, self.piece.side, there):
            yield Modifier("8.2", "harassed ground", QUARTERS)

    @case("9.2")
    def refusals_to_end(self, there: str) -> Iterator[Refusal]:
        yield from super().refusals_to_end(there)
        stack = STACKING.together(self.state, there, (self.piece,))
        yield from self.land.powers.refusals_to_combine("9.2", stack, "stand")

    def exits(self, at: str) -> Iterable[tuple[str, Amount]]:
        return Movement.exits(self, at)

    def arrivals(self) -> Arrivals[str]:
        return banked_destinations(self.state, self.piece.key)

    def refusal_of_distance(self, there: str, straight: Amount | None, open_cost: Amount | None) -> Refusal:
        if self.budget() < ALLOWANCE:
            power = self.land.powers.title_of(self.piece.power)
            return Refusal(
                "9.1", f"{there} costs more than the {self.budget()} {POINTS} that {power} has left"
            )
        return super().refusal_of_distance(there, straight, open_cost)

    def go(self, tx: Transaction, there: str) -> None:
        tx.replace(WalkOnBank(self.piece.key, self.path_to(there)))


@derived(Piece, Pool, Mark)
def banked_destinations(state: State, unit: str) -> Arrivals[str]:
    return OnBank(state, unit).find_arrivals()


class MoveOnBank(MoveUnit):
    move = Go("move", "Move", lambda menu, state: OnBank(state, menu.unit), nearest_first=True)
    cancel = way_out()


class WalkOnBank(Walk):
    """Each step is paid when it is taken: who is stopped on the way has not paid for the rest."""

    @case("9.1")
    def step(self, tx: Transaction, here: str, there: str) -> None:
        power = tx.state.get(Piece, self.unit).power
        if power:
            spend(tx, power, POINTS, int(OnBank(tx.state, self.unit).cost(here, there)))
        super().step(tx, here, there)


class PowerMovement(MovementSegment):
    def spends(self, state: State) -> Iterable[str]:
        return track_keys(state, ground(state).powers.of(self.side), POINTS)

    def apply(self, tx: Transaction, action: Action) -> None:
        if action.verb == "select":
            tx.push(MoveOnBank(self.side, action.target))
        else:
            super().apply(tx, action)
