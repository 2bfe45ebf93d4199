"""Lebensraum! as the registry knows it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.catalogue.document import Plain, ScenarioDocument, Side
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.marker_kind import MarkerKind
from engine.catalogue.printed_counter import PrintedFaces
from engine.games.lebensraum import KEY, RULES_VERSION, TITLE, turn
from engine.games.lebensraum.combat import part as combat_part
from engine.games.lebensraum.economy import part as economy_part
from engine.games.lebensraum.headquarters import creation, reserves, supply
from engine.games.lebensraum.movement import segments
from engine.games.lebensraum.records import ARRIVED, RATINGS, RECORDS, Unit
from engine.games.lebensraum.scenario import measures, overlays, position, unit_line, view
from engine.games.lebensraum.scenario.charts import Charts
from engine.games.lebensraum.scenario.ground import Ground, ground
from engine.games.lebensraum.scenario.opening import check_opening, starting_records
from engine.games.lebensraum.scenario.paper_markers import paper_markers
from engine.games.lebensraum.scenario.special_rules import KINDS, PLACES
from engine.games.lebensraum.scenario.victory import BY_SIDE, VictoryFacts
from engine.games.lebensraum.special.surprise import starting_reserves
from engine.games.lebensraum.standard import steps
from engine.referee import Action, Opening, Overlay, Position, State, View, marked
from engine.referee.measure import Measure


class Lebensraum(DocumentGame):
    """Armies, economy and leaders on two fronts; only the leader pools are hidden."""

    key = KEY
    title = TITLE
    rules_version = RULES_VERSION
    package = "engine.games.lebensraum"
    facts = VictoryFacts
    example_guides = (position, unit_line)
    rating_fields = RATINGS
    place_parameters = PLACES
    rule_parameters = KINDS
    chart_book = Charts
    records = (*RECORDS, *economy_part.RECORDS, *combat_part.RECORDS)
    frames = (
        *turn.FRAMES,
        *segments.FRAMES,
        *steps.FRAMES,
        *creation.FRAMES,
        *reserves.FRAMES,
        *supply.FRAMES,
        *economy_part.FRAMES,
        *combat_part.FRAMES,
    )

    def opening(self, document: ScenarioDocument, options: Mapping[str, Any]) -> Opening:
        land = Ground(document, options)
        records = (*starting_records(land),)
        records += tuple(starting_reserves(land, [one for one in records if isinstance(one, Unit)]))
        check_opening(land, records)
        return Opening(land, records, (turn.WholeGame(),))

    def open_position(self, position_: Position) -> Opening:
        return position.set_up(position_, self)

    def position_words(self) -> Mapping[str, Iterable[str]]:
        return position.position_words()

    def view(self, state: State, side: str | None) -> View:
        return view.view(state, side)

    def overlays(self, state: State, side: str | None) -> Iterator[Overlay]:
        return overlays.overlays(state)

    def overlays_among(self, state: State, side: str | None, keys: Container[str]) -> Iterator[Overlay]:
        return overlays.overlays(state, keys)

    def measures(self, state: State, side: str | None) -> Iterator[Measure]:
        return measures.measures(state)

    def knows(self, state: State, side: str, action: Action) -> bool:
        match action.kind:
            case "unit":
                return state.find(Unit, action.target) is not None
            case "marker":
                return any(action.target in state.tables[kind] for kind in (*self.records,))
        return ground(state).has_target(action)

    def printed_faces(self, document: ScenarioDocument) -> PrintedFaces:
        def sides(unit: Unit) -> list[Unit]:
            ranks = range(len(unit.classes))
            return [unit, *(replace(unit, rank=rank, flipped=up) for rank in ranks for up in (False, True))]

        return self.faces_at_start(document, view.counter, sides)

    def counters(self, sides: Sequence[Side], data: Mapping[str, Plain]) -> Mapping[str, str]:
        return {f"{BY_SIDE}{side.key}": f"fronts won by the {side.title}" for side in sides}

    def paper_markers(self, document: ScenarioDocument) -> Iterable[MarkerKind]:
        return paper_markers(document)

    def invariants(self, state: State) -> Iterator[str]:
        land = ground(state)
        settled: dict[str, Unit] = {}
        for unit in state.all(Unit).values():
            if not unit.on_map:
                continue
            if unit.place not in land.playable:
                yield f"{unit.key} is in {unit.place}, which is not in play"
            if unit.is_hq:
                continue
            if unit.steps_left < 1 or unit.rank >= len(unit.classes):
                yield f"{unit.key} has no step left"
            parent = state.find(Unit, unit.parent) if unit.parent else None
            with_parent = parent is not None and parent.place == unit.place
            if with_parent or marked(state, unit.key, ARRIVED):
                continue  # it leaves or is merged before the end of its movement segment
            other = settled.setdefault(unit.place, unit)
            if other is not unit:
                yield f"{unit.key} and {other.key} stand in {unit.place}"

    def pieces(self, state: State) -> Iterable[tuple[str, str, float]]:
        """Units count by the strength of the side that is up, headquarters as one."""
        for unit in state.all(Unit).values():
            if unit.on_map:
                yield unit.side, unit.place, float(1 if unit.is_hq else max(1, unit.strength))

    def reshuffle(self, state: State, side: str, chance: Random) -> State:
        return state
