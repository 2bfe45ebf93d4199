"""Marks with a scope: used leader, moved, building since turn 3. The referee takes them off by itself."""

from __future__ import annotations

from dataclasses import dataclass

from engine.referee.state import State


@dataclass(frozen=True, slots=True)
class Mark:
    """A word on a thing. It goes when the `left`th frame of its scope at `depth` ends; no scope, no end."""

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
    return f"{subject}|{name}" in state.tables[Mark]


def mark_value(state: State, subject: str, name: str) -> str:
    """What the mark says; empty when there is none."""
    mark = state.find(Mark, f"{subject}|{name}")
    return mark.value if mark else ""


def marks_on(state: State, subject: str) -> list[Mark]:
    """Every mark of one thing, in the order they were put on."""
    return [mark for mark in state.all(Mark).values() if mark.subject == subject]
