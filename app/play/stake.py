"""What is left to chance by an action: shown before it is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.referee.action import Action
from engine.referee.first_roll import FirstRoll
from engine.referee.preview import Preview

if TYPE_CHECKING:
    from app.play.play_controller import PlayController


class Stake(Struct, frozen=True):
    """What a player sees before an action is done that is left to chance."""

    preview: Preview
    roll: FirstRoll | None
    """The first roll that follows; None if somebody else decides before dice fall."""


def stake_of(controller: PlayController, actions: Sequence[Action]) -> Stake | None:
    """What is left to chance if these actions are done now; None if nothing is, or nothing is final.

    Where one can look past it no die falls: a step in the building of an attack shows its odds, too.
    """
    *first, last = actions
    ahead = controller.look_ahead(*first) if first else None
    if first and ahead is None:
        return None
    preview = ahead.preview(last) if ahead is not None else controller.preview(last)
    if preview is None:
        return None
    has_odds = bool(preview.outcomes or preview.odds) and controller.look_ahead(*actions) is None
    roll = controller.seat.first_roll(*actions)
    return Stake(preview, roll) if has_odds or roll is not None else None
