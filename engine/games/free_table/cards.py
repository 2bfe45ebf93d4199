"""Decks of cards and cups of chits: drawn by fair chance, kept in hand, discarded, shuffled."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.catalogue.table_parts import CARD, SECRET
from engine.games.free_table.face_down import described
from engine.games.free_table.records import CARDS, HAND, Clock, Discards, Piece, level_on_top
from engine.games.free_table.scenario.ground import FreeGround, ground
from engine.mechanics.cups import put_back
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import Cup, Refusal, State, Transaction, case


@case("5.1", "5.2")
def draw(tx: Transaction, side: str, deck: str, case_id: str = "5.1") -> None:
    """One card by chance: onto the table, or unseen into the hand of the side that draws."""
    land = ground(tx.state)
    secret = land.decks[deck].draw == SECRET
    why = f"{land.title_of(side)} draws from {land.title_of_part(deck)}"
    name = tx.draw(tx.state.get(Cup, deck), case_id, why, (side,) if secret else None)
    clock = tx.state.one(Clock)
    tx.put(replace(clock, cards=clock.cards + 1))
    place = box(HAND, side) if secret else CARDS
    tx.put(
        Piece(
            f"card:{clock.cards + 1}",
            side,
            name,
            CARD,
            place,
            text=text_of(land, deck, name),
            deck=deck,
            hidden=secret,
            level=level_on_top(tx.state, place),
        )
    )


def text_of(land: FreeGround, deck: str, name: str) -> str:
    """What is printed on a card."""
    return next((card.text for card in land.parts.cards if (card.deck, card.name) == (deck, name)), "")


@case("5.3")
def refusals_to_draw(state: State, deck: str) -> Iterator[Refusal]:
    """An empty deck gives nothing."""
    if not state.get(Cup, deck).chits:
        left = counted(len(state.get(Discards, deck).cards), "card")
        yield Refusal("5.3", f"{ground(state).title_of_part(deck)} is empty; {left} lie discarded")


@case("5.4")
def discard(tx: Transaction, piece: Piece) -> None:
    """A card goes face up onto the discards of its deck, where everybody reads it."""
    pile = tx.state.get(Discards, piece.deck)
    if piece.hidden:
        tx.reveal()
    tx.remove(piece)
    tx.put(replace(pile, cards=(*pile.cards, piece.name)))
    tell(tx, "CardDiscarded", f"{piece.name} is discarded", "5.4")


@case("5.5")
def return_to_deck(tx: Transaction, piece: Piece) -> None:
    """A card goes back into its deck, unseen if it was."""
    deck = ground(tx.state).title_of_part(piece.deck)
    seen_by, redacted = None, ""
    if piece.hidden:
        anonymous = described(tx.state, piece)
        seen_by, redacted = (piece.side,), f"{anonymous[0].upper()}{anonymous[1:]} returns to {deck}"
    tx.remove(piece)
    put_back(tx, piece.deck, (piece.name,))
    tell(tx, "CardReturned", f"{piece.name} returns to {deck}", "5.5", seen_by, redacted)


@case("5.6")
def shuffle(tx: Transaction, deck: str) -> None:
    """The discards go back into the deck."""
    pile = tx.state.get(Discards, deck)
    put_back(tx, deck, pile.cards)
    tx.put(Discards(deck))
    cards = counted(len(pile.cards), "discarded card")
    tell(tx, "DeckShuffled", f"{cards} shuffled into {ground(tx.state).title_of_part(deck)}", "5.6")


def refusals_to_shuffle(state: State, deck: str) -> Iterator[Refusal]:
    if not state.get(Discards, deck).cards:
        yield Refusal("5.6", f"No card of {ground(state).title_of_part(deck)} lies discarded")


@case("5.2")
def refusals_to_keep_in_hand(state: State, piece: Piece, there: str, name: str) -> Iterator[Refusal]:
    """The hands of the players hold cards only."""
    if there in ground(state).hands and not piece.deck:
        yield Refusal("5.2", f"{name} is not a card, and a hand holds cards only")


@case("5.7")
def deal(tx: Transaction) -> None:
    """Before the first turn each side is dealt its cards, one after the other, as far as there are any."""
    land, clock = ground(tx.state), tx.state.one(Clock)
    if clock.dealt:
        return
    tx.put(replace(clock, dealt=True))
    for deck in land.decks.values():
        for side in land.sides * deck.deal:
            if tx.state.get(Cup, deck.key).chits:
                draw(tx, side, deck.key, "5.7")
