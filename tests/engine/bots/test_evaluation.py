"""What a position is worth: remembered for the same placement, and looked at again where it differs."""

from __future__ import annotations

from engine import games
from engine.bots.character import CHARACTERS
from engine.bots.evaluation import Evaluation
from engine.bots.match import MatchTask, begin
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.document_scenario import DocumentScenario
from engine.games.dday_to_berlin.records import Clock, Held
from engine.referee.state import State
from engine.referee.transaction import Transaction

STEADY = CHARACTERS["steady"]


def carentan() -> tuple[Evaluation, State]:
    game, state = games.game("ddb"), begin(MatchTask("ddb", "ddb-carentan", "value", {})).state
    assert isinstance(game, DocumentGame) and isinstance(state.scenario, DocumentScenario)
    return Evaluation(game, state.scenario), state


def changed(state: State, record: Held | Clock) -> State:
    tx = Transaction(state.clone())
    tx.put(record)
    return tx.state


def test_a_place_that_changes_hands_changes_the_ways_though_no_unit_moves() -> None:
    judge, state = carentan()
    before = judge.terms(state, "allied", STEADY)
    lost = next(iter(judge.held(state, "german")))
    after = judge.terms(changed(state, Held(lost, "allied")), "allied", STEADY)
    assert after.ways > before.ways and after.victory > before.victory
    assert after.strength == before.strength


def test_the_ways_are_found_once_for_the_same_placement() -> None:
    judge, state = carentan()
    before = judge.terms(state, "allied", STEADY)
    later = changed(state, Clock(turn=state.one(Clock).turn + 1))
    assert judge.terms(later, "allied", STEADY).ways == before.ways
    assert judge._approach.cache_info().misses == 1
    assert judge.terms(later, "german", STEADY).ways != before.ways
    assert judge._approach.cache_info().misses == 2
