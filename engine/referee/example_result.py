"""The result of a worked example, step by step."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from engine.record import Record
from engine.referee.event import Event
from engine.referee.refusal import Refusal


class TryResult(Record):
    """The result of one step; without failures everything was as expected."""

    spelling: str
    expect: str
    side: str = ""
    actions: tuple[str, ...] = ()
    answer: str = ""
    """`accepted`, `refused`, or empty if the step did not get that far."""
    refusals: tuple[Refusal, ...] = ()
    events: tuple[Event, ...] = ()
    decision: tuple[str, str, str] | None = None
    """Side, prompt and frame of the next decision."""
    failures: tuple[str, ...] = ()
    bug: bool = False
    """True if a failure is a fault of the rules code: an invariant broke."""

    def to_json(self) -> dict[str, Any]:
        """Plain values, for programs."""
        return {
            "try": self.spelling,
            "side": self.side,
            "actions": list(self.actions),
            "expect": self.expect,
            "answer": self.answer,
            "refusals": [asdict(refusal) for refusal in self.refusals],
            "events": [
                {"what": e.what, "text": e.text, "case": e.case, "dice": list(e.dice)} for e in self.events
            ],
            "decision": dict(zip(("side", "prompt", "frame"), self.decision, strict=True))
            if self.decision
            else None,
            "failures": list(self.failures),
        }


class ExampleResult(Record):
    """The result of a whole position file."""

    name: str
    game: str
    title: str
    cases: tuple[str, ...]
    tries: tuple[TryResult, ...]

    @property
    def failures(self) -> list[str]:
        """Every failure, with its step."""
        return [f"{done.spelling}: {failure}" for done in self.tries for failure in done.failures]

    @property
    def passed(self) -> bool:
        return not any(done.failures for done in self.tries)

    @property
    def bug(self) -> bool:
        """Did an invariant of the rules break?"""
        return any(done.bug for done in self.tries)

    def to_json(self) -> dict[str, Any]:
        """Plain values, for programs."""
        return {
            "file": self.name,
            "game": self.game,
            "title": self.title,
            "cases": list(self.cases),
            "passed": self.passed,
            "tries": [done.to_json() for done in self.tries],
        }
