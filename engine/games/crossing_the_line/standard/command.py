"""Command range, out of command, isolation (5.8)."""

from __future__ import annotations

from typing import Final

from engine.games.crossing_the_line.records import Unit
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.standard.formations import formation_of, headquarters
from engine.games.crossing_the_line.standard.paths import free_paths
from engine.referee import Mark, State, case, derived

IN_COMMAND: Final = "in command"
OUT_OF_COMMAND: Final = "out of command"
ISOLATED: Final = "isolated"


@derived(Unit, Mark)
@case("5.8-a", "5.8.2-a", "5.8.2-b")
def path_lengths(state: State, formation: str, really: bool = False) -> dict[str, int]:
    """How long the shortest command path to the headquarters of a formation is, from every hex that has one.

    A path is counted in hexes, with that of the headquarters and without that of the unit.
    """
    hq = headquarters(state, formation)
    return {} if hq is None else dict(free_paths(state, hq.side, (hq.place,), really).cost)


@case("5.8-a", "5.8-b", "5.8.4-e")
def command_state(state: State, unit: Unit, formation: str = "", really: bool = False) -> str:
    """In command, out of command or isolated, by the headquarters of its formation or of another one: as far
    as its side can know, or `really`."""
    belongs = formation or formation_of(state, unit)
    length = path_lengths(state, belongs, really).get(unit.place) if belongs else None
    if length is None:
        return ISOLATED
    return IN_COMMAND if length <= ground(state).formations[belongs].command_range else OUT_OF_COMMAND


def in_command(state: State, unit: Unit, formation: str = "", really: bool = False) -> bool:
    """Is the unit in command of its formation, or of another one?"""
    return command_state(state, unit, formation, really) == IN_COMMAND
