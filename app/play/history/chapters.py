"""Where turns, phases and combats begin in the history of a game, as far as one side may know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from engine.referee.frame import Choice, Frame
from engine.referee.session import Session

Kind = Literal["turn", "phase", "combat"]
COMBAT_WORDS: Final = ("combat", "attack", "assault", "battle")
"""A roll counts as combat if it falls under a title with one of these words."""
_DEEPEST: Final = 3
"""Titles that make a phase: turn, player turn, phase. What lies deeper are steps of one action."""


class Chapter(Struct, frozen=True):
    """A step worth jumping to."""

    kind: Kind
    step_number: int
    title: str


def phase_of(frames: Sequence[Frame]) -> tuple[tuple[str, str], ...]:
    """What is going on, without the steps of a single action: titles, and whose each of them is."""
    titled = [frame for frame in frames if frame.title][:_DEEPEST]
    return tuple(
        (frame.title, "" if isinstance(frame, Choice) else str(getattr(frame, "side", "")))
        for frame in titled
    )


def chapters(session: Session, side: str | None) -> list[Chapter]:
    """Every turn, phase and combat so far, in order; only what this side may read."""
    found: list[Chapter] = []
    steps = session.history.all()
    phase: tuple[tuple[str, str], ...] = ()
    before: Sequence[Frame] = ()
    for at, step in enumerate(steps):
        events = [shown for event in step.events if (shown := event.for_side(side)) is not None]
        turn = next((event.text for event in events if event.turn is not None), "")
        if turn:
            found.append(Chapter("turn", at, turn))
        if at and any(event.dice for event in events) and _is_fighting(before):
            rolled = next(event.text for event in events if event.dice)
            found.append(Chapter("combat", at, rolled))
        frames = step.outline.frames
        now = phase_of(frames)
        if frames and now != phase:
            title = " › ".join(name for name, _ in now[1:] or now)
            found.append(Chapter("phase", at, title))
            phase = now
        before = frames
    return found


def _is_fighting(frames: Sequence[Frame]) -> bool:
    titles = " ".join(frame.title for frame in frames).casefold()
    return any(word in titles for word in COMBAT_WORDS)


def start_of_phase(session: Session, known_from: int = -1) -> int:
    """How far the deciding side can freely go back in this phase: to its beginning, or to the last barrier.

    Steps up to `known_from` have not been replayed and are not looked at.
    """
    history, choice = session.history, session.choice
    now = len(session)
    if choice is None:
        return now
    phase, at = phase_of(session.state.frames), now
    while at - 1 > known_from:
        step = history[at]
        if step.barrier or step.side != choice.side:
            break
        if phase_of(history[at - 1].outline.frames) != phase:
            break
        at -= 1
    return at
