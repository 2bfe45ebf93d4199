"""Looking at enemy stacks, an option: without it everybody sees every stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.avalanche.general.calendar import is_night, is_raining
from engine.games.avalanche.records import PLAYER_TURN, Unit, Work, ground_units, held, units_at
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.telling import tell
from engine.referee import State, Transaction, case, marked

if TYPE_CHECKING:
    from engine.games.avalanche.after_movement.segment import AfterMovement

EXAMINED: Final = "examined"
FAR, NEAR = 2, 1


def in_force(state: State) -> bool:
    return ground(state).has_option("examination")


@case("gen.fog")
def is_open_to(state: State, unit: Unit, side: str | None) -> bool:
    """May a side look at this counter? Its own, those that it has examined, leaders and ships, and of each
    other stack the counter on top; without the option all of them."""
    if side in (None, unit.side) or not in_force(state) or not unit.on_map or not unit.is_ground:
        return True
    return marked(state, unit.key, EXAMINED) or unit.key == top_of(state, unit.place, unit.side)


def top_of(state: State, here: str, side: str) -> str:
    """The counter on top of a stack: its strongest one."""
    # INTERPRETATION (gen.fog): owners lay the strongest counter on top; the order of a stack is not kept.
    there = [unit for unit in units_at(state, here) if unit.side == side and unit.is_ground]
    return max(there, key=lambda unit: (unit.attack + unit.defence, unit.key)).key


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
    seen = [
        unit
        for unit in ground_units(tx.state, land.other(side))
        if not unit.is_strong_point
        and not is_open_to(tx.state, unit, side)
        and any(land.distance(unit.place, here) <= reach(tx.state, unit.place) for here in places)
    ]
    for unit in seen:
        tx.mark(unit.key, EXAMINED, PLAYER_TURN)
    if seen:
        tx.reveal()
        hexes = tuple(sorted({unit.place for unit in seen}))
        text = f"{land.title_of(side)} examines {', '.join(hexes)}"
        tell(tx, "StackExamined", text, ruled, hex=hexes)
