"""Puts a game of the balance lab on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.background.progress_dialog import run_in_background
from engine.bad_input import BadInput

if TYPE_CHECKING:
    from app.window.current_game import CurrentGame
    from app.window.messages import Messages
    from engine.catalogue.store import Catalogue
    from engine.referee.session import Session


def open_lab_game(key: str, catalogue: Catalogue | None, game: CurrentGame, messages: Messages) -> bool:
    """Play a stored game again and show its end; returns whether it is on the table."""
    if catalogue is None:
        return False

    def work(_: object) -> Session:
        from engine.catalogue.lab_store import LabStore
        from engine.lab.stored import reopened

        store = LabStore(catalogue)
        row = store.games([key]).get(key)
        if row is None:
            raise BadInput("This game is not stored any more.")
        return reopened(row, store.text_of(key))

    ended = run_in_background(messages.window, "Balance lab", "Opening the game…", work)
    if ended.problem:
        messages.warn("This game cannot be opened", ended.problem)
    if not ended.succeeded:
        return False
    session = ended.value
    game.play(session, f"Lab game {session.start.seed}")
    return True
