"""What a bot is asked: the decision of a side in a position as that side may know it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from engine.bots.character import CHARACTERS, Character
from engine.record import Record
from engine.referee.action import Action
from engine.referee.dice import Dice
from engine.referee.frame import Choice
from engine.referee.game import Game
from engine.referee.refusal import RulesBug
from engine.referee.session import Session
from engine.referee.state import State


class Question(Record):
    """A decision. What the side cannot know is imagined: it is dealt out anew, and the dice are others."""

    game: Game
    state: State
    side: str
    legal: tuple[Action, ...]
    step_number: int
    """How many actions have been done in the game."""
    moment: tuple[object, ...] = ()
    """Equal for two decisions between which nothing has changed; it tells nothing else."""
    character: Character = CHARACTERS["steady"]
    """By whose weights positions are judged."""

    @property
    def choice(self) -> Choice:
        """The decision itself."""
        top = self.state.frames[-1]
        assert isinstance(top, Choice)
        return top


class Bot(Protocol):
    """Anything that can decide for a side."""

    def answer(self, question: Question) -> Action:
        """One of the legal actions; there is at least one."""
        ...


def imagine(game: Game, state: State, side: str, seed: str) -> State:
    """A position that looks the same to this side; the same seed imagines the same."""
    imagined = game.imagined(state, side, Random(f"imagine {seed}"))
    if imagined is state:
        imagined = state.clone()
    imagined.dice = Dice(f"imagined {seed}")
    return imagined


def ask(session: Session, seed: str, step_number: int | None = None) -> Question:
    """The decision that is open in a game, for a bot with this seed."""
    return asking(session, seed, step_number)()


def asking(session: Session, seed: str, step_number: int | None = None) -> Callable[[], Question]:
    """A function that asks for the decision that is open now; another thread may call it."""
    game, state, choice = session.game, session.state, session.choice
    assert choice is not None
    step_number = len(session) if step_number is None else step_number

    def asked() -> Question:
        try:
            legal = tuple(choice.legal(state))
        except Exception as error:
            where = f"{type(choice).__name__} lists what {choice.side} may do"
            raise RulesBug.of(error, where) from error
        imagined = imagine(game, state, choice.side, f"{seed} {step_number}")
        moment = (*state.frames, *(table.stamp for table in state.tables.values()))
        return Question(game, imagined, choice.side, legal, step_number, moment)

    return asked
