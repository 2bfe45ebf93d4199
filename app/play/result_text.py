"""How a game ended, in the words of its log."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.play.play_controller import PlayController


def result_text(controller: PlayController) -> str:
    """How the game ended, in the words of the log; empty before its end."""
    outcome = controller.session.outcome
    if outcome is None:
        return ""
    last = controller.seat.step(len(controller.session)) if controller.session.past_is_known else None
    told = [event.text for event in last.events if event.case == outcome.case] if last is not None else []
    sheets = [sheet for sheet in controller.seat.score_sheets() if sheet.decided] if not told else []
    told += [grade.text for sheet in sheets for grade in sheet.grades if grade.reached]
    return told[-1] if told else outcome.text
