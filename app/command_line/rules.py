"""`startline try` and `startline rules`: run worked examples, list the rule cases."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from app.command_line.output import (
    BAD_INPUT,
    BUG,
    EXIT_CODES,
    FAILED,
    OK,
    complain,
    show_json,
    show_table,
)
from app.command_line.simulation import positive


def add(commands: Any, shared: argparse.ArgumentParser) -> None:
    _add_try(commands, shared)
    _add_rules(commands, shared)


def _add_try(commands: Any, shared: argparse.ArgumentParser) -> None:
    trying = commands.add_parser(
        "try",
        parents=[shared],
        help="run worked examples and report where the result differs from the expected one",
        description="Run position files; answers, events and refusals are printed as JSON.",
        epilog=f"examples:\n  startline try march.toml\n  startline try my-examples/\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    trying.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a position file, or a folder")
    trying.add_argument(
        "--guide",
        nargs="?",
        const="",
        metavar="KEY",
        help="print the format of position files; with KEY, the words of that game",
    )
    trying.set_defaults(run=try_files)


def _add_rules(commands: Any, shared: argparse.ArgumentParser) -> None:
    rules = commands.add_parser(
        "rules",
        parents=[shared],
        help="list the rule cases with the code that enforces them and the examples and tests that show them",
        description="The matrix case → code → worked examples → tests of a game, with totals.",
        epilog=(
            "examples:\n  startline rules ttr --uncovered\n  startline rules ttr --case 3.2.1\n"
            f"  startline rules ttr --unreached\n  startline rules ttr --prove --jobs 2\n\n{EXIT_CODES}"
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    rules.add_argument("game", metavar="KEY", help="the game: see `startline games`")
    rules.add_argument("--case", metavar="ID", help="show one case in full")
    rules.add_argument("--uncovered", action="store_true", help="only cases without code or without a test")
    rules.add_argument(
        "--unreached",
        action="store_true",
        help="list the refusals, modifiers and branches that no worked example runs",
    )
    rules.add_argument(
        "--prove",
        action="store_true",
        help="remove each refusal, modifier, step and rule in turn and check that an example fails",
    )
    rules.add_argument(
        "--file", metavar="FILE", help="with --unreached or --prove: one module, e.g. supply.py"
    )
    rules.add_argument("--jobs", type=positive, default=1, metavar="J", help="parallel processes (1)")
    rules.add_argument("--json", action="store_true", help="print JSON")
    rules.set_defaults(run=show_rules)


def try_files(args: argparse.Namespace) -> int:
    from engine import games
    from engine.bad_input import BadInput
    from engine.referee import expectation, worked_example
    from engine.referee.example_guide import guide_of

    if args.guide:
        print(guide_of(games.game(args.guide)), end="")
        return OK
    if args.guide is not None:
        print(worked_example.__doc__, expectation.__doc__, sep="\n")
        print("`startline try --guide KEY` prints the words of one game.")
        return OK
    if not args.files:
        raise BadInput("Name at least one position file; `startline try --guide` prints their format")
    answers: list[dict[str, Any]] = []
    worst = OK
    for path in _position_files(args.files):
        try:
            result = worked_example.run_file(path, games.game)
        except BadInput as problem:
            complain(problem)
            answers.append({"file": str(path), "passed": False, "error": str(problem)})
            worst = max(worst, BAD_INPUT)
            continue
        answers.append(result.to_json())
        for failure in result.failures:
            complain(f"{path}: {failure}")
        if not result.passed:
            worst = max(worst, BUG if result.bug else FAILED)
    show_json(answers)
    return worst


def _position_files(named: list[Path]) -> list[Path]:
    found = []
    for path in named:
        found += sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return found


def show_rules(args: argparse.Namespace) -> int:
    if args.unreached or args.prove:
        from app.command_line.proving import show_proof

        return show_proof(args)
    from engine import games
    from engine.referee.citations import matrix

    game = games.game(args.game)
    table = matrix(game, _tests_folder())
    rows = [row for row in table.rows if not (args.uncovered and row.covered)]
    if args.case:
        rows = [table.row(args.case)]
    for problem in table.problems:
        complain(problem)
    if args.json:
        show_json(
            {
                "game": game.key,
                "cases": [row.to_json() for row in rows],
                "totals": table.totals(),
                "problems": list(table.problems),
            }
        )
    elif args.case:
        _show_case(table, rows[0])
    else:
        _show_matrix(table, rows)
    return FAILED if table.problems else OK


def _tests_folder() -> Path | None:
    """The tests folder of a source tree; an installed Startline has none."""
    import engine

    folder = Path(engine.__file__).parents[1] / "tests"
    return folder if folder.is_dir() else None


def _show_matrix(table: Any, rows: list[Any]) -> None:
    lines = []
    for row in rows:
        sides = " ".join(
            word for word, there in (("permitted", row.permitted), ("refused", row.refused)) if there
        )
        state = "information" if row.case.information else "" if row.covered else "UNCOVERED"
        lines.append(
            (row.case.id, row.case.title[:44], len(row.code), len(row.examples), len(row.tests), sides, state)
        )
    show_table(("case", "title", "code", "examples", "tests", "shown", ""), lines)
    print()
    for what, number in table.totals().items():
        print(f"{number:6} {what}")


def _show_case(table: Any, row: Any) -> None:
    case = row.case
    print(f"{case.id}  {case.title}\n\n{case.rule}\n\nCheck: {case.check}")
    if case.ruling:
        print(f"Ruling: {case.ruling}")
    for phase in table.rulebook.phases_of(case.id):
        print(f"Phase: {phase.id} {phase.title}")
    for name, places in (
        ("Code", [f"{cited} ({cited.how})" for cited in row.code]),
        ("Examples", [f"{example.file}: {example.title}" for example in row.examples]),
        ("Tests", [str(cited) for cited in row.tests]),
    ):
        print(f"\n{name}:" + "".join(f"\n  {place}" for place in places or ["none"]))
