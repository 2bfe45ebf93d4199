"""What a position is worth for a side: victory conditions, strength, and the way to the places in dispute."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from engine.bots.character import Character
from engine.bots.objectives import Objectives
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
MOST_KNOWN = 1000
"""So many positions are remembered with what they are worth."""
BALANCE = 0.5
"""How much of the approach is the strength around the places; the rest is the way to them."""

Units: TypeAlias = "Sequence[tuple[str, float]]"
"""The place and the strength of each unit."""


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
        self._game = game
        document = scenario.document
        self._victory = SoftVictory(document, scenario.places, game.counter_bounds(document.data))
        named = [here for here in self._victory.objectives if here in scenario.hexes]
        named.sort(key=lambda here: (-scenario.places.value(here), here))
        goals = {here: max(1, scenario.places.value(here)) for here in named[:MOST_OBJECTIVES]}
        self._objectives = Objectives(scenario.grid, goals)
        self._usual = _usual(game.pieces(game.as_it_begins(document)))
        self._known: OrderedDict[tuple[object, ...], Terms] = OrderedDict()
        self._approach = lru_cache(maxsize=MOST_KNOWN)(self._nearness)

    def value(self, state: State, side: str, character: Character) -> float:
        """From -1 to 1: the higher the better for the side."""
        return self.terms(state, side, character).total

    def terms(self, state: State, side: str, character: Character) -> Terms:
        """What the value is made of."""
        outcome = state.outcome
        if outcome is not None:
            won = 0.0 if not outcome.winner else 1.0 if outcome.winner == side else -1.0
            return Terms(won, 0.0, 0.0)
        key = (side, character, *(table.stamp for table in state.tables.values()))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._judged(state, side, character)
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return found

    def _judged(self, state: State, side: str, character: Character) -> Terms:
        facts = self._game.victory_facts(state)
        forces = self._forces(state)
        own = tuple(forces.get(side, ()))
        others = tuple(unit for owner, units in forces.items() if owner != side for unit in units)
        mine, theirs = _strength(own), _strength(others)
        total = (mine + theirs) or 1.0
        losses = (mine * character.care - theirs) / (total * max(1.0, character.care))
        weight = character.total
        return Terms(
            character.focus * self._victory.value(facts, side, forces, self._usual) / weight,
            character.material * losses / weight,
            character.advance * self._approach(own, others, self._held(facts, side)) / weight,
        )

    def held(self, state: State, side: str) -> frozenset[str]:
        """The places in dispute that a side holds."""
        held = self._held(self._game.victory_facts(state), side)
        return frozenset(goal for goal, holds in zip(self._objectives.goals, held, strict=True) if holds)

    def ways(self, state: State, side: str) -> dict[str, float]:
        """How far a side is from each place in dispute, times what the place counts; 0 for one it holds."""
        facts, aims = self._game.victory_facts(state), self._objectives
        own = aims.presence(self._forces(state).get(side, ()))
        far = aims.ways(own) * aims.weights
        return {
            goal: 0.0 if facts.holds(side, goal, "") else float(way)
            for goal, way in zip(aims.goals, far, strict=True)
        }

    def distance(self, place: str) -> float:
        """How far a hex is from the nearest place in dispute; 0 for what is no hex."""
        return self._objectives.distance(place)

    def _forces(self, state: State) -> dict[str, list[tuple[str, float]]]:
        """The units of each side, by place and strength."""
        found: dict[str, list[tuple[str, float]]] = {}
        for owner, place, weight in self._game.pieces(state):
            found.setdefault(owner, []).append((place, weight))
        return found

    def _held(self, facts: Facts, side: str) -> tuple[bool, ...]:
        """Which of the places in dispute a side holds."""
        return tuple(facts.holds(side, goal, "") for goal in self._objectives.goals)

    def _nearness(self, own: Units, others: Units, held: tuple[bool, ...]) -> float:
        """From -1 to 1: how near a side is to places that it does not hold, whether it guards its own, and
        how strong it is around them."""
        aims = self._objectives
        if not aims:
            return 0.0
        mine, theirs = aims.presence(own), aims.presence(others)
        if not mine:
            return -1.0
        far = np.where(held, aims.lead(theirs, mine), aims.ways(mine))
        total = float(aims.weights.sum())
        nearness = max(-1.0, -float((far * aims.weights).sum()) / (total * aims.extent))
        balance = float((aims.balance(mine, theirs) * aims.weights).sum()) / total
        return (1 - BALANCE) * nearness + BALANCE * balance


def _usual(pieces: Iterable[tuple[str, str, float]]) -> dict[str, float]:
    """The mean strength of the units of each side."""
    found: dict[str, list[float]] = {}
    for side, _, strength in pieces:
        found.setdefault(side, []).append(strength)
    return {side: sum(strengths) / len(strengths) for side, strengths in found.items()}


def _strength(units: Units) -> float:
    return sum(weight for _, weight in units)


@lru_cache(maxsize=16)
def _evaluation(game: Game, scenario: Scenario) -> Evaluation | None:
    if not isinstance(game, DocumentGame) or not isinstance(scenario, DocumentScenario):
        return None
    document = getattr(scenario, "document", None)
    return Evaluation(game, scenario) if isinstance(document, ScenarioDocument) else None


def evaluation_of(game: Game, state: State) -> Evaluation | None:
    """The evaluation of the scenario that is played; None if the game has no scenario documents."""
    return _evaluation(game, state.scenario)
