"""Ends a game by agreement or by one side giving up, as a ruling that is saved and replayed."""

from __future__ import annotations

from collections.abc import Iterator

from engine.referee.event import Event
from engine.referee.history import Step
from engine.referee.outcome import Outcome
from engine.referee.refusal import REFEREE, Refusal
from engine.referee.ruling import LONGEST_NAME, AgreedDraw, Resignation
from engine.referee.state import State


def ended(state: State, ruling: Resignation | AgreedDraw) -> Step | tuple[Refusal, ...]:
    """The step after which the game is over, or every reason against it."""
    objections = _against_draw(state, ruling) if isinstance(ruling, AgreedDraw) else _against(state, ruling)
    refusals = tuple(Refusal(REFEREE, why) for why in objections)
    if refusals:
        return refusals
    title_of = state.scenario.title_of
    if isinstance(ruling, AgreedDraw):
        agreed = " and ".join(f"{name} ({title_of(side)})" for side, name in ruling.consent)
        outcome = Outcome("", f"A draw, as {agreed} agreed", REFEREE)
    else:
        others = [side for side in state.scenario.sides if side != ruling.side]
        winner = others[0] if len(others) == 1 else ""
        who = f"{ruling.name} ({title_of(ruling.side)})" if ruling.name else title_of(ruling.side)
        wins = f": {title_of(winner)} wins" if winner else ""
        outcome = Outcome(winner, f"{who} resigns{wins}", REFEREE)
    after = state.clone()
    after.outcome, after.frames = outcome, ()
    after.memo.clear()
    event = Event("GameEnded", outcome.text, REFEREE)
    return Step("", None, after, (event,), barrier=True, ruling=ruling)


def _against(state: State, ruling: Resignation) -> Iterator[str]:
    if not state.frames:
        yield "The game is over already"
    if ruling.side not in state.scenario.sides:
        yield f"{ruling.side!r:.60} does not play and so cannot resign"
    if len(ruling.name) > LONGEST_NAME:
        yield f"A name has at most {LONGEST_NAME} letters"


def _against_draw(state: State, ruling: AgreedDraw) -> Iterator[str]:
    agreed = dict(ruling.consent)
    if not state.frames:
        yield "The game is over already"
    missing = [side for side in state.scenario.sides if not agreed.get(side, "").strip()]
    if missing:
        yield f"A draw needs the consent of every side by name: {' and '.join(missing)} must agree"
    strangers = [side for side in agreed if side not in state.scenario.sides]
    if strangers:
        yield f"{strangers[0]!r:.60} does not play and so cannot agree to a draw"
    if any(len(name) > LONGEST_NAME for name in agreed.values()):
        yield f"A name has at most {LONGEST_NAME} letters"
