"""What is noted of one game between bots, while it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import field

from engine.bots.match import MatchTask, begin, finish
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.document_scenario import DocumentScenario
from engine.catalogue.victory import evaluate
from engine.record import Record
from engine.referee.session import Session
from engine.referee.state import State

CUT_OFF = "Cut off"
"""The level of a game that did not end."""


class GameFigures(Record):
    """How a game went. Lists have one entry for each turn that was played, for its end."""

    winner: str
    """Empty for a draw."""
    level: str
    turn: int | None
    actions: int
    points: Mapping[str, int] = field(default_factory=dict)
    """What each condition that counts points had counted at the end."""
    strength: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """What was left of each side, as a share of what it had on the map at the beginning."""
    held: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Hexes that each side held."""
    lost: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """For each side: in how many actions it lost strength in a hex."""
    cut_off: bool = False
    """Had the game to be stopped because it did not end? It counts as a draw."""


class PlayedGame(Record):
    """A game that was played: its task, what was noted, and its actions as saved games have them."""

    task: MatchTask
    figures: GameFigures
    actions: tuple[str, ...]


def play_game(task: MatchTask) -> PlayedGame:
    """Play the game of a task to its end; the same task gives the same game."""
    session = begin(task)
    notes = _Notes(session)
    finish(session, task, notes.take)
    return PlayedGame(task, notes.finished(), tuple(notes.actions))


class _Notes:
    """Looks at a game after each action."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._weights = _weights(session)
        self._first = _by_side(self._weights)
        self._turn = session.turn_number
        self._strength: dict[str, list[float]] = {side: [] for side in session.sides}
        self._held: dict[str, list[int]] = {side: [] for side in session.sides}
        self._lost: dict[str, Counter[str]] = {side: Counter() for side in session.sides}
        self.actions: list[str] = []

    def take(self) -> None:
        """Note an action and what it changed."""
        self.actions.append(str(self._session.history.last.action))
        before, now = self._weights, _weights(self._session)
        had, has = _by_side(before), _by_side(now)
        for (side, place), weight in before.items():
            if side in self._lost and has.get(side, 0.0) < had[side] and now.get((side, place), 0.0) < weight:
                self._lost[side][place] += 1
        if self._session.turn_number != self._turn:
            self._end_turn(before)
            self._turn = self._session.turn_number
        self._weights = now

    def _end_turn(self, weights: Mapping[tuple[str, str], float]) -> None:
        left, control = _by_side(weights), Counter(self._session.view(None).control.values())
        for side in self._session.sides:
            first = self._first.get(side, 0.0)
            self._strength[side].append(round(left.get(side, 0.0) / first, 3) if first else 0.0)
            self._held[side].append(control[side])

    def finished(self) -> GameFigures:
        """Everything that was noted, after the last action."""
        session = self._session
        self._end_turn(self._weights)
        outcome = session.state.outcome
        return GameFigures(
            "" if outcome is None else outcome.winner,
            CUT_OFF if outcome is None else level_of(session, outcome.text),
            session.turn_number,
            len(session),
            points_of(session),
            {side: tuple(row) for side, row in self._strength.items()},
            {side: tuple(row) for side, row in self._held.items()},
            {side: dict(places.most_common()) for side, places in self._lost.items() if places},
            outcome is None,
        )


def level_of(session: Session, text: str) -> str:
    """The level of victory that an outcome begins with; the whole text if the scenario names none."""
    scenario = session.scenario
    if not isinstance(scenario, DocumentScenario):
        return text
    conditions = scenario.document.victory
    levels = [condition.level for condition in conditions]
    levels += [band.level for condition in conditions for band in condition.bands]
    return max((level for level in levels if level and text.startswith(level)), key=len, default=text)


def points_of(session: Session) -> dict[str, int]:
    """What each condition of the scenario that counts points counts now."""
    game, scenario, state = session.game, session.scenario, session.state
    if not isinstance(game, DocumentGame) or not isinstance(scenario, DocumentScenario):
        return {}
    facts = game.victory_facts(state)
    scored = [condition for condition in scenario.document.victory if condition.score != ()]
    return {condition.key: int(evaluate(condition.score, facts)) for condition in scored}


def _weights(session: Session) -> dict[tuple[str, str], float]:
    """The strength of each side in each place."""
    found: dict[tuple[str, str], float] = {}
    state: State = session.state
    for side, place, weight in session.game.pieces(state):
        found[side, place] = found.get((side, place), 0.0) + weight
    return found


def _by_side(weights: Mapping[tuple[str, str], float]) -> dict[str, float]:
    found: dict[str, float] = {}
    for (side, _), weight in weights.items():
        found[side] = found.get(side, 0.0) + weight
    return found
