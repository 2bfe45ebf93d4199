"""What is going on, as frozen frames on a stack inside the state: decisions wait, procedures run."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Final, TypeAlias

from msgspec.structs import replace

from engine.record import Record
from engine.referee.action import Action
from engine.referee.allotment import Allotment
from engine.referee.checklist import Checklist
from engine.referee.preview import Preview
from engine.referee.refusal import Refusal, RulesBug
from engine.referee.state import State
from engine.referee.transaction import Transaction

PASS: Final = "pass"
CANCEL: Final = "cancel"
"""Withdraws what was begun and not finished, a half-planned attack say."""
ENDING_VERBS: Final = frozenset({PASS, "done", "end", CANCEL})
"""Verbs that end a decision in every game; a game adds its own in `Choice.ending_verbs`."""


class Frame(Record):
    """One thing that is going on. Its fields can be saved."""

    title: ClassVar[str] = ""
    """What the breadcrumb shows; empty shows nothing."""
    scope: ClassVar[str] = ""
    """Marks made for this scope end with this frame: "segment", "player turn", "game turn"."""

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """The frame that a procedure with this class among its steps opens; None leaves the step out."""
        shared = {"side": parent.side} if "side" in cls.__struct_fields__ and hasattr(parent, "side") else {}
        try:
            return cls(**shared)
        except TypeError as error:
            raise RulesBug(
                f"{cls.__name__} needs a `begin` to be a step of {type(parent).__name__}: {error}"
            ) from error

    def resume(self, tx: Transaction, result: Any) -> None:
        """Hear how the frame above ended."""

    def checklist(self, state: State, side: str | None) -> Checklist | None:
        """The printed steps of this procedure, as far as a side may know them; None shows no list."""
        return None


class Choice(Frame):
    """A decision of one side. The same predicate lists what is legal and explains what is not."""

    side: str

    ending_verbs: ClassVar[frozenset[str]] = ENDING_VERBS
    """The verbs that end this decision."""

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

    def names(self, action: Action) -> bool:
        """Is the target something that only this decision names, not a thing on the table: a purpose, say?"""
        return False

    def is_secret(self, state: State) -> bool:
        """Must the other sides not read in the log what is chosen here?"""
        return False

    def asks_across_the_table(self, state: State) -> bool:
        """Can the side answer without looking at anything that it hides from the others?

        True where the others may look on: they read the prompt, the label of each answer, what the decision
        is about and the previews, so nothing of that may depend on what only this side knows. If the decision
        is secret, the others look away while the side answers, and what it has chosen is not shown.
        """
        return False

    def allotment(self, state: State) -> Allotment | None:
        """The decision as points that are allotted over purposes; None if it is another kind of decision."""
        return None

    def cases_of(self, action: Action) -> tuple[str, ...]:
        """The cases of the rules that this action is about, the nearest first."""
        return cases_of(self.candidates, self.refusals, self.apply)

    def way_out(self, state: State) -> Action | None:
        """The action that goes back one step (the Esc key); None if there is no way back.

        It is legal, rolls no dice, reveals nothing and ends no phase, and the same side decides next.
        """
        return None

    def default(self, state: State) -> Action | None:
        """The answer that changes nothing, or that most players give; None if there is no such answer.

        It is legal. The window shows it first, and gives it for a click on the unit that is asked about.
        """
        return None

    def is_ending(self, action: Action) -> bool:
        """Does this action end the decision without doing anything else? Its button comes last."""
        return action.kind == "none" and action.verb in self.ending_verbs

    def preview(self, state: State, action: Action) -> Preview:
        """What would come of it, as far as this side can know."""
        return Preview()

    def label(self, state: State, action: Action) -> str:
        """What a button for this action says."""
        words = action.verb.replace("_", " ").replace("-", " ").capitalize()
        return f"{words} {target_name(state, action)}".rstrip()

    def reminders(self, state: State, action: Action) -> Iterator[str]:
        """What the side may have forgotten if it does this now."""
        return iter(())

    def spends(self, state: State) -> Iterable[str]:
        """The keys of the tracks that the side pays from here; the window keeps a running bill of them."""
        return ()

    def subjects(self, state: State) -> Iterable[str]:
        """The units of this side that the decision is about: ringed on the map, and moved by dragging."""
        return ()

    def whereabouts(self, state: State) -> Iterable[str]:
        """The hexes and hexsides that it is about, an attacked hex say: pointed at and brought into view."""
        return ()

    def drawn(self, state: State, action: Action) -> Iterable[str]:
        """The hexsides this action would draw: shown while it is considered, clicked instead of a button."""
        return ()

    def heading(self, state: State, verb: str) -> str:
        """What the actions with this verb are called together."""
        return verb.replace("_", " ").replace("-", " ").capitalize()


def cases_of(*functions: Any) -> tuple[str, ...]:
    """The cases that some functions are marked with (`@case`), each once."""
    found = (known for function in functions for known in getattr(function, "cases", ()))
    return tuple(dict.fromkeys(found))


def target_name(state: State, action: Action) -> str:
    """What the target of an action is called as far as the scenario says it."""
    if action.kind == "hex":
        return state.scenario.name_of(action.target)
    return state.scenario.region_title(action.target) if action.kind == "region" else action.target


ProcedureStep: TypeAlias = "type[Frame] | Callable[[Transaction, Any], None]"


class Procedure(Frame, kw_only=True):
    """A printed sequence: each step is a frame to open or a function `(tx, frame)` to carry out."""

    steps: ClassVar[tuple[ProcedureStep, ...]] = ()
    at: int = 0

    def again(self, state: State) -> bool:
        """Start over after the last step? Asked once per round; the frame and its scope go on."""
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


class Simultaneous(Procedure, kw_only=True):
    """Every side answers in secret; the answers are shown together."""

    answers: tuple[tuple[str, str], ...] = ()
    asking: bool = False

    @abstractmethod
    def ask(self, state: State, side: str) -> Choice | None:
        """The secret choice of one side; it pops with the answer as its result. None answers "" for it."""

    @abstractmethod
    def reveal(self, tx: Transaction, answers: dict[str, str]) -> None:
        """Both have answered: now it counts."""

    def run(self, tx: Transaction) -> None:
        sides = tx.state.scenario.sides
        if len(self.answers) < len(sides):
            _ask(tx, self.ask(tx.state, sides[len(self.answers)]), replace(self, asking=True), "")
        elif self.at == 0:
            tx.replace(replace(self, at=1))
            tx.reveal()
            self.reveal(tx, dict(self.answers))
        else:
            tx.pop(self.result(tx.state))

    def resume(self, tx: Transaction, result: Any) -> None:
        if self.asking:
            side = tx.state.scenario.sides[len(self.answers)]
            tx.replace(replace(self, asking=False, answers=(*self.answers, (side, str(result)))))


class Alternating(Procedure, kw_only=True):
    """The sides choose in turn, beginning with `side`, until all of them pass one after the other."""

    side: str
    passes: int = 0
    asking: bool = False
    out: tuple[str, ...] = ()

    pass_is_final: ClassVar[bool] = False
    """True where a side that has passed is out, and the others go on without it until they pass too."""

    @abstractmethod
    def ask(self, state: State, side: str) -> Choice | None:
        """The next choice of this side, which pops with PASS or anything else; None passes for it."""

    def run(self, tx: Transaction) -> None:
        sides = tx.state.scenario.sides
        if self.passes >= len(sides):
            tx.pop(self.result(tx.state))
        else:
            _ask(tx, self.ask(tx.state, self.side), replace(self, asking=True), PASS)

    def resume(self, tx: Transaction, result: Any) -> None:
        if not self.asking:
            return
        sides = tx.state.scenario.sides
        passed = result == PASS
        out = (*self.out, self.side) if passed and self.pass_is_final else self.out
        passes = len(out) if self.pass_is_final else self.passes + 1 if passed else 0
        at = sides.index(self.side) + 1
        following = next((side for side in (*sides[at:], *sides[:at]) if side not in out), self.side)
        tx.replace(replace(self, side=following, passes=passes, asking=False, out=out))


def _ask(tx: Transaction, choice: Choice | None, waiting: Simultaneous | Alternating, otherwise: str) -> None:
    """Only the answer to this question is heard: whatever else ends above the frame later is none."""
    tx.replace(waiting)
    if choice is None:
        waiting.resume(tx, otherwise)
    else:
        tx.push(choice)


_ENOUGH: Final = 10_000


def settle(tx: Transaction) -> None:
    """Let procedures run until somebody has to decide, or the game is over."""
    for _ in range(_ENOUGH):
        frames = tx.state.frames
        if not frames:
            if tx.state.outcome is None:
                raise RulesBug("nothing is going on and nobody has won")
            return
        top = frames[-1]
        if isinstance(top, Procedure):
            top.run(tx)
        elif not isinstance(top, Choice):
            raise RulesBug(f"{type(top).__name__} is on top, which neither runs nor asks anybody")
        elif top.side not in tx.state.scenario.sides:
            raise RulesBug(f"{type(top).__name__} asks {top.side!r}, who does not play")
        else:
            return
    raise RulesBug(f"{type(tx.state.frames[-1]).__name__} runs in circles")


def side_of(frame: Frame) -> str:
    """Whose frame it is, for a step that begins in it; empty if it is nobody's."""
    return str(getattr(frame, "side", ""))
