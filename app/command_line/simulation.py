"""`startline fuzz`, `startline replay` and `startline bench`: games without a window."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.command_line.output import (
    EXIT_CODES,
    FAILED,
    INTERRUPTED,
    OK,
    Advance,
    complain,
    progress,
    show_json,
    show_table,
)
from engine.mechanics.plural import counted

if TYPE_CHECKING:
    from engine.bots.fuzz_game import Played
    from engine.referee.fair_seed import Contribution


def add(commands: Any, shared: argparse.ArgumentParser) -> None:
    _add_fuzz(commands, shared)
    replay = commands.add_parser(
        "replay",
        parents=[shared],
        help="replay a saved game and compare every position",
        description="Replay a saved game from its first action and compare each position with its digest.",
        epilog=f"example: startline replay game.startline\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    replay.add_argument("save", type=Path, metavar="SAVE", help="a saved game")
    replay.add_argument("--json", action="store_true", help="print JSON")
    replay.set_defaults(run=replay_save)
    bench = commands.add_parser(
        "bench",
        parents=[shared],
        help="run the benchmarks",
        description="Run the benchmarks of a source tree: play, listing, supply, saving, catalogue.",
        epilog="Arguments after -- are passed to the benchmarks: startline bench -- --help",
    )
    bench.add_argument("rest", nargs="*", metavar="ARG", help="passed to the benchmarks")
    bench.set_defaults(run=run_benchmarks)


def _add_fuzz(commands: Any, shared: argparse.ArgumentParser) -> None:
    fuzz = commands.add_parser(
        "fuzz",
        parents=[shared],
        help="play random games and check them",
        description=(
            "Play random legal games from scenarios, with random options, and from worked examples. "
            "The players prefer rare decisions, undo, correct, save and reopen. "
            "Invariants, legal actions, refusals, replay and hidden information are checked. "
            "A failure writes a saved game for `startline open`, and a text file with the command that "
            "repeats it. Ctrl+C stops the run and prints the results so far."
        ),
        epilog=f"example: startline fuzz ttr --games 1000 --turns 2 --jobs 4\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    fuzz.add_argument("game", metavar="KEY", help="the game: see `startline games`")
    fuzz.add_argument("--scenario", action="append", metavar="S", help="only this scenario (may be repeated)")
    fuzz.add_argument(
        "--example", action="append", metavar="FILE", help="only this worked example (may be repeated)"
    )
    fuzz.add_argument("--games", type=positive, default=100, metavar="N", help="number of games (100)")
    fuzz.add_argument("--first", type=_number, default=0, metavar="N", help="number of the first game (0)")
    fuzz.add_argument("--turns", type=positive, metavar="T", help="stop each game after T turns")
    fuzz.add_argument(
        "--seed", type=int, default=1, metavar="S", help="the same seed plays the same games (1)"
    )
    fuzz.add_argument(
        "--seek",
        action="append",
        metavar="DECISION",
        help="prefer this kind of decision (may be repeated); default: those not reached yet",
    )
    fuzz.add_argument("--jobs", type=positive, default=1, metavar="J", help="parallel processes (1)")
    fuzz.add_argument(
        "--out",
        type=Path,
        default=Path("fuzz-failures"),
        metavar="DIR",
        help="folder for the saved games of failures (fuzz-failures)",
    )
    fuzz.add_argument("--json", action="store_true", help="print JSON")
    fuzz.set_defaults(run=fuzz_game)


def positive(text: str) -> int:
    """Parse a number of at least 1."""
    return _number(text, 1)


def _number(text: str, least: int = 0) -> int:
    number = int(text)
    if number < least:
        raise argparse.ArgumentTypeError(f"{text} is not at least {least}")
    return number


def fuzz_game(args: argparse.Namespace) -> int:
    from engine.bots.fuzz import Plan, fuzz

    plan = Plan(args.scenario, args.example, args.games, args.first, args.turns, args.seed, seek=args.seek)
    with progress(f"fuzzing {args.game}") as advance:
        report = fuzz(args.game, plan, args.jobs, args.out, partial(_report_game, advance))
    summary = report.summary()
    if args.json:
        show_json(summary)
    else:
        _show_summary(summary)
    for failure in report.failures:
        complain(failure)
    if report.interrupted:
        complain(f"interrupted after {counted(len(report.played), 'game')} of {args.games}")
    return FAILED if report.failures else INTERRUPTED if report.interrupted else OK


def _report_game(advance: Advance | None, done: int, of: int, played: Played) -> None:
    """Advance the bar on a terminal, else print a line per game. A failure is always printed."""
    from engine.bots.fuzz_failure import options_text

    if advance is not None:
        advance(done, of)
    if advance is None or played.failure is not None:
        options = options_text(played.options)
        what = (
            f"{played.scenario}, seed {played.seed}, options {options}: {counted(played.actions, 'action')}"
        )
        complain(f"{done} of {of}: {what}, {played.end}")


def _show_summary(summary: dict[str, Any]) -> None:
    rows = [
        (key, row["games"], row["actions"], row["plies_per_second"], _ends(row["ends"]))
        for key, row in (*summary["scenarios"].items(), ("all", summary))
    ]
    show_table(("scenario", "games", "actions", "actions/s", "ends"), rows)
    for title, all_of_them, missing in (
        ("decisions", len(summary["decisions"]), summary["decisions_never_reached"]),
        ("cases", summary["cases"], summary["cases_never_told"]),
    ):
        print(f"{title}: {all_of_them - len(missing)} of {all_of_them} reached")
        if missing:
            print(f"  never: {', '.join(missing)}")


def _ends(ends: dict[str, int]) -> str:
    return ", ".join(f"{end} {number}" for end, number in ends.items())


def replay_save(args: argparse.Namespace) -> int:
    from engine import games
    from engine.referee.dice import commitment
    from engine.referee.save import Divergence, read, replay, snapshot_fits

    save = read(args.save)
    game = games.game(save.start.game)
    answer: dict[str, Any] = {
        "file": str(args.save),
        "game": game.key,
        "scenario": save.start.key,
        "actions": len(save.steps),
        "takebacks": len(save.takebacks),
        "seal": commitment(save.start.seed),
        "commitments": {given.side: given.commitment for given in save.start.contributions},
        "dice_values": None,
        "outcome": None,
        "problem": None,
    }
    try:
        with progress("replaying") as advance:
            session = replay(save, game, advance)
    except Divergence as problem:
        answer["problem"] = str(problem)
    else:
        outcome = session.outcome
        answer["outcome"] = None if outcome is None else outcome.text
        if session.deciding_side is None:  # Before the end, the values would reveal the dice to come.
            answer["dice_values"] = [_given(each) for each in save.start.contributions]
        if not snapshot_fits(save, session):
            answer["problem"] = "The snapshot does not match the last action"
    if args.json:
        show_json(answer)
    if answer["problem"] is not None:
        complain(f"{args.save}: {answer['problem']}")
        return FAILED
    if not args.json:
        end = answer["outcome"] or "the game is not over"
        actions = counted(len(save.steps), "action")
        print(f"{game.title}, {save.start.key}: {actions} replayed, all positions match; {end}")
        print(f"The seal of its dice is {answer['seal']}; compare it with the first line of your log")
        for line in _dice_check(save.start.contributions, over=answer["dice_values"] is not None):
            print(line)
    return OK


def _given(contribution: Contribution) -> dict[str, Any]:
    return {
        "side": contribution.side,
        "value": contribution.value,
        "salt": contribution.salt,
        "typed": contribution.typed,
        "commitment": contribution.commitment,
    }


def _dice_check(contributions: Sequence[Contribution], over: bool) -> Iterator[str]:
    """Where the dice came from. Values, commitments and seed were compared when the save was read."""
    if not contributions:
        yield "The seed was given: these dice could be known in advance"
        return
    for each in contributions:
        how = f"typed {each.value!r}" if each.typed else f"drew {each.value}"
        shown = f"{how} (salt {each.salt}), " if over else ""
        yield f"{each.side}: {shown}committed as {each.commitment}"
    if over:
        yield "The values match the commitments, and the seed of the dice follows from them"
    else:
        yield "The values are shown when the game is over"


def run_benchmarks(args: argparse.Namespace) -> int:
    import os
    import subprocess
    import sys

    import engine
    from engine.bad_input import BadInput

    top = Path(engine.__file__).parents[1]
    if not (top / "tests" / "benchmarks" / "__main__.py").is_file():
        raise BadInput("The benchmarks are part of the source tree: run `startline bench` there")
    command = [sys.executable, "-m", "tests.benchmarks", *args.rest]
    environment = {**os.environ, "PYTHONPATH": str(top)}
    return subprocess.run(command, cwd=top, env=environment, check=False).returncode
