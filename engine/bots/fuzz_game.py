"""One game of the fuzzer: legal play in which everything that must hold is checked.

After every action: the decision can be answered, and the game's own invariants hold. After each of the first
actions of a game, and by chance after one in SAMPLED of the later ones, also everything that costs more: all
(or MANY) listed actions can be carried out, random ones are refused, no other side may decide, nothing
hidden is visible, reading changes nothing, and the position before the action is unchanged. Now and then
the players undo, correct the position, or save and open it, and continue. At the end the game is saved,
opened and replayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, Final, Literal

from engine import games as registry
from engine.bad_input import BadInput
from engine.bots import scrutiny, secrecy
from engine.bots.coverage import Coverage
from engine.bots.detours import DETOURS
from engine.bots.example_play import as_written
from engine.bots.fuzz_failure import Failure, keep
from engine.bots.seeking_bot import SeekingBot
from engine.record import Record
from engine.referee.action import Action
from engine.referee.game import Game
from engine.referee.position import Position
from engine.referee.refusal import RulesBug
from engine.referee.session import Accepted, Session, Start
from engine.referee.steps import play

FIRST: Final = 12
SAMPLED: Final = 12
MANY: Final = 30
WILD: Final = 20
FOLLOWED: Final = 4
"""Listed actions whose log is compared with that of a position with other hidden information."""
BETWEEN_DETOURS: Final = 25
OPENED: Final = 100
"""Opening a game costs a replay, so longer games are opened less often than this."""
LOOKS: Final = 8
"""With a limit of turns, the number of actions between two readings of the turn track."""
FOLLOWING: Final = 0.7
"""How often players do first what the worked example tries that their game begins from."""
EXAMPLE_ACTIONS: Final = 80
"""Actions after which a game that began from a worked example ends."""


class Task(Record):
    """One game to play."""

    game: str
    kind: Literal["scenario", "position"]
    key: str
    """The scenario, or the file of a worked example."""
    run_seed: int
    number: int
    turns: int | None
    limit: int
    sought: tuple[str, ...]
    """The kinds of decision that the players look for."""
    out: str

    @property
    def seed(self) -> str:
        """The seed of this game alone."""
        return f"{self.run_seed}-{self.number}"

    @property
    def command(self) -> str:
        """The command that plays the same game again."""
        parts = [
            "startline fuzz",
            self.game,
            "--scenario" if self.kind == "scenario" else "--example",
            self.key,
        ]
        parts += ["--seed", str(self.run_seed), "--first", str(self.number), "--games 1"]
        parts += ["--turns", str(self.turns)] if self.turns is not None else []
        parts += [f"--seek {kind}" for kind in self.sought]
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Played:
    """One game that was played: how long, how it ended, and the digest of its last position."""

    scenario: str
    seed: str
    options: Mapping[str, Any]
    actions: int
    end: str
    digest: str
    coverage: Coverage
    seconds: float = field(compare=False)
    """Spent on listing, choosing and submitting; the checks are not counted."""
    failure: Failure | None = None


def text_of(game: Game, task: Task) -> str:
    """The text that the game begins from."""
    if task.kind == "scenario":
        return game.scenario_text(task.key)
    return (game.examples_path() / task.key).read_text(encoding="utf-8")


def drawn_options(game: Game, text: str, seed: str) -> dict[str, Any]:
    """The switches of a scenario as this seed sets them; each stays as it is half of the time."""
    chance = Random(f"options {seed}")
    return {
        name: values[0] if chance.random() < 0.5 else chance.choice(values)
        for name, values in game.options(text).items()
    }


def hints(start: Start) -> frozenset[str]:
    """What is tried in a worked example, where the game begins from one."""
    if start.kind != "position":
        return frozenset()
    return frozenset(action for tried in Position.loads(start.text).tries for action in tried.actions)


def script(session: Session, seed: str) -> Iterator[Action]:
    """The actions of the worked example that the game begins from, if its players follow it."""
    if session.start.kind != "position" or Random(f"script {seed}").random() >= FOLLOWING:
        return iter(())
    return as_written(session, Position.loads(session.start.text).tries)


def play_game(task: Task) -> Played:
    """Play one game to its end, to the limit of turns, or to the first failure."""
    game = registry.game(task.game)
    text = text_of(game, task)
    options = drawn_options(game, text, task.seed) if task.kind == "scenario" else {}
    start = Start(task.game, task.kind, task.key, text, task.seed, options)
    try:
        session = Session.begin(game, start)
    except RulesBug as bug:
        unborn = Failure(task.key, task.seed, options, 0, f"cannot be set up: {bug}", "", task.command)
        return Played(task.key, task.seed, options, 0, "failed", "", Coverage(), 0.0, unborn)
    run = GameRun(session, task)
    end = run.to_the_end()
    session = run.session
    actions, digest = len(session), ""
    failure: Failure | None = None
    if run.problem is None:
        digest = session.history.digest(actions)
    else:
        sound = actions if run.pending else max(actions - 1, 0)
        name = f"{task.game}-{task.key.removesuffix('.toml')}-{task.seed}"
        failure = Failure(task.key, task.seed, options, sound + 1, run.problem, "", task.command)
        failure = keep(session, failure, task.out, name)
    return Played(task.key, task.seed, options, actions, end, digest, run.coverage, run.seconds, failure)


class GameRun:
    """The play of one game."""

    def __init__(self, session: Session, task: Task) -> None:
        self.session = session
        self.task = task
        self.bot = SeekingBot(task.seed, task.sought, hints(session.start))
        self.script = script(session, task.seed)
        self.chance = Random(f"checks {task.seed}")
        self.coverage = Coverage()
        self.seconds = 0.0
        self.steps = 0
        """Actions taken, also those that were taken back."""
        self.corrected = False
        self.problem: str | None = None
        self.pending = False
        """True between two actions: a failure then is not the fault of the last one."""
        self.first_turn = turn_of(session) if task.turns is not None else 0

    def to_the_end(self) -> str:
        """How the game ended; `problem` says what was wrong if it failed."""
        end = "failed"
        try:
            end = self.play()
            if self.problem is None and end == "endless":
                self.problem = f"does not end within {self.task.limit} actions"
            if self.problem is None:
                self.found(scrutiny.lost_in_saving(self.session, registry.game))
        except KeyboardInterrupt:
            return "interrupted"
        except Exception as error:
            self.problem = f"{type(error).__name__}: {error}"
        if self.problem is not None and self.corrected:
            self.problem += " (after a correction of the position)"
        return end if self.problem is None else "failed"

    def play(self) -> str:
        task = self.task
        while self.session.choice is not None:
            if task.kind == "position" and self.steps >= EXAMPLE_ACTIONS:
                return "long enough"
            if self.steps >= task.limit:
                return "endless"
            if (
                task.turns is not None
                and self.steps % LOOKS == 0
                and turn_of(self.session) - self.first_turn >= task.turns
            ):
                return "turn limit"
            self.take_one_action(self.steps < FIRST or self.chance.random() * SAMPLED < 1)
            self.steps += 1
            if self.problem is None and self.chance.random() * BETWEEN_DETOURS < 1:
                self.make_a_detour()
            if self.problem is not None:
                return "failed"
        outcome = self.session.state.outcome
        assert outcome is not None
        return outcome.winner or "draw"

    def take_one_action(self, closely: bool) -> None:
        session = self.session
        self.pending = True
        choice, codec = session.choice, session.game.codec
        assert choice is not None
        self.coverage.decisions[type(choice).__name__] += 1
        began = perf_counter()
        legal = session.legal()
        self.seconds += perf_counter() - began
        if self.found(scrutiny.dead_ends(session, legal)):
            return
        state = session.state
        before = codec.encode_state(state) if closely else None
        if closely and self.found(self.close_look(legal)):
            return
        began = perf_counter()
        wanted = next(self.script, None)
        action = self.bot.choose(type(choice).__name__, legal, self.next_kind, wanted)
        answer = session.submit(choice.side, action)
        self.seconds += perf_counter() - began
        if not isinstance(answer, Accepted):
            self.problem = f"{action} is listed, but refused: {answer.refusals[0]}"
            return
        self.pending = False
        self.coverage.cases |= {event.case for event in answer.events}
        if closely and codec.encode_state(state) != before:
            self.problem = f"{action}, or looking at what could be done, changed the position before it"
        elif not self.found(scrutiny.broken_invariants(session)) and closely:
            self.found(scrutiny.drift(session))

    def next_kind(self, action: Action) -> str:
        """The kind of decision that an action leads to."""
        session, choice = self.session, self.session.choice
        assert choice is not None
        frames = play(session.state, choice, action, False, len(session) + 1).state.frames
        return type(frames[-1]).__name__ if frames else ""

    def close_look(self, legal: list[Action]) -> Iterator[str]:
        session, chance = self.session, self.chance
        some = legal if len(legal) <= MANY else chance.sample(legal, MANY)
        wild = scrutiny.wild_actions(session, legal, chance, WILD)
        self.coverage.cases |= scrutiny.cases_told(session, [*some, *wild])
        yield from scrutiny.listed_otherwise(session, legal)
        yield from scrutiny.refused_though_listed(session, some)
        yield from scrutiny.taken_though_unlisted(session, legal, wild)
        yield from scrutiny.taken_out_of_turn(session, some[:3])
        followed = chance.sample(some, min(FOLLOWED, len(some)))
        for side in session.state.scenario.sides:
            yield from secrecy.betrayals(session, side, [*some[:6], *wild], chance)
            yield from secrecy.leaks(session, side, followed, chance)

    def make_a_detour(self) -> None:
        """Take back, correct, save and open: the game goes on from there."""
        what = self.chance.choice(list(DETOURS))
        if what == "save and load" and self.chance.random() * len(self.session) > OPENED:
            return
        length = len(self.session)
        self.pending = True
        self.script = iter(())
        self.session, self.problem = DETOURS[what](self.session, registry.game, self.chance)
        if len(self.session) > length:
            # A fault from here on comes from the correction.
            self.corrected, self.pending = True, False
        if self.problem is not None:
            self.problem = f"{what}: {self.problem}"
        else:
            self.found(scrutiny.broken_invariants(self.session))

    def found(self, problems: Iterator[str]) -> bool:
        self.problem = next(problems, None)
        return self.problem is not None


def turn_of(session: Session) -> int:
    """The turn that is being played."""
    number = session.turn_number
    if number is None:
        raise BadInput(f"{session.game.title} does not number its turns, so they cannot be limited")
    return number
