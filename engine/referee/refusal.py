"""Refusals of the referee, and the decorator that names the cases a function implements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from engine.record import Record

REFEREE: Final = "referee"
"""The case of refusals that belong to the table itself: not your decision, no such unit."""

F = TypeVar("F", bound=Callable[..., Any])


class Refusal(Record):
    """Why an action is not allowed: a case of the rules and a sentence with the numbers in it."""

    case: str
    why: str

    def __str__(self) -> str:
        return f"{self.why} ({self.case})"


class RulesBug(Exception):
    """An invariant of the rules code broke. Never a player's mistake: those are `Refusal` values."""

    @classmethod
    def of(cls, error: Exception, where: str) -> RulesBug:
        """The error as a RulesBug, with what the referee was doing."""
        return cls(f"{error if isinstance(error, RulesBug) else repr(error)} ({where})")


def case(*ids: str) -> Callable[[F], F]:
    """Mark a function as the code of these cases, for `startline rules`."""

    def marked(function: F) -> F:
        function.__dict__["cases"] = ids
        return function

    return marked
