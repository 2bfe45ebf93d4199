"""Saves the game on the table to a file of its own after an error."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from engine.referee import save as saves
from engine.referee.session import Session


def rescue_game(session: Session | None, title: str, folder: Path) -> str:
    """Write the game to a file in this folder; returns a sentence that says where, or why not."""
    if session is None:
        return "No game was on the table."
    name = re.sub(r"[^\w ,.()-]+", " ", title).strip() or "game"
    path = folder / f"{name}, {datetime.now().astimezone():%Y-%m-%d %H-%M-%S}.startline"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        saves.write(saves.saved(session), path)
    except OSError as error:
        return f"The game could not be saved to {folder}: {error.strerror or error}. Choose another folder."
    return f"The game was saved to {path}."
