"""Limited intelligence: what only its owner and those who found it out know, and the same rearranged for
tests of secrecy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.referee import State, Table, Transaction

S = TypeVar("S")


def is_known_to(secret: Any, owner: str, side: str | None) -> bool:
    """Does a side know of a record with a field `known_to`? Its owner does, and None sees everything."""
    return side in (None, owner) or side in secret.known_to


def show_to(tx: Transaction, secret: S, *sides: str) -> S:
    """These sides know of it from now on, which cannot be unseen; the others are told nothing."""
    known: tuple[str, ...] = secret.known_to  # type: ignore[attr-defined]
    shown: S = replace(secret, known_to=tuple(dict.fromkeys((*known, *sides))))  # type: ignore[type-var]
    tx.put(shown)  # type: ignore[arg-type]
    tx.reveal()
    return shown


def exchanged(
    state: State, kind: type, hidden: Iterable[Any], fields: tuple[str, ...], chance: Random
) -> State:
    """The position with these fields of hidden counters dealt out among them anew.

    For a side that cannot see them nothing may change by that: its view, what it may do, what it is told.
    """
    units = sorted(hidden, key=lambda unit: unit.key)
    dealt = [{name: getattr(unit, name) for name in fields} for unit in units]
    dealt.sort(key=repr)  # What comes of it does not depend on who has what now.
    chance.shuffle(dealt)
    changed = (replace(unit, **values) for unit, values in zip(units, dealt, strict=True))
    return with_changes(state, kind, changed)


def scattered(
    state: State, kind: type, hidden: Iterable[Any], free: Callable[[], Iterable[str]], chance: Random
) -> State:
    """The position with hidden counters in other places: free ones, or those where such counters are now."""
    hidden = sorted(hidden, key=lambda unit: unit.key)
    places = sorted({*free(), *(unit.place for unit in hidden)})
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
