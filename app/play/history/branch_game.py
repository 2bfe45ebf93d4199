"""What if? From a step of a game another one goes on, and the game itself stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.background.progress_dialog import run_in_background
from app.play.play_controller import PlayController

if TYPE_CHECKING:
    from app.main_window import MainWindow


def play_on_from(window: MainWindow, controller: PlayController, at: int, seed: str) -> None:
    """Put the branch on the table and keep it; without a seed it has the dice of the game itself."""
    title = f"{controller.title}, what if after action {at}"
    other = controller.session.branch(at, seed)
    library = window.library
    kept = run_in_background(
        window, "What if?", "Keeping the new game…", lambda _: library.keep(other, title)
    )
    if kept.cancelled:
        return
    if kept.problem:
        window.complain("The new game is not kept", kept.problem)
    window.play(other)
    dice = "dice of its own" if seed else "the same dice"
    window.statusBar().showMessage(f"{title}: a new game with {dice}", 8000)
