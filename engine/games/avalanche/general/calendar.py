"""What kind of turn it is, and the weather."""

from __future__ import annotations

from engine.games.avalanche.records import Clock
from engine.games.avalanche.scenario.ground import ground
from engine.referee import State, case


def turn(state: State) -> int:
    """The number of the game turn."""
    return state.one(Clock).turn


@case("gen.turn-kinds")
def kind_of_turn(state: State) -> str:
    """predawn, AM, PM or Night."""
    return ground(state).turn_row(turn(state)).kind


@case("gen.turn-kinds", "predawn.night")
def is_night(state: State) -> bool:
    """Do the night rules apply? They do on the predawn turn, too, but for movement; an option lifts them."""
    by_option = is_predawn(state) and ground(state).has_option("predawn_is_day")
    return ground(state).turn_row(turn(state)).night and not by_option


def is_am(state: State) -> bool:
    return kind_of_turn(state) == "AM"


def is_predawn(state: State) -> bool:
    return kind_of_turn(state) == "predawn"


def is_raining(state: State) -> bool:
    return state.one(Clock).rain
