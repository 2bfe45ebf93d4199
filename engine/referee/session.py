"""A game being played: who decides, what is legal, what was done, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias

from msgspec import field

from engine.bad_input import BadInput
from engine.record import Record
from engine.referee.action import Action
from engine.referee.correction import corrected, with_new_dice
from engine.referee.dice_log import dice_opened
from engine.referee.ending import ended
from engine.referee.event import Event
from engine.referee.fair_seed import Contribution, seed_of
from engine.referee.first_roll import first_roll
from engine.referee.frame import Choice
from engine.referee.game import Game
from engine.referee.history import History, Step
from engine.referee.look_ahead import LookAhead
from engine.referee.outcome import Outcome
from engine.referee.preview import Preview
from engine.referee.progress import Progress
from engine.referee.public_view import EVERYBODY, view_for
from engine.referee.refusal import REFEREE, Refusal, RulesBug
from engine.referee.ruling import AgreedDraw, NewDice, Resignation, Ruling
from engine.referee.state import Scenario, State
from engine.referee.steps import opening_step, play
from engine.referee.transaction import Change
from engine.referee.view import View


class Accepted(Record):
    """It was done: what happened, and which records changed, hidden ones too.

    A side reads its own `log`, and a window the `ViewChange` of its side.
    """

    events: tuple[Event, ...]
    changes: tuple[Change, ...]


class Refused(Record):
    """It was not done: every reason why."""

    refusals: tuple[Refusal, ...]
    number: int = 1
    """Which of the submitted actions was refused, counted from 1; none of them was done."""


Answer: TypeAlias = Accepted | Refused


class Decision(Record):
    """Who is asked what, and where in the sequence of play that is."""

    side: str
    prompt: str
    path: tuple[str, ...]


class Start(Record):
    """Where a game comes from: the text of a scenario or of a position, and the switches chosen."""

    game: str
    kind: Literal["scenario", "position"]
    key: str
    text: str
    seed: str
    options: Mapping[str, Any] = field(default_factory=dict)
    contributions: tuple[Contribution, ...] = ()
    """What each side gave to the seed; none if the seed was given as it is."""

    def __post_init__(self) -> None:
        if self.contributions and self.seed != seed_of(self.contributions):
            raise BadInput("The seed does not follow from what the sides gave to the dice")
        for name, value in self.options.items():
            if not isinstance(value, str | int):
                raise BadInput(
                    f"Option {name!r:.60} should be a text, a whole number or a switch, not {value!r:.40}"
                )


class Takeback(Record):
    """A recorded agreement: the action with this number was taken back."""

    at: int
    consent: tuple[str, ...]

    def event(self, title_of: Callable[[str], str]) -> Event:
        """What the log says of it, with the sides by their titles."""
        agreed = " and ".join(map(title_of, self.consent))
        return Event("ActionTakenBack", f"Action {self.at} was taken back, as {agreed} agreed", REFEREE)


Writer: TypeAlias = Callable[["Session"], None]
_OTHER_DICE: Final = "The dice are this game's own from here on; what was before belongs to the game it left"
_BEHIND_A_BARRIER: Final = (
    "Action {} rolls dice or shows something hidden: {} must be submitted by itself, after that is seen"
)


class Session:
    """The referee of one game. Everything goes through `submit`."""

    def __init__(self, game: Game, start: Start, history: History) -> None:
        self.game = game
        self.start = start
        self.history = history
        self.takebacks: list[Takeback] = []
        self.bots: Mapping[str, str] = {}
        """The sides that bots play, each with the name of its bot; they are saved with the game."""
        self.writer: Writer | None = None
        """Called after each change of the history, before anybody sees the next decision."""
        self.read_only = ""
        """Why nothing may be done here, as a sentence; empty in a game that is being played."""
        self._undone: list[Step] = []
        self._listed: tuple[State | None, tuple[Action, ...]] = None, ()
        """The position for which legal actions were listed last, and these actions."""

    @classmethod
    def begin(cls, game: Game, start: Start) -> Session:
        """Begin a new game."""
        return cls(game, start, History(game.codec, opening_step(game, start)))

    # facts that reveal no position

    @property
    def scenario(self) -> Scenario:
        """What never changes during this game."""
        return self.history.present.scenario

    @property
    def sides(self) -> tuple[str, ...]:
        """The keys of all sides."""
        return self.history.present.scenario.sides

    @property
    def deciding_side(self) -> str | None:
        """The side that is asked now; None when the game is over."""
        return _asked(self.history.present) or None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None before its end."""
        return self.history.present.outcome

    def digest(self, at: int) -> str:
        """The short digest of the position after this number of actions."""
        return self.history.digest(at)

    @property
    def past_is_known(self) -> bool:
        """False right after a snapshot was loaded: the actions before it have not been replayed."""
        return self.history.last_is_known

    def replay_past(self, progress: Progress | None = None) -> None:
        """Replay the actions before the snapshot; an exception from `progress` changes nothing."""
        self.history.replay_past(progress)

    # reading

    @property
    def state(self) -> State:
        """The position now. For rules and tests: a window asks a `Seat`."""
        return self.history.present

    def __len__(self) -> int:
        """How many actions have been taken."""
        return len(self.history)

    @property
    def choice(self) -> Choice | None:
        """The decision that is waiting; None when the game is over."""
        return _choice_in(self.history.present)

    @property
    def decision(self) -> Decision | None:
        """What the window shows of it."""
        choice = self.choice
        if choice is None:
            return None
        path = tuple(frame.title for frame in self.state.frames if frame.title)
        try:
            return Decision(choice.side, choice.prompt(self.state), path)
        except Exception as error:
            raise RulesBug.of(error, f"{type(choice).__name__} asks {choice.side}") from error

    @property
    def turn_number(self) -> int | None:
        """The number of the game turn that is being played; None if the game does not number its turns."""
        return self.game.turn_number(self.state)

    def legal(self) -> list[Action]:
        """Everything the deciding side may do now."""
        choice = self.choice
        if choice is None or self.read_only:
            return []
        state = self.history.present
        try:
            found = choice.legal(state)
        except Exception as error:
            where = f"{type(choice).__name__} lists what {choice.side} may do"
            raise RulesBug.of(error, where) from error
        self._listed = state, tuple(found)
        return found

    def _is_listed(self, state: State, choice: Choice | None, side: str, action: Action) -> bool:
        """Was this found legal for the side when the legal actions of this very position were listed?

        The list and the refusals are answers of the same rule (`tests/contract/test_decisions.py`), so it
        need not be asked twice. It is for a single option that nobody chose.
        """
        listed, actions = self._listed
        asked = choice is not None and choice.side == side
        return state is listed and asked and action in actions and not self.read_only

    def refusals(self, side: str, action: Action) -> list[Refusal]:
        """Every reason why this side may not do that now; none means legal."""
        return self._reasons(self.state, self.choice, side, action)

    def _reasons(self, state: State, choice: Choice | None, side: str, action: Action) -> list[Refusal]:
        if choice is None:
            return [Refusal(REFEREE, "The game is over")]
        if self.read_only:
            return [Refusal(REFEREE, self.read_only)]
        if side != choice.side:
            return [Refusal(REFEREE, f"This is a decision of {choice.side}, not of {side}")]
        if not action.well_formed:
            return [Refusal(REFEREE, f"{action} is not an action: its kind and its target do not fit")]
        try:
            if action.kind != "none" and not self.game.can_name(state, choice, action):
                return [Refusal(REFEREE, f"There is no {action.kind} {action.target} here")]
            return list(choice.refusals(state, action))
        except Exception as error:
            raise RulesBug.of(error, f"{action} is asked of {type(choice).__name__} by {side}") from error

    def preview(self, side: str, action: Action) -> Preview | Refused:
        """What would come of it. Nothing is rolled, nothing changes, nothing hidden is betrayed."""
        refusals = self.refusals(side, action)
        if refusals:
            return Refused(tuple(refusals))
        choice = self.choice
        assert choice is not None
        try:
            return choice.preview(self.state, action)
        except Exception as error:
            where = f"{type(choice).__name__} previews {action} for {side}"
            raise RulesBug.of(error, where) from error

    def look_ahead(self, *actions: Action) -> LookAhead | None:
        """The decision that the deciding side would have after these actions; the game stays as it is.

        None if one of them is refused, rolls dice, shows something hidden, or gives the decision to another
        side: nobody can look past that.
        """
        choice = self.choice
        if choice is None or self.read_only:
            return None
        ahead: LookAhead | None = LookAhead((), self.game, self.state, choice, len(self) + 1)
        for action in actions:
            ahead = ahead.after(action) if ahead is not None else None
        return ahead

    def view(self, side: str | None) -> View:
        """The table from this side's chair; `EVERYBODY` sees what all sides may see."""
        try:
            return view_for(self.game, self.state, side)
        except Exception as error:
            raise RulesBug.of(error, f"the table is shown to {side or 'everybody'}") from error

    def log(self, side: str | None, since: int = 0) -> list[tuple[int, Event]]:
        """The sentences this side may read, each with the step it belongs to, from a step on.

        `EVERYBODY` reads what all sides may read.
        """
        taken_back: dict[int, list[Event]] = {}
        for taken in self.takebacks:
            event = taken.event(self.state.scenario.title_of)
            taken_back.setdefault(min(taken.at - 1, len(self)), []).append(event)
        lines = [
            (at, shown)
            for at in range(since, len(self) + 1)
            for event in (*self.history[at].events, *taken_back.get(at, ()))
            if (shown := event.for_all(self.sides) if side == EVERYBODY else event.for_side(side)) is not None
        ]
        if self.choice is None and since <= len(self):
            opened = dice_opened(self.start.contributions, self.state.scenario.title_of)
            lines += [(len(self), event) for event in opened]
        return lines

    def at(self, step_number: int) -> State:
        """The position after this number of actions."""
        return self.state if step_number == len(self) else self.history[step_number].state

    # playing

    def submit(self, side: str, action: Action, *further: Action, auto: bool = False) -> Answer:
        """Do it if it is legal. RulesBug leaves the game as it was.

        Several actions are one group: each is judged after the one before it, all of them are done or none,
        and they are undone and redone as one. A group ends where nobody could look ahead: an action behind
        dice, behind something hidden that was shown, or in a decision of another side is refused.
        """
        state = self.history.present
        steps: list[Step] = []
        for number, wanted in enumerate((action, *further), start=1):
            choice = _choice_in(state)
            if steps and steps[-1].barrier:
                refusals = [Refusal(REFEREE, _BEHIND_A_BARRIER.format(number - 1, wanted))]
            elif not auto and self._is_listed(state, choice, side, wanted):
                refusals = []
            else:
                refusals = self._reasons(state, choice, side, wanted)
            if refusals:
                return Refused(tuple(refusals), number)
            assert choice is not None
            step = play(state, choice, wanted, auto, len(self.history) + number)
            step.joined = number > 1
            steps.append(step)
            state = step.state
        return self.enter(*steps)

    def rule(self, ruling: Ruling) -> Answer:
        """A correction that every side agreed to, other dice, or the end; it is recorded like an action."""
        judged = self.judge(ruling)
        return judged if isinstance(judged, Refused) else self.enter(judged)

    def judge(self, ruling: Ruling) -> Step | Refused:
        """What would come of a ruling. Nothing is done yet, so another thread may take its time over it."""
        if self.read_only:
            return Refused((Refusal(REFEREE, self.read_only),))
        if isinstance(ruling, NewDice):
            step: Step | tuple[Refusal, ...] = with_new_dice(self.state, ruling)
        elif isinstance(ruling, Resignation | AgreedDraw):
            step = ended(self.state, ruling)
        else:
            step = corrected(self.game, self.state, ruling)
        if not isinstance(step, Step):
            return Refused(step)
        step.previous = self.history.last
        return step

    def enter(self, *steps: Step) -> Accepted:
        """Add steps to the history, the first of which follows from the present position."""
        if steps[0].previous not in (None, self.history.last):
            raise RulesBug("the game has gone on since this was judged")
        for step in steps:
            self.history.append(step)
        self._undone.clear()
        self._write()
        if len(steps) == 1:
            return Accepted(steps[0].events, steps[0].changes)
        events = (event for step in steps for event in step.events)
        return Accepted(tuple(events), tuple(change for step in steps for change in step.changes))

    def play_forced(self, most: int = 1000, stop_before_dice: bool = False) -> int:
        """Play single options for whoever has them, as long as they lead on; each is logged."""
        seen: set[str] = set()
        for played in range(most):
            choice, legal = self.choice, self.legal()
            if choice is None or len(legal) != 1:
                return played
            if stop_before_dice and first_roll(self.game, self.state, choice, legal[0]) is not None:
                return played
            here = self.history.digest(len(self))
            if here in seen:
                return played
            seen.add(here)
            answer = self.submit(choice.side, legal[0], auto=True)
            if isinstance(answer, Refused):
                raise RulesBug(
                    f"{type(choice).__name__} lists {legal[0]}, which is refused: {answer.refusals[0]}"
                )
        return most

    # the way back

    def undo_needs_consent(self, at: int | None = None) -> bool:
        """Would undo of this action, else of the last one, cross dice, a revelation or a hand-over?"""
        return bool(self.why_consent(at))

    def why_consent(self, at: int | None = None) -> str:
        """Why taking back this action, else the last one, needs every side's consent; empty if it is free.

        What was submitted together with it is taken back with it.
        """
        last = len(self) if at is None else at
        if last:
            for number in range(last, self.history.group_start(last) - 1, -1):
                if why := self._why_consent(number):
                    return why
        return ""

    def _why_consent(self, number: int) -> str:
        step = self.history[number]
        if step.barrier:
            return "Dice have fallen or something hidden was shown"
        asked = _asked(step.outline)
        if asked == step.side:
            return ""
        if not asked:
            return "The game is over and the table lies open"
        title_of = self.state.scenario.title_of
        return f"{title_of(asked)} decides now, and action {number} is one of {title_of(step.side)}"

    @property
    def can_undo(self) -> bool:
        """Has anything been done since the dice are this game's own?"""
        return len(self) > 0 and not self.read_only and not isinstance(self.history.last.ruling, NewDice)

    @property
    def undo_crosses_hand_over(self) -> bool:
        """Does undo need consent only because another side decides now?"""
        if self.choice is None or not self.undo_needs_consent():
            return False
        undone = range(self.group_start(len(self)), len(self) + 1)
        return not any(self.history[at].barrier for at in undone)

    def group_start(self, at: int) -> int:
        """The number of the first action of the group to which this action belongs; mostly its own."""
        return self.history.group_start(at)

    def undo(self, consent: Iterable[str] = ()) -> Refused | None:
        """Take the last action back, with all that was submitted together with it.

        Freely, or with every side's consent past dice, something hidden that was shown, or a hand-over.
        """
        refused = self._take_back(consent)
        if refused is None:
            self._write()
        return refused

    def _take_back(self, consent: Iterable[str] = ()) -> Refused | None:
        if self.read_only:
            return Refused((Refusal(REFEREE, self.read_only),))
        if len(self) == 0:
            return Refused((Refusal(REFEREE, "Nothing has been done yet"),))
        if isinstance(self.history.last.ruling, NewDice):
            return Refused((Refusal(REFEREE, _OTHER_DICE),))
        why = self.why_consent()
        if why:
            agreed = tuple(sorted(set(consent)))
            missing = [side for side in self.state.scenario.sides if side not in agreed]
            if missing:
                return Refused((Refusal(REFEREE, f"{why}: {' and '.join(missing)} must consent"),))
            self.takebacks.append(Takeback(self.history.group_start(len(self)), agreed))
        while True:
            step = self.history.pop()
            self._undone.append(step)
            if not step.joined or len(self) == 0:
                return None

    def take_back_to(self, actions: int, consent: Iterable[str] = ()) -> Refused | None:
        """Take back everything behind this number of actions at once; a group is not divided.

        Where a single undo would need every side's consent, this needs it, too; the log tells it once.
        """
        if self.read_only:
            return Refused((Refusal(REFEREE, self.read_only),))
        if actions >= len(self):
            return None
        first = self.history.group_start(actions + 1)
        undone = range(first, len(self) + 1)
        if any(isinstance(self.history[number].ruling, NewDice) for number in undone):
            return Refused((Refusal(REFEREE, _OTHER_DICE),))
        why = next(filter(None, map(self._why_consent, reversed(undone))), "")
        if why:
            agreed = tuple(sorted(set(consent)))
            missing = [side for side in self.sides if side not in agreed]
            if missing:
                return Refused((Refusal(REFEREE, f"{why}: {' and '.join(missing)} must consent"),))
            self.takebacks.append(Takeback(first, agreed))
        self._undone += [self.history.pop() for _ in undone]
        self._write()
        return None

    @property
    def last_actor(self) -> str:
        """The side that acted last; empty before the first action and after a ruling."""
        return self.history.last.side

    def last_action_of(self, sides: Iterable[str]) -> int:
        """The number of the last action that one of these sides chose itself; 0 if there is none."""
        wanted = frozenset(sides)
        for number in range(len(self), 0, -1):
            side, auto = self.history.done_by(number)
            if side in wanted and not auto:
                return number
        return 0

    def redo(self) -> Refused | None:
        """Do again what was taken back last, a group as one; its dice show the same faces."""
        if self.read_only:
            return Refused((Refusal(REFEREE, self.read_only),))
        if not self._undone:
            return Refused((Refusal(REFEREE, "Nothing has been taken back"),))
        self._do_again()
        self._write()
        return None

    def _do_again(self) -> None:
        self.history.append(self._undone.pop())
        while self._undone and self._undone[-1].joined:
            self.history.append(self._undone.pop())

    def go_to_length(self, actions: int) -> None:
        """Undo or redo until the game has this number of actions, as far as that is free; recorded once.

        A group is not divided: on the way back the game goes to its beginning, on the way on to its end.
        """
        if self.read_only:
            return
        if len(self) > actions:
            while len(self) > actions and self._take_back() is None:
                pass
        else:
            while len(self) < actions and self._undone:
                self._do_again()
        self._write()

    @property
    def can_redo(self) -> bool:
        """Is there something to do again?"""
        return bool(self._undone)

    @property
    def taken_back(self) -> tuple[Step, ...]:
        """What can be done again, the next first."""
        return tuple(reversed(self._undone))

    def branch(self, step_number: int, seed: str = "") -> Session:
        """A new game that shares everything up to this step; a seed gives it dice of its own."""
        other = Session(self.game, self.start, self.history.until(step_number))
        other.takebacks = [taken for taken in self.takebacks if taken.at <= step_number]
        other.bots = dict(self.bots)
        if seed:
            other.rule(NewDice(seed))
        return other

    def seat_bots(self, bots: Mapping[str, str]) -> None:
        """Bots play these sides from now on, each by its name; people play the others."""
        self.bots = dict(bots)
        self._write()

    def _write(self) -> None:
        if self.writer is not None:
            self.writer(self)


def _choice_in(state: State) -> Choice | None:
    """The decision of a position; None when the game is over."""
    if not state.frames:
        return None
    top = state.frames[-1]
    if not isinstance(top, Choice):
        raise RulesBug(f"{type(top).__name__} is not a decision")
    return top


def _asked(state: State) -> str:
    """The side that decides in a position; empty when the game is over."""
    top = state.frames[-1] if state.frames else None
    return top.side if isinstance(top, Choice) else ""
