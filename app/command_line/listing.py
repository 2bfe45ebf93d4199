"""`startline games` and `startline scenarios`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from app.command_line.output import OK, complain, show_json, show_table
from app.command_line.scenario_lookup import open_catalogue


def add(commands: Any, shared: argparse.ArgumentParser) -> None:
    games = commands.add_parser(
        "games", parents=[shared], help="list the games", description="List the installed games."
    )
    games.add_argument("--json", action="store_true", help="print JSON")
    games.set_defaults(run=list_games)
    scenarios = commands.add_parser(
        "scenarios",
        parents=[shared],
        help="list the scenarios",
        description="List the scenarios in your catalogue and those shipped with the games.",
        epilog="example: startline scenarios --game ttr",
    )
    scenarios.add_argument("--game", metavar="KEY", help="only scenarios of this game")
    scenarios.add_argument("--json", action="store_true", help="print JSON")
    scenarios.set_defaults(run=list_scenarios)


def list_games(args: argparse.Namespace) -> int:
    from engine import games
    from engine.referee.rulebook import Rulebook

    rows = []
    for game in map(games.about, games.keys()):
        rows.append(
            {
                "key": game.key,
                "title": game.title,
                "rules_version": game.rules_version,
                "scenarios": game.scenarios,
                "cases": len(Rulebook.load(game.rules).cases),
            }
        )
    if args.json:
        show_json(rows)
    else:
        show_table(("key", "title", "version", "scenarios", "cases"), [tuple(row.values()) for row in rows])
    return OK


def list_scenarios(args: argparse.Namespace) -> int:
    from engine import games

    if args.game is not None:
        games.game(args.game)
    rows = {row["key"]: row for row in (*_shipped(args), *_in_catalogue(args))}
    listed = sorted(rows.values(), key=lambda row: (row["game"], row["key"]))
    if args.json:
        show_json(listed)
    else:
        head = ("key", "title", "game", "turns", "units", "from")
        show_table(head, [tuple(row.values()) for row in listed])
    return OK


def _shipped(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The scenarios shipped with the games; none if a catalogue was named."""
    from engine import games
    from engine.catalogue.scenario_text import loads

    for key in games.keys() if args.catalogue is None else ():
        game = games.game(key)
        for name in game.scenarios() if args.game in (None, key) else ():
            document = loads(game.scenario_text(name))
            turns = document.turns.last - document.turns.first + 1
            yield _row(name, document.title, key, turns, len(document.units), "game")


def _in_catalogue(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    from engine.bad_input import BadInput

    try:
        with open_catalogue(args, read_only=True) as catalogue:
            entries = catalogue.list(args.game)
    except BadInput as problem:
        if args.catalogue is not None:
            raise
        complain(problem)
        return
    for entry in entries:
        turns = entry.last_turn - entry.first_turn + 1
        whose = "shipped" if entry.shipped else "own"
        yield _row(entry.key, entry.title, entry.game, turns, entry.units, whose)


def _row(key: str, title: str, game: str, turns: int, units: int, origin: str) -> dict[str, Any]:
    return {"key": key, "title": title, "game": game, "turns": turns, "units": units, "from": origin}
