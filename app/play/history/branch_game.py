"""What if? Continues a game from an earlier step as a new game; the game itself is not changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.background.progress_dialog import run_in_background

if TYPE_CHECKING:
    from app.library.scenario_library import ScenarioLibrary
    from app.play.play_controller import PlayController
    from app.window.current_game import CurrentGame
    from app.window.messages import Messages


def play_on_from(
    controller: PlayController,
    at: int,
    seed: str,
    game: CurrentGame,
    library: ScenarioLibrary,
    messages: Messages,
) -> None:
    """Put the branch on the table and save it; without a seed it has the dice of the game itself."""
    title = f"{controller.title}, what if after action {at}"
    other = controller.session.branch(at, seed)
    kept = run_in_background(
        messages.window, "What if?", "Saving the new game…", lambda _: library.keep(other, title)
    )
    if kept.cancelled:
        return
    if kept.problem:
        messages.warn("The new game is not saved automatically", kept.problem)
    game.play(other)
    dice = "dice of its own" if seed else "the same dice"
    messages.notice(f"{title}: a new game with {dice}", 8000)
