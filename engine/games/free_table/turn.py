"""The sequence of play: turn after turn, one side after the other, or all sides together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from engine.games.free_table import cards
from engine.games.free_table.arrivals import arrive
from engine.games.free_table.face_down import refusals_to_handle
from engine.games.free_table.markers import HoldMarker, LayMarker, refusals_to_lay
from engine.games.free_table.pieces import HoldPieces, pickable
from engine.games.free_table.records import Clock, LaidMarker, Piece, TrackValue
from engine.games.free_table.scenario.ground import FreeGround, ground
from engine.games.free_table.scenario.victory import judge_end, judge_turn
from engine.games.free_table.table_menu import TableMenu
from engine.mechanics.menu import order
from engine.mechanics.telling import tell
from engine.referee import Frame, Procedure, Refusal, State, Transaction, case

PLAYER_TURN: Final = "player turn"
GAME_TURN: Final = "game turn"


class TakeTurn(TableMenu):
    """A side does at the table what it likes, until it says that it has finished."""

    finished: tuple[str, ...] = ()
    """The sides that have finished, where all share the turn."""

    title = "Table"
    scope = PLAYER_TURN

    def prompt(self, state: State) -> str:
        return f"{ground(state).title_of(self.side)}: pick up a piece, roll, draw, or end the turn"

    # pieces and markers

    @order("pick", "unit", "Take")
    def pick(self, tx: Transaction, piece: Piece) -> None:
        tx.push(HoldPieces(self.side, (piece.key,)))

    @pick.targets
    def pieces(self, state: State) -> Iterable[str]:
        return pickable(state, self.side)

    @pick.against
    def refusals_to_pick(self, state: State, piece: Piece) -> Iterator[Refusal]:
        return refusals_to_handle(state, self.side, piece)

    @order("take", "marker", "Take the marker")
    def take(self, tx: Transaction, marker: str) -> None:
        tx.push(HoldMarker(self.side, marker))

    @take.targets
    def laid_markers(self, state: State) -> Iterable[str]:
        return state.all(LaidMarker)

    @order("lay", "marker", "Place")
    def place(self, tx: Transaction, kind: str) -> None:
        tx.push(LayMarker(self.side, kind))

    @place.targets
    def kinds_of_markers(self, state: State) -> Iterable[str]:
        return ground(state).markers

    @place.against
    def refusals_to_place(self, state: State, kind: str) -> Iterator[Refusal]:
        if kind in ground(state).markers:
            yield from refusals_to_lay(state, kind)

    # dice and cards

    @order("roll", "marker", "Roll")
    @case("4.1")
    def roll(self, tx: Transaction, dice: str) -> None:
        """The dice of the game's one seed, before everybody's eyes."""
        land = ground(tx.state)
        fallen = tx.roll(dice, "4.1", f"{land.title_of(self.side)} rolls {land.title_of_part(dice)}")
        if len(fallen.faces) > 1:
            tell(tx, "DiceAdded", f"The dice add up to {fallen.total}", "4.1")

    @roll.targets
    def dice(self, state: State) -> Iterable[str]:
        return ground(state).dice

    @order("draw_card", "marker", "Draw from")
    def draw(self, tx: Transaction, deck: str) -> None:
        cards.draw(tx, self.side, deck)

    @draw.targets
    def decks(self, state: State) -> Iterable[str]:
        return ground(state).decks

    @draw.against
    def refusals_to_draw(self, state: State, deck: str) -> Iterator[Refusal]:
        if deck in ground(state).decks:
            yield from cards.refusals_to_draw(state, deck)

    @order("shuffle", "marker", "Shuffle the discards into")
    def shuffle(self, tx: Transaction, deck: str) -> None:
        cards.shuffle(tx, deck)

    @shuffle.targets
    def decks_to_shuffle(self, state: State) -> Iterable[str]:
        return ground(state).decks

    @shuffle.against
    def refusals_to_shuffle(self, state: State, deck: str) -> Iterator[Refusal]:
        if deck in ground(state).decks:
            yield from cards.refusals_to_shuffle(state, deck)

    # tracks

    @order("raise", "marker", "Raise")
    def raise_track(self, tx: Transaction, track: str) -> None:
        self._step(tx, track, 1)

    @order("lower", "marker", "Lower")
    def lower_track(self, tx: Transaction, track: str) -> None:
        self._step(tx, track, -1)

    @case("6.1")
    def _step(self, tx: Transaction, track: str, by: int) -> None:
        """One step on a track, told with where it leads."""
        now = tx.state.get(TrackValue, track)
        tx.put(replace(now, value=now.value + by))
        title = ground(tx.state).title_of_part(track)
        tell(tx, "TrackChanged", f"{title} goes from {now.value} to {now.value + by}", "6.1")

    @raise_track.targets
    @lower_track.targets
    def tracks(self, state: State) -> Iterable[str]:
        return ground(state).tracks

    @raise_track.against
    @case("6.2")
    def refusals_to_raise(self, state: State, track: str) -> Iterator[Refusal]:
        part = ground(state).tracks.get(track)
        if part is not None and state.get(TrackValue, track).value >= part.last:
            yield Refusal("6.2", f"{part.title or part.key} is at {part.last}, the end of its track")

    @lower_track.against
    @case("6.2")
    def refusals_to_lower(self, state: State, track: str) -> Iterator[Refusal]:
        part = ground(state).tracks.get(track)
        if part is not None and state.get(TrackValue, track).value <= part.first:
            yield Refusal("6.2", f"{part.title or part.key} is at {part.first}, the beginning of its track")

    # the turn

    @order("give", "side", "Hand the table to")
    @case("1.3")
    def give(self, tx: Transaction, side: str) -> None:
        """In a shared turn the table goes back and forth."""
        tx.replace(replace(self, side=side))

    @give.targets
    def other_sides(self, state: State) -> Iterable[str]:
        return ground(state).sides if ground(state).is_shared else ()

    @give.against
    def refusals_to_give(self, state: State, side: str) -> Iterator[Refusal]:
        land = ground(state)
        if not land.is_shared:
            yield Refusal("1.1", "The sides take their turns one by one: end this turn first")
        elif side in self.finished:
            yield Refusal("1.3", f"{land.title_of(side)} has finished this turn")
        elif side == self.side:
            yield Refusal("1.3", f"{land.title_of(side)} has the table already")

    @order("end", words="End the turn", ends=True)
    @case("1.1", "1.3")
    def end(self, tx: Transaction) -> None:
        """Where the sides share a turn it goes on until all have finished."""
        land = ground(tx.state)
        finished = (*self.finished, self.side)
        waiting = [side for side in land.sides if side not in finished]
        if land.is_shared and waiting:
            tx.replace(replace(self, side=waiting[0], finished=finished))
        else:
            tx.pop()


@case("1.1")
def begin_turn(tx: Transaction, turn: GameTurn) -> None:
    """The turn begins, under its printed name if it has one."""
    number, land = tx.state.one(Clock).turn, ground(tx.state)
    tx.begin_turn(number, turn_title(land, number), "1.1")


def turn_title(land: FreeGround, number: int) -> str:
    """What a turn is called."""
    names, at = land.document.turns.names, number - land.first_turn
    return f"Turn {number}: {names[at]}" if 0 <= at < len(names) else f"Turn {number}"


def first_deal(tx: Transaction, turn: GameTurn) -> None:
    cards.deal(tx)


def arrivals(tx: Transaction, turn: GameTurn) -> None:
    arrive(tx)


class PlayerTurns(Procedure):
    """One side after the other, or one turn for all."""

    def run(self, tx: Transaction) -> None:
        land = ground(tx.state)
        if self.at == (1 if land.is_shared else len(land.sides)):
            tx.pop()
        else:
            tx.replace(replace(self, at=self.at + 1))
            tx.push(TakeTurn(land.sides[self.at]))


@case("7.1")
def end_turn(tx: Transaction, turn: GameTurn) -> None:
    """The author's conditions are judged; after the last turn the game is over."""
    clock, land = tx.state.one(Clock), ground(tx.state)
    if clock.turn >= land.last_turn:
        judge_end(tx)
    else:
        judge_turn(tx)
        tx.put(replace(clock, turn=clock.turn + 1))


class GameTurn(Procedure):
    """Pieces that are due, then the sides."""

    title = "Turn"
    scope = GAME_TURN
    steps = (begin_turn, first_deal, arrivals, PlayerTurns, end_turn)


class WholeGame(Procedure):
    """Turn after turn until the last one."""

    steps = (GameTurn,)

    def again(self, state: State) -> bool:
        return True


def frames_of(land: FreeGround, side: str) -> tuple[Frame, ...]:
    """The frames of a worked example in the turn of a side."""
    at = 1 if land.is_shared else land.sides.index(side) + 1
    return (WholeGame(at=1), GameTurn(at=4), PlayerTurns(at=at), TakeTurn(side))


FRAMES: Final[tuple[type[Any], ...]] = (WholeGame, GameTurn, PlayerTurns, TakeTurn)
