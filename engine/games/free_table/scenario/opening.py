"""How a game begins: every piece where the scenario puts it, every deck full, every track at its start."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from engine.bad_input import BadInput
from engine.catalogue import document as doc
from engine.catalogue.plain_data import whole_of
from engine.catalogue.table_parts import BACK, rating_fields_of
from engine.games.free_table.arrivals import ARRIVAL, WITHDRAWAL
from engine.games.free_table.records import (
    DUE,
    NOTE,
    Clock,
    Discards,
    Faces,
    LaidMarker,
    Piece,
    TrackValue,
)
from engine.games.free_table.scenario.ground import FreeGround
from engine.mechanics.places import TO_SET_UP, box
from engine.referee import Cup, Due, Keyed, case

OUR_IDS: Final = re.compile(r"card:\d+")
FACINGS: Final = 6


@case("1.1", "5.1", "6.1")
def starting_records(land: FreeGround) -> Iterator[Keyed]:
    """Everything as the scenario lists it."""
    yield Clock(land.first_turn, markers=len(land.parts.notes))
    yield from starting_pieces(land)
    for deck in land.decks:
        yield Cup(deck, land.parts.cards_of(deck))
        yield Discards(deck)
    yield from (TrackValue(track.key, track.start) for track in land.parts.tracks)
    for number, note in enumerate(land.parts.notes, start=1):
        yield LaidMarker(f"marker-{number}", note.marker or NOTE, note.place, note.text, note.side)


@case("1.5", "2.5")
def starting_pieces(land: FreeGround) -> Iterator[Keyed]:
    """A unit with one definite place begins there, one that is due waits, any other is not set up yet."""
    document = land.document
    arrivals = {e.unit: e for e in reversed(document.schedule) if e.kind == "reinforcement" and e.unit}
    heights: dict[str, int] = {}
    for unit in document.units:
        check_unit(land, unit)
        setups, arrival = land.set_ups.get(unit.id, []), arrivals.get(unit.id)
        setup = setups[0] if len(setups) == 1 else None
        place = _definite_place(land, setup.place) if setup is not None else ""
        if not setups and arrival is not None:
            place = box(DUE, unit.side)
            there = _definite_place(land, arrival.place) if arrival.place is not None else ""
            yield Due(f"{ARRIVAL} {unit.id}", arrival.turn, ARRIVAL, unit.id, there, unit.side)
        place = place or box(TO_SET_UP, unit.side)
        heights[place] = heights.get(place, 0) + 1
        yield piece_of(land, unit, place, setup.data if setup is not None else {}, heights[place])
    for entry in document.schedule:
        if entry.kind == "withdrawal" and entry.unit:
            yield Due(f"{WITHDRAWAL} {entry.unit}", entry.turn, WITHDRAWAL, entry.unit, "", entry.side)


def check_unit(land: FreeGround, unit: doc.Unit) -> None:
    """BadInput if the table could not tell this unit from something else."""
    if not unit.id or " " in unit.id or OUR_IDS.fullmatch(unit.id):
        raise BadInput(
            f"The id {unit.id!r:.40} of {unit.name!r:.40} must be one word, and not card:1 or the like"
        )
    if unit.side not in land.owners:
        raise BadInput(f"{unit.name!r:.40} belongs to {unit.side!r:.40}, which is not a side")


def _definite_place(land: FreeGround, place: doc.Placement) -> str:
    """The one hex or box that a placement means; empty if the players choose."""
    if place.kind == "hex":
        return land.grid.first_name(place.at) if place.at in land.grid else ""
    if place.kind == "box":
        return place.at if place.at in land.boxes else ""
    return ""


def piece_of(
    land: FreeGround, unit: doc.Unit, place: str, state: Mapping[str, doc.Plain], level: int
) -> Piece:
    """A unit of the scenario as a piece; its ratings are printed on it as the author names them."""
    ratings = land.document.ratings(unit)
    for fault in doc.rating_faults(rating_fields_of(land.parts), ratings):
        raise BadInput(f"Unit {unit.id}: {fault}")
    facing = whole_of(state, "facing", -1)
    return Piece(
        unit.id,
        unit.side,
        unit.name,
        unit.type,
        place,
        unit.size,
        unit.formation,
        _printed(land, ratings, ""),
        _printed(land, ratings, BACK),
        flipped=state.get("flipped") is True,
        facing=facing % FACINGS if facing >= 0 else None,
        hidden=state.get("hidden") is True,
        level=level,
    )


def _printed(land: FreeGround, ratings: Mapping[str, doc.Plain], end: str) -> Faces:
    """The ratings of one side of the counter, in the author's order."""
    return tuple(
        (rating.title or rating.key, str(ratings[rating.key + end]))
        for rating in land.parts.ratings
        if rating.key + end in ratings
    )
