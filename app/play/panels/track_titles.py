"""The titles of tracks without the name of their owner, where it is clear whose they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from app.play.play_controller import PlayController
    from engine.referee.bill import BillLine
    from engine.referee.view import Track

SEPARATOR: Final = ": "


def short_title(title: str, owners: Iterable[str]) -> str:
    """`Axis: oil points` and `Oil points: Axis` without the owner."""
    before, _, after = title.partition(SEPARATOR)
    if after and before in owners:
        return after[:1].upper() + after[1:]
    return before if after in owners else title


def titles_for(controller: PlayController, shown: Iterable[Track | BillLine]) -> Callable[[str], str]:
    """How the titles of some tracks of one side are written: the power is named where there are several."""
    tracks = list(shown)
    powers = {track.power for track in tracks if track.power}
    owners = {controller.side_title(track.side) for track in tracks if track.side}
    if len(powers) == 1:
        owners |= {controller.power_title(power) for power in powers}
    return lambda title: short_title(title, owners)
