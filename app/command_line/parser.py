"""The argument parser with its subcommands."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Final

from app.command_line import window
from app.command_line.output import EXIT_CODES

EPILOG = f"""without a command, the window opens.

examples:
  startline                            open the window
  startline scenarios --game ttr       list scenarios
  startline try my-position.toml       test a position with the referee
  startline rules ttr                  list the rule cases and where they are enforced
  startline COMMAND --help             help for a command

{EXIT_CODES}"""


GROUPS: Final = {
    "window": ("open", "tour"),
    "listing": ("games", "scenarios"),
    "rules": ("try", "rules"),
    "hexes": ("hex",),
    "catalogue": ("check", "export", "import", "catalogue"),
    "simulation": ("fuzz", "replay", "bench"),
    "matches": ("arena",),
    "lab": ("lab",),
    "desktop": ("desktop",),
    "handbook": ("handbook",),
}
"""The modules of this package, and the commands that each adds."""


class _Version(argparse.Action):
    """Prints the version; it is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"startline {version('startline')}")
        except PackageNotFoundError:
            print("startline (not installed)")
        parser.exit()


def build_parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Build the parser, with only the subcommands that these words need, or all."""
    parser = argparse.ArgumentParser(
        prog="startline",
        description="Hex-and-counter wargames with a referee.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    _add_catalogue_option(parser, None)
    parser.set_defaults(run=window.open_window)
    shared = argparse.ArgumentParser(add_help=False)
    _add_catalogue_option(shared, argparse.SUPPRESS)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for group in _groups(words):
        import_module(f"app.command_line.{group}").add(commands, shared)
    return parser


def _groups(words: Sequence[str] | None) -> Iterable[str]:
    """The groups of subcommands to add; for the window only its own, so that it opens quickly."""
    if words is not None and not words:
        return ["window"]
    named = [group for group, commands in GROUPS.items() if words and words[0] in commands]
    return named or GROUPS


def _add_catalogue_option(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--catalogue",
        metavar="FILE|URL",
        default=default,
        help="use this catalogue instead of your own: a file, or the URL of a database server",
    )
