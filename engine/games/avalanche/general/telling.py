"""What happened, told in the log; of units that the enemy cannot see only their owner reads the names."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.avalanche.general.fog import in_force, is_open_to
from engine.games.avalanche.records import Unit
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics import telling
from engine.referee import State, Transaction, case


@case("gen.fog")
def readers(state: State, keys: tuple[str, ...]) -> tuple[str, ...] | None:
    """The sides that may read about these units: everybody, or the owner of those that are hidden."""
    if in_force(state):
        for unit in _concerned(state, keys):
            if not is_open_to(state, unit, ground(state).other(unit.side)):
                return (unit.side,)
    return None


def _concerned(state: State, keys: tuple[str, ...]) -> Iterator[Unit]:
    """The units, and the battalions that companies among them are named after."""
    for key in keys:
        unit = state.find(Unit, key)
        if unit is not None:
            yield unit
            if parent := state.find(Unit, unit.parent):
                yield parent


def tell(
    tx: Transaction,
    what: str,
    text: str,
    ruled: str,
    seen_by: tuple[str, ...] | None = None,
    redacted: str = "",
    **about: str | tuple[str, ...],
) -> None:
    """Write a sentence into the log: `tell(tx, "UnitArrived", text, "2.1", unit=unit.key, hex=here)`."""
    named = about.get("unit", ())
    keys = (named,) if isinstance(named, str) else named
    telling.tell(tx, what, text, ruled, seen_by or readers(tx.state, keys), redacted, **about)
