"""Crossing the Line as the registry knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.catalogue import document as doc
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.document_scenario import symbols_of
from engine.catalogue.finding import Finding
from engine.catalogue.marker_kind import MarkerKind
from engine.catalogue.printed_counter import PrintedFaces
from engine.catalogue.unit_ratings import counter_of
from engine.games.crossing_the_line import KEY, RULES_VERSION, TITLE, turn
from engine.games.crossing_the_line.actions import choose_action, isolation, move_action, other_actions
from engine.games.crossing_the_line.admin import admin_phase
from engine.games.crossing_the_line.combat import attack, bonus, result, retreat
from engine.games.crossing_the_line.ops import activation, initiative, reaction
from engine.games.crossing_the_line.records import RATINGS, RECORDS, Unit, stacks
from engine.games.crossing_the_line.scenario import position, unit_line, view
from engine.games.crossing_the_line.scenario.charts import Charts, charts_for
from engine.games.crossing_the_line.scenario.ground import Ground, formation_ratings, ground
from engine.games.crossing_the_line.scenario.opening import check_opening, starting_records
from engine.games.crossing_the_line.scenario.paper_markers import paper_markers
from engine.games.crossing_the_line.scenario.position import set_up as set_up_position
from engine.games.crossing_the_line.scenario.scenario_check import unled_sides
from engine.games.crossing_the_line.scenario.secrets import rearranged
from engine.games.crossing_the_line.scenario.special_rules import KINDS, PLACES
from engine.games.crossing_the_line.scenario.victory import SCORE_CASES, VictoryFacts
from engine.games.crossing_the_line.standard import effectiveness, hq_displacement, reroll, stacking
from engine.games.crossing_the_line.standard.known import is_identified
from engine.games.crossing_the_line.standard.stack_order import on_top
from engine.referee import Action, Counter, Keyed, Opening, Overlay, Position, State, View


class CrossingTheLine(DocumentGame):
    """Battalions before Aachen; stacks, strengths, assignments and plans are hidden."""

    key = KEY
    title = TITLE
    rules_version = RULES_VERSION
    package = "engine.games.crossing_the_line"
    facts = VictoryFacts
    example_guides = (position, unit_line)
    rating_fields = RATINGS
    place_parameters = PLACES
    rule_parameters = KINDS
    score_cases = SCORE_CASES
    told_by_rule = frozenset(("OddsFound", "GameEnded"))  # at the end the plan markers are turned over
    chart_book = Charts
    records = RECORDS
    frames = (
        *turn.FRAMES,
        *initiative.FRAMES,
        *activation.FRAMES,
        *reaction.FRAMES,
        *choose_action.FRAMES,
        *isolation.FRAMES,
        *move_action.FRAMES,
        *other_actions.FRAMES,
        *attack.FRAMES,
        *result.FRAMES,
        *retreat.FRAMES,
        *bonus.FRAMES,
        *effectiveness.FRAMES,
        *hq_displacement.FRAMES,
        *stacking.FRAMES,
        *admin_phase.FRAMES,
        reroll.OfferReroll,
    )

    def opening(self, document: ScenarioDocument, options: Mapping[str, Any]) -> Opening:
        land = Ground(document, options)
        records = tuple(starting_records(land))
        check_opening(land, records)
        return Opening(land, records, (turn.WholeGame(),))

    def open_position(self, position: Position) -> Opening:
        return set_up_position(position, self)

    def position_words(self) -> Mapping[str, Iterable[str]]:
        return position.position_words()

    def findings(self, document: ScenarioDocument, opened: Callable[[], State]) -> Iterator[Finding]:
        yield from super().findings(document, opened)
        yield from unled_sides(document)

    def paper_markers(self, document: ScenarioDocument) -> Iterable[MarkerKind]:
        return paper_markers(document)

    def printed_faces(self, document: ScenarioDocument) -> PrintedFaces:
        formations, symbols = formation_ratings(document, charts_for(document)), symbols_of(document)

        def faces(unit: doc.Unit) -> list[Counter]:
            front = counter_of(Unit, RATINGS, document, unit, "")
            sides = [front] if front.is_hq else [front, replace(front, disrupted=True)]
            return [view.printed_counter(formations, symbols, one) for one in sides]

        return faces

    def view(self, state: State, side: str | None) -> View:
        return view.view(state, side)

    def overlays(self, state: State, side: str | None) -> Iterator[Overlay]:
        return view.overlays(state, side)

    def knows(self, state: State, side: str, action: Action) -> bool:
        land = ground(state)
        match action.kind:
            case "unit":
                unit = state.find(Unit, action.target)
                return unit is not None and is_identified(state, unit, side)
            case "formation":
                return action.target in land.formations
        return land.has_target(action)

    def invariants(self, state: State) -> Iterator[str]:
        land = ground(state)
        for unit in state.all(Unit).values():
            if unit.is_combat_unit and not int(unit.on_map) <= unit.now <= unit.strength:
                yield f"{unit.key} has strength {unit.now} of {unit.strength}"
        for place, units in stacks(state).items():
            if " " in place:
                continue
            if place not in land.playable:
                yield f"{units[0].key} is in {place}, which is not in play"
            if len({unit.side for unit in units}) > 1:
                yield f"both sides stand in {place}"
            if len({unit.level for unit in units}) < len(units):
                yield f"two counters in {place} have the same level in their stack; each needs one of its own"
            for unit in units:
                if unit.is_hq and not land.row(place).hq_allowed:
                    yield f"{unit.key} stands in {place}, where no headquarters may be"

    def put_on_stack(self, state: State, unit: Keyed) -> Keyed:
        return on_top(state, unit) if isinstance(unit, Unit) and unit.on_map else unit

    def pieces(self, state: State) -> Iterator[tuple[str, str, float]]:
        """Units count by the strength that is left to them, headquarters as one.

        Of disrupted units, the share counts that is left of their effectiveness.
        """
        for unit in state.all(Unit).values():
            if unit.on_map:
                share = unit.d_er / unit.er if unit.disrupted and unit.er else 1.0
                yield unit.side, unit.place, max(1, unit.now) * share

    def reshuffle(self, state: State, side: str, chance: Random) -> State:
        return rearranged(state, side, chance)
