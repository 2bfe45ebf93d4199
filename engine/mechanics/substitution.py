"""One counter for several and several for one: a corps for its divisions, a unit for its detachments."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.referee import Transaction, marked, marks_on


def hand_on_marks(tx: Transaction, subject: str, heirs: Iterable[str]) -> None:
    """What a counter has done and what state it is in holds for each of those that replace it."""
    heirs = tuple(heirs)
    for mark in marks_on(tx.state, subject):
        tx.remove(mark)
        for heir in heirs:
            tx.put(replace(mark, subject=heir))


def take_over_marks(tx: Transaction, subjects: Iterable[str], heir: str, names: Iterable[str]) -> None:
    """A counter that replaces others has each of these marks that one of them has."""
    subjects = tuple(subjects)
    for name in names:
        if any(marked(tx.state, subject, name) for subject in subjects):
            tx.mark(heir, name)
