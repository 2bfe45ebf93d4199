"""Limited intelligence: what the log tells of counters that only their owner sees, and shuffling them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Protocol

from msgspec.structs import replace

from engine.referee import Event, State, Table, Transaction


class Owned(Protocol):
    """A counter of a side."""

    @property
    def key(self) -> str: ...
    @property
    def side(self) -> str: ...


def tell(
    tx: Transaction, unit: Owned, is_hidden: bool, what: str, text: str, case: str, redacted: str = ""
) -> None:
    """Log a sentence about a counter. While it is hidden, others read the redacted one, or none at all."""
    seen_by = (unit.side,) if is_hidden else None
    tx.emit(Event(what, text, case, seen_by, redacted if is_hidden else "", about=(("unit", unit.key),)))


def exchanged(
    state: State, kind: type, hidden: Iterable[Any], fields: tuple[str, ...], chance: Random
) -> State:
    """The position with these fields of hidden counters dealt out among them anew.

    For a side that cannot see them nothing may change by that: its view, what it may do, what it is told.
    """
    units = list(hidden)
    dealt = [{name: getattr(unit, name) for name in fields} for unit in units]
    chance.shuffle(dealt)
    changed = (replace(unit, **values) for unit, values in zip(units, dealt, strict=True))
    return with_changes(state, kind, changed)


def scattered(
    state: State, kind: type, hidden: Iterable[Any], free: Callable[[], Iterable[str]], chance: Random
) -> State:
    """The position with hidden counters in other places, as many as there are free ones."""
    places = sorted(free())
    chance.shuffle(places)
    return with_changes(
        state, kind, (replace(unit, place=place) for unit, place in zip(hidden, places, strict=False))
    )


def with_changes(state: State, kind: type, changed: Iterable[Any]) -> State:
    """The position with some records of one table exchanged: for tests of secrecy, not for play."""
    other = state.clone()
    table = Table(other.tables[kind])
    table.update((record.key, record) for record in changed)
    other.tables[kind] = table
    return other
