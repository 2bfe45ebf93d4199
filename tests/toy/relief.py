"""The Relief: the same battle with a staff phase, powers and a depot, so with another sequence of play."""

from __future__ import annotations

from engine.referee import Frame, Transaction
from tests.toy.combat import CombatSegment
from tests.toy.depot import ask_depots
from tests.toy.powers import PowerMovement, fill_banks
from tests.toy.staff import StaffPhase
from tests.toy.turn import (
    Arrivals,
    DigIn,
    GameTurn,
    Plans,
    PlayerTurn,
    Tactics,
    Turns,
    WholeGame,
    begin_turn,
    draw_fate,
    judge_turn,
)


class ReliefPlayerTurn(PlayerTurn):
    steps = (PowerMovement, CombatSegment)


def first_player_turn(tx: Transaction, frame: Frame) -> None:
    tx.push(ReliefPlayerTurn(tx.state.scenario.sides[0]))


def second_player_turn(tx: Transaction, frame: Frame) -> None:
    tx.push(ReliefPlayerTurn(tx.state.scenario.sides[1]))


class EveningArrivals(Arrivals):
    """Who is due in the evening comes when both sides have had their turn."""

    moment = "evening"


class ReliefTurn(GameTurn):
    player_turns = (first_player_turn, second_player_turn)
    steps = (
        begin_turn,
        fill_banks,
        Arrivals,
        draw_fate,
        ask_depots,
        StaffPhase,
        Tactics,
        DigIn,
        first_player_turn,
        second_player_turn,
        EveningArrivals,
        judge_turn,
    )


class ReliefTurns(Turns):
    steps = (ReliefTurn,)


class WholeRelief(WholeGame):
    steps = (Plans, ReliefTurns)
