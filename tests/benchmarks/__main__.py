"""`python -m tests.benchmarks`: everything that must be fast, measured against its reference in one run."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

os.environ["STARTLINE_GAMES"] = "tests.toy"

from tests.benchmarks.timing import CannotMeasure, Line, Result, Skipped, duration, factor, measured

ROW = "{:<18} {:<60} {:>8}  {:<32} {:>8} {:>8}  {:<18} {}"


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 1 with --strict when something is too slow."""
    parser = argparse.ArgumentParser(prog="startline bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print a list of results for programs")
    parser.add_argument("--only", metavar="NAME", help="measure only lines whose name contains NAME")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a requirement is missed")
    args = parser.parse_args(arguments)
    try:
        from tests.benchmarks.lines import lines
    except ModuleNotFoundError as missing:
        if missing.name != "chess":
            raise
        parser.error("the reference is python-chess: pip install chess")
    with tempfile.TemporaryDirectory(prefix="startline-bench-") as folder:
        wanted = [line for line in lines(Path(folder)) if args.only is None or args.only in line.name]
        if not wanted:
            parser.error(f"no line is called {args.only!r}")
        results = table(wanted, show=not args.json)
    if args.json:
        print(json.dumps([result.to_json() for result in results], indent=2))
    return int(args.strict and not all(result.ok for result in results))


def table(wanted: list[Line], show: bool) -> list[Result | Skipped]:
    """Measure line by line, and show each as soon as it is known."""
    results: list[Result | Skipped] = []
    if show:
        print(ROW.format("", "what", "ours", "against", "theirs", "ratio", "required", ""))
    for line in wanted:
        result: Result | Skipped
        try:
            result = measured(line)
        except CannotMeasure as reason:
            result = Skipped(line, str(reason))
        results.append(result)
        if show:
            print(row(result), flush=True)
    if show:
        missed = [result.line.name for result in results if not result.ok]
        print(f"\nmissed: {', '.join(missed)}" if missed else "\nall requirements hold")
    return results


def row(result: Result | Skipped) -> str:
    """One line of the table."""
    line = result.line
    if isinstance(result, Skipped):
        return ROW.format(line.name, line.what, "", line.against, "", "", str(line.required), result.why)
    return ROW.format(
        line.name,
        line.what,
        duration(result.ours),
        line.against,
        duration(result.reference),
        factor(result.shown_ratio),
        str(line.required),
        "OK" if result.ok else "MISSED",
    )


if __name__ == "__main__":
    sys.exit(main())
