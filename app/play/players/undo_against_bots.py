"""Undo in a game against bots: back to the last decision of a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.background.progress import Ended
from app.play.history.load_past import load_past
from app.play.players.side_names import who

if TYPE_CHECKING:
    from app.play.map_input.map_note import TableNote
    from app.play.play_controller import PlayController


def undo_against_bots(
    controller: PlayController,
    parent: QWidget,
    note: TableNote,
    player_name: Callable[[str], str],
    ask_consent: Callable[[dict[str, str]], Sequence[str]],
) -> None:
    """Take back everything since a person decided last; bots agree to everything, and the log tells it.

    Where several people play, they are asked.
    """
    seating = controller.seating
    target = seating.last_own_decision
    if target is None:
        note.tell("No person has decided anything yet, so there is nothing to undo")
        return
    known = load_past(controller, parent, tell=False) if target < controller.known_from else Ended()
    if not known.succeeded:
        if known.problem:
            note.tell(known.problem)
        return
    names = {side: who(controller.side_title(side), player_name(side)) for side in seating.people}
    if len(names) > 1 and not ask_consent(names):
        return
    refusals = controller.go_to_length(target)
    if refusals:
        note.tell(refusals[0].why)
