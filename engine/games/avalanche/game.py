"""Avalanche as the registry knows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.marker_kind import MarkerKind
from engine.catalogue.printed_counter import PrintedFaces
from engine.games.avalanche import KEY, RULES_VERSION, TITLE, recovery, turn
from engine.games.avalanche.after_movement import reform
from engine.games.avalanche.after_movement import segment as after_movement
from engine.games.avalanche.ammo import resupply
from engine.games.avalanche.bombardment import antiship
from engine.games.avalanche.bombardment import segment as bombardment
from engine.games.avalanche.bombardment.sight import sight_from
from engine.games.avalanche.combat import segment as combat
from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.drops import landing, planning
from engine.games.avalanche.engineering import tasks
from engine.games.avalanche.general.fog import is_open_to
from engine.games.avalanche.initial import segment as initial
from engine.games.avalanche.movement import segment as movement
from engine.games.avalanche.predawn import turn as predawn
from engine.games.avalanche.records import ELIMINATED, RATINGS, RECORDS, Points, Unit, stacks
from engine.games.avalanche.reinforcements import arrival
from engine.games.avalanche.scenario import position, unit_line, view
from engine.games.avalanche.scenario.charts import Charts
from engine.games.avalanche.scenario.ground import Ground, ground
from engine.games.avalanche.scenario.opening import check_opening, starting_records
from engine.games.avalanche.scenario.paper_markers import paper_markers
from engine.games.avalanche.scenario.position import set_up as set_up_position
from engine.games.avalanche.scenario.secrets import rearranged
from engine.games.avalanche.scenario.special_rules import KINDS, PLACES
from engine.games.avalanche.scenario.victory import SCORE_CASES, VictoryFacts
from engine.games.avalanche.supply import check as supply
from engine.mechanics.places import box
from engine.referee import Action, Due, Opening, Overlay, Position, State, View

CHAPTERS = (
    turn,
    predawn,
    initial,
    supply,
    resupply,
    planning,
    tasks,
    arrival,
    movement,
    after_movement,
    landing,
    reform,
    bombardment,
    antiship,
    combat,
    recovery,
)
"""The modules of the sequence of play; each lists the frames of its chapter as FRAMES."""


class Avalanche(DocumentGame):
    """Battalions and companies at Salerno; strong points are hidden from both sides, plans from one."""

    key = KEY
    title = TITLE
    rules_version = RULES_VERSION
    package = "engine.games.avalanche"
    facts = VictoryFacts
    example_guides = (position, unit_line)
    rating_fields = RATINGS
    place_parameters = PLACES
    rule_parameters = KINDS
    score_cases = SCORE_CASES
    overlay_from_hex = "Sight of a spotter in the hex"
    chart_book = Charts
    records = RECORDS
    frames = (*(frame for chapter in CHAPTERS for frame in chapter.FRAMES), Battle)

    def opening(self, document: ScenarioDocument, options: Mapping[str, Any]) -> Opening:
        land = Ground(document, options)
        records = tuple(starting_records(land))
        check_opening(land, records)
        return Opening(land, records, (turn.WholeGame(),))

    def open_position(self, position: Position) -> Opening:
        return set_up_position(position, self)

    def position_words(self) -> Mapping[str, Iterable[str]]:
        return position.position_words()

    def printed_faces(self, document: ScenarioDocument) -> PrintedFaces:
        def sides(unit: Unit) -> list[Unit]:
            return [unit, *(replace(unit, steps=steps) for steps in range(unit.full_steps - 1, 0, -1))]

        return self.faces_at_start(document, view.counter, sides)

    def paper_markers(self, document: ScenarioDocument) -> Iterable[MarkerKind]:
        return paper_markers(document)

    def view(self, state: State, side: str | None) -> View:
        return view.view(state, side)

    def overlays(self, state: State, side: str | None) -> Iterator[Overlay]:
        return view.overlays(state, side)

    def overlays_from(self, state: State, side: str | None, here: str) -> Iterator[Overlay]:
        return sight_from(state, here)

    def knows(self, state: State, side: str, action: Action) -> bool:
        if action.kind == "unit":
            unit = state.find(Unit, action.target)
            return unit is not None and is_open_to(state, unit, side)
        return ground(state).has_target(action)

    def invariants(self, state: State) -> Iterator[str]:
        land = ground(state)
        for track in state.all(Points).values():
            if track.points < 0:
                yield f"{track.key} stands at {track.points}"
        for unit in state.all(Unit).values():
            least = 0 if unit.place == box(ELIMINATED, unit.side) else 1
            if not least <= unit.steps <= unit.full_steps:
                yield f"{unit.key} has {unit.steps} of {unit.full_steps} steps"
        for entry in state.all(Due).values():
            if state.find(Unit, entry.subject) is None:
                yield f"{entry.subject} is to come on turn {entry.turn}, but is not in the game"
        for place, units in stacks(state).items():
            if " " in place:
                continue
            if len({unit.side for unit in units if not unit.is_ship and not unit.dropped}) > 1:
                yield f"both sides stand in {place}"
            for unit in units:
                if place not in (land.sea if unit.is_ship else land.land):
                    yield f"{unit.key} is in {place}, where it cannot be"

    def reshuffle(self, state: State, side: str, chance: Random) -> State:
        return rearranged(state, side, chance)
