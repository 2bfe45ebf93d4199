"""Pieces that come or go on a turn of the scenario's schedule."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.free_table.face_down import tell_of
from engine.games.free_table.records import DUE, OUT_OF_PLAY, Clock, Piece, level_on_top
from engine.games.free_table.scenario.ground import ground
from engine.mechanics.places import TO_SET_UP, box
from engine.referee import Transaction, case, due

ARRIVAL = "arrival"
WITHDRAWAL = "withdrawal"


@case("1.5")
def arrive(tx: Transaction) -> None:
    """What is due goes to its place, or to the pieces not set up if the scenario leaves its place open.

    A piece that the players have brought in earlier stays where it is.
    """
    turn = tx.state.one(Clock).turn
    for entry in due(tx.state, turn, ARRIVAL):
        tx.remove(entry)
        piece = tx.state.find(Piece, entry.subject)
        if piece is not None and piece.place == box(DUE, piece.side):
            _go(tx, piece, entry.place or box(TO_SET_UP, piece.side), "arrives in")
    for entry in due(tx.state, turn, WITHDRAWAL):
        tx.remove(entry)
        piece = tx.state.find(Piece, entry.subject)
        if piece is not None and piece.place != OUT_OF_PLAY:
            _go(tx, piece, OUT_OF_PLAY, "is withdrawn to")


def _go(tx: Transaction, piece: Piece, there: str, does: str) -> None:
    tx.put(replace(piece, place=there, level=level_on_top(tx.state, there)))
    where = ground(tx.state).called(there)
    tell_of(tx, "PieceArrived", piece, f"{does} {where}", "1.5", hidden=piece.hidden)
