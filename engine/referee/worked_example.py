"""Worked examples: play a position file and say where the answers differ from those expected.

A position file names a game, the cases it is about and a position; then it tries actions:

    game = "ttr"
    case = ["3.2.1"]                  the cases this is evidence for
    title = "A unit stops when it enters an enemy zone of control"
    dice = [3, 5]                     faces that will fall in set-up and later (or each [[do]] loads its own)
    ...                               the position itself, in the words of the game

    [[do]]
    action = "select 4AD; move 2415"  several steps: all but the last must be accepted
    expect = "refused 3.2.1"          or "accepted", which is the default
    [[do]]
    action = "move 2314"              each step continues from the one before; a refused one changes nothing
    side = "allied"                   the side that acts; if left out, the deciding side
    dice = [4, 2]                     exactly these fall here: none left over, none that is not announced
    modifiers = ["+1 7.4"]            the preview lists exactly these: amount, case, "waived" if it is, and
                                      optionally whose: "+1 7.4 for the defender's save"
    chances = {"both hold" = "3/10"}  words of a possible outcome in the preview, and its probability
    log = ["enters 2314"]             words in the log of the last action; `not_log`: words that are not
    log_for = "german"                both as this side reads the log; without it everything is read
    legal = ["halt"]                  what may be done afterwards
    exactly = ["halt", "move 2315"]   all that may be done afterwards
    illegal = ["move 2415: 3.2.1"]    what may not, with the case behind the colon
    [do.then]                         what the table shows afterwards: see `engine.referee.expectation`
    "4AD.place" = "2314"

An action is a verb, or a verb with a target, or, where that could be misread, a verb, a kind and a target:
`halt`, `move 2314`, `move hex 2314`. `until PHASE` or `until SIDE PHASE` plays passive actions
until that phase begins. The case of a refusal by the table itself (not your decision, no such unit) is
`referee`. `why` lists words that must be in the reasons of a refusal, `not_why` words that must not.
A die that falls without being loaded is a failure, and so is one that is left over; `no_die = true` says
that none falls in a [[do]] although dice of the whole file are left.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Final

from engine.bad_input import BadInput
from engine.record import Record
from engine.referee.action import KINDS, Action
from engine.referee.dice import Dice, LoadedDiceMismatch
from engine.referee.event import Event
from engine.referee.example_result import ExampleResult, TryResult
from engine.referee.expectation import Claim, claims
from engine.referee.history import History, Step
from engine.referee.play_on import phase_named, steps_until
from engine.referee.position import Position, Try
from engine.referee.preview import Preview
from engine.referee.preview_claims import (
    ChanceClaim,
    ModifierClaim,
    chance_claims,
    judge_chances,
    judge_modifiers,
    modifier_claims,
)
from engine.referee.refusal import REFEREE, Refusal, RulesBug
from engine.referee.rulebook import Rulebook
from engine.referee.save import Lookup, read_text
from engine.referee.session import Accepted, Answer, Refused, Session, Start

SEED: Final = "worked example"
"""The seed of dice that an example has not loaded: always the same faces, but each one is also a
failure."""


class Expected(Record):
    """A step of an example, parsed as far as possible before the game is set up."""

    attempt: Try
    refused: tuple[str, ...] | None
    """The cases that must be among the reasons; None when it must be accepted."""
    claims: tuple[Claim, ...]
    illegal: tuple[tuple[str, tuple[str, ...]], ...]
    modifiers: tuple[ModifierClaim, ...] | None
    chances: tuple[ChanceClaim, ...]

    @property
    def cases_refused(self) -> set[str]:
        """Every case by which this step expects a refusal."""
        return {*(self.refused or ()), *(case for _, cases in self.illegal for case in cases)}


def expected(position: Position) -> tuple[Expected, ...]:
    """Parse the steps of a position; BadInput if one is not valid or there are none."""
    if not position.tries:
        raise BadInput("This position has no steps: write at least one [[do]] with an action")
    return tuple(
        _expected(attempt, f"[[do]] number {n}") for n, attempt in enumerate(position.tries, start=1)
    )


def _expected(attempt: Try, where: str) -> Expected:
    word, *cases = attempt.expect.split()
    if (word == "refused") != bool(cases):
        raise BadInput(
            f"`expect` in {where} should be `accepted`, or `refused` with the case that refuses it"
        )
    looked_at = attempt.modifiers is not None or attempt.chances or attempt.log or attempt.not_log
    if word == "refused" and looked_at:
        raise BadInput(f"A refused action has no preview and no log, but {where} asks for them")
    if word == "accepted" and (attempt.why or attempt.not_why):
        raise BadInput(f"Only a refusal has reasons, but {where} asks for them")
    if phase_named(attempt.actions[-1]) and (word == "refused" or attempt.modifiers is not None):
        raise BadInput(f"`{attempt.actions[-1]:.60}` in {where} is never refused and has no modifiers")
    if not all(line.strip() for line in (*attempt.legal, *(attempt.exactly or ()))):
        raise BadInput(f"An action under `legal` in {where} is empty")
    illegal = []
    for line in attempt.illegal:
        spelling, _, behind = line.rpartition(":")
        if not spelling.strip() or not behind.split():
            raise BadInput(f"{line!r:.60} under `illegal` in {where} should be an action, a colon and a case")
        illegal.append((spelling.strip(), tuple(behind.split())))
    try:
        read, chances = claims(attempt.then), chance_claims(attempt.chances)
    except BadInput as problem:
        raise BadInput(f"{problem} in {where}") from None
    modifiers = None if attempt.modifiers is None else modifier_claims(attempt.modifiers)
    return Expected(attempt, tuple(cases) if cases else None, read, tuple(illegal), modifiers, chances)


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
        raise BadInput(f"The rules of {position.game} have no case {case!r:.40}; correct its number")


@cache
def _known_cases(path: Path) -> frozenset[str]:
    return frozenset(Rulebook.load(path).cases)


def run(text: str, lookup: Lookup, name: str = "") -> ExampleResult:
    """Play a worked example. BadInput if it is not valid; every other fault is a failure in the result."""
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
        fallen, left = session.state.dice.fallen, len(session.state.dice.loaded)
        if fallen > len(position.dice) - left:
            failure = f"{fallen} dice fall in set-up, but `dice` at the top has {len(position.dice)}"
            results.append(TryResult("set-up", "accepted", failures=(failure,)))
        for number, (entry, following) in enumerate(zip_longest(plan, plan[1:]), start=1):
            if entry.attempt.dice:
                session = with_loaded_dice(session, entry.attempt.dice)
            where = f"[[do]] number {number}"
            results.append(_Attempt(session, entry, where, _is_last(entry, following)).result())
    return ExampleResult(name, position.game, position.title, position.cases, tuple(results))


def _is_last(entry: Expected, following: Expected | None) -> bool:
    """True if all loaded dice must have fallen after this step."""
    return bool(entry.attempt.dice) or following is None or bool(following.attempt.dice)


def with_loaded_dice(session: Session, faces: tuple[int, ...]) -> Session:
    """For examples only: the same position with these faces to fall next and a new history."""
    state = session.state.clone()
    state.dice = Dice(state.dice.seed, state.dice.fallen, faces)
    return Session(session.game, session.start, History(session.game.codec, Step("", None, state)))


def load_dice(session: Session, faces: tuple[int, ...]) -> None:
    """For examples only: set the faces of the next dice. The history is kept."""
    last = session.history.last
    state = last.state.clone()
    state.dice = Dice(state.dice.seed, state.dice.fallen, faces)
    loaded = Step(
        last.side,
        last.action,
        state,
        last.events,
        last.changes,
        last.barrier,
        last.auto,
        joined=last.joined,
    )
    if len(session) == 0:
        session.history = History(session.game.codec, loaded)
    else:
        session.history.pop()
        session.history.append(loaded)


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
    """One step of an example while it is played."""

    def __init__(self, session: Session, entry: Expected, where: str, all_fall: bool) -> None:
        self.session = session
        self.where = where
        self.entry = entry
        self.all_fall = all_fall
        """True if no dice may be left over after this step."""
        self.attempt = entry.attempt
        self.side = ""
        self.actions: list[str] = []
        self.answer: Answer | None = None

    def result(self) -> TryResult:
        """Play and judge the step; raises nothing but BadInput."""
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
        before = self.session.state.dice
        *way, last = self.attempt.actions
        for spelling in way:
            answer = self._do(spelling, self._decider())
            if isinstance(answer, Refused):
                self.answer = answer
                yield f"{spelling} on the way there should be accepted, but {_reasons(answer.refusals)}"
                return
        preview = self._preview(last) if self.entry.modifiers is not None or self.entry.chances else None
        self.answer = self._do(last, self.attempt.side or self._decider())
        wrong = list(self._judge_answer(self.answer))
        yield from wrong
        if not wrong:
            if isinstance(preview, Preview):
                if self.entry.modifiers is not None:
                    yield from judge_modifiers(self.entry.modifiers, preview.modifiers)
                yield from judge_chances(self.entry.chances, preview.outcomes)
            yield from self._judge_afterwards()
            yield from self._judge_dice(before, self.session.state.dice)

    def _do(self, spelling: str, side: str) -> Answer:
        """Submit one action, or all that `until PHASE` needs; the answer has the events of all."""
        phase = phase_named(spelling)
        if not phase:
            return self.session.submit(side, self._resolve(spelling, side))
        events: list[Event] = []
        for action in steps_until(self.session, phase):
            self.side = self._decider()
            self.actions.append(str(action))
            answer = self.session.submit(self.side, action)
            if isinstance(answer, Refused):
                return answer
            events += answer.events
        return Accepted(tuple(events), ())

    def _preview(self, spelling: str) -> Preview | Refused:
        side = self.attempt.side or self._decider()
        return self.session.preview(side, resolve(self.session, side, spelling))

    def _judge_dice(self, before: Dice, after: Dice) -> Iterator[str]:
        fallen = after.fallen - before.fallen
        announced = len(before.loaded) - len(after.loaded)
        if fallen > announced:
            yield f"{fallen} dice fall, but only {announced} are loaded: name the others under `dice`"
        if self.attempt.no_die and fallen:
            yield f"no die should fall, but {fallen} do"
        if after.loaded and self.all_fall:
            yield f"loaded dice are left over: {', '.join(map(str, after.loaded))}"

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
            yield from self._judge_reasons(answer.refusals)
            return
        if wanted is not None:
            yield f"should be refused by {' and '.join(wanted)}, but was accepted"
        reader = self.attempt.log_for or None
        if reader not in (None, *self.session.sides):
            raise BadInput(f"`log_for`: there is no side {reader!r:.60}")
        read = [event.text for one in answer.events if (event := one.for_side(reader)) is not None]
        for words in self.attempt.log:
            if not any(words in text for text in read):
                yield f"the log should say {words!r}, but says: {'; '.join(read) or 'nothing'}"
        for words in self.attempt.not_log:
            yield from (
                f"the log should not say {words!r}, but says: {text}" for text in read if words in text
            )

    def _judge_reasons(self, refusals: tuple[Refusal, ...]) -> Iterator[str]:
        said = _reasons(refusals)
        for words in self.attempt.why:
            if words not in said:
                yield f"the reasons should say {words!r}, but it {said}"
        for words in self.attempt.not_why:
            if words in said:
                yield f"the reasons should not say {words!r}, but it {said}"

    def _judge_afterwards(self) -> Iterator[str]:
        session = self.session
        for claim in self.entry.claims:
            failure = claim.failure(session)
            if failure is not None:
                yield failure
        offered = session.legal() if self.attempt.legal or self.attempt.exactly is not None else []
        if self.attempt.exactly is not None:
            wanted = {resolve(session, self._decider(), spelling) for spelling in self.attempt.exactly}
            if wanted != set(offered):
                more = sorted(str(action) for action in set(offered) - wanted)
                fewer = sorted(str(action) for action in wanted - set(offered))
                yield (
                    f"exactly {', '.join(self.attempt.exactly) or 'nothing'} should be legal afterwards, but"
                    f" {', '.join(more) or 'nothing'} is besides, and {', '.join(fewer) or 'nothing'} is not"
                )
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
