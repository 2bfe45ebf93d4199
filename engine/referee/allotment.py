"""A decision in which points are allotted over several purposes, as a panel shows it: one row for each."""

from __future__ import annotations

from collections.abc import Mapping

from engine.record import Record
from engine.referee.action import Action


class Allotment(Record):
    """What can be allotted. All of it is one answer: actions that are submitted together."""

    points: int
    unit: str
    """What one of them is called: "air point"."""
    purposes: tuple[tuple[str, str], ...]
    """The word of each purpose and what it is called."""
    verb: str
    """The verb of the action that gives one point to a purpose."""
    done: Action
    must_spend_all: bool = False

    def actions(self, given: Mapping[str, int]) -> tuple[Action, ...]:
        """The actions that allot this many points to each purpose."""
        names = (name for name, _ in self.purposes for _ in range(given.get(name, 0)))
        return (*(Action(self.verb, "marker", name) for name in names), self.done)
