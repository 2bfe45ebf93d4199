"""The fuzzer: many games from scenarios and worked examples, each played and checked by `fuzz_game`.

Every other game begins from a worked example: it has situations that play from a scenario reaches
once in a hundred games. After each round the bots are given the decisions that have not come up yet, and
seek those; games then begin from examples in which one of these decisions comes up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, TypeAlias

from engine import games as registry
from engine.bad_input import BadInput
from engine.bots.coverage import Coverage, cited_cases, decision_kinds, total
from engine.bots.example_play import LeadingExamples
from engine.bots.fuzz_failure import Failure, options_text
from engine.bots.fuzz_game import Played, Task, play_game
from engine.bots.workers import executor, in_order
from engine.record import Record
from engine.referee.game import Game

LIMIT: Final = 50_000
"""With more actions than this, the game counts as endless."""
ROUND: Final = 8
"""Games in a round, after which the missing decisions are counted again; the same for any number of jobs."""

Progress: TypeAlias = Callable[[int, int, Played], None]
"""Called with the number of games done, the number of all games and the last one."""

Beginning: TypeAlias = tuple[Literal["scenario", "position"], str]
"""What a game begins from: a scenario by its key, or a worked example by its file."""


class Plan(Record):
    """What is to be played."""

    scenarios: Sequence[str] | None = None
    """Only these; None for all."""
    examples: Sequence[str] | None = None
    """Only these files of worked examples; None for all, unless scenarios are named."""
    games: int = 100
    first: int = 0
    """The number of the first game."""
    turns: int | None = None
    seed: int = 1
    limit: int = LIMIT
    seek: Sequence[str] | None = None
    """The kinds of decision that are sought in every game; None seeks what has not come up so far."""


class FuzzReport(Record):
    """All games in the order of their numbers, however many jobs played them."""

    game: str
    played: tuple[Played, ...]
    interrupted: bool = False

    @property
    def failures(self) -> tuple[Failure, ...]:
        return tuple(played.failure for played in self.played if played.failure is not None)

    @property
    def coverage(self) -> Coverage:
        """What all games together have come to."""
        return total(played.coverage for played in self.played)

    def summary(self) -> dict[str, Any]:
        """Plain values, for a person or a program."""
        game, coverage = registry.game(self.game), self.coverage
        groups = dict.fromkeys(map(_group, self.played))
        return {
            "game": self.game,
            **_totals(self.played),
            "interrupted": self.interrupted,
            "scenarios": {key: _totals([p for p in self.played if _group(p) == key]) for key in groups},
            "decisions": {kind: coverage.decisions[kind] for kind in decision_kinds(game)},
            "decisions_never_reached": list(coverage.missing_decisions(game)),
            "cases": len(cited_cases(game)),
            "cases_never_told": list(coverage.missing_cases(game)),
            "options": {played.seed: options_text(played.options) for played in self.played},
            "failures": [str(failure) for failure in self.failures],
        }


def _group(played: Played) -> str:
    return "worked examples" if played.scenario.endswith(".toml") else played.scenario


def _totals(played: Sequence[Played]) -> dict[str, Any]:
    actions, seconds = sum(p.actions for p in played), sum(p.seconds for p in played)
    return {
        "games": len(played),
        "actions": actions,
        "plies_per_second": round(actions / seconds) if seconds else 0,
        "ends": dict(sorted(Counter(p.end for p in played).items())),
    }


def fuzz(game_key: str, plan: Plan, jobs: int, out: Path, progress: Progress | None = None) -> FuzzReport:
    """Play what is planned. The same plan gives the same games, whatever the jobs.

    If it is interrupted from the keyboard, it returns the games played so far.
    """
    game = registry.game(game_key)
    starts = Starts(game, plan)
    for kind in plan.seek or ():
        if kind not in decision_kinds(game):
            raise BadInput(
                f"{game.title} has no decision {kind!r:.60}; it has {', '.join(decision_kinds(game))}"
            )
    played: list[Played] = []
    interrupted = False
    try:
        for result in _games(game, plan, starts, jobs, out):
            played.append(result)
            interrupted = result.end == "interrupted"
            if progress is not None:
                progress(len(played), plan.games, result)
            if interrupted:
                break
    except KeyboardInterrupt:
        interrupted = True
    return FuzzReport(game_key, tuple(played), interrupted)


class Starts:
    """What the game with each number begins from."""

    def __init__(self, game: Game, plan: Plan) -> None:
        folder = game.examples_path()
        files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.toml"))
        scenarios = _known(game.title, "scenario", plan.scenarios, game.scenarios())
        examples = _known(game.title, "worked example", plan.examples, files)
        self._scenarios = () if plan.examples and not plan.scenarios else scenarios
        drawn = () if plan.scenarios and not plan.examples else examples
        if not self._scenarios and not drawn:
            raise BadInput(f"{game.title} has no scenario to play")
        self._examples = Random(f"examples {plan.seed}").sample(drawn, len(drawn))
        self._leading = LeadingExamples(game, self._examples)

    def of(self, number: int, sought: Sequence[str]) -> Beginning:
        """A scenario, or an example; if decisions are sought, one that leads to them, if there is any."""
        half, odd = divmod(number, 2) if self._scenarios and self._examples else (number, not self._scenarios)
        if not odd:
            return "scenario", self._scenarios[half % len(self._scenarios)]
        leading = self._leading.next_one(sought) if sought else None
        return "position", leading or self._examples[half % len(self._examples)]


def _known(title: str, what: str, wanted: Sequence[str] | None, known: Sequence[str]) -> tuple[str, ...]:
    for key in wanted or ():
        if key not in known:
            raise BadInput(f"{title} has no {what} {key!r:.60}; it has {', '.join(known[:12])}")
    return tuple(wanted or known)


def _games(game: Game, plan: Plan, starts: Starts, jobs: int, out: Path) -> Iterator[Played]:
    """Play round by round; each round seeks the decisions that have not come up before it."""
    so_far = Coverage()
    end = plan.first + plan.games
    jobs = min(jobs, plan.games)
    with executor(jobs) as pool:
        for at in range(plan.first, end, ROUND):
            known = so_far.missing_decisions(game) if at > plan.first else ()
            sought = tuple(known if plan.seek is None else plan.seek)
            numbers = range(at, min(at + ROUND, end))
            tasks = [_task(game, plan, starts.of(n, sought), n, sought, out) for n in numbers]
            for result in in_order(pool, play_game, tasks, jobs):
                so_far.add(result.coverage)
                yield result


def _task(game: Game, plan: Plan, start: Beginning, number: int, sought: tuple[str, ...], out: Path) -> Task:
    return Task(game.key, *start, plan.seed, number, plan.turns, plan.limit, sought, str(out))
