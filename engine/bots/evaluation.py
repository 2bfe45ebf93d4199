"""What a position is worth for a side: victory conditions, strength, and the way to the places in dispute."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from engine.bots.character import Character
from engine.bots.soft_victory import SoftVictory
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.document_scenario import DocumentScenario
from engine.catalogue.victory import Facts
from engine.referee.game import Game
from engine.referee.state import Scenario, State

MOST_OBJECTIVES = 24
"""The places in dispute whose distances are looked at."""
GATHERED = 3
"""How many units of a side count as those on the way to a place."""
REST = 0.3
"""The weight of all the others."""


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
        self._distances = {
            goal: {here: spec.distance(goal, here) for here in scenario.hexes} for goal in self._objectives
        }

    def value(self, state: State, side: str, character: Character) -> float:
        """From -1 to 1: the higher the better for the side."""
        outcome = state.outcome
        if outcome is not None:
            return 0.0 if not outcome.winner else 1.0 if outcome.winner == side else -1.0
        facts = self._game.victory_facts(state)
        strength, places = self._counted(state)
        total = sum(strength.values()) or 1.0
        own = strength.get(side, 0.0)
        losses = (own * character.care - (total - own)) / (total * max(1.0, character.care))
        near = self._nearness(facts, places, side)
        victory = self._victory.value(facts, side)
        return (
            character.focus * victory + character.material * losses + character.advance * near
        ) / character.total

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
            known = self._distances[goal]
            ways = sorted(known[here] for here in own)
            mine = ways[:GATHERED]
            if not facts.holds(side, goal, ""):
                far += weight * ((1 - REST) * sum(mine) / len(mine) + REST * sum(ways) / len(ways))
            elif others:
                theirs = min(known[here] for here in others)
                far += weight * max(0, mine[0] - theirs)
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
