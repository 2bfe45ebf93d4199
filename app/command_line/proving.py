"""`startline rules KEY --unreached` and `--prove`: how well the worked examples test the rules."""

from __future__ import annotations

import argparse
from typing import Any

from app.command_line.output import FAILED, OK, progress, show_json
from engine.mechanics.plural import counted


def show_proof(args: argparse.Namespace) -> int:
    """Measure which places the examples run, and which can be removed without any example failing."""
    from engine import games
    from engine.bad_input import BadInput
    from engine.proof.places import modules_of, places
    from engine.proof.reach import measured
    from engine.referee.citations import examples

    game = games.game(args.game)
    modules = modules_of(game)
    if args.file and args.file not in [module.file for module in modules]:
        raise BadInput(f"{game.title} has no module {args.file!r:.60}")
    shown, found = examples(game), places(modules)
    with progress("playing") as advance:
        reach = measured(game, modules, shown, args.jobs, advance)
    missing = _missing(args, modules, found, reach)
    verdicts = _verdicts(args, game, found, reach, shown) if args.prove else []
    survivors = [verdict for verdict in verdicts if not verdict.noticed]
    if args.json:
        _show_as_json(game.key, missing if args.unreached else None, verdicts if args.prove else None)
    else:
        if args.unreached:
            _show_unreached(missing)
        if args.prove:
            _show_survivors(survivors, len(verdicts))
    return FAILED if survivors or (args.unreached and missing) else OK


def _missing(args: argparse.Namespace, modules: list[Any], found: list[Any], reach: Any) -> list[Any]:
    from engine.proof.unreached import unreached

    return [
        item
        for item in unreached(modules, found, reach)
        if (not args.file or item.file == args.file) and (not args.case or args.case in item.cases)
    ]


def _verdicts(
    args: argparse.Namespace, game: Any, found: list[Any], reach: Any, shown: list[Any]
) -> list[Any]:
    from engine.proof.mutants import prove

    wanted = [
        place
        for place in found
        if (not args.file or place.module.file == args.file) and (not args.case or args.case in place.cases)
    ]
    with progress("proving") as advance:
        return prove(game, wanted, reach, shown, args.jobs, advance)


def _show_as_json(key: str, missing: list[Any] | None, verdicts: list[Any] | None) -> None:
    from engine.proof.unreached import totals

    answer: dict[str, Any] = {"game": key}
    if missing is not None:
        answer["unreached"] = [item.to_json() for item in missing]
        answer["totals"] = totals(missing)
    if verdicts is not None:
        answer["proofs"] = [verdict.to_json() for verdict in verdicts]
    show_json(answer)


def _show_unreached(missing: list[Any]) -> None:
    from engine.proof.unreached import totals

    for item in missing:
        print(item)
    kinds = ", ".join(f"{number} of kind {kind}" for kind, number in totals(missing).items())
    print(f"\nNo worked example reaches {counted(len(missing), 'place')}: {kinds}")


def _show_survivors(survivors: list[Any], tried: int) -> None:
    for verdict in survivors:
        print(verdict)
    noticed = tried - len(survivors)
    print(f"\n{noticed} of {counted(tried, 'place')}: a worked example fails when the place is removed")
