"""The free table as the registry knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from engine.bad_input import BadInput
from engine.catalogue.document import Plain, RatingField, ScenarioDocument, Side
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.finding import Finding
from engine.catalogue.marker_kind import MarkerKind
from engine.catalogue.table_parts import rating_fields_of, table_parts
from engine.games.free_table import KEY, RULES_VERSION, TITLE, markers, pieces, turn
from engine.games.free_table.face_down import dealt_anew, piece_named
from engine.games.free_table.pieces import HoldPieces
from engine.games.free_table.records import RECORDS, LaidMarker, Piece, TrackValue
from engine.games.free_table.scenario import position, view
from engine.games.free_table.scenario.beginning import BEGINNING
from engine.games.free_table.scenario.ground import FreeGround, ground
from engine.games.free_table.scenario.opening import starting_records
from engine.games.free_table.scenario.paper_markers import paper_markers
from engine.games.free_table.scenario.position import set_up as set_up_position
from engine.games.free_table.scenario.scenario_check import findings
from engine.games.free_table.scenario.victory import SCORE_CASES, VictoryFacts
from engine.referee import Action, Opening, Position, State, View


class FreeTable(DocumentGame):
    """No rules but those of the table: whose turn it is, what is hidden, fair dice and decks."""

    key = KEY
    title = TITLE
    rules_version = RULES_VERSION
    package = "engine.games.free_table"
    has_table_parts = True
    players_keep_rules = True
    facts = VictoryFacts
    beginning = BEGINNING
    score_cases = SCORE_CASES
    records = RECORDS
    frames = (*turn.FRAMES, *pieces.FRAMES, *markers.FRAMES)

    def rating_fields_for(self, data: Mapping[str, Plain]) -> Mapping[str, RatingField]:
        try:
            return rating_fields_of(table_parts(data))
        except BadInput:
            return {}

    def opening(self, document: ScenarioDocument, options: Mapping[str, Any]) -> Opening:
        land = FreeGround(document, options)
        return Opening(land, tuple(starting_records(land)), (turn.WholeGame(),))

    def findings(self, document: ScenarioDocument, opened: Callable[[], State]) -> Iterable[Finding]:
        return findings(document, opened)

    def paper_markers(self, document: ScenarioDocument) -> Iterable[MarkerKind]:
        return paper_markers(table_parts(document.data))

    def open_position(self, position: Position) -> Opening:
        return set_up_position(position, self)

    def position_guide(self) -> str:
        return position.__doc__ or ""

    def position_words(self) -> Mapping[str, Iterable[str]]:
        return position.position_words()

    def counters(self, sides: Sequence[Side], data: Mapping[str, Plain]) -> Mapping[str, str]:
        try:
            return {track.key: track.title or track.key for track in table_parts(data).tracks}
        except BadInput:
            return {}

    def counter_bounds(self, data: Mapping[str, Plain]) -> Mapping[str, tuple[int, int]]:
        try:
            return {track.key: (track.first, track.last) for track in table_parts(data).tracks}
        except BadInput:
            return {}

    def view(self, state: State, side: str | None) -> View:
        return view.view(state, side)

    def knows(self, state: State, side: str, action: Action) -> bool:
        land = ground(state)
        match action.kind:
            case "unit":
                return piece_named(state, side, action.target) is not None
            case "box":
                return action.target in land.boxes
            case "marker":
                named = (land.dice, land.decks, land.tracks, land.markers, state.all(LaidMarker))
                return any(action.target in parts for parts in named)
        return land.has_target(action)

    def invariants(self, state: State) -> Iterator[str]:
        land = ground(state)
        places = land.hexes | land.boxes.keys()
        for piece in state.all(Piece).values():
            if piece.place not in places:
                yield f"{piece.key} is in {piece.place}, which is neither a hex nor a box"
            if piece.place in land.hands and not (piece.hidden and piece.side == land.hands[piece.place]):
                yield f"{piece.key} lies open in a hand, or in one that is not its owner's"
        for key, track in land.tracks.items():
            if not track.first <= state.get(TrackValue, key).value <= track.last:
                yield f"{key} has left its track"
        for top in state.frames[-1:]:
            if isinstance(top, HoldPieces) and len({piece.place for piece in top.held(state)}) > 1:
                yield "pieces of several places are in one hand"

    def reshuffle(self, state: State, side: str, chance: Random) -> State:
        top = state.frames[-1] if state.frames else None
        held = frozenset(top.pieces) if isinstance(top, HoldPieces) else frozenset[str]()
        return dealt_anew(state, side, held, chance)
