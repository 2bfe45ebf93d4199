"""What a position is worth for a side: victory conditions, strength, and the way to the places in dispute."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.bots.character import Character
from engine.bots.soft_victory import SoftVictory
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.document_scenario import DocumentScenario
from engine.catalogue.victory import Facts
from engine.record import Record
from engine.referee.game import Game
from engine.referee.state import Scenario, State

MOST_OBJECTIVES = 24
"""The places in dispute whose distances are looked at."""
GATHERED = 3
"""How many units of a side count as those on the way to a place."""
REST = 0.3
"""The weight of all the others."""


class Terms(Record):
    """The parts of a value: what the victory conditions, the strength and the ways to places add to it."""

    victory: float
    strength: float
    ways: float

    @property
    def total(self) -> float:
        """The value itself."""
        return self.victory + self.strength + self.ways


class Evaluation:
    """Judges positions of one scenario. It must be given positions as a side may know them."""

    def __init__(self, game: DocumentGame, scenario: DocumentScenario) -> None:
        self._game, self._scenario = game, scenario
        document = scenario.document
        self._victory = SoftVictory(document, scenario.places, game.counter_bounds(document.data))
        named = [here for here in self._victory.objectives if here in scenario.hexes]
        named.sort(key=lambda here: (-scenario.places.value(here), here))
        self._objectives = {here: max(1, scenario.places.value(here)) for here in named[:MOST_OBJECTIVES]}
        spec = scenario.grid
        ends = list(spec.ends())
        self._extent = max(1, max((spec.distance(a, b) for a in ends for b in ends), default=1))
        self._nearest: dict[str, int] | None = None
        self._distances = {
            goal: {here: spec.distance(goal, here) for here in scenario.hexes} for goal in self._objectives
        }

    def value(self, state: State, side: str, character: Character) -> float:
        """From -1 to 1: the higher the better for the side."""
        return self.terms(state, side, character).total

    def terms(self, state: State, side: str, character: Character) -> Terms:
        """What the value is made of."""
        outcome = state.outcome
        if outcome is not None:
            won = 0.0 if not outcome.winner else 1.0 if outcome.winner == side else -1.0
            return Terms(won, 0.0, 0.0)
        facts = self._game.victory_facts(state)
        strength, places = self._counted(state)
        total = sum(strength.values()) or 1.0
        own = strength.get(side, 0.0)
        losses = (own * character.care - (total - own)) / (total * max(1.0, character.care))
        weight = character.total
        return Terms(
            character.focus * self._victory.value(facts, side) / weight,
            character.material * losses / weight,
            character.advance * self._nearness(facts, places, side) / weight,
        )

    def held(self, state: State, side: str) -> frozenset[str]:
        """The places in dispute that a side holds."""
        facts = self._game.victory_facts(state)
        return frozenset(goal for goal in self._objectives if facts.holds(side, goal, ""))

    def ways(self, state: State, side: str) -> dict[str, float]:
        """How far a side is from each place in dispute, times what the place counts; 0 for one it holds."""
        facts, (_, places) = self._game.victory_facts(state), self._counted(state)
        own = set(places.get(side, ()))
        return {
            goal: 0.0 if facts.holds(side, goal, "") else weight * self._way(goal, own)
            for goal, weight in self._objectives.items()
        }

    def _way(self, goal: str, own: Iterable[str]) -> float:
        """The mean way of a side to a place: mostly of its nearest units, a little of all."""
        known = self._distances[goal]
        ways = sorted(known[here] for here in own)
        mine = ways[:GATHERED]
        return (1 - REST) * sum(mine) / len(mine) + REST * sum(ways) / len(ways) if ways else self._extent

    def distance(self, place: str) -> float:
        """How far a hex is from the nearest place in dispute; 0 for what is no hex."""
        if self._nearest is None:
            every = self._distances.values()
            self._nearest = {here: min(known[here] for known in every) for here in next(iter(every), ())}
        return self._nearest.get(place, 0)

    def _counted(self, state: State) -> tuple[Mapping[str, float], Mapping[str, list[str]]]:
        strength: dict[str, float] = defaultdict(float)
        places: dict[str, list[str]] = defaultdict(list)
        for side, place, weight in self._game.pieces(state):
            strength[side] += weight
            places[side].append(place)
        return strength, places

    def _nearness(self, facts: Facts, places: Mapping[str, list[str]], side: str) -> float:
        """From -1 to 0: how near a side is to places that it does not hold, and whether it guards its own."""
        own = set(places.get(side, ()))
        others = {here for other, found in places.items() if other != side for here in found}
        if not own or not self._objectives:
            return -1.0 if self._objectives else 0.0
        far = total = 0.0
        for goal, weight in self._objectives.items():
            total += weight
            if not facts.holds(side, goal, ""):
                far += weight * self._way(goal, own)
            elif others:
                known = self._distances[goal]
                nearest, theirs = min(known[here] for here in own), min(known[here] for here in others)
                far += weight * max(0, nearest - theirs)
        return max(-1.0, -far / (total * self._extent))


@lru_cache(maxsize=16)
def _evaluation(game: Game, scenario: Scenario) -> Evaluation | None:
    if not isinstance(game, DocumentGame) or not isinstance(scenario, DocumentScenario):
        return None
    document = getattr(scenario, "document", None)
    return Evaluation(game, scenario) if isinstance(document, ScenarioDocument) else None


def evaluation_of(game: Game, state: State) -> Evaluation | None:
    """The evaluation of the scenario that is played; None if the game has no scenario documents."""
    return _evaluation(game, state.scenario)
