"""What is going on, as frozen frames on a stack inside the state: decisions wait, procedures run."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, TypeAlias

from engine.referee.action import Action
from engine.referee.preview import Preview
from engine.referee.refusal import Refusal, RulesBug
from engine.referee.state import State
from engine.referee.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Frame:
    """One thing that is going on. Subclasses are frozen dataclasses whose fields can be saved."""

    title: ClassVar[str] = ""
    """What the breadcrumb shows; empty shows nothing."""
    scope: ClassVar[str] = ""
    """Marks made for this scope end with this frame: "segment", "player turn", "game turn"."""

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """The frame that a procedure with this class among its steps opens; None leaves the step out."""
        shared = {f.name: getattr(parent, f.name) for f in fields(cls) if f.name == "side"}
        return cls(**shared)

    def resume(self, tx: Transaction, result: Any) -> None:
        """Hear how the frame above ended."""


@dataclass(frozen=True, slots=True)
class Choice(Frame):
    """A decision of one side. The same predicate lists what is legal and explains what is not."""

    side: str

    secret: ClassVar[bool] = False
    """True when the other side must not read the action in the log."""

    @abstractmethod
    def prompt(self, state: State) -> str:
        """What the side is asked."""

    @abstractmethod
    def candidates(self, state: State) -> Iterable[Action]:
        """Everything that could be legal, cheaply."""

    @abstractmethod
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """Every reason against this action; legal means that there is none."""

    def legal(self, state: State) -> list[Action]:
        """The candidates against which there is no reason.

        Where that is a long list, a frame may find it faster than one by one. The contract of all games
        checks that the answer is the same.
        """
        refusals = self.refusals
        return [action for action in self.candidates(state) if next(refusals(state, action), None) is None]

    @abstractmethod
    def apply(self, tx: Transaction, action: Action) -> None:
        """Do it. The action is legal."""

    def preview(self, state: State, action: Action) -> Preview:
        """What would come of it, as far as this side can know."""
        return Preview()

    def label(self, state: State, action: Action) -> str:
        """What a button for this action says."""
        words = action.verb.replace("_", " ").replace("-", " ").capitalize()
        return f"{words} {action.target}".rstrip()

    def reminders(self, state: State, action: Action) -> Iterator[str]:
        """What the side may have forgotten if it does this now."""
        return iter(())


Step: TypeAlias = "type[Frame] | Callable[[Transaction, Any], None]"


@dataclass(frozen=True, slots=True)
class Procedure(Frame):
    """A printed sequence: each step is a frame to open or a function `(tx, frame)` to carry out."""

    steps: ClassVar[tuple[Step, ...]] = ()
    at: int = field(default=0, kw_only=True)

    def again(self, state: State) -> bool:
        """Start over after the last step? Asked once per round."""
        return False

    def result(self, state: State) -> Any:
        """What the frame below hears at the end."""
        return None

    def run(self, tx: Transaction) -> None:
        """Carry out the next step."""
        if self.at >= len(self.steps):
            if self.again(tx.state):
                tx.replace(replace(self, at=0))
            else:
                tx.pop(self.result(tx.state))
            return
        step = self.steps[self.at]
        here = replace(self, at=self.at + 1)
        tx.replace(here)
        if isinstance(step, type):
            opens: type[Frame] = step
            frame = opens.begin(tx.state, here)
            if frame is not None:
                tx.push(frame)
        else:
            step(tx, here)


@dataclass(frozen=True, slots=True)
class Simultaneous(Procedure):
    """Every side answers in secret; the answers are shown together."""

    answers: tuple[tuple[str, str], ...] = field(default=(), kw_only=True)

    @abstractmethod
    def ask(self, state: State, side: str) -> Choice:
        """The secret choice of one side; it pops with the answer as its result."""

    @abstractmethod
    def reveal(self, tx: Transaction, answers: dict[str, str]) -> None:
        """Both have answered: now it counts."""

    def run(self, tx: Transaction) -> None:
        sides = tx.state.scenario.sides
        if len(self.answers) < len(sides):
            tx.push(self.ask(tx.state, sides[len(self.answers)]))
        elif self.at == 0:
            tx.replace(replace(self, at=1))
            tx.reveal()
            self.reveal(tx, dict(self.answers))
        else:
            tx.pop()

    def resume(self, tx: Transaction, result: Any) -> None:
        if self.at == 0:
            side = tx.state.scenario.sides[len(self.answers)]
            tx.replace(replace(self, answers=(*self.answers, (side, str(result)))))


PASS = "pass"


@dataclass(frozen=True, slots=True)
class Alternating(Procedure):
    """The sides choose in turn, beginning with `side`, until all of them pass one after the other."""

    side: str
    passes: int = field(default=0, kw_only=True)

    @abstractmethod
    def ask(self, state: State, side: str) -> Choice | None:
        """The next choice of this side, which pops with PASS or anything else; None passes for it."""

    def run(self, tx: Transaction) -> None:
        sides = tx.state.scenario.sides
        if self.passes >= len(sides):
            tx.pop()
            return
        choice = self.ask(tx.state, self.side)
        if choice is None:
            self.resume(tx, PASS)
        else:
            tx.push(choice)

    def resume(self, tx: Transaction, result: Any) -> None:
        sides = tx.state.scenario.sides
        following = sides[(sides.index(self.side) + 1) % len(sides)]
        tx.replace(replace(self, side=following, passes=self.passes + 1 if result == PASS else 0))


_ENOUGH = 10_000


def settle(tx: Transaction) -> None:
    """Let procedures run until somebody has to decide, or the game is over."""
    for _ in range(_ENOUGH):
        frames = tx.state.frames
        if not frames:
            if tx.state.outcome is None:
                raise RulesBug("nothing is going on and nobody has won")
            return
        top = frames[-1]
        if not isinstance(top, Procedure):
            return
        top.run(tx)
    raise RulesBug(f"{type(tx.state.frames[-1]).__name__} runs in circles")
