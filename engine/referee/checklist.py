"""A printed procedure as a list of steps: where one is, what was decided, and what may still come.

A frame makes it (`Frame.checklist`), the seat that reads it adds lines of the log, and a panel shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from engine.record import Record
from engine.referee.event import Event
from engine.referee.modifier import Amount
from engine.referee.preview import PossibleOutcome

DONE: Final = "done"
NOW: Final = "now"
AHEAD: Final = "ahead"
LEFT_OUT: Final = "left out"


class ChecklistLine(Record):
    """One thing that was decided or counts in a step, by which case, and how much it adds."""

    text: str
    case: str = ""
    amount: Amount | None = None


class ChecklistStep(Record):
    """One step of the procedure."""

    title: str
    state: str
    """DONE, NOW, AHEAD or LEFT_OUT."""
    case: str = ""
    lines: tuple[ChecklistLine, ...] = ()
    chapters: tuple[str, ...] = ()
    """The chapters of the rules whose lines in the log belong to this step: the first part of their cases."""


class Branch(Record):
    """Something that may come, how likely it is after what stands above it, and what may follow."""

    text: str
    probability: Fraction
    case: str = ""
    branches: tuple[Branch, ...] = ()


class Forecast(Record):
    """All things that can come of something, with the exact chance of each."""

    title: str
    outcomes: tuple[PossibleOutcome, ...]


class Checklist(Record):
    """The steps of a procedure that is going on."""

    title: str
    steps: tuple[ChecklistStep, ...]
    ahead: tuple[Branch, ...] = ()
    """What dice may still decide, in the order in which they are rolled."""
    forecasts: tuple[Forecast, ...] = ()
    note: str = ""
    """What was supposed to make them, where a player has not decided yet."""


def states_of(places: Sequence[int], at: int) -> list[str]:
    """The states of steps that begin at these places of a procedure, if one is at the place `at` now."""
    ends = (*places[1:], at + 1 if not places else max(at, places[-1]) + 1)
    return [
        NOW if start <= at < end else DONE if end <= at else AHEAD
        for start, end in zip(places, ends, strict=True)
    ]


def with_log(checklist: Checklist, events: Sequence[Event]) -> Checklist:
    """What the log says, added to the step that it belongs to; what belongs to no step goes with the line
    before it."""
    by_chapter = {chapter: n for n, step in enumerate(checklist.steps) for chapter in step.chapters}
    lines: list[list[ChecklistLine]] = [list(step.lines) for step in checklist.steps]
    at = 0
    for event in events:
        if event.text:
            at = by_chapter.get(event.case.partition(".")[0], at)
            lines[at].append(ChecklistLine(event.text, event.case))
    steps = (
        replace(s, lines=tuple(dict.fromkeys(found))) for s, found in zip(checklist.steps, lines, strict=True)
    )
    return replace(checklist, steps=tuple(steps))


def public_checklist(found: Sequence[Checklist | None]) -> Checklist | None:
    """What all sides may read of their checklists: what is the same in all of them."""
    first, *others = found
    if first is None or any(other is None or len(other.steps) != len(first.steps) for other in others):
        return None
    every = [other for other in others if other is not None]
    steps = []
    for number, step in enumerate(first.steps):
        same = [line for line in step.lines if all(line in other.steps[number].lines for other in every)]
        steps.append(replace(step, lines=tuple(same)))
    alike = all((o.ahead, o.forecasts, o.note) == (first.ahead, first.forecasts, first.note) for o in every)
    if not alike:
        first = replace(first, ahead=(), forecasts=(), note="")
    return replace(first, steps=tuple(steps))
