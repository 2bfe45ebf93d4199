"""Random legal play in which everything that must hold is checked; a failure leaves a save that opens.

After every action: the decision can be answered, and the game's own invariants hold. After each of the first
actions of a game, and by chance after one in SAMPLED of the later ones, also everything that costs more: all
(or MANY) listed actions can be carried out, wild ones are refused, nobody else may decide, nothing that is
hidden shines through, looking changes nothing, and the position before the action is as it was. At the end
the game is saved, opened and replayed.
"""

from __future__ import annotations

import multiprocessing
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

from engine import games as registry
from engine.bad_input import BadInput
from engine.bots import scrutiny
from engine.bots.random_bot import RandomBot
from engine.lean_dataclass import dataclass
from engine.referee.action import Action
from engine.referee.refusal import RulesBug
from engine.referee.save import Divergence, Save, loads, replay, restore, saved, write
from engine.referee.session import Accepted, Session, Start

FIRST: Final = 12
SAMPLED: Final = 12
MANY: Final = 30
WILD: Final = 20
LOOKS: Final = 8
"""With a limit of turns, the turn track is read after every so many actions."""
LIMIT: Final = 50_000
"""More actions than that, and the game does not end."""


@dataclass(frozen=True, slots=True)
class Task:
    """One game to play."""

    game: str
    scenario: str
    seed: str
    turns: int | None
    limit: int
    out: str


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, at which action, and the save that stands right before it, if one could be written."""

    scenario: str
    seed: str
    action: int
    what: str
    save: str

    def __str__(self) -> str:
        where = f"; open {self.save}" if self.save else ""
        return f"{self.scenario}, seed {self.seed}, action {self.action}: {self.what}{where}"


@dataclass(frozen=True, slots=True)
class Played:
    """One game that was played: how long, how it ended, and the digest of its last position."""

    scenario: str
    seed: str
    actions: int
    end: str
    digest: str
    seconds: float = field(compare=False)
    """Spent on listing, choosing and submitting; the checks are not counted."""
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class FuzzReport:
    """All games in the order of their numbers, however many jobs played them."""

    game: str
    played: tuple[Played, ...]

    @property
    def failures(self) -> tuple[Failure, ...]:
        return tuple(played.failure for played in self.played if played.failure is not None)

    def summary(self) -> dict[str, Any]:
        """Plain values, for a person or a program."""
        scenarios = dict.fromkeys(played.scenario for played in self.played)
        return {
            "game": self.game,
            **_totals(self.played),
            "scenarios": {key: _totals([p for p in self.played if p.scenario == key]) for key in scenarios},
            "failures": [str(failure) for failure in self.failures],
        }


def _totals(played: Sequence[Played]) -> dict[str, Any]:
    actions, seconds = sum(p.actions for p in played), sum(p.seconds for p in played)
    return {
        "games": len(played),
        "actions": actions,
        "plies_per_second": round(actions / seconds) if seconds else 0,
        "ends": dict(sorted(Counter(p.end for p in played).items())),
    }


def fuzz(
    game_key: str,
    scenarios: Sequence[str] | None,
    games: int,
    turns: int | None,
    seed: int,
    jobs: int,
    out: Path,
    progress: Callable[[int, int], None] | None = None,
    limit: int = LIMIT,
) -> FuzzReport:
    """Play so many games, the scenarios in turn. The same seed gives the same games, whatever the jobs."""
    game = registry.game(game_key)
    known = game.scenarios()
    keys = tuple(scenarios or known)
    if not keys:
        raise BadInput(f"{game.title} has no scenario to play")
    for key in keys:
        if key not in known:
            raise BadInput(f"{game.title} has no scenario {key!r}; it has {', '.join(known)}")
    tasks = [Task(game_key, keys[n % len(keys)], f"{seed}-{n}", turns, limit, str(out)) for n in range(games)]
    played = []
    for result in _results(tasks, jobs):
        played.append(result)
        if progress is not None:
            progress(len(played), len(tasks))
    return FuzzReport(game_key, tuple(played))


def _results(tasks: list[Task], jobs: int) -> Iterator[Played]:
    jobs = min(jobs, len(tasks))
    if jobs <= 1:
        yield from map(play_game, tasks)
        return
    # A fresh interpreter per job: threads of a window or of Qt do not survive a fork.
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(play_game, tasks)


def play_game(task: Task) -> Played:
    """Play one game to its end, to the limit of turns, or to the first failure."""
    game = registry.game(task.game)
    start = Start(task.game, "scenario", task.scenario, game.scenario_text(task.scenario), task.seed)
    try:
        session = Session.begin(game, start)
    except RulesBug as bug:
        unborn = Failure(task.scenario, task.seed, 0, f"cannot be set up: {bug}", "")
        return Played(task.scenario, task.seed, 0, "failed", "", 0.0, unborn)
    run = _Run(session, task)
    end = run.to_the_end()
    actions, digest = len(session), ""
    failure: Failure | None = None
    if run.problem is None:
        digest = session.chronicle.digest(actions)
    else:
        sound = actions if run.pending else max(actions - 1, 0)
        failure = Failure(task.scenario, task.seed, sound + 1, run.problem, _keep(session, task, sound))
    return Played(task.scenario, task.seed, actions, end, digest, run.seconds, failure)


class _Run:
    """The play of one game."""

    def __init__(self, session: Session, task: Task) -> None:
        self.session = session
        self.task = task
        self.bot = RandomBot(task.seed)
        self.chance = Random(f"checks {task.seed}")
        self.seconds = 0.0
        self.problem: str | None = None
        self.pending = False
        """True while the next action is awaited: a failure now is not the fault of the last one."""
        self.first_turn = _turn(session) if task.turns is not None else 0

    def to_the_end(self) -> str:
        """How the game ended; `problem` says what was wrong if it failed."""
        try:
            end = self.play()
            if self.problem is None and end == "endless":
                self.problem = f"does not end within {self.task.limit} actions"
            if self.problem is None:
                self.found(scrutiny.lost_in_saving(self.session, registry.game))
        except Exception as error:
            self.problem = f"{type(error).__name__}: {error}"
        return end if self.problem is None else "failed"

    def play(self) -> str:
        session, task = self.session, self.task
        while session.choice is not None:
            done = len(session)
            if done >= task.limit:
                return "endless"
            if (
                task.turns is not None
                and done % LOOKS == 0
                and _turn(session) - self.first_turn >= task.turns
            ):
                return "turn limit"
            self.take_one_action(done < FIRST or self.chance.random() * SAMPLED < 1)
            if self.problem is not None:
                return "failed"
        outcome = session.state.outcome
        assert outcome is not None
        return outcome.winner or "draw"

    def take_one_action(self, closely: bool) -> None:
        session = self.session
        self.pending = True
        choice, codec = session.choice, session.game.codec
        assert choice is not None
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
        action = self.bot.choose(lambda: session.view(choice.side), legal)
        answer = session.submit(choice.side, action)
        self.seconds += perf_counter() - began
        if not isinstance(answer, Accepted):
            self.problem = f"{action} is listed, but refused: {answer.refusals[0]}"
            return
        self.pending = False
        if closely and codec.encode_state(state) != before:
            self.problem = f"{action}, or looking at what could be done, changed the position before it"
        elif not self.found(scrutiny.broken_invariants(session)) and closely:
            self.found(scrutiny.drift(session))

    def close_look(self, legal: list[Action]) -> Iterator[str]:
        session, chance = self.session, self.chance
        some = legal if len(legal) <= MANY else chance.sample(legal, MANY)
        wild = scrutiny.wild_actions(session, legal, chance, WILD)
        yield from scrutiny.listed_otherwise(session, legal)
        yield from scrutiny.refused_though_listed(session, some)
        yield from scrutiny.taken_though_unlisted(session, legal, wild)
        yield from scrutiny.taken_out_of_turn(session, some[:3])
        for side in session.state.scenario.sides:
            yield from scrutiny.betrayals(session, side, [*some[:6], *wild[:6]], chance)

    def found(self, problems: Iterator[str]) -> bool:
        self.problem = next(problems, None)
        return self.problem is not None


def _turn(session: Session) -> int:
    track = session.view(None).track("turn")
    if track is None:
        raise BadInput(f"{session.game.title} has no track called turn, so its turns cannot be limited")
    if track.at is not None:
        return track.at
    number = re.search(r"\d+", track.value)
    return int(number[0]) if number else 0


def _keep(session: Session, task: Task, at: int) -> str:
    """Write the game as it stood before the action that failed, and make sure that this opens."""
    name = re.sub(r"[^\w.-]+", "_", f"{task.game}-{task.scenario}-{task.seed}.startline")
    path = Path(task.out) / name
    while at >= 0:
        try:
            save = _opening_save(session, at)
        except Divergence as problem:
            at = min(at, problem.action) - 1
        except Exception:
            # The position itself is what cannot be written: the one before it may be sound.
            at -= 1
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            write(save, path)
            return str(path)
    return ""


def _opening_save(session: Session, at: int) -> Save:
    """The save of a moment; without its snapshot if only the replay opens."""
    save = saved(session.branch(at))
    try:
        restore(loads(save.dumps()), registry.game).legal()
    except Exception:
        save = Save(save.start, save.rules_version, save.entries)
    replay(loads(save.dumps()), session.game)
    return save
