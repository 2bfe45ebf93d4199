"""Looking at enemy stacks, an option: without it everybody sees every stack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.games.avalanche.general.calendar import is_night, is_raining
from engine.games.avalanche.general.fog import EXAMINED, in_force, is_open_to
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import PLAYER_TURN, Unit, Work, ground_at, ground_units, held
from engine.games.avalanche.scenario.ground import ground
from engine.referee import State, Transaction, case

if TYPE_CHECKING:
    from engine.games.avalanche.after_movement.segment import AfterMovement

FAR, NEAR = 2, 1


@case("post.examine", "move.recon-examine")
def reach(state: State, here: str) -> int:
    """From how far a stack can be examined: two hexes, one at night, in rain, in towns, cities and forts."""
    land = ground(state)
    work = state.find(Work, here)
    covered = here in land.settlements or (work is not None and work.kind == "fort")
    return NEAR if covered or is_night(state) or is_raining(state) else FAR


@case("post.examine")
def examine(tx: Transaction, after: AfterMovement) -> None:
    """After movement the phasing side looks at the enemy stacks within reach of its units."""
    if in_force(tx.state):
        look(tx, after.side, frozenset(held(tx.state, after.side)), "post.examine")


@case("move.recon-examine")
def scout(tx: Transaction, unit: Unit) -> None:
    """A recon unit looks at the end of its movement."""
    if in_force(tx.state) and unit.branch == "recon":
        look(tx, unit.side, frozenset((unit.place,)), "move.recon-examine")


def look(tx: Transaction, side: str, places: frozenset[str], ruled: str) -> None:
    """Examine every enemy stack that one of these places reaches."""
    land = ground(tx.state)
    found = [
        unit
        for unit in ground_units(tx.state, land.other(side))
        if any(land.distance(unit.place, here) <= reach(tx.state, unit.place) for here in places)
    ]
    show(tx, side, found, ruled)


@case("gen.fog")
def examine_hex(tx: Transaction, side: str, here: str) -> None:
    """A stack that is named in a combat is examined."""
    show(tx, side, ground_at(tx.state, here, ground(tx.state).other(side)), "gen.fog")


def show(tx: Transaction, side: str, units: Iterable[Unit], ruled: str) -> None:
    """The side knows these units until the end of the player turn, also one that lies on top now and may not
    when its stack has changed."""
    if not in_force(tx.state):
        return
    units = tuple(units)
    seen = [unit for unit in units if not is_open_to(tx.state, unit, side)]
    for unit in units:
        tx.mark(unit.key, EXAMINED, PLAYER_TURN)
    if seen:
        tx.reveal()
        hexes = tuple(sorted({unit.place for unit in seen}))
        text = f"Units in {', '.join(hexes)} are examined ({ground(tx.state).title_of(side)})"
        tell(tx, "StackExamined", text, ruled, hex=hexes)
