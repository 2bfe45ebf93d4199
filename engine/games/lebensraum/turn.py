"""The sequence of play (chapter 4): 27 segments in five phases."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.games.lebensraum.combat.segment import CombatSegment
from engine.games.lebensraum.economy.transport import TransportSegment
from engine.games.lebensraum.headquarters.creation import HqSegment
from engine.games.lebensraum.headquarters.reserves import ReserveSegment
from engine.games.lebensraum.headquarters.supply import SupplySegment
from engine.games.lebensraum.leaders.disposition import DispositionSegment
from engine.games.lebensraum.leaders.fate import return_wounded
from engine.games.lebensraum.leaders.transfer import TransferSegment
from engine.games.lebensraum.markers.bomber_command import end_suspensions
from engine.games.lebensraum.markers.placement import MarkerSegment
from engine.games.lebensraum.markers.removal import remove_markers
from engine.games.lebensraum.movement.points import credit_points
from engine.games.lebensraum.movement.segments import (
    PhasingMovement,
    ReserveMovement,
    ReserveTankMovement,
    TankMovement,
)
from engine.games.lebensraum.movement.weather import roll_weather
from engine.games.lebensraum.records import ALLIED, AXIS, GAME_TURN, PHASE, PRE, Clock
from engine.games.lebensraum.reinforcements.segment import ReinforcementSegment
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.scenario.victory import judge_turn
from engine.games.lebensraum.special.combination import set_up_west
from engine.games.lebensraum.special.surprise import SurpriseSegment
from engine.mechanics.telling import tell
from engine.referee import Frame, Procedure, State, Transaction, case
from engine.referee.frame import ProcedureStep

LOGISTICS: Final = tuple(f"1.{letter}" for letter in "ABCDEF")
REDEPLOYMENT: Final = tuple(f"3.{letter}" for letter in "ABC")
LETTERS: Final = "ABCDEFGHI"
TITLES: Final = {
    "A": "Phasing movement",
    "B": "Reserve movement",
    "C": "First combat",
    "D": "Leader disposition",
    "E": "Tank movement",
    "F": "Reserve tank movement",
    "G": "Second combat",
    "H": "Leader disposition",
    "I": "Supply",
    "1.A": "Movement points",
    "1.B": "Reinforcements and replacements",
    "1.C": "Air, naval and partisan markers",
    "1.D": "Weather",
    "1.E": "Leader transfer",
    "1.F": "Creation and dissolution of headquarters",
    "3.A": "Creation and dissolution of headquarters",
    "3.B": "Reserve designation",
    "3.C": "Strategic transportation",
}


@case("4.1-a", "4.2-a")
def announce(tx: Transaction, number: str) -> None:
    """Say in the log that a segment begins."""
    title = TITLES.get(number) or TITLES[number[-1]]
    tell(tx, "SegmentBegan", f"Segment {number}: {title}", "4.2-a")


class Logistics(Procedure):
    """Phase 1, joint: movement points, reinforcements, markers, weather, leaders, headquarters."""

    title = "Logistics"
    scope = PHASE
    steps = (
        lambda tx, frame: announce(tx, "1.A"),
        lambda tx, frame: credit_points(tx),
        lambda tx, frame: announce(tx, "1.B"),
        ReinforcementSegment,
        lambda tx, frame: announce(tx, "1.C"),
        MarkerSegment,
        lambda tx, frame: announce(tx, "1.D"),
        lambda tx, frame: roll_weather(tx),
        lambda tx, frame: announce(tx, "1.E"),
        TransferSegment,
        lambda tx, frame: announce(tx, "1.F"),
        HqSegment,
    )


def announce_segment(letter: str) -> ProcedureStep:
    """The step that announces a segment of a player phase."""
    return lambda tx, frame: announce(tx, f"{2 if frame.side == AXIS else 4}.{letter}")


class PlayerPhase(Procedure):
    """Phases 2 and 4: the nine segments, `side` is the phasing player."""

    side: str

    title = "Player phase"
    scope = PHASE
    steps = (
        announce_segment("A"),
        PhasingMovement,
        announce_segment("B"),
        ReserveMovement,
        announce_segment("C"),
        CombatSegment,
        announce_segment("D"),
        DispositionSegment,
        announce_segment("E"),
        TankMovement,
        announce_segment("F"),
        ReserveTankMovement,
        announce_segment("G"),
        CombatSegment,
        announce_segment("H"),
        DispositionSegment,
        announce_segment("I"),
        SupplySegment,
    )


class Redeployment(Procedure):
    """Phase 3, joint: headquarters, reserves, strategic transportation."""

    title = "Redeployment"
    scope = PHASE
    steps = (
        lambda tx, frame: announce(tx, "3.A"),
        HqSegment,
        lambda tx, frame: announce(tx, "3.B"),
        ReserveSegment,
        lambda tx, frame: announce(tx, "3.C"),
        TransportSegment,
    )


def turn_title(state: State) -> str:
    """Turn 9 of the East is turn A of the West."""
    clock, land = state.one(Clock), ground(state)
    row = land.charts.turn_track.turns[clock.turn - 1]
    names = [str(clock.turn)] if land.has_east else []
    names += [row.west] if land.has_west and row.west else []
    before = "Before turn" if clock.moment == PRE else "Turn"
    return f"{before} {'/'.join(names)}, {row.season} {row.year}"


def begin_turn(tx: Transaction, frame: Frame) -> None:
    """A new turn; before some the surprise attack comes (11.8)."""
    tx.begin_turn(tx.state.one(Clock).turn, turn_title(tx.state), "4.1-a")
    set_up_west(tx)
    return_wounded(tx)


def end_turn(tx: Transaction, frame: Frame) -> None:
    """Markers come off, victory is judged, the turn marker advances."""
    remove_markers(tx)
    judge_turn(tx)
    clock = tx.state.one(Clock)
    if tx.state.outcome is None:
        tx.put(replace(clock, turn=clock.turn + 1))


@case("4.1-c", "12.1-d")
def axis_phase(tx: Transaction, frame: Frame) -> None:
    """Phase 2: the Axis player is phasing. Economic markers that were bombed on the turn before are back.

    There is no Axis phase on turn A in the West."""
    end_suspensions(tx)
    skipped = ground(tx.state).rules.skipped_phase
    if skipped is not None and tx.state.one(Clock).turn == skipped.turn:
        tell(tx, "PhaseSkipped", "There is no Axis player phase on this turn", "12.1-d")
        return
    tx.push(PlayerPhase(AXIS))


@case("4.1-c", "4.2-b")
def allied_phase(tx: Transaction, frame: Frame) -> None:
    """Phase 4: the same nine segments, and the Allied player is phasing."""
    tx.push(PlayerPhase(ALLIED))


class GameTurn(Procedure):
    """Logistics, Axis player phase, Redeployment, Allied player phase, end."""

    title = "Turn"
    scope = GAME_TURN
    steps = (
        SurpriseSegment,
        begin_turn,
        Logistics,
        axis_phase,
        Redeployment,
        allied_phase,
        end_turn,
    )


class WholeGame(Procedure):
    """Turn after turn until the game is over."""

    steps = (GameTurn,)

    def again(self, state: State) -> bool:
        return True


SEGMENTS: Final = (
    "game",
    "turn",
    *LOGISTICS,
    *(f"2.{letter}" for letter in LETTERS),
    *REDEPLOYMENT,
    *(f"4.{letter}" for letter in LETTERS),
    "end",
)


def frames_of(segment: str) -> tuple[Frame, ...]:
    """The frames of a worked example in which this segment begins."""
    whole = WholeGame(at=1)
    if segment == "game":
        return (whole, GameTurn())
    if segment == "turn":
        return (whole, GameTurn(at=1))
    if segment == "end":
        return (whole, GameTurn(at=6))
    phase, _, letter = segment.partition(".")
    at = 2 * LETTERS.index(letter)
    if phase == "1":
        return (whole, GameTurn(at=3), Logistics(at=at))
    if phase == "3":
        return (whole, GameTurn(at=5), Redeployment(at=at))
    side = AXIS if phase == "2" else ALLIED
    return (whole, GameTurn(at=4 if phase == "2" else 6), PlayerPhase(side, at=at))


FRAMES: Final = (WholeGame, GameTurn, Logistics, PlayerPhase, Redeployment)
