"""The game as the registry knows it: what the table shows, and how scenarios and worked examples begin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.unit_line import LineWords
from engine.catalogue.unit_ratings import counter_of, shown_ratings
from engine.mechanics.position_data import listed_units, nothing_else, whole_number
from engine.referee import Action, Counter, Keyed, Opening, Position, State, Track, View
from tests.tiny_game import KEY, RULES_VERSION, TITLE, combat, movement, turn
from tests.tiny_game.records import RATINGS, Clock, Ground, Held, Unit, ground

SEGMENTS = {"movement": movement.MovementSegment, "combat": combat.CombatSegment}
WORDS = LineWords("0101 steps:1", RATINGS, ("foot",), (), (), {}, {})


class Hill40(DocumentGame):
    key = KEY
    title = TITLE
    rules_version = RULES_VERSION
    package = "tests.tiny_game"
    facts = turn.VictoryFacts
    rating_fields = RATINGS
    records = (Unit, Clock, Held)
    frames = (
        *(turn.GameTurn, turn.PlayerTurn, movement.MovementSegment, movement.MoveUnit, movement.Marching),
        *(combat.CombatSegment, combat.BuildAttack, combat.LoseStep, combat.FallBack),
    )

    def scenario_folder(self) -> Path:
        return Path(__file__).parent / "scenarios"

    def opening(self, document: ScenarioDocument, options: Mapping[str, Any]) -> Opening:
        units = {unit.id: unit for unit in document.units}
        places = {setup.unit: setup.place.at for setup in document.setups}
        counters = [counter_of(Unit, RATINGS, document, units[key], at) for key, at in places.items()]
        return Opening(Ground(document, options), (*counters, *held(counters), Clock()), (turn.GameTurn(),))

    def open_position(self, position: Position) -> Opening:
        data = dict(position.data)
        document = self.document(self.scenario_text(str(data.pop("scenario", self.scenarios()[0]))))
        land, ratings = Ground(document, {}), {"strength": 3, "points": 4}
        counters = []
        for side, key, text in listed_units(data, land.sides):
            line = WORDS.parse(key, text, land.hexes)
            counters.append(Unit(key, side, key, "foot", "", "", line.place, **{**ratings, **line.ratings}))  # type: ignore[arg-type]
        side, segment = data.pop("side", land.sides[0]), data.pop("segment", "movement")
        if side not in land.sides or segment not in SEGMENTS:
            raise BadInput(f"`side` should be {' or '.join(land.sides)}, `segment` {' or '.join(SEGMENTS)}")
        clock = Clock(whole_number(data.pop("turn", 1), "turn"))
        nothing_else(data, self.title)
        at = list(SEGMENTS).index(segment)
        frames = (
            turn.GameTurn(at=2 + land.sides.index(side)),
            turn.PlayerTurn(side, at=at + 1),
            SEGMENTS[segment](side),
        )
        return Opening(land, (*counters, *held(counters), clock), frames)

    def view(self, state: State, side: str | None) -> View:
        now, last = state.one(Clock).turn, ground(state).document.turns.last
        return View(
            side,
            f"Turn {now}",
            counters=tuple(counter(unit) for unit in state.all(Unit).values()),
            tracks=(Track("turn", "Turn", str(now), cells=tuple(map(str, range(1, last + 1)))),),
            control={one.key: one.side for one in state.all(Held).values()},
        )

    def knows(self, state: State, side: str, action: Action) -> bool:
        if action.kind == "unit":
            return state.find(Unit, action.target) is not None
        return ground(state).has_target(action)

    def invariants(self, state: State) -> Iterator[str]:
        places = {(unit.place, unit.side) for unit in state.all(Unit).values()}
        if len(places) > len({place for place, _ in places}):
            yield "both sides stand in a hex"


def held(units: list[Unit]) -> Iterator[Keyed]:
    return (Held(place, side) for place, side in {unit.place: unit.side for unit in units}.items())


def counter(unit: Unit) -> Counter:
    return Counter(
        unit.key,
        unit.side,
        unit.place,
        unit.name,
        kind="infantry",
        ratings=shown_ratings(unit, RATINGS),
        steps=unit.steps,
        full_steps=2,
    )
