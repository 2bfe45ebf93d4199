"""The sequence of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from engine.games.avalanche.after_movement.reform import Reforming
from engine.games.avalanche.after_movement.segment import AfterMovement
from engine.games.avalanche.ammo.resupply import ArtilleryResupply
from engine.games.avalanche.bombardment.antiship import AntiShipping
from engine.games.avalanche.bombardment.segment import BombardmentSegment
from engine.games.avalanche.combat.segment import CombatSegment
from engine.games.avalanche.drops.landing import AirdropLanding
from engine.games.avalanche.drops.planning import AirdropPlanning
from engine.games.avalanche.engineering.tasks import Engineering, note_idle
from engine.games.avalanche.general.calendar import is_am, is_predawn, turn
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.initial.segment import InitialSegment
from engine.games.avalanche.movement.segment import MovementSegment
from engine.games.avalanche.predawn.turn import PredawnTurn
from engine.games.avalanche.records import ALLIED, GAME_TURN, GERMAN, PLAYER_TURN, Clock, Unit
from engine.games.avalanche.recovery import Recovery
from engine.games.avalanche.reinforcements.arrival import Reinforcements
from engine.games.avalanche.scenario.eighth_army import draw_near
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.victory import judge_end, judge_turn
from engine.games.avalanche.supply.check import SupplyCheck
from engine.referee import Frame, Procedure, State, Transaction, case

LAST_TURN_OF_STRONG_POINTS: Final = 4


def begin_turn(tx: Transaction, game_turn: GameTurn) -> None:
    number = turn(tx.state)
    row = ground(tx.state).turn_row(number)
    tx.begin_turn(number, f"Turn {number}, {row.date} {row.kind}", "gen.turn-kinds")


def predawn(tx: Transaction, game_turn: GameTurn) -> None:
    """Turn 1 has a sequence of its own."""
    if is_predawn(tx.state):
        tx.push(PredawnTurn())


@case("init.am-only", "gen.player-order")
def initial_segment(tx: Transaction, game_turn: GameTurn) -> None:
    if is_am(tx.state):
        tx.push(InitialSegment())


@case("gen.player-order")
def allied_turn(tx: Transaction, game_turn: GameTurn) -> None:
    """The complete player turn of the Allies comes first, from turn 2 on."""
    if not is_predawn(tx.state):
        tx.push(PlayerTurn(ALLIED))


@case("gen.player-order", "german.same")
def german_turn(tx: Transaction, game_turn: GameTurn) -> None:
    if not is_predawn(tx.state):
        tx.push(PlayerTurn(GERMAN))


@case("end.strongpoints")
def remove_strong_points(tx: Transaction, game_turn: GameTurn) -> None:
    """At the end of the night of 9 September all of them are removed."""
    if turn(tx.state) == LAST_TURN_OF_STRONG_POINTS:
        found = [unit for unit in tx.state.all(Unit).values() if unit.is_strong_point]
        for unit in found:
            tx.remove(unit)
        if found:
            tell(tx, "UnitEliminated", "The German strong points are given up", "end.strongpoints")


@case("end.advance")
def end_turn(tx: Transaction, game_turn: GameTurn) -> None:
    """The turn marker advances; after the last turn victory is judged."""
    judge_turn(tx)
    clock = tx.state.one(Clock)
    if clock.turn >= ground(tx.state).last_turn:
        judge_end(tx)
    else:
        tx.put(replace(clock, turn=clock.turn + 1))


class PlayerTurn(Procedure):
    """The steps of one side."""

    side: str

    title = "Player turn"
    scope = PLAYER_TURN
    steps = (
        SupplyCheck,
        ArtilleryResupply,
        AirdropPlanning,
        Engineering,
        Reinforcements,
        MovementSegment,
        AfterMovement,
        AirdropLanding,
        Reforming,
        BombardmentSegment,
        AntiShipping,
        CombatSegment,
        Recovery,
        note_idle,
    )


class GameTurn(Procedure):
    """A turn of the track."""

    title = "Turn"
    scope = GAME_TURN
    steps = (
        begin_turn,
        predawn,
        initial_segment,
        allied_turn,
        german_turn,
        remove_strong_points,
        draw_near,
        end_turn,
    )


class WholeGame(Procedure):
    """Turn after turn until the game is over."""

    steps = (GameTurn,)

    def again(self, state: State) -> bool:
        return True


STEPS: Final = (
    "supply",
    "ammo",
    "planning",
    "engineering",
    "reinforcements",
    "movement",
    "after",
    "drops",
    "reform",
    "bombardment",
    "antiship",
    "combat",
    "recovery",
)
"""The steps of a player turn as worked examples call them, in their order."""
PHASES: Final = ("turn", "predawn", "initial", *STEPS, "end")


ASKED: Final[Mapping[str, Callable[[str], Frame]]] = {
    "ammo": lambda side: ArtilleryResupply(side, asks=True),
    "planning": lambda side: AirdropPlanning(side, asks=True),
    "engineering": lambda side: Engineering(side, asks=True),
    "reinforcements": lambda side: Reinforcements(side, asks=True),
    "reform": Reforming,
    "bombardment": BombardmentSegment,
    "combat": CombatSegment,
}
"""Steps whose decision a worked example begins with even if nothing can be done in it: it is told why."""


def frames_of(phase: str, side: str) -> tuple[Frame, ...]:
    """The frames of a worked example that has come to this phase."""
    whole = WholeGame(at=1)
    if phase in STEPS:
        player = GameTurn.steps.index(allied_turn if side == ALLIED else german_turn)
        step = STEPS.index(phase)
        if phase not in ASKED:
            return (whole, GameTurn(at=player + 1), PlayerTurn(side, at=step))
        return (whole, GameTurn(at=player + 1), PlayerTurn(side, at=step + 1), ASKED[phase](side))
    at = {"turn": begin_turn, "predawn": predawn, "initial": initial_segment, "end": remove_strong_points}
    return (whole, GameTurn(at=GameTurn.steps.index(at[phase])))


FRAMES: Final = (WholeGame, GameTurn, PlayerTurn)
