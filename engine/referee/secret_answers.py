"""Other answers to secret questions: those who have not heard an answer may suppose any that is possible."""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from engine.referee.frame import Choice, Simultaneous
from engine.referee.state import State
from engine.referee.transaction import Transaction

MOST_ACTIONS: Final = 100
"""Of one answer: an allotment of points takes several."""


def with_other_answers(state: State, side: str, chance: Random) -> State:
    """The position with other answers of the other sides, where they are not revealed yet.

    What comes of it depends on `chance`, not on what was really answered.
    """
    for depth, frame in enumerate(state.frames):
        if isinstance(frame, Simultaneous) and frame.at == 0 and frame.answers:
            state = _answered_anew(state, depth, frame, side, chance)
    return state


def _answered_anew(state: State, depth: int, frame: Simultaneous, side: str, chance: Random) -> State:
    answers = tuple(
        (
            who,
            answer
            if who == side or not answer
            else _other_answer(state, depth, frame, who, chance) or answer,
        )
        for who, answer in frame.answers
    )
    other = state.clone()
    frames = list(other.frames)
    frames[depth] = replace(frame, answers=answers)
    other.frames = tuple(frames)
    return other


def _other_answer(state: State, depth: int, frame: Simultaneous, side: str, chance: Random) -> str:
    """What a side answers that decides by chance; empty if it comes to no end."""
    asked = state.clone()
    asked.frames = (*state.frames[:depth], replace(frame, answers=(), asking=False))
    choice = frame.ask(asked, side)
    heard: list[str] = []
    for _ in range(MOST_ACTIONS):
        if not isinstance(choice, Choice):
            break
        tx = _HearsAnswer(asked, heard)
        tx.push(choice)
        choice.apply(tx, chance.choice(choice.legal(tx.state)))
        if heard:
            return heard[0]
        asked = tx.state
        choice = asked.frames[-1]  # type: ignore[assignment]
        asked.frames = asked.frames[:-1]
    return ""


class _HearsAnswer(Transaction):
    """Writes like any other and keeps what the decision ends with."""

    __slots__ = ("_heard",)

    def __init__(self, state: State, heard: list[str]) -> None:
        super().__init__(state)
        self._heard = heard

    def pop(self, result: object = None) -> None:
        self._heard.append(str(result))
