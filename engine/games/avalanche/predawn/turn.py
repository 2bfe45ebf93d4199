"""The predawn turn: the landing, then the German answer."""

from __future__ import annotations

from typing import Final

from engine.games.avalanche.combat.segment import CombatSegment
from engine.games.avalanche.drops.landing import assemble, drop_serials
from engine.games.avalanche.drops.planning import place_serials
from engine.games.avalanche.initial.fleet import FleetPlacement
from engine.games.avalanche.predawn import activation, landing
from engine.games.avalanche.predawn.activation import Activation, note_places
from engine.games.avalanche.predawn.beachheads import drift, place_beachheads
from engine.games.avalanche.predawn.landing import first_moves, follow_up, land_assault, land_leaders
from engine.games.avalanche.predawn.setup import dismiss_serials, place_strong_points, plan_first_drops
from engine.games.avalanche.records import ALLIED, GERMAN, PLAYER_TURN
from engine.mechanics.menu import offer
from engine.referee import Frame, Procedure, Transaction, case


@case("predawn.ships")
def place_ships(tx: Transaction, frame: Frame) -> None:
    """All available ships are placed."""
    offer(tx, FleetPlacement(ALLIED))


@case("predawn.combat-half")
def allied_combat(tx: Transaction, frame: Frame) -> None:
    """By the usual rules, with halved strengths."""
    _fight(tx, ALLIED, only_dropped=False)


@case("predawn.paradrop")
def fight_for_drop_zones(tx: Transaction, frame: Frame) -> None:
    """Parachutists that came down on the enemy fight at once."""
    _fight(tx, ALLIED, only_dropped=True)


@case("predawn.german-combat")
def german_combat(tx: Transaction, frame: Frame) -> None:
    """After all movement, by the usual rules."""
    _fight(tx, GERMAN, only_dropped=False)


def _fight(tx: Transaction, side: str, only_dropped: bool) -> None:
    segment = CombatSegment(side, only_dropped)
    if segment.hexes(tx.state):
        tx.push(segment)


class AlliedLanding(Procedure):
    """Ships, beachheads, assault and follow-up units, combat, drops."""

    side: str

    title = "Landing"
    scope = PLAYER_TURN
    steps = (
        place_ships,
        place_beachheads,
        drift,
        land_assault,
        first_moves,
        follow_up,
        land_leaders,
        allied_combat,
        place_serials,
        drop_serials,
        assemble,
        fight_for_drop_zones,
        dismiss_serials,
    )


class GermanAnswer(Procedure):
    """Activation and movement hex by hex, then combat."""

    side: str

    title = "German answer"
    scope = PLAYER_TURN
    steps = (note_places, Activation, german_combat)


@case("predawn.sequence")
def allied_landing(tx: Transaction, frame: Frame) -> None:
    tx.push(AlliedLanding(ALLIED))


@case("predawn.sequence")
def german_answer(tx: Transaction, frame: Frame) -> None:
    tx.push(GermanAnswer(GERMAN))


class PredawnTurn(Procedure):
    """Turn 1 instead of the usual sequence."""

    title = "Predawn"
    steps = (place_strong_points, plan_first_drops, allied_landing, german_answer)


FRAMES: Final = (PredawnTurn, AlliedLanding, GermanAnswer, *landing.FRAMES, *activation.FRAMES)
