"""`startline check`, `export`, `import` and `catalogue`: scenarios in and out of the catalogue."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict, replace

from app.command_line.output import EXIT_CODES, FAILED, OK, complain, show_json
from app.command_line.scenario_lookup import find_scenario, open_catalogue, scenario_in_file
from engine.mechanics.plural import counted

if TYPE_CHECKING:
    from engine.catalogue.document import ScenarioDocument
    from engine.catalogue.finding import Finding

SCENARIO = "key of the scenario, or a scenario text file"


def add(commands: Any, shared: argparse.ArgumentParser) -> None:
    check = commands.add_parser(
        "check",
        parents=[shared],
        help="check a scenario for errors",
        description="Check a scenario and set up its game. Errors fail; warnings and notes do not.",
        epilog=f"examples:\n  startline check market-garden\n  startline check mine.toml\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    check.add_argument("scenario", metavar="SCENARIO", help=SCENARIO)
    check.add_argument("--json", action="store_true", help="print JSON")
    check.set_defaults(run=check_scenario)
    export = commands.add_parser(
        "export",
        parents=[shared],
        help="write a scenario to a text file",
        description="Write a scenario with its map to one readable text file that can be edited.",
        epilog="example: startline export market-garden mine.toml",
    )
    export.add_argument("scenario", metavar="SCENARIO", help=SCENARIO)
    export.add_argument("file", nargs="?", type=Path, metavar="FILE", help="default: standard output")
    export.add_argument("--force", action="store_true", help="replace an existing file")
    export.set_defaults(run=export_scenario)
    importing = commands.add_parser(
        "import",
        parents=[shared],
        help="import a scenario text file into the catalogue",
        description="Import a scenario text file; it replaces your scenario with the same key.",
        epilog="example: startline import mine.toml --as my-market-garden",
    )
    importing.add_argument("file", type=Path, metavar="FILE", help="a scenario text file")
    importing.add_argument("--as", dest="new_key", metavar="KEY", help="import it under another key")
    importing.set_defaults(run=import_scenario)
    _add_catalogue(commands, shared)


def _add_catalogue(commands: Any, shared: argparse.ArgumentParser) -> None:
    catalogue = commands.add_parser(
        "catalogue",
        parents=[shared],
        help="build the shipped catalogue, or compare it with its sources",
        description="The shipped catalogue scenarios.db is built from the text sources in resources/.",
        epilog=f"examples:\n  startline catalogue build\n  startline catalogue verify\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    catalogue.add_argument("what", choices=("build", "verify"))
    catalogue.add_argument("file", nargs="?", type=Path, metavar="FILE", help="default: scenarios.db")
    catalogue.add_argument("--json", action="store_true", help="print JSON")
    catalogue.set_defaults(run=build_or_verify)


def check_scenario(args: argparse.Namespace) -> int:
    document = find_scenario(args)
    findings = findings_in(document)
    if args.json:
        rows = [asdict(finding) for finding in findings]
        show_json({"scenario": document.key, "game": document.game, "findings": rows})
    else:
        for finding in findings:
            print(finding)
        if not findings:
            units = counted(len(document.units), "unit")
            print(f"{document.key}: no problems found; {units}, game {document.game}")
    return FAILED if any(finding.severity == "error" for finding in findings) else OK


def findings_in(document: ScenarioDocument) -> list[Finding]:
    """The findings of the catalogue and of the game about a scenario; errors first."""
    from engine import games
    from engine.bad_input import BadInput
    from engine.catalogue.check import check
    from engine.catalogue.finding import error
    from engine.catalogue.scenario_text import dumps
    from engine.referee.refusal import RulesBug
    from engine.referee.session import Session, Start

    try:
        game = games.game(document.game)
    except BadInput as problem:
        return [error("game", str(problem)), *check(document)]
    found = check(document, game)
    if not any(finding.severity == "error" for finding in found):
        try:
            Session.begin(game, Start(game.key, "scenario", document.key, dumps(document), "check"))
        except (BadInput, RulesBug) as problem:
            found.insert(0, error("set-up", f"The game cannot be set up: {problem}"))
    return found


def export_scenario(args: argparse.Namespace) -> int:
    from engine.bad_input import BadInput
    from engine.catalogue.scenario_text import dumps, save_file

    document = find_scenario(args)
    if args.file is None:
        print(dumps(document), end="")
        return OK
    if args.file.exists() and not args.force:
        raise BadInput(f"{args.file} already exists; choose another name, or use --force")
    save_file(args.file, document)
    return OK


def import_scenario(args: argparse.Namespace) -> int:
    document = scenario_in_file(args, args.file)
    if args.new_key:
        document = replace(document, key=args.new_key)
    with open_catalogue(args) as catalogue:
        revision = catalogue.save(document)
    for finding in findings_in(document):
        complain(f"{document.key}: {finding}")
    print(f"{document.key} imported as revision {revision}")
    return OK


def build_or_verify(args: argparse.Namespace) -> int:
    from engine import games
    from engine.catalogue import build
    from engine.catalogue.user_copy import shipped_file

    path = args.file or shipped_file()
    titles = {game.key: game.title for game in map(games.game, games.keys())}
    if args.what == "build":
        number = build.build(path, game_titles=titles)
        answer: dict[str, Any] = {"file": str(path), "scenarios": number}
        sentence = f"{path} has {counted(number, 'scenario')}"
        problems = []
    else:
        problems = build.verify(path, game_titles=titles)
        answer = {"file": str(path), "problems": problems}
        sentence = f"{path} matches its sources"
    if args.json:
        show_json(answer)
    elif not problems:
        print(sentence)
    for problem in problems:
        complain(problem)
    return FAILED if problems else OK
