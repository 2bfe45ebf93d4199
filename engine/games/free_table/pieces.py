"""Pieces in the hand of a player: moved, stacked, flipped, turned, hidden and shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from engine.games.free_table.cards import discard, refusals_to_keep_in_hand, return_to_deck
from engine.games.free_table.face_down import (
    called,
    is_known,
    name_for,
    refusals_to_handle,
    tell_of,
)
from engine.games.free_table.records import Piece, level_below, level_on_top, pieces_at
from engine.games.free_table.scenario.ground import ground
from engine.games.free_table.table_menu import PlacingMenu, PutIntoBox, PutIntoHex
from engine.mechanics.menu import order, way_out
from engine.referee import Action, Refusal, State, Transaction, case

FACINGS: Final = 6


def names(menu: HoldPieces, state: State) -> str:
    """The pieces in hand, as the side that holds them calls them."""
    return ", ".join(called(state, piece, menu.side) for piece in menu.held(state))


class HoldPieces(PlacingMenu):
    """A player holds pieces of one place."""

    pieces: tuple[str, ...]
    """Their keys, the lowest first."""

    title = "Pieces"

    def held(self, state: State) -> list[Piece]:
        """The pieces in hand."""
        return [state.get(Piece, key) for key in self.pieces]

    def prompt(self, state: State) -> str:
        return f"{names(self, state)}: where to, or what else?"

    def subjects(self, state: State) -> Iterable[str]:
        return [name_for(state, piece, self.side) for piece in self.held(state)]

    def whereabouts(self, state: State) -> Iterable[str]:
        place = self.held(state)[0].place
        return (place,) if place in ground(state).hexes else ()

    to_hex = PutIntoHex()

    @case("2.1")
    def refusals_to_put(self, state: State, there: str) -> Iterator[Refusal]:
        """A piece may go anywhere but where it is; the hands of the players hold cards only."""
        held = self.held(state)
        if held[0].place == there:
            yield Refusal("2.1", f"{names(self, state)}: already in {ground(state).called(there)}")
        for piece in held:
            yield from refusals_to_keep_in_hand(state, piece, there, called(state, piece, self.side))

    @case("2.1", "2.2", "5.2")
    def put(self, tx: Transaction, there: str) -> None:
        """The pieces go there one after the other, each on top of what is there."""
        tx.pop()
        land = ground(tx.state)
        holder = land.hands.get(there)
        for piece in self.held(tx.state):
            moved = replace(piece, place=there, level=level_on_top(tx.state, there))
            if holder is not None:
                if piece.hidden and holder != piece.side:
                    tx.reveal()
                moved = replace(moved, side=holder, hidden=True)
            does = f"goes from {land.called(piece.place)} to {land.called(there)}"
            tell_of(tx, "PieceMoved", piece, does, "2.1", hidden=piece.hidden)
            tx.put(moved)

    def summary_of(self, state: State, there: str) -> str:
        stack = [called(state, piece, self.side) for piece in pieces_at(state, there)]
        onto = f", on top of {', '.join(stack)}" if stack else ""
        return f"{names(self, state)}: to {ground(state).called(there)}{onto}"

    # faces

    @order("flip", words="Flip")
    def flip(self, tx: Transaction) -> None:
        for piece in self.held(tx.state):
            tx.put(replace(piece, flipped=not piece.flipped))
            does = "is turned to its front" if piece.flipped else "is flipped to its back"
            tell_of(tx, "PieceFlipped", piece, does, "2.3", hidden=piece.hidden)

    @flip.against
    @case("2.3")
    def refusals_to_flip(self, state: State) -> Iterator[Refusal]:
        for piece in self.held(state):
            if piece.deck:
                yield Refusal("2.3", "A card has no second face: it is shown or hidden")
            elif not is_known(piece, self.side):
                yield Refusal("2.3", "What lies face down is shown before it is flipped")

    @order("turn_left", words="Turn left")
    def turn_left(self, tx: Transaction) -> None:
        self._turn(tx, -1)

    @order("turn_right", words="Turn right")
    def turn_right(self, tx: Transaction) -> None:
        self._turn(tx, 1)

    @case("2.4")
    def _turn(self, tx: Transaction, by: int) -> None:
        """To the next side of its hex; a piece that faced nowhere begins at the top."""
        for piece in self.held(tx.state):
            tx.put(replace(piece, facing=((piece.facing or 0) + by) % FACINGS))
            to = "left" if by < 0 else "right"
            tell_of(tx, "PieceTurned", piece, f"turns {to}", "2.4", hidden=piece.hidden)

    @order("face", "number", "Turn to side")
    @case("2.4")
    def face(self, tx: Transaction, facing: int) -> None:
        """At once to any side of its hex."""
        for piece in self.held(tx.state):
            tx.put(replace(piece, facing=facing))
            tell_of(tx, "PieceTurned", piece, f"turns to side {facing}", "2.4", hidden=piece.hidden)

    @face.targets
    def facings(self, state: State) -> Iterable[int]:
        now = {piece.facing for piece in self.held(state)}
        return [facing for facing in range(FACINGS) if now != {facing}]

    def drawn(self, state: State, action: Action) -> Iterable[str]:
        """The side of the hex that the pieces would face: a click on it turns them."""
        place = self.held(state)[0].place
        if action.verb != "face" or place not in ground(state).hexes:
            return ()
        return (ground(state).grid.hexside_at(place, action.number),)

    @face.against
    def refusals_to_face(self, state: State, facing: int) -> Iterator[Refusal]:
        return self.refusals_to_turn(state)

    @turn_left.against
    @turn_right.against
    def refusals_to_turn(self, state: State) -> Iterator[Refusal]:
        for piece in self.held(state):
            if piece.place not in ground(state).hexes:
                yield Refusal(
                    "2.4",
                    f"{called(state, piece, self.side)} is out of the map, where nothing faces anywhere",
                )
            elif not is_known(piece, self.side):
                yield Refusal("2.4", "What lies face down is shown before it is turned")

    @order("hide", words="Turn face down")
    def hide(self, tx: Transaction) -> None:
        for piece in self.held(tx.state):
            if not piece.hidden:
                tell_of(tx, "PieceHidden", piece, "is turned face down", "2.5", hidden=False)
                tx.put(replace(piece, hidden=True))

    @hide.against
    @case("2.5")
    def refusals_to_hide(self, state: State) -> Iterator[Refusal]:
        held = self.held(state)
        if all(piece.hidden for piece in held):
            yield Refusal("2.5", f"{names(self, state)}: face down already")
        for piece in held:
            if piece.side != self.side and piece.side in ground(state).sides:
                owner = ground(state).title_of(piece.side)
                yield Refusal("2.5", f"{piece.name} belongs to {owner}: only its owner turns it face down")

    @order("show", words="Show")
    @case("2.6")
    def show(self, tx: Transaction) -> None:
        """What was face down is seen by all: nobody can unsee it."""
        for piece in self.held(tx.state):
            if piece.hidden:
                tx.put(shown := replace(piece, hidden=False))
                tx.reveal()
                tell_of(
                    tx,
                    "PieceShown",
                    shown,
                    f"is shown in {ground(tx.state).called(shown.place)}",
                    "2.6",
                    hidden=False,
                )

    @show.against
    def refusals_to_show(self, state: State) -> Iterator[Refusal]:
        if not any(piece.hidden for piece in self.held(state)):
            yield Refusal("2.6", f"{names(self, state)}: face up already")
        for piece in self.held(state):
            if piece.place in ground(state).hands:
                yield Refusal("5.2", f"{piece.name} is in a hand: play it to the table, or discard it")

    # the stack

    @order("add", "unit", "Take also")
    def add(self, tx: Transaction, piece: Piece) -> None:
        tx.replace(replace(self, pieces=_in_order(tx.state, (*self.pieces, piece.key))))

    @add.targets
    @case("2.2")
    def others_here(self, state: State) -> Iterable[str]:
        """The other pieces of the same stack."""
        return [name_for(state, piece, self.side) for piece in self._beside(state)]

    def _beside(self, state: State) -> Iterator[Piece]:
        here = self.held(state)[0].place
        return (piece for piece in pieces_at(state, here) if piece.key not in self.pieces)

    @add.against
    def refusals_to_add(self, state: State, piece: Piece) -> Iterator[Refusal]:
        yield from refusals_to_handle(state, self.side, piece)
        if piece.key in self.pieces:
            yield Refusal("2.2", f"{called(state, piece, self.side)} is in hand already")
        elif piece.place != self.held(state)[0].place:
            where = ground(state).called(piece.place)
            yield Refusal(
                "2.2", f"{called(state, piece, self.side)} is in {where}: only a stack is taken together"
            )

    @order("pick", "unit", "Take instead")
    def pick(self, tx: Transaction, piece: Piece) -> None:
        tx.replace(replace(self, pieces=(piece.key,)))

    @pick.targets
    def elsewhere(self, state: State) -> Iterable[str]:
        """Pieces in other places."""
        here = self.held(state)[0].place
        found = (piece for piece in state.all(Piece).values() if piece.place != here)
        return sorted(name_for(state, piece, self.side) for piece in found)

    @pick.against
    def refusals_to_pick(self, state: State, piece: Piece) -> Iterator[Refusal]:
        yield from refusals_to_handle(state, self.side, piece)
        if piece.key in self.pieces:
            yield Refusal("2.2", f"{called(state, piece, self.side)} is in hand already")
        elif piece.place == self.held(state)[0].place:
            yield Refusal(
                "2.2", f"{called(state, piece, self.side)} is in the same stack: take it with the others"
            )

    @order("stack", words="Take the whole stack")
    def take_stack(self, tx: Transaction) -> None:
        keys = [piece.key for piece in self._beside(tx.state) if self._may_add(tx.state, piece)]
        tx.replace(replace(self, pieces=_in_order(tx.state, (*self.pieces, *keys))))

    def _may_add(self, state: State, piece: Piece) -> bool:
        return next(self.refusals_to_add(state, piece), None) is None

    @take_stack.against
    def refusals_to_take_stack(self, state: State) -> Iterator[Refusal]:
        if not any(self._may_add(state, piece) for piece in self._beside(state)):
            yield Refusal("2.2", "Nothing else in this stack can be taken")

    @order("to_top", words="Put on top")
    def top(self, tx: Transaction) -> None:
        self._restack(tx, "is put on top of its stack", level_on_top, self.held(tx.state))

    @order("to_bottom", words="Put at the bottom")
    def bottom(self, tx: Transaction) -> None:
        self._restack(tx, "is put at the bottom of its stack", level_below, self.held(tx.state)[::-1])

    @case("2.2")
    def _restack(
        self, tx: Transaction, does: str, level: Callable[[State, str], int], pieces: Iterable[Piece]
    ) -> None:
        for piece in pieces:
            tx.put(replace(piece, level=level(tx.state, piece.place)))
            tell_of(tx, "StackOrdered", piece, does, "2.2", hidden=piece.hidden)

    @top.against
    @bottom.against
    def refusals_to_restack(self, state: State) -> Iterator[Refusal]:
        if not any(True for _ in self._beside(state)):
            yield Refusal("2.2", f"{names(self, state)}: nothing else lies in this stack")

    # cards

    @order("discard_card", words="Discard")
    def discard(self, tx: Transaction) -> None:
        tx.pop()
        for piece in self.held(tx.state):
            discard(tx, piece)

    @order("return_card", words="Return to its deck")
    def return_card(self, tx: Transaction) -> None:
        tx.pop()
        for piece in self.held(tx.state):
            return_to_deck(tx, piece)

    @discard.against
    @return_card.against
    def refusals_to_give_up(self, state: State) -> Iterator[Refusal]:
        for piece in self.held(state):
            if not piece.deck:
                yield Refusal("5.4", f"{called(state, piece, self.side)} is not a card")

    to_box = PutIntoBox()
    deselect = way_out("cancel", "Deselect")

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        yield Refusal(
            "1.4", f"In hand: {names(self, state)}. Deselect before anything else, such as {action}, is done"
        )


def _in_order(state: State, keys: Iterable[str]) -> tuple[str, ...]:
    """The lowest of the stack first, so that a stack keeps its order when it moves."""
    pieces = sorted((state.get(Piece, key) for key in keys), key=lambda piece: (piece.level, piece.key))
    return tuple(piece.key for piece in pieces)


def pickable(state: State, side: str) -> list[str]:
    """Every piece on the table, by what a side calls it."""
    return sorted(name_for(state, piece, side) for piece in state.all(Piece).values())


FRAMES: Final[tuple[type[Any], ...]] = (HoldPieces,)
