"""The sequence of play (4.0)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.toppling_the_reich.air.status import close_air_books
from engine.games.toppling_the_reich.arrivals.reorganization import FinalReorganization
from engine.games.toppling_the_reich.combat.combat_segment import CombatSegment
from engine.games.toppling_the_reich.combat.exploitation import ExploitationSegment
from engine.games.toppling_the_reich.command.command_segment import CommandSegment
from engine.games.toppling_the_reich.movement.movement_segment import MovementSegment
from engine.games.toppling_the_reich.records import GAME_TURN, PLAYER_TURN, Clock
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.set_up import SetUp
from engine.games.toppling_the_reich.scenario.victory import judge_victory
from engine.games.toppling_the_reich.special_units.demolition import threaten_bridges
from engine.mechanics import tell
from engine.referee import Frame, Procedure, State, Transaction, case


class PlayerTurn(Procedure):
    """Movement, combat, exploitation where it was earned, and final reorganization."""

    side: str

    title = "Player-turn"
    scope = PLAYER_TURN
    steps = (
        *(MovementSegment, threaten_bridges, CombatSegment, threaten_bridges),
        *(ExploitationSegment, threaten_bridges, FinalReorganization),
    )

    @property
    def player_turn_of(self) -> str:
        """Whose player-turn it is."""
        return self.side


def begin_turn(tx: Transaction, turn: GameTurn) -> None:
    """The turn is named in the log with its dates."""
    number = tx.state.one(Clock).turn
    dates = ground(tx.state).charts.turn_record.of(number)
    tx.begin_turn(number, f"Turn {number}, {dates.text}", "2.3")


@case("4.0", "16.4.7-e", "17.1")
def turn_of_first(tx: Transaction, turn: GameTurn) -> None:
    """The player whom the scenario, or Herbstnebel, lets move first."""
    _begin_player_turn(tx, tx.state.one(Clock).first)


@case("4.0")
def turn_of_second(tx: Transaction, turn: GameTurn) -> None:
    """The other player."""
    _begin_player_turn(tx, tx.state.scenario.other(tx.state.one(Clock).first))


def _begin_player_turn(tx: Transaction, side: str) -> None:
    title = ground(tx.state).title_of(side)
    tell(tx, "PlayerTurnBegan", f"{title} player-turn", "4.0", side=side)
    tx.push(PlayerTurn(side))


class GameTurn(Procedure):
    """One common Command Segment and two player-turns."""

    title = "Turn"
    scope = GAME_TURN
    steps = (begin_turn, CommandSegment, turn_of_first, turn_of_second)


@case("4.0", "14.0-a")
def end_of_turn(tx: Transaction, frame: Frame) -> None:
    """The turn marker advances; after the last turn victory is judged."""
    close_air_books(tx)
    clock = tx.state.one(Clock)
    if clock.turn >= ground(tx.state).last_turn:
        judge_victory(tx)
    else:
        tx.put(replace(clock, turn=clock.turn + 1))


class WholeGame(Procedure):
    """Set-up, then turns until the last one is over."""

    steps = (GameTurn, end_of_turn)

    def again(self, state: State) -> bool:
        return True


FRAMES = (PlayerTurn, GameTurn, WholeGame, SetUp)
