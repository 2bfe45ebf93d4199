"""Toppling the Reich as the registry knows it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from engine.catalogue import document as doc
from engine.catalogue.beginning import Beginning
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.document_scenario import symbols_of
from engine.catalogue.finding import Finding
from engine.catalogue.marker_kind import MarkerKind
from engine.catalogue.printed_counter import PrintedFaces
from engine.catalogue.unit_ratings import counter_of
from engine.games.toppling_the_reich import KEY, RULES_VERSION, TITLE, records, turn
from engine.games.toppling_the_reich.air import patrol
from engine.games.toppling_the_reich.arrivals import reorganization
from engine.games.toppling_the_reich.combat import combat_segment, exploitation, response, statement
from engine.games.toppling_the_reich.command import command_segment
from engine.games.toppling_the_reich.deception import markers
from engine.games.toppling_the_reich.movement import move_units, movement_segment
from engine.games.toppling_the_reich.records import GERMAN, RATINGS, Unit
from engine.games.toppling_the_reich.scenario import map_records, position, set_up, unit_line, view
from engine.games.toppling_the_reich.scenario.charts import Charts
from engine.games.toppling_the_reich.scenario.ground import Ground, ground
from engine.games.toppling_the_reich.scenario.invariants import invariants
from engine.games.toppling_the_reich.scenario.opening import check_opening, starting_records
from engine.games.toppling_the_reich.scenario.paper_markers import paper_markers
from engine.games.toppling_the_reich.scenario.position import set_up as set_up_position
from engine.games.toppling_the_reich.scenario.scenario_check import findings
from engine.games.toppling_the_reich.scenario.special_rules import KINDS, PLACES
from engine.games.toppling_the_reich.scenario.victory import SCORE_CASES, VictoryFacts, check_moments
from engine.games.toppling_the_reich.special_units import corps_orders
from engine.referee import Action, Counter, Opening, Overlay, Position, State, Table, View


class TopplingTheReich(DocumentGame):
    """Corps and divisions from the Channel to beyond the Rhine; German units may be concealed."""

    key = KEY
    title = TITLE
    rules_version = RULES_VERSION
    package = "engine.games.toppling_the_reich"
    facts = VictoryFacts
    example_guides = (position, unit_line)
    rating_fields = RATINGS
    beginning = Beginning(data={"first_player": "allied", "sets_up_first": "german", "air_status": 5})
    place_parameters = PLACES
    rule_parameters = KINDS
    score_cases = SCORE_CASES
    chart_book = Charts
    records = (*records.RECORDS, *map_records.RECORDS)
    frames = (
        *turn.FRAMES,
        *set_up.FRAMES,
        *corps_orders.FRAMES,
        *command_segment.FRAMES,
        *markers.FRAMES,
        *patrol.FRAMES,
        *movement_segment.FRAMES,
        *combat_segment.FRAMES,
        *exploitation.FRAMES,
        *reorganization.FRAMES,
    )
    former_names: ClassVar[Mapping[str, type]] = {
        "CoveredMarches": movement_segment.Marches,
        "CoveredMoveUnits": move_units.MoveUnits,
        "CoveredCombats": combat_segment.RegularCombats,
        "CoveredStatement": statement.StatementOfAttack,
        "CoveredIntervention": response.DefensiveIntervention,
    }

    def opening(self, document: ScenarioDocument, options: Mapping[str, Any]) -> Opening:
        land = Ground(document, options)
        found = tuple(starting_records(land))
        check_opening(land, found)
        check_moments(document)
        return Opening(land, found, set_up.opening_frames(land, turn.WholeGame()))

    def open_position(self, position: Position) -> Opening:
        return set_up_position(position, self)

    def position_words(self) -> Mapping[str, Iterable[str]]:
        return position.position_words()

    def findings(self, document: ScenarioDocument, opened: Callable[[], State]) -> Iterator[Finding]:
        return findings(document, opened)

    def paper_markers(self, document: ScenarioDocument) -> Iterable[MarkerKind]:
        return paper_markers(document)

    def printed_faces(self, document: ScenarioDocument) -> PrintedFaces:
        symbols = symbols_of(document)

        def faces(unit: doc.Unit) -> list[Counter]:
            full = counter_of(Unit, RATINGS, document, unit, "")
            steps = 1 if full.is_leader or full.is_asset else full.full_steps
            return [view.printed_counter(symbols, replace(full, steps=left)) for left in range(steps, 0, -1)]

        return faces

    def view(self, state: State, side: str | None) -> View:
        return view.view(state, side)

    def overlays(self, state: State, side: str | None) -> Iterator[Overlay]:
        return view.overlays(state, side)

    def overlays_among(self, state: State, side: str | None, keys: Container[str]) -> Iterator[Overlay]:
        return view.overlays(state, side, keys)

    def knows(self, state: State, side: str, action: Action) -> bool:
        land = ground(state)
        match action.kind:
            case "unit":
                unit = state.find(Unit, action.target)
                return unit is not None and (unit.side == side or not unit.hidden)
            case "marker":
                return action.target in land.dams
        return land.has_target(action)

    def invariants(self, state: State) -> Iterator[str]:
        yield from invariants(state)

    def reshuffle(self, state: State, side: str, chance: Random) -> State:
        """Exchange the units behind the markers, and move unknown units to empty hexes."""
        if side == GERMAN or not any(unit.hidden and unit.on_map for unit in state.all(Unit).values()):
            return state
        other = state.clone()
        table = Table(other.tables[Unit])
        markers = [unit for unit in table.values() if unit.hidden == "concealed" and unit.on_map]
        places = sorted((unit.place, unit.letter) for unit in markers)
        chance.shuffle(places)
        for unit, (place, letter) in zip(markers, places, strict=True):
            table[unit.key] = replace(unit, place=place, letter=letter)
        unknown = [unit for unit in table.values() if unit.hidden == "unknown" and unit.on_map]
        empty = sorted(ground(state).land - {unit.place for unit in table.values() if unit not in unknown})
        for unit, place in zip(unknown, chance.sample(empty, len(unknown)), strict=True):
            table[unit.key] = replace(unit, place=place)
        other.tables[Unit] = table
        return other
