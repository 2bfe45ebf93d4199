"""Order and disorder of units: disrupted, demoralized."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import DEMORALIZED, DISRUPTED, Unit
from engine.referee import Transaction, case


@case("gen.markers")
def disrupt(tx: Transaction, key: str, ruled: str, why: str = "") -> None:
    """A unit in order is disrupted, a disrupted one demoralized; a demoralized one stays so."""
    unit = tx.state.get(Unit, key)
    _put(tx, unit, DEMORALIZED if unit.state else DISRUPTED, ruled, why)


def demoralize(tx: Transaction, key: str, ruled: str, why: str = "") -> None:
    """A unit is demoralized, whatever it was."""
    _put(tx, tx.state.get(Unit, key), DEMORALIZED, ruled, why)


def _put(tx: Transaction, unit: Unit, state: str, ruled: str, why: str) -> None:
    if unit.state != state:
        tx.put(replace(unit, state=state))
        because = f": {why}" if why else ""
        tell(tx, "UnitDisordered", f"{unit.name} is {state}{because}", ruled, unit=unit.key)
