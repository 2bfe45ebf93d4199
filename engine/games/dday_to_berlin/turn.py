"""The sequence of play."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.combat.combat_phase import CombatPhase
from engine.games.dday_to_berlin.command.initiative import FirstMove
from engine.games.dday_to_berlin.command.supply import SupplyPhase
from engine.games.dday_to_berlin.command.support import Supports
from engine.games.dday_to_berlin.engineering.engineering_phase import EngineeringPhase
from engine.games.dday_to_berlin.morale.rally import RallyPhase
from engine.games.dday_to_berlin.movement.movement_phase import MovementPhase
from engine.games.dday_to_berlin.night import Night, check_for_night
from engine.games.dday_to_berlin.records import Clock
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.victory import check_victory
from engine.mechanics.telling import tell
from engine.referee import Frame, Procedure, State, Transaction, case


class PlayerTurn(Procedure):
    """Phases 1 to 5 for Player A, 6 to 9 for Player B: the same, engineering included."""

    side: str

    title = "Player turn"
    scope = marks.PLAYER_TURN
    steps = (RallyPhase, MovementPhase, EngineeringPhase, CombatPhase, SupplyPhase)


@case("seq.order")
def turn_of_player_a(tx: Transaction, turn: GameTurn) -> None:
    """Player A is the side that won the first move of this game turn."""
    begin_player_turn(tx, tx.state.one(Clock).player_a, "A")


@case("seq.order", "seq.b-engineering")
def turn_of_player_b(tx: Transaction, turn: GameTurn) -> None:
    """The other side, with the same phases."""
    begin_player_turn(tx, tx.state.scenario.other(tx.state.one(Clock).player_a), "B")


def begin_player_turn(tx: Transaction, side: str, player: str) -> None:
    text = f"Player {player}: {ground(tx.state).title_of(side)}"
    tell(tx, "PlayerTurnBegan", text, "seq.order", side=side)
    tx.push(PlayerTurn(side))


def begin_turn(tx: Transaction, turn: GameTurn) -> None:
    number = tx.state.one(Clock).turn
    tx.begin_turn(number, f"Turn {number}", "seq.order")


class GameTurn(Procedure):
    """A day turn: A, B, the two player turns, 10 and 11."""

    title = "Turn"
    scope = marks.GAME_TURN
    steps = (
        begin_turn,
        FirstMove,
        Supports,
        turn_of_player_a,
        turn_of_player_b,
        check_victory,
        check_for_night,
    )


@case("E.end", "seq.missing-d")
def end_of_turn(tx: Transaction, frame: Frame) -> None:
    """The turn number advances; there is no step between the night and this one."""
    clock = tx.state.one(Clock)
    tx.put(replace(clock, turn=clock.turn + 1))
    tell(tx, "TurnEnded", f"Turn {clock.turn} is over", "E.end")


class WholeGame(Procedure):
    """Turns, with a night after those that end in the dark, until the game is over."""

    steps = (GameTurn, Night, end_of_turn)

    def again(self, state: State) -> bool:
        return True
