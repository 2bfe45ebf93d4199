"""`startline desktop`: an entry in the menu of the desktop, and file types that open with a double click."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from app.command_line.output import OK
from engine.bad_input import BadInput
from engine.files import write_atomically
from resources import FOLDER

COMMAND: Final = "Exec=startline "
UPDATES: Final = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))
"""Programs of the desktop that read new files, each with the folder it is told."""


def add(commands: Any, shared: argparse.ArgumentParser) -> None:
    desktop = commands.add_parser(
        "desktop",
        parents=[shared],
        help="add Startline and its file types to the desktop",
        description="Add a menu entry, the icon and the file types of saved games and scenarios to your"
        " desktop (Linux), so that a double click opens them. Only files of your own user are written.",
    )
    desktop.add_argument("--remove", action="store_true", help="remove them again")
    desktop.set_defaults(run=install)


def install(args: argparse.Namespace) -> int:
    """Write the files, or remove them, and let the desktop read its folders again."""
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    for path, content in files(folder).items():
        try:
            if args.remove:
                path.unlink(missing_ok=True)
            else:
                write_atomically(path, content)
        except OSError as error:
            raise BadInput(f"{path} cannot be removed ({error.strerror}); remove it yourself") from None
        print(f"{'removed' if args.remove else 'written'}: {path}")
    for program, below in UPDATES:
        found = shutil.which(program)
        if found is not None:
            subprocess.run([found, str(folder / below)], check=False, capture_output=True, timeout=60)
        else:
            print(f"{program} is not installed: the desktop may notice the change only after the next login")
    return OK


def files(folder: Path) -> dict[Path, bytes]:
    """The files of the desktop below its folder, with what they hold."""
    source = FOLDER / "desktop"
    entry = (source / "startline.desktop").read_text(encoding="utf-8")
    return {
        folder / "applications" / "startline.desktop": entry.replace(COMMAND, f"Exec={program()} ").encode(),
        folder / "mime" / "packages" / "startline.xml": (source / "startline-mime.xml").read_bytes(),
        folder / "icons" / "hicolor" / "scalable" / "apps" / "startline.svg": (
            FOLDER / "icons" / "startline.svg"
        ).read_bytes(),
    }


def program() -> str:
    """How the desktop starts Startline, in the spelling of its entries."""
    started = Path(sys.argv[0])
    here = started if started.name == "startline" and started.is_file() else shutil.which("startline")
    words = [str(Path(here).resolve())] if here else [sys.executable, "-m", "app"]
    return " ".join(f'"{word}"' if set(word) & set(" \t\"'\\$`<>~|&;*?#()") else word for word in words)
