"""Marks with a scope: used leader, moved, building since turn 3. The referee removes them automatically."""

from __future__ import annotations

from engine.record import Record
from engine.referee.state import State, derived, no_table


class Mark(Record):
    """A word on a subject. It ends with the frame of its scope at `depth`, or, if more are `left`, with a
    later frame of its scope; without a scope it has no end."""

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
    """True if the subject has the mark."""
    try:
        return f"{subject}|{name}" in state.tables[Mark]
    except KeyError:
        raise no_table(Mark) from None


def mark_value(state: State, subject: str, name: str) -> str:
    """The value of the mark; empty if there is none."""
    try:
        mark = state.tables[Mark].get(f"{subject}|{name}")
    except KeyError:
        raise no_table(Mark) from None
    return mark.value if mark is not None else ""


def subjects_with(state: State, name: str) -> list[str]:
    """Everything that has a mark of this name, in the order in which the marks were added."""
    return [mark.subject for mark in state.all(Mark).values() if mark.name == name]


def marks_on(state: State, subject: str) -> list[Mark]:
    """Every mark of one subject, in the order in which they were added."""
    return list(_by_subject(state).get(subject, ()))


@derived(Mark)
def _by_subject(state: State) -> dict[str, list[Mark]]:
    found: dict[str, list[Mark]] = {}
    for mark in state.all(Mark).values():
        found.setdefault(mark.subject, []).append(mark)
    return found
