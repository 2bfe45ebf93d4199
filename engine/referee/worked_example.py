"""Worked examples: play a position file and say where the answers differ from those expected.

A position file names a game, the cases it is about and a position; then it tries actions:

    game = "ttr"
    case = ["3.2.1"]                  the cases this is evidence for
    title = "A unit stops when it enters an enemy zone of control"
    dice = [3, 5]                     faces that will fall, if any (each [[do]] may load its own)
    ...                               the position itself, in the words of the game

    [[do]]
    action = "select 4AD; move 2415"  several steps: all but the last must be accepted
    expect = "refused 3.2.1"          or "accepted", which is what is expected if nothing is said
    [[do]]
    action = "move 2314"              the tries go on from one another; a refused one changes nothing
    side = "allied"                   who says it; else whoever has to decide
    modifiers = ["+1 7.4"]            the preview lists exactly these: amount, case, "waived" if it is
    log = ["enters 2314"]             words that stand in the log of the last action
    legal = ["halt"]                  what may be done afterwards
    illegal = ["move 2415: 3.2.1"]    what may not, with the case behind the colon
    [do.then]                         what the table shows afterwards: see `engine.referee.expectation`
    "4AD.place" = "2314"

An action is a verb, or a verb with a target, or, where that could be misread, a verb, a kind and a target:
`halt`, `move 2314`, `move hex 2314`. The case of a refusal by the table itself (not your decision,
no such unit) is `referee`.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.bad_input import BadInput
from engine.lean_dataclass import dataclass
from engine.referee.action import KINDS, Action
from engine.referee.chronicle import Chronicle, Moment
from engine.referee.dice import Dice, LoadedDiceMismatch
from engine.referee.event import Event
from engine.referee.expectation import Claim, claims
from engine.referee.modifier import Modifier, signed
from engine.referee.position import Position, Try
from engine.referee.preview import Preview
from engine.referee.refusal import REFEREE, Refusal, RulesBug
from engine.referee.rulebook import Rulebook
from engine.referee.save import Lookup, read_text
from engine.referee.session import Accepted, Answer, Refused, Session, Start

SEED: Final = "worked example"
"""What dice follow from when an example has not loaded enough of them: the same faces every time."""


@dataclass(frozen=True, slots=True)
class TryResult:
    """What came of one try; no failures means that everything was as expected."""

    spelling: str
    expect: str
    side: str = ""
    actions: tuple[str, ...] = ()
    answer: str = ""
    """`accepted`, `refused`, or empty when the try did not get that far."""
    refusals: tuple[Refusal, ...] = ()
    events: tuple[Event, ...] = ()
    decision: tuple[str, str, str] | None = None
    """Side, question and frame of what is asked afterwards."""
    failures: tuple[str, ...] = ()
    bug: bool = False
    """A failure is the rules' own: an invariant broke."""

    def to_json(self) -> dict[str, Any]:
        """Plain values, for programs."""
        return {
            "try": self.spelling,
            "side": self.side,
            "actions": list(self.actions),
            "expect": self.expect,
            "answer": self.answer,
            "refusals": [refusal._asdict() for refusal in self.refusals],
            "events": [
                {"what": e.what, "text": e.text, "case": e.case, "dice": list(e.dice)} for e in self.events
            ],
            "decision": dict(zip(("side", "prompt", "frame"), self.decision, strict=True))
            if self.decision
            else None,
            "failures": list(self.failures),
        }


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """What came of a whole position file."""

    name: str
    game: str
    title: str
    cases: tuple[str, ...]
    tries: tuple[TryResult, ...]

    @property
    def failures(self) -> list[str]:
        """Every failure, with the try it belongs to."""
        return [f"{done.spelling}: {failure}" for done in self.tries for failure in done.failures]

    @property
    def passed(self) -> bool:
        return not any(done.failures for done in self.tries)

    @property
    def bug(self) -> bool:
        """Did an invariant of the rules break?"""
        return any(done.bug for done in self.tries)

    def to_json(self) -> dict[str, Any]:
        """Plain values, for programs."""
        return {
            "file": self.name,
            "game": self.game,
            "title": self.title,
            "cases": list(self.cases),
            "passed": self.passed,
            "tries": [done.to_json() for done in self.tries],
        }


@dataclass(frozen=True, slots=True)
class Expected:
    """A try with everything read that can be read before the game is set up."""

    attempt: Try
    refused: tuple[str, ...] | None
    """The cases that must be among the reasons; None when it must be accepted."""
    claims: tuple[Claim, ...]
    illegal: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def cases_refused(self) -> set[str]:
        """Every case that this try expects to say no."""
        return {*(self.refused or ()), *(case for _, cases in self.illegal for case in cases)}


def expected(position: Position) -> tuple[Expected, ...]:
    """Read what a position expects; BadInput if it cannot be understood or nothing is tried."""
    if not position.tries:
        raise BadInput("This position tries nothing: write at least one [[do]] with an action")
    return tuple(
        _expected(attempt, f"[[do]] number {n}") for n, attempt in enumerate(position.tries, start=1)
    )


def _expected(attempt: Try, where: str) -> Expected:
    word, *cases = attempt.expect.split()
    if (word == "refused") != bool(cases):
        raise BadInput(
            f"`expect` in {where} should be `accepted`, or `refused` with the case that refuses it"
        )
    if word == "refused" and (attempt.modifiers is not None or attempt.log):
        raise BadInput(f"A refused action has no modifiers and no log, but {where} asks for them")
    if not all(line.strip() for line in attempt.legal):
        raise BadInput(f"An action under `legal` in {where} is empty")
    illegal = []
    for line in attempt.illegal:
        spelling, _, behind = line.rpartition(":")
        if not spelling.strip() or not behind.split():
            raise BadInput(f"{line!r:.60} under `illegal` in {where} should be an action, a colon and a case")
        illegal.append((spelling.strip(), tuple(behind.split())))
    try:
        read = claims(attempt.then)
    except BadInput as problem:
        raise BadInput(f"{problem} in {where}") from None
    return Expected(attempt, tuple(cases) if cases else None, read, tuple(illegal))


def run_file(path: Path, lookup: Lookup) -> ExampleResult:
    """Play the worked example in a file."""
    text = read_text(path, "position file")
    try:
        _check_cases(Position.loads(text), lookup)
        return run(text, lookup, str(path))
    except BadInput as problem:
        raise BadInput(f"{path}: {problem}") from None


def _check_cases(position: Position, lookup: Lookup) -> None:
    """BadInput if the example is about a case, or expects a refusal by one, that the game does not have."""
    path = lookup(position.game).rules_path()
    if not path.is_file():
        return  # A game that is only being written may have no case index yet.
    named = [*position.cases, *(case for entry in expected(position) for case in entry.cases_refused)]
    for case in sorted(set(named) - {REFEREE} - _known_cases(path)):
        raise BadInput(f"The rules of {position.game} have no case {case!r:.40}; mend its number")


@cache
def _known_cases(path: Path) -> frozenset[str]:
    return frozenset(Rulebook.load(path).cases)


def run(text: str, lookup: Lookup, name: str = "") -> ExampleResult:
    """Play a worked example. BadInput if it is none; whatever else goes wrong is a failure in the result."""
    position = Position.loads(text)
    plan = expected(position)
    game = lookup(position.game)
    results: list[TryResult] = []
    try:
        session = Session.begin(game, Start(position.game, "position", name, text, SEED))
    except BadInput:
        raise
    except Exception as error:
        _refuse_misfitting_dice(error, "the set-up")
        results.append(TryResult("set-up", "accepted", failures=(_bug(error),), bug=True))
    else:
        for number, entry in enumerate(plan, start=1):
            if entry.attempt.dice:
                session = with_loaded_dice(session, entry.attempt.dice)
            results.append(_Attempt(session, entry, f"[[do]] number {number}").result())
    return ExampleResult(name, position.game, position.title, position.cases, tuple(results))


def with_loaded_dice(session: Session, faces: tuple[int, ...]) -> Session:
    """For examples only: the game goes on from here with these faces to fall next, its record begun anew."""
    state = session.state.clone()
    state.dice = Dice(state.dice.seed, state.dice.fallen, faces)
    return Session(session.game, session.start, Chronicle(session.game.codec, Moment("", None, state)))


def resolve(session: Session, side: str, spelling: str) -> Action:
    """The action that a spelling means here: `verb`, `verb target` or `verb kind target`."""
    verb, *rest = spelling.split(None, 2)
    if not rest or (len(rest) == 2 and rest[0] in KINDS[1:]):
        return Action.parse(spelling)
    target, choice = spelling.removeprefix(verb).strip(), session.choice
    offered = list(choice.candidates(session.state)) if choice is not None else []
    for action in offered:
        if action.verb == verb and action.target == target:
            return action
    usual = [action.kind for action in offered if action.verb == verb and action.kind != "none"]
    others = [kind for kind in KINDS[1:] if not usual or kind != "number"]
    kinds = dict.fromkeys(usual + others)
    meanings = [Action(verb, kind, target) for kind in kinds if _may_name(kind, target)]
    for action in meanings:
        if session.game.knows(session.state, side, action):
            return action
    return meanings[0]


def _may_name(kind: str, target: str) -> bool:
    try:
        return bool(Action.parse(f"verb {kind} {target}"))
    except BadInput:
        return False


class _Attempt:
    """One try being played."""

    def __init__(self, session: Session, entry: Expected, where: str) -> None:
        self.session = session
        self.where = where
        self.entry = entry
        self.attempt = entry.attempt
        self.side = ""
        self.actions: list[str] = []
        self.answer: Answer | None = None

    def result(self) -> TryResult:
        """Play and judge; nothing but BadInput gets out."""
        bug = False
        decision = None
        try:
            failures = tuple(self._failures())
            decided, choice = self.session.decision, self.session.choice
            if decided is not None:
                decision = (decided.side, decided.prompt, type(choice).__name__)
        except BadInput:
            raise
        except Exception as error:
            _refuse_misfitting_dice(error, f"{self.where} ({self.attempt.actions[-1]:.40})")
            failures, bug = (_bug(error),), True
        answer = self.answer
        return TryResult(
            spelling="; ".join(self.attempt.actions),
            expect=self.attempt.expect,
            side=self.side,
            actions=tuple(self.actions),
            answer="" if answer is None else "accepted" if isinstance(answer, Accepted) else "refused",
            refusals=answer.refusals if isinstance(answer, Refused) else (),
            events=answer.events if isinstance(answer, Accepted) else (),
            decision=decision,
            failures=failures,
            bug=bug,
        )

    def _failures(self) -> Iterator[str]:
        *way, last = self.attempt.actions
        for spelling in way:
            action = self._resolve(spelling, self._decider())
            answer = self.session.submit(self.side, action)
            if isinstance(answer, Refused):
                self.answer = answer
                yield f"{spelling} on the way there should be accepted, but {_reasons(answer.refusals)}"
                return
        action = self._resolve(last, self.attempt.side or self._decider())
        preview = None
        if self.attempt.modifiers is not None:
            preview = self.session.preview(self.side, action)
        self.answer = self.session.submit(self.side, action)
        wrong = list(self._judge_answer(self.answer))
        yield from wrong
        if not wrong:
            if isinstance(preview, Preview):
                yield from _judge_modifiers(self.attempt.modifiers or (), preview.modifiers)
            yield from self._judge_afterwards()

    def _decider(self) -> str:
        choice = self.session.choice
        return choice.side if choice is not None else ""

    def _resolve(self, spelling: str, side: str) -> Action:
        self.side = side
        action = resolve(self.session, side, spelling)
        self.actions.append(str(action))
        return action

    def _judge_answer(self, answer: Answer) -> Iterator[str]:
        wanted = self.entry.refused
        if isinstance(answer, Refused):
            found = {refusal.case for refusal in answer.refusals}
            if wanted is None:
                yield f"should be accepted, but {_reasons(answer.refusals)}"
            for case in wanted or ():
                if case not in found:
                    yield f"should be refused by {case}, but {_reasons(answer.refusals)}"
            return
        if wanted is not None:
            yield f"should be refused by {' and '.join(wanted)}, but was accepted"
        for words in self.attempt.log:
            if not any(words in event.text for event in answer.events):
                said = "; ".join(event.text for event in answer.events) or "nothing"
                yield f"the log should say {words!r}, but says: {said}"

    def _judge_afterwards(self) -> Iterator[str]:
        session = self.session
        for claim in self.entry.claims:
            failure = claim.failure(session)
            if failure is not None:
                yield failure
        offered = session.legal() if self.attempt.legal else []
        for spelling in self.attempt.legal:
            action = resolve(session, self._decider(), spelling)
            reasons = session.refusals(self._decider(), action)
            if reasons:
                yield f"{spelling} should be legal afterwards, but {_reasons(reasons)}"
            elif action not in offered:
                yield f"{spelling} should be legal afterwards and nothing refuses it, but it is not offered"
        for spelling, cases in self.entry.illegal:
            reasons = session.refusals(self._decider(), resolve(session, self._decider(), spelling))
            for case in cases:
                if case not in {refusal.case for refusal in reasons}:
                    found = _reasons(reasons) if reasons else "is legal"
                    yield f"{spelling} should be refused by {case} afterwards, but {found}"


def _judge_modifiers(wanted: tuple[str, ...], found: tuple[Modifier, ...]) -> Iterator[str]:
    listed = [f"{signed(m.amount)} {m.case}{' waived' if m.waived else ''}" for m in found]
    if Counter(listed) != Counter(" ".join(line.split()) for line in wanted):
        yield f"the modifiers should be {', '.join(wanted) or 'none'}, but are {', '.join(listed) or 'none'}"


def _reasons(refusals: tuple[Refusal, ...] | list[Refusal]) -> str:
    return "is refused: " + "; ".join(map(str, refusals))


def _refuse_misfitting_dice(error: Exception, where: str) -> None:
    """BadInput if the author loaded faces that this roll cannot show."""
    origin: BaseException | None = error
    while origin is not None and not isinstance(origin, LoadedDiceMismatch):
        origin = origin.__cause__
    if origin is not None:
        raise BadInput(f"`dice` do not fit in {where}: {origin}; load faces that can fall") from error


def _bug(error: Exception) -> str:
    """A rules bug as a sentence, with the place where it came up."""
    origin: BaseException = error
    while isinstance(origin, RulesBug) and origin.__cause__ is not None:
        origin = origin.__cause__
    place = traceback.extract_tb(origin.__traceback__)[-1]
    what = str(error) if isinstance(error, RulesBug) else repr(error)
    return f"rules bug: {what}, at {Path(place.filename).name}:{place.lineno} in {place.name}"
