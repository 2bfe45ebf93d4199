"""`startline handbook`: the handbook as web pages."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from app.command_line.output import OK


def add(commands: Any, shared: argparse.ArgumentParser) -> None:
    handbook = commands.add_parser(
        "handbook",
        parents=[shared],
        help="write the handbook into a folder, as web pages with pictures",
        description="Write the handbook into a folder as web pages, with pictures of the windows as they are"
        " now; needs no display. In the program F1 opens it.",
    )
    handbook.add_argument("folder", type=Path, metavar="DIR", help="folder for the pages")
    handbook.add_argument("--no-pictures", action="store_true", help="the text alone, in a second")
    handbook.set_defaults(run=write_handbook)


def write_handbook(args: argparse.Namespace) -> int:
    from app.handbook.export import export
    from app.handbook.pages import handbook

    written = export(handbook(), args.folder, with_pictures=not args.no_pictures)
    print(f"{len(written)} files; begin with {args.folder / 'index.html'}")
    return OK
