"""`startline`, `startline open` and `startline tour`: the commands that use windows."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from app.command_line.output import OK


def add(commands: Any, shared: argparse.ArgumentParser) -> None:
    opening = commands.add_parser(
        "open",
        parents=[shared],
        help="open a saved game or a scenario in the window",
        description="Open a saved game in the window, for example one written by `startline fuzz`, or"
        " scenarios (.toml) in its editor: all are taken into the catalogue, the last one is shown.",
    )
    opening.add_argument(
        "files", metavar="FILE", nargs="*", help="a saved game, or scenarios as text files", default=[]
    )
    opening.set_defaults(run=open_window)
    tour = commands.add_parser(
        "tour",
        parents=[shared],
        help="save pictures of the windows in a folder",
        description="Save about two dozen pictures of the windows in a folder; needs no display.",
    )
    tour.add_argument("folder", type=Path, metavar="DIR", help="folder for the pictures")
    tour.add_argument("--all", action="store_true", help="every screen, in light and dark, at two sizes")
    tour.add_argument(
        "--text-size",
        type=int,
        choices=(100, 125, 150, 175),
        default=100,
        metavar="PERCENT",
        help="100 to 175",
    )
    tour.set_defaults(run=take_tour)


def open_window(args: argparse.Namespace) -> int:
    from app.startup.gui_thread_gc import automatic_collection_off

    with automatic_collection_off():
        from app.startup.launch import run

        return run(args.catalogue, getattr(args, "files", ()))


def take_tour(args: argparse.Namespace) -> int:
    from app.tour.tour import tour

    for picture in tour(args.folder, everything=args.all, text_percent=args.text_size):
        print(picture)
    return OK
