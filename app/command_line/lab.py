"""`startline lab`: how balanced is a scenario, and what would change that?"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.command_line.output import EXIT_CODES, OK, complain, progress, show_json, show_table
from app.command_line.scenario_lookup import find_scenario, open_catalogue, shipped_text
from app.command_line.simulation import positive

if TYPE_CHECKING:
    from engine.catalogue.document import ScenarioDocument
    from engine.lab.plan import Plan, Wanted
    from engine.lab.suggestion import Suggestion
    from engine.lab.summary import CellReport

PLACES = 12
"""The hexes that are listed as those with most losses."""


def add(commands: Any, shared: argparse.ArgumentParser) -> None:
    lab = commands.add_parser(
        "lab",
        parents=[shared],
        help="measure the balance of a scenario with games between bots",
        description=(
            "Bots play a scenario many times. Every game is stored in the catalogue as soon as it is over: a "
            "run that was interrupted goes on where it was, and each game can be opened. What-ifs are played "
            "on the same seeds and compared game by game. Rates are shown with their intervals (95 %)."
        ),
        epilog=(
            "what-ifs:\n"
            "  turns=+1                 one more turn\n"
            "  victory:KEY=+2           every limit of a condition two points higher (* for all conditions)\n"
            "  victory:KEY:LEVEL=9      the limit of one level\n"
            "  option:KEY=VALUE         an option of the scenario\n"
            "  scenario:KEY             another scenario, for example with another set-up\n\n"
            "examples:\n"
            "  startline lab ddb-carentan --games 200 --jobs 2\n"
            "  startline lab ddb-carentan --bot steady --bot bold --games 50\n"
            "  startline lab ddb-carentan --what-if turns=+1 --what-if 'victory:*=+1'\n"
            "  startline lab ddb-carentan --seed 1 --write-game 1-7 game.toml\n\n"
            f"{EXIT_CODES}"
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_bot_games(lab, "a bot (steady/veteran); several play every pairing from both seats", 40, "lab")
    lab.add_argument(
        "--what-if", action="append", default=[], metavar="WORDS", help="compare with a change; see below"
    )
    lab.add_argument(
        "--cluster", metavar="ADDRESS", help="play on a Dask cluster, for example tcp://host:8786"
    )
    lab.add_argument(
        "--write-game",
        nargs=2,
        metavar=("SEED", "FILE"),
        help="write the first game with this seed as a saved game instead",
    )
    lab.add_argument(
        "--write-figures",
        action="store_true",
        help="write the figures of a shipped scenario, which its card shows, to resources/balance",
    )
    lab.add_argument("--forget", action="store_true", help="delete the stored games of the scenario instead")
    lab.set_defaults(run=run_lab)


def add_bot_games(parser: argparse.ArgumentParser, bots: str, games: int, seed: str) -> None:
    """The arguments that arena and lab have in common: a scenario, its bots, and how its games are played."""
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario, by its key or its file")
    parser.add_argument("--bot", action="append", metavar="BOT", help=bots)
    parser.add_argument(
        "--seat", action="append", default=[], metavar="SIDE=BOT", help="a bot for one side (may be repeated)"
    )
    parser.add_argument(
        "--games", type=positive, default=games, metavar="N", help=f"games of each pairing ({games})"
    )
    parser.add_argument(
        "--seed", default=seed, metavar="S", help=f"the same seed plays the same games ({seed})"
    )
    parser.add_argument("--jobs", type=positive, default=1, metavar="J", help="parallel processes (1)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def wanted_of(args: argparse.Namespace, what_ifs: Sequence[str] = ()) -> Wanted:
    """What these arguments want to know."""
    from engine.bots.names import USUAL
    from engine.lab.plan import Wanted

    seats: dict[str, tuple[str, ...]] = {}
    for seat in args.seat:
        side, _, bot = seat.partition("=")
        seats[side] = (*seats.get(side, ()), bot)
    return Wanted(tuple(args.bot or [USUAL]), args.games, args.seed, tuple(what_ifs), seats=seats)


def run_lab(args: argparse.Namespace) -> int:
    from engine.catalogue.lab_store import LabStore
    from engine.lab.plan import planned
    from engine.lab.run import run, workers
    from engine.lab.suggestion import suggestion
    from engine.lab.summary import reports
    from engine.mechanics.plural import counted

    document = find_scenario(args)
    with open_catalogue(args) as catalogue:
        store = LabStore(catalogue)
        if args.forget:
            print(f"Deleted: {counted(store.forget(document.key), 'game')} of {document.title}")
            return OK
        if args.write_game:
            _write_game(store, document, *args.write_game)
            return OK
        wanted = wanted_of(args, args.what_if)
        plan = planned(document, wanted, partial(find_scenario, args))
        playing = progress(f"playing {document.key}")
        with workers(args.jobs, args.cluster or "") as (pool, jobs), playing as advance:
            found = run(plan.tasks, store, pool, jobs, advance)
    made = reports(plan, found)
    suggested = suggestion(document, made[0].games)
    if args.write_figures:
        _write_figures(document, plan, wanted, made[0])
    if args.json:
        show_json(_plain(plan, made, suggested))
    else:
        _show(plan, made, suggested)
    return OK


def _write_game(store: Any, document: ScenarioDocument, seed: str, file: str) -> None:
    from engine.bad_input import BadInput
    from engine.lab.stored import reopened
    from engine.mechanics.plural import counted
    from engine.referee.save import saved, write

    row = next((row for row in store.of_scenario(document.key) if row.seed == seed), None)
    if row is None:
        raise BadInput(f"The lab has no game of {document.title} with seed {seed!r:.40}; play it first")
    write(saved(reopened(row, store.text_of(row.key))), Path(file))
    print(f"{file}: {counted(len(row.actions), 'action')}")


def _write_figures(document: ScenarioDocument, plan: Plan, wanted: Wanted, report: CellReport) -> None:
    from engine.bad_input import BadInput
    from engine.lab.measured import measured
    from engine.lab.scenario_figures import save, sentence_of

    if shipped_text(document.key) is None:
        raise BadInput(f"{document.title} is not shipped: only shipped scenarios have files of figures")
    figures = measured(plan, wanted, report)
    complain(f"{save(figures)}: {sentence_of(figures, document)}")


# what was found


def _show(plan: Plan, made: Sequence[CellReport], suggested: Suggestion | None) -> None:
    from engine.bots.names import title_of

    titles = {side.key: side.title for side in plan.document.playing_sides} | {"": "draw"}
    rows = [
        (
            report.cell.variant.words or "as it is",
            " : ".join(title_of(bot) for bot in report.cell.bots),
            report.summary.games,
            *(str(share) for share in report.summary.winners.values()),
            report.difference or "",
        )
        for report in made
    ]
    first = plan.document.playing_sides[0].title
    head = ("scenario", "bots", "games", *(titles[side] for side in made[0].summary.winners))
    show_table((*head, f"wins of {first} in 100"), rows)
    summary = made[0].summary
    show_table(("result", "games"), list(summary.levels.items()))
    show_table(("turn of the end", "games"), list(summary.turns.items()))
    longest = max(map(len, summary.strength.values()), default=0)
    show_table(
        (
            "turns played",
            *(f"{titles[side]}: {what}" for side in summary.strength for what in ("left", "hexes")),
        ),
        [(at + 1, *_by_turn(summary.strength, summary.held, at)) for at in range(longest)],
    )
    show_table(("losses in", "per game"), list(summary.fought().items())[:PLACES])
    if suggested is not None:
        print(f"{suggested.sentence} (--what-if '{suggested.words}')")


def _by_turn(strength: Any, held: Any, at: int) -> Iterator[str]:
    for side in strength:
        yield f"{strength[side][at]:.0%}" if at < len(strength[side]) else ""
        yield f"{held[side][at]:.0f}" if at < len(held[side]) else ""


def _plain(plan: Plan, made: Sequence[CellReport], suggested: Suggestion | None) -> dict[str, Any]:
    return {
        "scenario": plan.document.key,
        "cells": [
            {
                "what_if": report.cell.variant.words,
                "bots": list(report.cell.bots),
                "games": report.summary.games,
                "winners": {
                    side or "draw": {"games": share.count, "interval": share.interval}
                    for side, share in report.summary.winners.items()
                },
                "levels": dict(report.summary.levels),
                "turns": {str(turn): games for turn, games in report.summary.turns.items()},
                "strength": {side: list(row) for side, row in report.summary.strength.items()},
                "held": {side: list(row) for side, row in report.summary.held.items()},
                "losses": dict(list(report.summary.fought().items())[:PLACES]),
                "difference": None
                if report.difference is None
                else [report.difference.change, report.difference.low, report.difference.high],
            }
            for report in made
        ],
        "suggestion": None
        if suggested is None
        else {"what_if": suggested.words, "before": suggested.before, "after": suggested.after},
    }
