"""Chits in a cup: drawn and put back, looked at in secret, and how likely a draw is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from engine.referee import Cup, Event, State, Transaction


def put_back(tx: Transaction, cup: str, chits: Iterable[str]) -> None:
    """Chits return to their cup."""
    now = tx.state.get(Cup, cup)
    tx.put(replace(now, chits=(*now.chits, *chits)))


def peek(tx: Transaction, cup: str, side: str, case: str, why: str) -> str:
    """One side looks at a chit drawn without looking and puts it back; the others only hear that it did."""
    chit = tx.draw(tx.state.get(Cup, cup), case, why, seen_by=(side,))
    put_back(tx, cup, (chit,))
    return chit


def chances(state: State, cup: str) -> Mapping[str, Fraction]:
    """How likely each chit is to be drawn next."""
    chits = state.get(Cup, cup).chits
    return {chit: Fraction(number, len(chits)) for chit, number in Counter(chits).items()}


def empty_into(tx: Transaction, cup: str, other: str, case: str, why: str) -> None:
    """Everything in one cup goes into another."""
    put_back(tx, other, tx.state.get(Cup, cup).chits)
    tx.put(Cup(cup))
    tx.emit(Event("CupRefilled", why, case))
