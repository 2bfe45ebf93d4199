"""The table as one side sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.catalogue.victory import words_in
from engine.games.free_table.face_down import is_known, name_for
from engine.games.free_table.records import (
    DUE,
    Clock,
    Discards,
    LaidMarker,
    Piece,
    TrackValue,
    pieces_at,
)
from engine.games.free_table.scenario.ground import ground
from engine.games.free_table.table_menu import marker_text
from engine.games.free_table.turn import turn_title
from engine.mechanics.places import box
from engine.referee import Box, Counter, Cup, Due, Marker, State, Track, View, case

MOST_CELLS: Final = 60
"""A longer track is shown as a number."""


def view(state: State, side: str | None) -> View:
    """What this side may see; None sees the open table."""
    return View(
        side,
        turn_title(ground(state), state.one(Clock).turn),
        counters=tuple(counters(state, side)),
        markers=tuple(markers(state)),
        tracks=tuple(tracks(state)),
        boxes=tuple(boxes(state)),
    )


def counters(state: State, side: str | None) -> Iterator[Counter]:
    """Every piece, the top of a stack last."""
    for piece in sorted(state.all(Piece).values(), key=lambda one: (one.level, name_for(state, one, side))):
        yield counter(state, piece, side) if is_known(piece, side) else face_down(state, piece, side)


@case("2.6")
def face_down(state: State, piece: Piece, side: str | None) -> Counter:
    """Of what lies face down others see only where it lies, whose it is and, of a card, its deck."""
    name = f"Card of {ground(state).title_of_part(piece.deck)}" if piece.deck else "Face-down counter"
    key = name_for(state, piece, side)
    return Counter(key, piece.side, piece.place, name, "unknown", known=False, short="?")


def counter(state: State, piece: Piece, side: str | None) -> Counter:
    """A piece with the ratings of the side that is up."""
    ratings = piece.back if piece.flipped and piece.back else piece.front
    two_faces = bool(piece.back) or piece.key in ground(state).backed_units
    return Counter(
        piece.key,
        piece.side,
        piece.place,
        piece.name,
        kind=piece.type,
        size=piece.size,
        formation=piece.formation,
        ratings=(*ratings, *((("text", piece.text),) if piece.text else ())),
        steps=2 if two_faces and not piece.flipped else 1,
        full_steps=2 if two_faces else 1,
        statuses=tuple(statuses(state, piece)),
        facing=piece.facing if piece.place in ground(state).hexes else None,
    )


def statuses(state: State, piece: Piece) -> Iterator[str]:
    if piece.flipped:
        yield "flipped"
    if piece.hidden:
        yield "face down"
    if piece.place == box(DUE, piece.side):
        entry = state.find(Due, f"arrival {piece.key}")
        if entry is not None:
            yield f"due on turn {entry.turn}"


def markers(state: State) -> Iterator[Marker]:
    """The markers and notes on the table."""
    land = ground(state)
    for laid in state.all(LaidMarker).values():
        yield Marker(laid.key, laid.place, laid.kind, marker_text(land, laid), laid.side)


def tracks(state: State) -> Iterator[Track]:
    """The turn, the author's tracks, and what is left of each deck."""
    land, clock = ground(state), state.one(Clock)
    cells = tuple(str(turn) for turn in range(land.first_turn, land.last_turn + 1))
    shown = cells if len(cells) <= MOST_CELLS else ()
    yield Track("turn", "Turn", str(clock.turn), clock.turn - land.first_turn if shown else None, shown)
    conditions = [expression for one in land.document.victory for expression in (one.score, one.test)]
    counted = {named for one in conditions for word, named in words_in(one) if word == "counter"}
    for track in land.parts.tracks:
        value = state.get(TrackValue, track.key).value
        short = track.last - track.first < MOST_CELLS
        steps = tuple(map(str, range(track.first, track.last + 1))) if short else ()
        at = value - track.first if steps else None
        title, scores = track.title or track.key, track.key in counted
        yield Track(f"track.{track.key}", title, str(value), at, steps, track.side, is_score=scores)
    for key in land.decks:
        left, away = len(state.get(Cup, key).chits), len(state.get(Discards, key).cards)
        yield Track(f"deck.{key}", land.title_of_part(key), f"{left} left, {away} discarded")


def boxes(state: State) -> Iterator[Box]:
    """The author's boxes, hands and cards; those for pieces not set up and due only while they hold any."""
    land = ground(state)
    for key, entry in land.boxes.items():
        if key not in land.waiting_boxes or pieces_at(state, key):
            yield entry
