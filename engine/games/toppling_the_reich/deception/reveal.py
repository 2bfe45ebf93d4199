"""Turning deception markers over (13.2-c, 13.3-c)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.toppling_the_reich import boxes
from engine.games.toppling_the_reich.movement.control import take
from engine.games.toppling_the_reich.movement.placing import lose_lone_assets
from engine.games.toppling_the_reich.records import GERMAN, Unit, forces, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.mechanics import box, tell
from engine.referee import State, Transaction, case


@case("13.1")
def hidden_units(state: State) -> list[Unit]:
    """The German units that are concealed or unknown; dummies are no units."""
    return [unit for unit in forces(state, GERMAN) if unit.hidden and not unit.dummy]


@case("13.2-c", "13.3-c", "10.2.2-c")
def reveal(tx: Transaction, unit: Unit, by: str) -> None:
    """Show the unit behind a marker, or an unknown unit; a dummy is removed."""
    tx.reveal()
    where = ground(tx.state).name_of(unit.place)
    if unit.dummy:
        tx.put(replace(unit, place=box(boxes.OUT, unit.side), hidden="", letter=""))
        tell(tx, "DummyRemoved", f"Marker {unit.letter} in {where} was a dummy", by, hex=unit.place)
        lose_lone_assets(tx)
        return
    tx.put(replace(unit, hidden="", letter=""))
    take(tx, unit.place, unit.side)
    behind = f"Marker {unit.letter}" if unit.letter else "An unknown unit"
    tell(tx, "UnitRevealed", f"{behind} in {where} is {unit.name}", by, unit=unit.key, hex=unit.place)


@case("13.2-c")
def reveal_hex(tx: Transaction, here: str, by: str) -> None:
    """Turn over everything hidden in a hex."""
    for unit in units_at(tx.state, here):
        if unit.hidden:
            reveal(tx, unit, by)
