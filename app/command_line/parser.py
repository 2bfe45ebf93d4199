"""Which subcommands there are and what they are told."""

from __future__ import annotations

import argparse
from typing import Any

from app.command_line import listing, playing, rules, scenario_files, window
from app.command_line.output import EXIT_CODES

EPILOG = f"""without a command the window opens.

examples:
  startline                            play
  startline scenarios --game ttr       what can be played
  startline try my-position.toml       ask the referee about a position
  startline rules ttr                  which rule is enforced where
  startline COMMAND --help             more about a command

{EXIT_CODES}"""


class _Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"startline {version('startline')}")
        except PackageNotFoundError:
            print("startline (not installed)")
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    """The whole command line. Building it imports nothing heavy."""
    parser = argparse.ArgumentParser(
        prog="startline",
        description="Hex-and-counter wargames with an umpire.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="tell the version and stop")
    _add_catalogue_option(parser, None)
    parser.set_defaults(run=window.open_window)
    shared = argparse.ArgumentParser(add_help=False)
    _add_catalogue_option(shared, argparse.SUPPRESS)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for family in (window, listing, rules, scenario_files, playing):
        family.add(commands, shared)
    return parser


def _add_catalogue_option(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--catalogue",
        metavar="FILE|URL",
        default=default,
        help="use this catalogue and not your own: a file, or the address of a database server",
    )
