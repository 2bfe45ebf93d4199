"""Play with passive actions until a phase begins: the step `until PHASE` of a worked example."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.bad_input import BadInput
from engine.referee.action import Action
from engine.referee.frame import CANCEL, Frame
from engine.referee.session import Session

_WORD: Final = "until"
_MOST_ACTIONS: Final = 500


def phase_named(spelling: str) -> str:
    """The phase that a step `until PHASE` or `until SIDE PHASE` names; empty for any other step."""
    word, _, phase = spelling.partition(" ")
    return " ".join(phase.split()).casefold() if word == _WORD else ""


def steps_until(session: Session, phase: str) -> Iterator[Action]:
    """The next action of the deciding side, until the phase has begun; submit each before the next.

    Yields nothing if the phase has begun already. BadInput says which decision cannot be passed.
    """
    seen = dict.fromkeys(_titles(session))
    for _ in range(_MOST_ACTIONS):
        if _is_on(session, phase):
            return
        yield _quiet_action(session, phase)
        seen |= dict.fromkeys(_titles(session))
    raise BadInput(f"`until {phase}` does not come about; there is {', '.join(filter(None, seen))}")


def _is_on(session: Session, phase: str) -> bool:
    return any(
        phase in (name, f"{getattr(frame, 'side', '')} {name}".casefold())
        for frame in session.state.frames
        for name in _names(frame)
    )


def _names(frame: Frame) -> tuple[str, ...]:
    return tuple(name.casefold() for name in (frame.title, type(frame).__name__) if name)


def _titles(session: Session) -> list[str]:
    return [frame.title for frame in session.state.frames]


def _quiet_action(session: Session, phase: str) -> Action:
    """The only legal action, or the one that ends the decision. Nothing that was begun is cancelled."""
    choice, decision, legal = session.choice, session.decision, session.legal()
    if choice is None or decision is None:
        raise BadInput(f"The game is over before `until {phase}` comes about")
    if len(legal) == 1:
        return legal[0]
    way_out = choice.way_out(session.state)
    endings = [action for action in legal if choice.is_ending(action) and action.verb != CANCEL]
    for action in sorted(endings, key=lambda action: action == way_out):
        return action
    raise BadInput(f"On the way to `until {phase}` a side must decide: {decision.prompt}")
