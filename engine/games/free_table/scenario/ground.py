"""What never changes at a free table: the map, the boxes, the author's parts, who plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from functools import cached_property
from typing import Any, Final, cast

from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.document_scenario import DocumentScenario
from engine.catalogue.own_art import backed_units
from engine.catalogue.table_parts import (
    HANDLING,
    OWN,
    SECRET,
    TOGETHER,
    TURNS,
    MarkerPart,
    TableParts,
    part_faults,
    table_parts,
)
from engine.games.free_table.records import CARDS, DUE, HAND, NOTE, OUT_OF_PLAY
from engine.mechanics.places import TO_SET_UP, box
from engine.referee import Box, State, case

FEWEST_SIDES: Final = 2
MOST_SIDES: Final = 8
TURNS_OPTION: Final = "turns"
PIECES_OPTION: Final = "pieces"
_OWN_BOXES: Final[Mapping[str, str]] = {TO_SET_UP: "Not set up", DUE: "Due later"}
"""The boxes that each side has."""


def all_boxes(document: ScenarioDocument, parts: TableParts, hexes: Container[str]) -> Mapping[str, Box]:
    """The boxes of the map, and those that every table has; BadInput if two have the same key."""
    own = [Box(entry.key, entry.title or entry.key, entry.side) for entry in document.map.boxes]
    for entry in own:
        if entry.key in hexes:
            raise BadInput(f"The box {entry.key!r:.40} has the number of a hex; give it another key")
    if parts.decks:
        own.append(Box(CARDS, "Cards on the table"))
    if any(deck.draw == SECRET for deck in parts.decks):
        own += [Box(box(HAND, one.key), f"Hand: {one.title}", one.key) for one in document.playing_sides]
    for kind, title in _OWN_BOXES.items():
        own += [Box(box(kind, one.key), f"{title}: {one.title}", one.key) for one in document.sides]
    own.append(Box(OUT_OF_PLAY, "Out of play"))
    for key, number in Counter(entry.key for entry in own).items():
        if number > 1:
            raise BadInput(f"Two boxes have the key {key!r:.40}; give the box of the map another one")
    return {entry.key: entry for entry in own}


class FreeGround(DocumentScenario):
    """The table of one scenario."""

    @case("1.1")
    def __init__(self, document: ScenarioDocument, options: Mapping[str, Any]) -> None:
        super().__init__(document, options)
        self.owners = self.sides
        self.sides = tuple(side.key for side in document.playing_sides)
        if not FEWEST_SIDES <= len(self.sides) <= MOST_SIDES:
            raise BadInput(
                f"{document.title!r:.60} has {len(self.sides)} sides that play;"
                f" a free table seats {FEWEST_SIDES} to {MOST_SIDES}"
            )
        self.parts: TableParts = table_parts(document.data)
        self.first_turn, self.last_turn = document.turns.first, document.turns.last
        self.boxes: Mapping[str, Box] = all_boxes(document, self.parts, self.hexes)
        places = self.hexes | self.boxes.keys()
        fault = next(part_faults(self.parts, self.owners, len(self.sides), places), None)
        if fault is not None:
            raise BadInput(f"{fault.table} {fault.about!r:.40}: {fault.text}")
        self.dice = {part.key: part.title for part in self.parts.dice}
        self.decks = {part.key: part for part in self.parts.decks}
        self.tracks = {part.key: part for part in self.parts.tracks}
        self.markers = {part.key: part for part in self.parts.markers}
        self._check_options()

    def _check_options(self) -> None:
        for name, value, known in (
            (TURNS_OPTION, self.turns, TURNS),
            (PIECES_OPTION, self.pieces, HANDLING),
        ):
            if value not in known:
                raise BadInput(f"The option {name} is {value!r:.40}, not one of {', '.join(known)}")

    # how the sides share the table

    @property
    def turns(self) -> str:
        """One by one or together: as the players chose, if the scenario lets them, else as the author did."""
        return str(self.options.get(TURNS_OPTION, self.parts.turns))

    @property
    def pieces(self) -> str:
        """Which pieces a side may handle."""
        return str(self.options.get(PIECES_OPTION, self.parts.pieces))

    @property
    @case("1.3")
    def is_shared(self) -> bool:
        """Do the sides share each turn?"""
        return self.turns == TOGETHER

    @property
    def own_only(self) -> bool:
        """Does each side handle only its own pieces?"""
        return self.pieces == OWN

    # places and parts

    @cached_property
    def backed_units(self) -> frozenset[str]:
        """The units whose back has a picture of its own."""
        return backed_units(self.document.data)

    @cached_property
    def hands(self) -> Mapping[str, str]:
        """The hand of each side: box → side."""
        return {box(HAND, side): side for side in self.sides if box(HAND, side) in self.boxes}

    @cached_property
    def waiting_boxes(self) -> frozenset[str]:
        """The boxes of pieces that have not come into play."""
        return frozenset(box(kind, owner) for kind in _OWN_BOXES for owner in self.owners)

    @cached_property
    def open_boxes(self) -> tuple[str, ...]:
        """The boxes into which pieces and markers may be put."""
        return tuple(key for key in self.boxes if key not in self.waiting_boxes)

    @cached_property
    def hex_list(self) -> tuple[str, ...]:
        """All hexes, in the order of their numbers."""
        return tuple(sorted(self.hexes))

    @cached_property
    def place_names(self) -> Mapping[str, str]:
        return {
            here: feature.name
            for here in self.grid.hexes
            for feature in self.document.features_at(here)
            if feature.name
        }

    def called(self, place: str) -> str:
        """What a hex or box is called in a sentence."""
        found = self.boxes.get(place)
        return self.name_of(place) if found is None else f"the box {found.title}"

    def marker(self, kind: str) -> MarkerPart:
        """The author's description of a kind of marker."""
        return self.markers.get(kind) or MarkerPart(NOTE, "Note")

    def title_of_part(self, key: str) -> str:
        """What dice, a deck, a track or a kind of marker is called."""
        if key in self.dice:
            return f"{self.dice[key]} ({key})" if self.dice[key] else key
        found = self.decks.get(key) or self.tracks.get(key) or self.markers.get(key)
        return (found.title or found.key) if found else key


def ground(state: State) -> FreeGround:
    """The table of this game."""
    return cast(FreeGround, state.scenario)
