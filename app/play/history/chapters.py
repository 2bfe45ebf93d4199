"""Where turns, phases and combats begin in the history of a game, as far as one side may know it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from engine.referee.seat import Seat
from engine.referee.visible_step import OVER, VisibleStep

Kind = Literal["turn", "phase", "combat"]
Titles: TypeAlias = tuple[tuple[str, str], ...]
"""What is going on, and whose each part of it is."""
COMBAT_WORDS: Final = ("combat", "attack", "assault", "battle")
"""A roll counts as combat if it falls under a title with one of these words."""
_DEEPEST: Final = 3
"""Titles that make a phase: turn, player turn, phase. What lies deeper are steps of one action."""


class Chapter(Struct, frozen=True):
    """A step worth jumping to."""

    kind: Kind
    step_number: int
    title: str


def phase_of(step: VisibleStep) -> Titles:
    """The phase after a step: what is going on, without the parts of a single action."""
    return step.titles[:_DEEPEST]


def chapters(seat: Seat) -> list[Chapter]:
    """Every turn, phase and combat so far, in order; only what the side of this seat may read."""
    found: list[Chapter] = []
    phase: Titles = ()
    before: Titles = ()
    for step in seat.steps():
        at, events = step.number, step.events
        turn = next((event.text for event in events if event.turn is not None), "")
        if turn:
            found.append(Chapter("turn", at, turn))
        if at and any(event.dice for event in events) and _is_fighting(before):
            rolled = next(event.text for event in events if event.dice)
            found.append(Chapter("combat", at, rolled))
        now = phase_of(step)
        if step.decision != OVER and now != phase:
            title = " › ".join(name for name, _ in now[1:] or now)
            found.append(Chapter("phase", at, title))
            phase = now
        before = step.titles
    return found


def _is_fighting(titles: Titles) -> bool:
    words = " ".join(title for title, _ in titles).casefold()
    return any(word in words for word in COMBAT_WORDS)


def beginning_of_phase(seat: Seat, known_from: int = -1) -> int:
    """The first step of what is going on now, whoever did what in it.

    Steps up to `known_from` have not been replayed and are not looked at.
    """
    at = seat.actions_taken
    if at - 1 <= known_from:
        return at
    phase = _procedures(seat.step(at))
    while at - 1 > known_from and _procedures(seat.step(at - 1)) == phase:
        at -= 1
    return at


def _procedures(step: VisibleStep) -> list[str]:
    """The titles of what is going on without those of the decision."""
    return [title for title, _ in phase_of(step)]


def start_of_phase(seat: Seat, known_from: int = -1) -> int:
    """How many actions are left if the side of this seat undoes freely what it did in the current phase.

    To the beginning of the phase, or to the last barrier. The seat is that of the deciding side.

    Steps up to `known_from` have not been replayed and are not looked at.
    """
    at = seat.actions_taken
    if seat.side is None or at - 1 <= known_from:
        return at
    step = seat.step(at)
    phase = phase_of(step)
    while at - 1 > known_from:
        before = seat.step(at - 1)
        if step.is_barrier or step.side != seat.side or phase_of(before) != phase:
            break
        step, at = before, at - 1
    return at
