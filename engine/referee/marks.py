"""Marks with a scope: used leader, moved, building since turn 3. The referee takes them off by itself."""

from __future__ import annotations

from engine.record import Record
from engine.referee.state import State, derived, no_table


class Mark(Record):
    """A word on a thing. It goes with the frame of its scope at `depth`, or, where more are `left`, with a
    later frame of its scope; no scope, no end."""

    subject: str
    name: str
    scope: str = ""
    depth: int = -1
    left: int = 1
    value: str = ""

    @property
    def key(self) -> str:
        return f"{self.subject}|{self.name}"


def marked(state: State, subject: str, name: str) -> bool:
    """Does this thing carry the mark?"""
    try:
        return f"{subject}|{name}" in state.tables[Mark]
    except KeyError:
        raise no_table(Mark) from None


def mark_value(state: State, subject: str, name: str) -> str:
    """What the mark says; empty when there is none."""
    mark = state.find(Mark, f"{subject}|{name}")
    return mark.value if mark else ""


def marks_on(state: State, subject: str) -> list[Mark]:
    """Every mark of one thing, in the order they were put on."""
    return list(_by_subject(state).get(subject, ()))


@derived(Mark)
def _by_subject(state: State) -> dict[str, list[Mark]]:
    found: dict[str, list[Mark]] = {}
    for mark in state.all(Mark).values():
        found.setdefault(mark.subject, []).append(mark)
    return found
