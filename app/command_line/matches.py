"""`startline arena`: bots play each other without a window."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from app.command_line.lab import add_bot_games, wanted_of
from app.command_line.output import EXIT_CODES, OK, Advance, complain, progress, show_json, show_table
from app.command_line.scenario_lookup import find_scenario

if TYPE_CHECKING:
    from engine.bots.match import MatchResult, MatchTask
    from engine.catalogue.document import ScenarioDocument


def add(commands: Any, shared: argparse.ArgumentParser) -> None:
    arena = commands.add_parser(
        "arena",
        parents=[shared],
        help="let bots play a scenario against each other",
        description=(
            "Bots play a scenario many times; the same seed plays the same games. With two bots, every "
            "second game is played with the seats exchanged, so that bots are compared and not sides. "
            "Rates are shown with their intervals (95 %)."
        ),
        epilog=(
            "examples:\n"
            "  startline arena ddb-carentan --games 40\n"
            "  startline arena ddb-carentan --bot steady --bot random --games 200 --stop 0.55 --jobs 2\n"
            "  startline arena ddb-carentan --seat allied=bold --seat german=careful/regular\n\n"
            f"{EXIT_CODES}"
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_bot_games(arena, "a bot; two play from both seats (steady/veteran)", 20, "1")
    arena.add_argument(
        "--stop",
        type=float,
        metavar="RATE",
        help="stop when the first bot is surely above or below it",
    )
    arena.set_defaults(run=run_arena)


def run_arena(args: argparse.Namespace) -> int:
    from engine.bots.arena import play_all

    document = find_scenario(args)
    tasks = tasks_of(document, args)
    with progress(f"playing {document.key}") as advance:
        results = play_all(tasks, args.jobs, partial(_report, advance), _stop(args))
    _show(document, results, args.json)
    return OK


def tasks_of(document: ScenarioDocument, args: argparse.Namespace) -> Sequence[MatchTask]:
    """As many games of the lab's plan as are wanted, without those of a bot against itself."""
    from engine.lab.plan import planned

    plan = planned(document, wanted_of(args), lambda _: document)
    apart = [cell for cell in plan.cells if len(set(cell.bots)) > 1]
    return replace(plan, cells=tuple(apart) or plan.cells).tasks[: args.games]


def _stop(args: argparse.Namespace) -> Callable[[Sequence[MatchResult]], bool] | None:
    """Is the rate of the first bot surely on one side of the limit? Draws count a half."""
    if args.stop is None or not args.bot:
        return None
    from engine.bots.arena import standings
    from engine.bots.rates import is_decided

    def stop(results: Sequence[MatchResult]) -> bool:
        rows = standings(results, args.bot[0]).values()
        won = sum(row.won + row.drawn / 2 for row in rows)
        return len(results) >= 20 and is_decided(won, sum(row.games for row in rows), args.stop)

    return stop


def _report(advance: Advance | None, done: int, of: int, result: MatchResult) -> None:
    if advance is not None:
        advance(done, of)
    else:
        complain(f"{done} of {of}: seed {result.task.seed}, {result.winner or 'a draw'}, turn {result.turn}")


def _show(document: ScenarioDocument, results: Sequence[MatchResult], as_json: bool) -> None:
    from collections import Counter

    from engine.bots.arena import standings
    from engine.bots.names import title_of
    from engine.bots.rates import Share

    titles = {side.key: side.title for side in document.sides}
    winners = Counter(result.winner for result in results)
    levels = Counter(result.level for result in results)
    bots = dict.fromkeys(bot for result in results for bot in result.task.bots.values())
    if as_json:
        show_json(
            {
                "scenario": document.key,
                "games": len(results),
                "winners": {titles.get(side, "draw"): number for side, number in winners.items()},
                "results": dict(levels),
                "bots": {
                    bot: {
                        side: [row.won, row.drawn, row.lost] for side, row in standings(results, bot).items()
                    }
                    for bot in bots
                },
            }
        )
        return
    show_table(
        ("winner", "games"),
        [
            (titles.get(side, "draw"), str(Share(number, len(results))))
            for side, number in winners.most_common()
        ],
    )
    show_table(("result", "games"), [(level, number) for level, number in levels.most_common()])
    rows = [
        (title_of(bot), titles[side], row.won, row.drawn, row.lost)
        for bot in bots
        for side, row in standings(results, bot).items()
    ]
    show_table(("bot", "side", "won", "drawn", "lost"), rows)
