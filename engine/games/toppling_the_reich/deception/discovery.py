"""Unknown units are discovered when an enemy unit comes adjacent to them (13.3-b)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.games.toppling_the_reich.records import Unit, forces
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.mechanics import tell
from engine.referee import State, Transaction, case, derived

LETTERS: Final = "ABCDEFGHIJ"
"""The ten Ultra Deception markers."""


@derived(Unit)
def unknown_hexes(state: State, side: str) -> frozenset[str]:
    """The hexes of a side's unknown units. No prompt or list may reveal them to the enemy."""
    units = state.all(Unit).values()
    return frozenset(u.place for u in units if u.hidden == "unknown" and u.side == side and u.on_map)


def is_ambushed(state: State, side: str, here: str) -> bool:
    """True if the hex holds an unknown enemy unit."""
    return here in unknown_hexes(state, ground(state).other(side))


def free_letter(state: State) -> str:
    """A deception marker that is not in use; empty when all are."""
    used = {unit.letter for unit in state.all(Unit).values() if unit.hidden}
    return next((letter for letter in LETTERS if letter not in used), "")


@case("13.3-b", "13.3-c")
def discover(tx: Transaction, side: str, here: str) -> bool:
    """Put markers on the unknown enemy units in or adjacent to a hex that units of this side have entered."""
    enemy = ground(tx.state).other(side)
    hidden = unknown_hexes(tx.state, enemy)
    if not hidden:
        return False
    near = [place for place in (here, *ground(tx.state).grid.adjacency[here]) if place in hidden]
    for unit in forces(tx.state, enemy):
        if unit.hidden == "unknown" and unit.place in near:
            tx.reveal()
            letter = free_letter(tx.state)
            # INTERPRETATION (13.3-b): when all ten markers lie on the map the unit itself is shown.
            tx.put(replace(unit, hidden="concealed" if letter else "", letter=letter))
            shown = f"marker {letter}" if letter else unit.name
            text = f"An unknown unit is discovered in {ground(tx.state).name_of(unit.place)}: {shown}"
            tell(tx, "UnitDiscovered", text, "13.3-b", hex=unit.place)
    return bool(near)
