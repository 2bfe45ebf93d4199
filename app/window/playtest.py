"""Plays a scenario from the editor at the table, with its unsaved changes and with bots for some sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.background.progress import Progress
from app.background.progress_dialog import run_in_background
from engine import games
from engine.bots.quiet_bot import let_pass
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.picture import without_picture
from engine.catalogue.scenario_text import dumps
from engine.referee.fair_seed import contributions_of, seed_of
from engine.referee.session import Session, Start

if TYPE_CHECKING:
    from app.play.map_input.map_note import TableNote
    from app.window.current_game import CurrentGame
    from app.window.messages import Messages
    from editor.files.playtest_dialog import PlaytestOptions


def try_out(
    document: ScenarioDocument,
    chosen: PlaytestOptions | None,
    note: TableNote,
    game: CurrentGame,
    messages: Messages,
    back: str,
) -> None:
    """Play the scenario as it is in the editor, which keeps it unchanged; `back` names the keys to return."""
    turns = chosen.turns if chosen is not None else 0

    def work(progress: Progress) -> Session:
        text = dumps(without_picture(document))
        given = contributions_of(side.key for side in document.playing_sides)
        start = Start(document.game, "scenario", document.key, text, seed_of(given), {}, given)
        session = Session.begin(games.game(document.game), start)
        if turns:
            let_pass(session, turns, start.seed, lambda gone, of: progress(gone, of, "Playing turns"))
        return session

    ended = run_in_background(messages.window, "Playtest", "Setting up the game…", work)
    if ended.problem:
        messages.warn("This scenario cannot be played yet", ended.problem)
    if not ended.succeeded:
        return
    session = ended.value
    session.seat_bots(chosen.bots if chosen is not None else {})
    game.play(session)
    note.tell(f"{document.title} is being playtested. {back} returns to the editor.")
