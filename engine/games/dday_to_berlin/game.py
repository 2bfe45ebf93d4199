"""D-Day to Berlin as the registry knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.catalogue import document as doc
from engine.catalogue.beginning import Beginning
from engine.catalogue.document import Plain, ScenarioDocument, Side
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.document_scenario import symbols_of
from engine.catalogue.finding import Finding
from engine.catalogue.marker_kind import MarkerKind
from engine.catalogue.printed_counter import PrintedFaces
from engine.games.dday_to_berlin import KEY, RULES_VERSION, TITLE, night, turn
from engine.games.dday_to_berlin.arrivals import reinforcements
from engine.games.dday_to_berlin.combat import combat_phase
from engine.games.dday_to_berlin.combat.guns import SUPPORTS
from engine.games.dday_to_berlin.command import initiative, supply, support
from engine.games.dday_to_berlin.engineering import engineering_phase, tasks
from engine.games.dday_to_berlin.morale import rally
from engine.games.dday_to_berlin.movement import activation, march, movement_phase, walk
from engine.games.dday_to_berlin.movement.stacking import points
from engine.games.dday_to_berlin.records import (
    LOST,
    RATINGS,
    SHATTERED,
    Army,
    Bridge,
    Clock,
    Earthwork,
    Held,
    Met,
    Unit,
    stacks,
)
from engine.games.dday_to_berlin.scenario import position, set_up, unit_line, view
from engine.games.dday_to_berlin.scenario.charts import Charts, charts_for
from engine.games.dday_to_berlin.scenario.ground import Ground, ground
from engine.games.dday_to_berlin.scenario.opening import check_opening, stand, starting_records
from engine.games.dday_to_berlin.scenario.paper_markers import paper_markers
from engine.games.dday_to_berlin.scenario.position import set_up as set_up_position
from engine.games.dday_to_berlin.scenario.scenario_check import findings
from engine.games.dday_to_berlin.scenario.special_rules import KINDS, PLACES
from engine.games.dday_to_berlin.scenario.victory import SCORE_CASES, VictoryFacts, counters
from engine.mechanics import box
from engine.referee import Action, Counter, Opening, Overlay, Position, State, View


class DDayToBerlin(DocumentGame):
    """Battalions on hexes of two square miles; nothing is hidden."""

    key = KEY
    title = TITLE
    rules_version = RULES_VERSION
    package = "engine.games.dday_to_berlin"
    facts = VictoryFacts
    example_guides = (position, unit_line)
    rating_fields = RATINGS
    beginning = Beginning(data={"first_player": "allied", "daylight": 0, "clock": "06:00"})
    place_parameters = PLACES
    rule_parameters = KINDS
    score_cases = SCORE_CASES
    chart_book = Charts
    records = (Unit, Army, Clock, Held, Bridge, Earthwork, Met)
    frames = (
        *(turn.WholeGame, turn.GameTurn, turn.PlayerTurn),
        *(initiative.FirstMove, initiative.ChooseOrder, support.Supports, support.SupportRolls),
        *(rally.RallyPhase, rally.RallyHeadquarters, rally.RallyBattalions, rally.NameBattalion),
        *(rally.RallyRoll, rally.PlaceRallied, rally.PickReturn),
        *(movement_phase.MovementPhase, movement_phase.Orders, reinforcements.PickEntry),
        *(activation.FormGroup, activation.ActivationRoll, activation.FallbackOrStay, activation.CarryOut),
        *(activation.FinalFacing, march.Move, march.PickZone, march.FaceUnit, walk.Walk),
        *(
            engineering_phase.EngineeringPhase,
            engineering_phase.AssignWork,
            tasks.PickTask,
            tasks.Demolition,
        ),
        *(supply.SupplyPhase, supply.Isolation),
        *(night.Night, night.NightTurn, night.NightMovement, night.NightOrders),
        *set_up.FRAMES,
        *combat_phase.FRAMES,
    )

    def opening(self, document: ScenarioDocument, options: Mapping[str, Any]) -> Opening:
        land = Ground(document, options)
        records = tuple(starting_records(land))
        check_opening(land, records)
        return Opening(land, records, set_up.opening_frames(land, turn.WholeGame()))

    def open_position(self, position: Position) -> Opening:
        return set_up_position(position, self)

    def position_words(self) -> Mapping[str, Iterable[str]]:
        return position.position_words()

    def findings(self, document: ScenarioDocument, opened: Callable[[], State]) -> Iterator[Finding]:
        return findings(document, opened)

    def counters(self, sides: Sequence[Side], data: Mapping[str, Plain]) -> Mapping[str, str]:
        return counters(sides)

    def paper_markers(self, document: ScenarioDocument) -> Iterable[MarkerKind]:
        return paper_markers(document)

    def printed_faces(self, document: ScenarioDocument) -> PrintedFaces:
        charts, symbols = charts_for(document), symbols_of(document)

        def faces(unit: doc.Unit) -> list[Counter]:
            front = stand(document, unit, "")
            on_foot = [stand(document, unit, "", dismounted=True)] if tasks.has_carriers(front) else []
            return [view.printed_counter(charts, symbols, one) for one in (front, *on_foot)]

        return faces

    def view(self, state: State, side: str | None) -> View:
        return view.view(state, side)

    def overlays(self, state: State, side: str | None) -> Iterator[Overlay]:
        return view.overlays(state)

    def knows(self, state: State, side: str, action: Action) -> bool:
        match action.kind:
            case "unit":
                return state.find(Unit, action.target) is not None
            case "marker":
                return action.target in SUPPORTS
        return ground(state).has_target(action)

    def invariants(self, state: State) -> Iterator[str]:
        yield from invariants(state)


def invariants(state: State) -> Iterator[str]:
    """What may never be true of a position."""
    land = ground(state)
    limit = land.charts.stacking.limit
    for place, units in stacks(state).items():
        if " " in place:
            continue
        if place not in land.hexes or land.is_water(place):
            yield f"{units[0].key} is in {place}, where nobody can be"
        if len({unit.side for unit in units}) > 1:
            yield f"both sides stand in {place}"
        if points(state, units) > limit:
            yield f"{place} holds {points(state, units)} stacking points"
    for unit in state.all(Unit).values():
        if unit.place == box(SHATTERED, unit.side) and (unit.is_towed_gun or unit.is_detachment):
            yield f"{unit.key} should be lost, but is in the shattered box"
        if unit.place == box(LOST, unit.side) and unit.is_hq:
            yield f"the headquarters {unit.key} is lost"
    for held in state.all(Army).values():
        if not 0 <= held.markers <= held.tally:
            yield f"{held.key} holds {held.markers} markers and ever took {held.tally}"
        if not 0 <= held.art <= held.art_allotment or not 0 <= held.air <= held.air_allotment:
            yield f"{held.key} has more supports on hand than its allotment, or fewer than none"
