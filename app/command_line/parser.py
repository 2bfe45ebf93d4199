"""Which subcommands there are and what they are told."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Final

from app.command_line import window
from app.command_line.output import EXIT_CODES

EPILOG = f"""without a command the window opens.

examples:
  startline                            play
  startline scenarios --game ttr       what can be played
  startline try my-position.toml       ask the referee about a position
  startline rules ttr                  which rule is enforced where
  startline COMMAND --help             more about a command

{EXIT_CODES}"""


FAMILIES: Final = {
    "window": ("open", "tour"),
    "listing": ("games", "scenarios"),
    "rules": ("try", "rules"),
    "hexes": ("hex",),
    "catalogue": ("check", "export", "import", "catalogue"),
    "simulation": ("fuzz", "replay", "bench"),
}
"""The modules of this package, and the commands that each adds."""


class _Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"startline {version('startline')}")
        except PackageNotFoundError:
            print("startline (not installed)")
        parser.exit()


def build_parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """The command line: as much of it as these words need, or all. Building it imports nothing heavy."""
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
    for family in _families(words):
        import_module(f"app.command_line.{family}").add(commands, shared)
    return parser


def _families(words: Sequence[str] | None) -> Iterable[str]:
    """A window opens at once: it need not know how games are listed."""
    if words is not None and not words:
        return ["window"]
    named = [family for family, commands in FAMILIES.items() if words and words[0] in commands]
    return named or FAMILIES


def _add_catalogue_option(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--catalogue",
        metavar="FILE|URL",
        default=default,
        help="use this catalogue and not your own: a file, or the address of a database server",
    )
