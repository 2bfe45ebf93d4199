"""1. The sequence of play and victory."""

from __future__ import annotations

from engine.catalogue.document_facts import DocumentFacts
from engine.catalogue.victory import judge
from engine.referee import Frame, Procedure, State, Transaction, case
from tests.tiny_game.combat import CombatSegment
from tests.tiny_game.movement import MovementSegment
from tests.tiny_game.records import Clock, Held, board, ground


class PlayerTurn(Procedure):
    side: str

    title = "Player turn"
    steps = (MovementSegment, CombatSegment)


@case("1.1")
def begin_turn(tx: Transaction, frame: Frame) -> None:
    turn = tx.state.one(Clock).turn + 1
    tx.put(Clock(turn))
    tx.begin_turn(turn, f"Turn {turn}", "1.1")


class VictoryFacts(DocumentFacts):
    """What the conditions of a scenario may ask."""

    clock = Clock

    def holds(self, side: str, hex_id: str, how: str) -> bool:
        held = self.state.find(Held, hex_id)
        return held is not None and held.side == side

    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        return sum(hexes is None or unit.place in hexes for unit in board.forces(self.state, side))


@case("1.2")
def judge_turn(tx: Transaction, frame: Frame) -> None:
    document = ground(tx.state).document
    last = tx.state.one(Clock).turn >= document.turns.last
    verdict = judge(document.victory, VictoryFacts(tx.state), "end" if last else "turn")
    if verdict is not None:
        tx.finish(verdict.winner, verdict.level, "1.2")


class GameTurn(Procedure):
    title = "Turn"
    steps = (
        begin_turn,
        lambda tx, frame: tx.push(PlayerTurn(tx.state.scenario.sides[0])),
        lambda tx, frame: tx.push(PlayerTurn(tx.state.scenario.sides[1])),
        judge_turn,
    )

    def again(self, state: State) -> bool:
        return True
