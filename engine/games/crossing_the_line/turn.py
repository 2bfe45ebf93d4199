"""The sequence of play (chapters 2 and 4)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.games.crossing_the_line.actions.choose_action import ChooseAction
from engine.games.crossing_the_line.admin.admin_phase import SEGMENTS, AdminPhase
from engine.games.crossing_the_line.ops.activation import Activation
from engine.games.crossing_the_line.ops.initiative import ChooseInitiative, OpsCycle, OpsPhase
from engine.games.crossing_the_line.records import GAME_TURN, Clock
from engine.games.crossing_the_line.scenario.ground import Ground, ground
from engine.games.crossing_the_line.scenario.victory import judge_end
from engine.referee import Frame, Procedure, State, Transaction, case

PHASES: Final = ("turn", "ops", "initiative", "activation", "actions", *SEGMENTS)


def begin_turn(tx: Transaction, turn: GameTurn) -> None:
    number = tx.state.one(Clock).turn
    tx.begin_turn(number, f"Turn {number}", "3.1.3-a")


@case("2-a", "4-a", "4-b")
def admin_phase(tx: Transaction, turn: GameTurn) -> None:
    """The first turn of a scenario has none."""
    if tx.state.one(Clock).turn > ground(tx.state).first_turn:
        tx.push(AdminPhase())


@case("7.8")
def end_turn(tx: Transaction, turn: GameTurn) -> None:
    """The turn marker advances; after the last turn victory is determined."""
    clock = tx.state.one(Clock)
    if clock.turn >= ground(tx.state).last_turn:
        judge_end(tx)
    else:
        tx.put(replace(clock, turn=clock.turn + 1))


class GameTurn(Procedure):
    """An Admin Phase, then an Ops Phase."""

    title = "Turn"
    scope = GAME_TURN
    steps = (begin_turn, admin_phase, OpsPhase, end_turn)


class WholeGame(Procedure):
    """Turn after turn until the game is over."""

    steps = (GameTurn,)

    def again(self, state: State) -> bool:
        return True


def frames_of(land: Ground, phase: str, side: str, formation: str) -> tuple[Frame, ...]:
    """The frames of a worked example that has come to this phase."""
    whole = WholeGame(at=1)
    if phase == "turn":
        return (whole, GameTurn())
    if phase in SEGMENTS:
        return (whole, GameTurn(at=2), AdminPhase(at=SEGMENTS.index(phase) + 1))
    ops = (whole, GameTurn(at=3), OpsPhase())
    if phase == "ops":
        return ops
    cycle = (*ops, OpsCycle(at=len(OpsCycle.steps)))
    if phase == "initiative":
        return (*cycle, ChooseInitiative(side))
    acting = formation or next(key for key, one in land.formations.items() if one.side == side)
    if phase == "activation":
        return (*cycle, Activation(side, acting))
    return (*cycle, Activation(side, acting, at=2), ChooseAction(side, acting))


FRAMES: Final = (WholeGame, GameTurn)
