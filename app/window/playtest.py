"""Plays a scenario from the editor at the table, with its unsaved changes and with bots for some sides."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from app.background.progress import Progress
from app.background.progress_dialog import run_in_background
from app.rules.chart_tables import ChartSheet
from app.rules.rule_library import rule_library
from engine import games
from engine.bots.quiet_bot import let_pass
from engine.bots.random_bot import RandomBot
from engine.catalogue.chart_changes import chart_changes
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.picture import without_picture
from engine.catalogue.scenario_text import dumps
from engine.referee.fair_seed import contributions_of, seed_of
from engine.referee.session import Session, Start

if TYPE_CHECKING:
    from app.main_window import MainWindow
    from editor.files.playtest_dialog import PlaytestOptions


def charts_of(document: ScenarioDocument) -> Sequence[ChartSheet]:
    """The charts of a scenario's game, as the scenario has them."""
    return tuple(rule_library(document.game).charts_with(chart_changes(document)).values())


def try_out(window: MainWindow, document: ScenarioDocument, chosen: PlaytestOptions | None) -> None:
    """Play the scenario as it is in the editor; the editor keeps it unchanged."""
    turns = chosen.turns if chosen is not None else 0

    def work(progress: Progress) -> Session:
        text = dumps(without_picture(document))
        given = contributions_of(side.key for side in document.sides)
        start = Start(document.game, "scenario", document.key, text, seed_of(given), {}, given)
        session = Session.begin(games.game(document.game), start)
        if turns:
            let_pass(session, turns, start.seed, lambda gone, of: progress(gone, of, "Playing turns"))
        return session

    ended = run_in_background(window, "Playtest", "Setting up the game…", work)
    if ended.problem:
        window.complain("This scenario cannot be played yet", ended.problem)
    if not ended.succeeded:
        return
    session = ended.value
    bots = {side: RandomBot(os.urandom(8).hex()) for side in (chosen.bots if chosen is not None else ())}
    window.table.bots.seat(session, bots)
    window.play(session)
    keys = window.actions_by_key["editor"].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    window.table.note.tell(f"{document.title} is being playtested. {keys} returns to the editor.")
