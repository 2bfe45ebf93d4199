"""The file that a game is saved to, and the questions which file that should be."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from app.errands.progress import Progress
from app.errands.waiting import beside
from engine.bad_input import BadInput
from engine.referee import save as saves
from engine.referee.session import Session

SUFFIX = ".startline"
FILES = f"Saved games (*{SUFFIX});;All files (*)"


def ask_which_to_open(parent: QWidget, folder: str) -> Path | None:
    """The file the user picks."""
    name, _ = QFileDialog.getOpenFileName(parent, "Open a saved game", folder, FILES)
    return Path(name) if name else None


def ask_where_to_save(parent: QWidget, folder: str, title: str) -> Path | None:
    """The file the user names, with our suffix if it has none."""
    plain = re.sub(r"[^\w ,.()-]+", " ", title).strip() or "game"
    name, _ = QFileDialog.getSaveFileName(
        parent, "Save the game", str(Path(folder) / f"{plain}{SUFFIX}"), FILES
    )
    path = Path(name)
    return (path if path.suffix else path.with_suffix(SUFFIX)) if name else None


def write(session: Session, path: Path, parent: QWidget) -> bool:
    """Put the game on disk; the file is the old one or the new one, never half of it. False if called off."""

    def work(progress: Progress) -> None:
        save = saves.saved(session)
        progress(1, 2, "Saving the game")
        try:
            saves.write(save, path)
        except OSError as error:
            why = error.strerror or error
            raise BadInput(f"{path} cannot be written: {why}; choose another place") from None

    ended = beside(parent, "Saving", "Saving the game…", work)
    if ended.problem:
        raise BadInput(ended.problem)
    return ended.well
