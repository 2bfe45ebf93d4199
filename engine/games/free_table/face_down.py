"""Pieces that lie face down: who sees them, what the others see instead, and how they point at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engine.games.free_table.records import Piece
from engine.games.free_table.scenario.ground import ground
from engine.mechanics.hidden import exchanged
from engine.mechanics.telling import tell
from engine.referee import Refusal, State, Transaction, case, derived


@case("2.6")
def is_known(piece: Piece, side: str | None) -> bool:
    """Does this side see the face? Its owner does; None, the open table, sees everything."""
    return not piece.hidden or side is None or piece.side == side


@derived(Piece)
@case("2.6")
def face_down(state: State, side: str) -> Mapping[str, Piece]:
    """The pieces whose face a side does not see, by what it calls them: place, back and number.

    The number is their order in the stack, which everybody sees.
    """
    found: dict[str, Piece] = {}
    numbers: dict[str, int] = {}
    for piece in sorted(state.all(Piece).values(), key=lambda one: (one.level, one.key)):
        if not is_known(piece, side):
            back = " ".join(filter(None, (piece.place, piece.side, piece.deck)))
            numbers[back] = numbers.get(back, 0) + 1
            found[f"{back} {numbers[back]}"] = piece
    return found


@derived(Piece)
def names_for(state: State, side: str) -> Mapping[str, str]:
    """What a side calls the pieces that it does not know, by their keys."""
    return {piece.key: name for name, piece in face_down(state, side).items()}


def name_for(state: State, piece: Piece, side: str | None) -> str:
    """The id of a piece as a side sees it."""
    return piece.key if side is None else names_for(state, side).get(piece.key, piece.key)


def piece_named(state: State, side: str, name: str) -> Piece | None:
    """The piece that a side means; None if it sees no such piece."""
    piece = state.find(Piece, name)
    if piece is not None and is_known(piece, side):
        return piece
    return face_down(state, side).get(name)


def described(state: State, piece: Piece) -> str:
    """What everybody may say of a piece that lies face down."""
    land = ground(state)
    what = f"card of {land.title_of_part(piece.deck)}" if piece.deck else "counter"
    return f"a face-down {what} of {land.title_of(piece.side)}"


def called(state: State, piece: Piece, side: str) -> str:
    """What a side calls a piece in a sentence."""
    return piece.name if is_known(piece, side) else described(state, piece)


def tell_of(tx: Transaction, what: str, piece: Piece, does: str, case: str, *, hidden: bool) -> None:
    """Write what a piece does into the log; while it is hidden, its name only for its owner.

    `does` follows the name of the piece, and names nothing else that is hidden.
    """
    if not hidden:
        tell(tx, what, f"{piece.name} {does}", case, unit=piece.key)
        return
    anonymous = described(tx.state, piece)
    sentence = f"{anonymous[0].upper()}{anonymous[1:]} {does}"
    if piece.side in ground(tx.state).sides:
        tell(tx, what, f"{piece.name} {does}", case, (piece.side,), sentence, unit=piece.key)
    else:
        tell(tx, what, sentence, case)


@case("1.2", "2.7")
def refusals_to_handle(state: State, side: str, piece: Piece) -> Iterator[Refusal]:
    """Pieces of nobody are everybody's. Others: as the scenario says, and never while they are face down."""
    land = ground(state)
    if piece.side == side or piece.side not in land.sides:
        return
    owner = land.title_of(piece.side)
    if piece.hidden:
        where = land.called(piece.place)
        yield Refusal("2.7", f"The piece in {where} lies face down: only {owner}, its owner, handles it")
    elif land.own_only:
        yield Refusal("1.2", f"{piece.name} belongs to {owner}: each side handles its own pieces only")


def dealt_anew(state: State, side: str, held: frozenset[str], chance: Random) -> State:
    """The same table for a side, with the pieces that it does not know in other places.

    Pieces in somebody's hand at this moment (`held`) stay where they are.
    """
    backs: dict[tuple[str, str], list[Piece]] = {}
    for piece in face_down(state, side).values():
        if piece.key not in held:
            backs.setdefault((piece.side, piece.deck), []).append(piece)
    for _, alike in sorted(backs.items()):
        state = exchanged(state, Piece, alike, ("place", "level"), chance)
    return state
